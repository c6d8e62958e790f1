package lsp

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/lsp/lsptest"
)

// Through the real server, over a pipe: what changes or shows the table of
// 100,000 rows (6 MB) and the graph of 20,000 nodes and 60,000 edges.
//
//	go test ./lsp -run '^$' -bench Actions -benchtime 200x
//
// reports the median and the worst of 200, until the answer is here as bytes.
// Formatting and a refactoring read and write all of the table; for them 20x
// will do.
func BenchmarkActions(b *testing.B) {
	table, _ := gendata.Table(100_000)
	graph := gendata.Graph(20_000, 60_000)
	// One row in the middle is not canonical.
	middle := strings.Index(table, "\n50000|")
	crooked := table[:middle+1] + "50000 |" + table[middle+len("\n50000|"):]
	const line = 50_002
	at := lsptest.Range{Start: lsptest.Position{Line: line, Character: 9}, End: lsptest.Position{Line: line, Character: 9}}
	context := map[string]any{"diagnostics": []any{}}
	uri := map[string]any{"textDocument": map[string]any{"uri": "file:///a.gcf"}}
	with := func(more map[string]any) map[string]any {
		more["textDocument"] = uri["textDocument"]
		return more
	}
	options := map[string]any{"tabSize": 4, "insertSpaces": true}
	remove := map[string]any{"title": "x", "data": map[string]any{"uri": "file:///a.gcf", "version": 1, "refactoring": "remove",
		"start": strings.Index(table, "\n50000|") + len("\n50000|") + 2}}
	fixAll := map[string]any{"title": "x", "data": map[string]any{"uri": "file:///a.gcf", "version": 1, "all": true}}
	lens := map[string]any{"range": at, "data": map[string]any{"uri": "file:///a.gcf", "version": 1, "line": 1}}
	for _, bench := range []struct {
		name, text, method string
		params             map[string]any
		atLeast            int // bytes of the answer
	}{
		{"format/canonical", table, "textDocument/formatting", with(map[string]any{"options": options}), 2},
		{"format/row", crooked, "textDocument/formatting", with(map[string]any{"options": options}), 80},
		{"format/rowOnly", crooked, "textDocument/rangeFormatting", with(map[string]any{"options": options, "range": at}), 80},
		{"format/graph", graph, "textDocument/formatting", with(map[string]any{"options": options}), 2},
		{"action/table", table, "textDocument/codeAction", with(map[string]any{"range": at, "context": context}), 200},
		{"action/fixes", tableWithMistake(), "textDocument/codeAction", with(map[string]any{"range": at, "context": context}), 200},
		{"action/graph", graph, "textDocument/codeAction", with(map[string]any{"range": at, "context": context}), 100},
		{"resolve/removeColumn", table, "codeAction/resolve", remove, 1e6},
		{"resolve/fixAll", crooked, "codeAction/resolve", fixAll, 20},
		{"lens/table", table, "textDocument/codeLens", uri, 20},
		{"lens/resolve", table, "codeLens/resolve", lens, 20},
		{"stats", table, "workspace/executeCommand", map[string]any{"command": "gcf.stats", "arguments": []any{map[string]any{"uri": "file:///a.gcf"}}}, 20},
		{"window/plain", table, "gcf/table", with(map[string]any{"start": 50_000, "count": 100}), 1000},
		{"window/sorted", table, "gcf/table", with(map[string]any{"start": 50_000, "count": 100, "sort": map[string]any{"column": 4}}), 1000},
		{"window/filtered", table, "gcf/table", with(map[string]any{"start": 100, "count": 100, "filter": "rossi"}), 1000},
		{"decoded", table, "gcf/decoded", uri, 1e6},
	} {
		b.Run(bench.name, func(b *testing.B) {
			e := startEditor(b)
			e.call("initialize", map[string]any{"capabilities": editor()})
			e.send(map[string]any{"method": "initialized", "params": map[string]any{}})
			e.open("file:///a.gcf", bench.text)
			began := time.Now()
			e.call(bench.method, bench.params)
			first := time.Since(began)
			var times []time.Duration
			for b.Loop() {
				began := time.Now()
				answer := e.call(bench.method, bench.params)
				times = append(times, time.Since(began))
				if len(answer) < bench.atLeast || bytes.Contains(answer[:min(len(answer), 200)], []byte(`"error"`)) {
					b.Fatalf("the answer is %.300s", answer)
				}
			}
			reportTimes(b, times)
			b.ReportMetric(float64(first)/float64(time.Millisecond), "ms-first")
		})
	}
}
