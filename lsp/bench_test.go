package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/lsp/lsptest"
)

// Through the real server, over a pipe, with a client that reads JSON: how long
// an editor waits for the diagnostics of a table of 100,000 rows (6 MB).
//
//	go test ./lsp -run '^$' -bench Diagnostics -benchtime 200x
//
// reports the median and the worst of 200.

// tableWithMistake is the table with one row that is a cell too long.
func tableWithMistake() string {
	table, _ := gendata.Table(100_000)
	middle := strings.Index(table, "\n50000|")
	end := middle + 1 + strings.IndexByte(table[middle+1:], '\n')
	return table[:end] + "|extra" + table[end:]
}

func BenchmarkDiagnosticsOnOpen(b *testing.B) {
	text, err := json.Marshal(tableWithMistake()) // the editor's work is not measured
	if err != nil {
		b.Fatal(err)
	}
	c := start(b, Options{})
	c.Initialize(nil)
	var times []time.Duration
	for i := 0; b.Loop(); i++ {
		uri := fmt.Sprintf("file:///%d.gcf", i)
		body := fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"%s","languageId":"gcf","version":1,"text":%s}}}`, uri, text)
		began := time.Now()
		c.Send(body)
		if d := c.AwaitDiagnostics(uri, 1); len(d.Diagnostics) != 1 {
			b.Fatalf("%d diagnostics, want 1", len(d.Diagnostics))
		}
		times = append(times, time.Since(began))
		c.CloseDocument(uri)
		c.AwaitDiagnostics(uri, -1)
	}
	reportTimes(b, times)
}

// A keystroke in the middle that makes a mistake, and one that takes it back, in
// tables of 10,000, 100,000 and 1,000,000 rows. The debounce is off: it is not
// waited for after a rest either.
func BenchmarkDiagnosticsOnKeystroke(b *testing.B) {
	for _, rows := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("%d rows", rows), func(b *testing.B) {
			table, _ := gendata.Table(rows)
			c := start(b, Options{})
			c.InitializeWith(map[string]any{"capabilities": map[string]any{},
				"initializationOptions": map[string]any{"diagnostics.debounce": 0}})
			const uri = "file:///a.gcf"
			c.Open(uri, 0, table)
			c.AwaitDiagnostics(uri, 0)
			var times []time.Duration
			for version := 1; b.Loop(); version++ {
				edit, want := lsptest.Edit(rows/2, 0, rows/2, 0, "x|"), 1
				if version%2 == 0 {
					edit, want = lsptest.Edit(rows/2, 0, rows/2, 2, ""), 0
				}
				began := time.Now()
				c.Change(uri, version, edit)
				if d := c.AwaitDiagnostics(uri, version); len(d.Diagnostics) != want {
					b.Fatalf("version %d: %d diagnostics, want %d", version, len(d.Diagnostics), want)
				}
				times = append(times, time.Since(began))
			}
			reportTimes(b, times)
		})
	}
}

func reportTimes(b *testing.B, times []time.Duration) {
	slices.Sort(times)
	milliseconds := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	b.ReportMetric(milliseconds(times[len(times)/2]), "ms-median")
	b.ReportMetric(milliseconds(times[len(times)-1]), "ms-worst")
}
