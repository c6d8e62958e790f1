package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/lsp/lsptest"
)

// Requests about one place of a large document, through the real server: the
// table of 100,000 rows and the graph of 20,000 symbols and 60,000 edges.
//
//	go test ./lsp -run '^$' -bench 'Hover|SignatureHelp|Completion' -benchtime 200x
//
// reports the median and the worst of 200, each about another place.

func BenchmarkHover(b *testing.B)         { benchPlaces(b, "textDocument/hover") }
func BenchmarkSignatureHelp(b *testing.B) { benchPlaces(b, "textDocument/signatureHelp") }
func BenchmarkCompletion(b *testing.B)    { benchPlaces(b, "textDocument/completion") }

// benchPlaces measures a request about places in a table and in a graph, and
// about the places that have most to tell: the declarations.
func benchPlaces(b *testing.B, method string) {
	table, _ := gendata.Table(100_000)
	graph := gendata.Graph(20_000, 60_000)
	b.Run("table", func(b *testing.B) { benchPlacesIn(b, method, table, 2, 100_000) })
	b.Run("tableHeader", func(b *testing.B) { benchPlacesIn(b, method, table, 1, 1) })
	b.Run("symbols", func(b *testing.B) { benchPlacesIn(b, method, graph, 2, 20_000) })
	b.Run("edges", func(b *testing.B) { benchPlacesIn(b, method, graph, 20_010, 80_000) })
	b.Run("graphHeader", func(b *testing.B) { benchPlacesIn(b, method, graph, 0, 1) })
}

// benchPlacesIn measures a request about places in the lines from first to
// last of a text.
func benchPlacesIn(b *testing.B, method, text string, first, last int) {
	c := start(b, Options{})
	c.InitializeWith(map[string]any{"capabilities": editor()})
	const uri = "file:///a.gcf"
	c.Open(uri, 1, text)
	c.AwaitDiagnostics(uri, 1)
	lines := strings.Split(text, "\n")
	r := rand.New(rand.NewPCG(7, 8))
	ask := func() time.Duration {
		line := first + r.IntN(last-first+1)
		params := map[string]any{"textDocument": map[string]any{"uri": uri},
			"position": lsptest.Position{Line: line, Character: r.IntN(len(lines[line]) + 1)}}
		began := time.Now()
		var answer json.RawMessage
		if err := c.Call(method, params, &answer); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	ask() // the tree and the edges are there before, as they are in an editor
	var times []time.Duration
	for b.Loop() {
		times = append(times, ask())
	}
	reportTimes(b, times)
}

// What is about one place costs the same in tables of 10,000 and of 1,000,000
// rows, right after a keystroke there as well.
//
//	go test ./lsp -run '^$' -bench PlacesBySize -benchtime 40x
func BenchmarkPlacesBySize(b *testing.B) {
	for _, rows := range []int{10_000, 1_000_000} {
		table, _ := gendata.Table(rows)
		c := start(b, Options{})
		c.InitializeWith(map[string]any{"capabilities": editor(), "initializationOptions": map[string]any{"inlayHints.columns": true}})
		const uri = "file:///a.gcf"
		c.Open(uri, 0, table)
		c.AwaitDiagnostics(uri, 0)
		version := 0
		line := rows * 7 / 10
		for _, bench := range []struct {
			method string
			lines  int // of a range; 0 is a place, -1 the whole document
			more   map[string]any
		}{
			{"hover", 0, nil},
			{"completion", 0, nil},
			{"signatureHelp", 0, nil},
			{"definition", 0, nil},
			{"codeAction", 1, map[string]any{"context": map[string]any{"diagnostics": []any{}}}},
			{"inlayHint", 100, nil},
			{"semanticTokens/range", 100, nil},
			{"foldingRange", -1, nil},
			{"selectionRange", -1, map[string]any{"positions": []any{lsptest.Position{Line: line, Character: 12}}}},
			{"documentLink", -1, nil},
			{"codeLens", -1, nil},
		} {
			b.Run(fmt.Sprintf("%d rows/%s", rows, bench.method), func(b *testing.B) {
				params := textDocument(uri)
				for k, v := range bench.more {
					params[k] = v
				}
				r := rand.New(rand.NewPCG(7, 8))
				ask := func() time.Duration {
					if bench.lines >= 0 { // each about another place
						addPlace(params, 2+r.IntN(rows-bench.lines), r.IntN(50), bench.lines)
					}
					began := time.Now()
					var answer json.RawMessage
					if err := c.Call("textDocument/"+bench.method, params, &answer); err != nil {
						b.Fatal(err)
					}
					return time.Since(began)
				}
				ask()
				var times []time.Duration
				for b.Loop() {
					times = append(times, ask())
				}
				reportTimes(b, times)
				version++
				c.Change(uri, version, lsptest.Edit(line, 12, line, 12, "x"))
				first := ask()
				b.ReportMetric(float64(first)/float64(time.Millisecond), "ms-after-key")
			})
		}
	}
}
