package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gcf-lsp/lsp"
	"gcf-lsp/lsp/lsptest"
)

// hostile are documents of n things of one kind each.
var hostile = []struct {
	name, file string
	n          int // of the smallest document
	text       func(n int) string
}{
	{"one line", "a.gcf", 100_000, func(n int) string { return "GCF profile=generic\na=" + strings.Repeat("x", n) + "\n" }},
	{"one line of quotes", "a.gcf", 50_000, func(n int) string { return "GCF profile=generic\na=\"" + strings.Repeat(`\"`, n) + "\n" }},
	{"one line of pairs", "a.gcf", 10_000, func(n int) string { return "GCF profile=generic" + repeat(" k%d=v", n) + "\na=1\n" }},
	{"blank lines", "a.gcf", 50_000, func(n int) string { return "GCF profile=generic\n" + strings.Repeat("\n", n) + "a=1\n" }},
	{"rows", "a.gcf", 10_000, func(n int) string {
		return fmt.Sprintf("GCF profile=generic\n## a [%d]{x,y}\n", n) + repeat("%d|b\n", n)
	}},
	{"columns", "a.gcf", 5_000, func(n int) string {
		return "GCF profile=generic\n## a [1]{" + strings.TrimSuffix(repeat("c%d,", n), ",") + "}\n" + strings.Repeat("1|", n-1) + "1\n"
	}},
	{"columns twice", "a.gcf", 5_000, func(n int) string { return "GCF profile=generic\n## a [1]{" + strings.Repeat("c,", n) + "c}\n1\n" }},
	{"depth", "a.gcf", 62_500, func(n int) string { // of bytes, about: indentation is the square of the depth
		var b strings.Builder
		b.WriteString("GCF profile=generic\n")
		for i := range int(math.Sqrt(float64(n))) {
			b.WriteString(strings.Repeat("  ", i) + "## a\n")
		}
		return b.String()
	}},
	{"attachments", "a.gcf", 3_000, func(n int) string {
		return fmt.Sprintf("GCF profile=generic\n## a [%d]{x,y}\n", n) + repeat("@%d 1|^\n.y [1]{z}\n    1\n", n)
	}},
	{"attachments of one row", "a.gcf", 3_000, func(n int) string {
		return "GCF profile=generic\n## a [1]{x}\n@0 1\n" + repeat(".y%d {}\n    z=1\n", n)
	}},
	{"keys", "a.gcf", 10_000, func(n int) string { return "GCF profile=generic\n" + repeat("k%d=1\n", n) }},
	{"one key", "a.gcf", 500, func(n int) string { return "GCF profile=generic\n" + strings.Repeat("k=1\n", n) }},
	{"sections", "a.gcf", 3_000, func(n int) string { return "GCF profile=generic\n" + repeat("## k%d\n  a=1\n", n) }},
	{"ids", "a.gcf", 5_000, func(n int) string { return "GCF profile=graph\n## targets\n" + repeat("@%d fn a.b 0.50 p\n", n) }},
	{"one id", "a.gcf", 2_000, func(n int) string { return "GCF profile=graph\n## targets\n" + strings.Repeat("@1 fn a.b 0.50 p\n", n) }},
	{"edges", "a.gcf", 5_000, func(n int) string {
		return fmt.Sprintf("GCF profile=graph\n## targets\n@0 fn a.b 0.50 p\n@1 fn c.d 0.50 p\n## edges [%d]\n", n) + strings.Repeat("@0<@1 calls\n", n)
	}},
	{"unknown edges", "a.gcf", 2_000, func(n int) string {
		return fmt.Sprintf("GCF profile=graph\n## targets\n@0 fn a.b 0.50 p\n## edges [%d]\n", n) + repeat("@0<@%d9 calls\n", n)
	}},
	{"quotes", "a.gcf", 5_000, func(n int) string {
		return fmt.Sprintf("GCF profile=generic\n## a [%d]{x}\n", n) + strings.Repeat("\"a\\\"b\"\n", n)
	}},
	{"open quotes", "a.gcf", 2_000, func(n int) string {
		return fmt.Sprintf("GCF profile=generic\n## a [%d]{x}\n", n) + strings.Repeat("\"a\n", n)
	}},
	{"declarations", "a.gcf", 2_000, func(n int) string { return "GCF profile=generic\n" + repeat("## t%[1]d [1]{a%[1]d,b}\n1|2\n", n) }},
	{"path columns", "a.gcf", 1_000, func(n int) string {
		return "GCF profile=generic\n## a [1]{" + strings.TrimSuffix(repeat(`"p>c%d",`, n), ",") + "}\n" + strings.Repeat("1|", n-1) + "1\n"
	}},
	{"counts", "a.gcf", 10_000, func(n int) string {
		return "GCF profile=generic\n## a [?]{x}\n1\n##! summary counts=1" + strings.Repeat(",1", n) + "\n"
	}},
	{"suppressions", "a.gcf", 2_000, func(n int) string {
		return fmt.Sprintf("GCF profile=generic\n## a [%d]{x}\n", n) + strings.Repeat("# gcf-lsp: ignore number_respelled -- why\n1.0\n", n)
	}},
	{"unknown suppressions", "a.gcf", 1_000, func(n int) string { return "GCF profile=generic\n" + repeat("# gcf-lsp: ignore cod%d\n", n) }},
	{"comments", "a.gcf", 10_000, func(n int) string { return "GCF profile=generic\n" + strings.Repeat("# a comment\n", n) + "a=1\n" }},
	{"problems", "a.gcf", 2_000, func(n int) string { return "GCF profile=generic\n" + repeat("what is %d\n", n) }},
	{"short rows", "a.gcf", 2_000, func(n int) string { return fmt.Sprintf("GCF profile=generic\n## a [%d]{x,y}\n", n) + repeat("%d\n", n) }},
	{"fences", "a.md", 500, func(n int) string { return strings.Repeat("```gcf\nGCF profile=generic\na=1\n```\n\n", n) }},
	{"log lines", "a.jsonl", 1_000, func(n int) string { return strings.Repeat(`{"t":"GCF profile=generic\na=1\n"}`+"\n", n) }},
	{"log lines with problems", "a.jsonl", 500, func(n int) string { return strings.Repeat(`{"t":"GCF profile=generic\na=~\n"}`+"\n", n) }},
}

func repeat(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// doublings is how often the documents are doubled.
const doublings = 3

// BenchmarkGrowth doubles each hostile document three times, and prints how time
// and memory grow with each doubling: through the commands, and through the server,
// from opening to the diagnostics, for a keystroke, and for what editors ask next.
// What is linear is at 2 or below, what is quadratic at 4.
//
//	go test ./cmd/gcf-lsp -run '^$' -bench Growth -benchtime 1x
func BenchmarkGrowth(b *testing.B) {
	for _, h := range hostile {
		for _, command := range [][]string{{"check"}, {"fmt", "-l"}, {"decode"}, {"stats"}, {"repair"}, {"serve"}} {
			if h.file != "a.gcf" && command[0] != "check" {
				continue
			}
			b.Run(strings.ReplaceAll(h.name, " ", "-")+"/"+command[0], func(b *testing.B) {
				var times, bytes [doublings + 1]float64
				for i := range times {
					text := h.text(h.n << i)
					work := func() { runCommand(b, h.file, text, command) }
					if command[0] == "serve" {
						work = func() { runServer(b, text) }
					}
					times[i], bytes[i] = cost(work)
				}
				for b.Loop() {
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(times[doublings]*1e3, "ms")
				b.ReportMetric(growth(times[:]), "time/doubling")
				b.ReportMetric(growth(bytes[:]), "memory/doubling")
			})
		}
	}
}

// growth is how a cost grew with the last two doublings, for each.
func growth(costs []float64) float64 {
	last, before := costs[len(costs)-1], costs[len(costs)-3]
	lo, hi := 0.0, 8.0
	for hi-lo > 0.01 {
		mid := (lo + hi) / 2
		if mid*mid*before < last {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// cost is the lesser processor time of two runs, in seconds, and what they
// allocate, in bytes.
func cost(work func()) (seconds, bytes float64) {
	seconds = 1e9
	for range 2 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := processorTime()
		work()
		seconds = min(seconds, (processorTime() - began).Seconds())
		runtime.ReadMemStats(&after)
		bytes = float64(after.TotalAlloc - before.TotalAlloc)
	}
	return seconds, bytes
}

func runCommand(b *testing.B, name, text string, command []string) {
	path := filepath.Join(b.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	var errs bytes.Buffer
	if code := run(append(command, path), strings.NewReader(""), io.Discard, &errs); code == exitFailure {
		b.Fatalf("%v: %.300s", command, &errs)
	}
}

// runServer opens a document, changes a character in its middle and asks what
// editors ask.
func runServer(b *testing.B, text string) {
	c := lsptest.Start(b, func(ctx context.Context, in io.Reader, out io.Writer) (int, error) {
		return lsp.Serve(ctx, in, out, lsp.Options{CacheDir: b.TempDir(), Log: slog.New(slog.DiscardHandler)})
	})
	c.InitializeWith(map[string]any{"capabilities": map[string]any{}, "initializationOptions": map[string]any{"diagnostics.delay": 0}})
	const uri = "file:///a.gcf"
	c.Open(uri, 1, text)
	c.AwaitDiagnostics(uri, 1)
	line := strings.Count(text, "\n") / 2
	c.Change(uri, 2, lsptest.Edit(line, 0, line, 0, "#"))
	c.AwaitDiagnostics(uri, 2)
	c.Change(uri, 3, lsptest.Edit(line, 0, line, 1, ""))
	c.AwaitDiagnostics(uri, 3)
	place := map[string]any{"line": line, "character": 1}
	all := map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": place}
	for method, more := range map[string]map[string]any{
		"textDocument/documentSymbol":      nil,
		"textDocument/foldingRange":        nil,
		"textDocument/semanticTokens/full": nil,
		"textDocument/hover":               {"position": place},
		"textDocument/completion":          {"position": place},
		"textDocument/definition":          {"position": place},
		"textDocument/codeAction":          {"range": all, "context": map[string]any{"diagnostics": []any{}}},
		"textDocument/inlayHint":           {"range": all},
		"textDocument/formatting":          {"options": map[string]any{"tabSize": 2, "insertSpaces": true}},
	} {
		params := map[string]any{"textDocument": map[string]any{"uri": uri}}
		for key, value := range more {
			params[key] = value
		}
		var answer json.RawMessage
		// A document with errors is not formatted: an error is an answer.
		_ = c.Call(method, params, &answer)
	}
	c.CloseInput()
	_, _ = c.Over()
}
