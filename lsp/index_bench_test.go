package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"gcf-lsp/lsp/lsptest"
)

// BenchmarkIndex opens a folder of 2,000 payloads, tables of 50 rows with a
// delta on each second one, and asks for hovers in an open one while they are
// indexed: how long the index takes, how long the hovers take that come in the
// meantime (middle and longest), and how long they take afterwards.
func BenchmarkIndex(b *testing.B) {
	files := map[string]string{}
	for i := range 1000 {
		numbers := make([]int, 50)
		for j := range numbers {
			numbers[j] = i + j
		}
		one := stock(b, numbers...)
		numbers[7]++
		files[fmt.Sprintf("%d/full.gcf", i)] = fullText(b, one)
		files[fmt.Sprintf("%d/delta.gcf", i)] = deltaText(b, one, stock(b, numbers...))
	}
	document := files["500/full.gcf"]
	can := map[string]any{"window": map[string]any{"workDoneProgress": true}}
	for b.Loop() {
		f := openFolder(b, can, files)
		began := time.Now()
		f.open("500/full.gcf", document)
		var during []time.Duration
		for !ended(f.Received("$/progress")) {
			if time.Since(began) > time.Minute {
				b.Fatal("the index does not end")
			}
			during = append(during, timeHover(f, document))
		}
		b.ReportMetric(float64(time.Since(began).Milliseconds()), "ms/index")
		var after []time.Duration
		for range 200 {
			after = append(after, timeHover(f, document))
		}
		slices.Sort(during)
		slices.Sort(after)
		micro := func(d time.Duration) float64 { return float64(d.Microseconds()) }
		b.ReportMetric(micro(during[len(during)/2]), "µs/hover-during")
		b.ReportMetric(micro(during[len(during)*99/100]), "µs/hover-during-p99")
		b.ReportMetric(micro(after[len(after)/2]), "µs/hover-after")
		f.Exit()
	}
}

func timeHover(f *folder, document string) time.Duration {
	began := time.Now()
	f.ask("textDocument/hover", "500/full.gcf", document, "P-7", nil)
	return time.Since(began)
}

// ended reports whether the end of a progress is among messages.
func ended(messages []lsptest.Message) bool {
	for _, m := range messages {
		var p struct {
			Value struct{ Kind string }
		}
		if json.Unmarshal(m.Params, &p) == nil && p.Value.Kind == "end" {
			return true
		}
	}
	return false
}
