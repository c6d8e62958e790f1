package parser_test

import (
	"encoding/json"
	"runtime"
	"testing"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/parser"
)

// The benchmarks put parsing beside json.Valid on the same data: the README's
// ratios come from one run of both.

func BenchmarkTable(b *testing.B)  { benchmarkData(b, 100_000, gendata.Table) }
func BenchmarkOrders(b *testing.B) { benchmarkData(b, 10_000, gendata.Orders) }

func benchmarkData(b *testing.B, n int, data func(int) (string, string)) {
	gcf, text := data(n)
	b.Run("parse", func(b *testing.B) {
		b.SetBytes(int64(len(gcf)))
		b.ReportAllocs()
		for b.Loop() {
			if d := parser.Parse(gcf); len(d.Problems) > 0 {
				b.Fatal(d.Problems[0])
			}
		}
		b.ReportMetric(float64(heapOf(gcf))/float64(len(gcf)), "heap/source")
	})
	b.Run("parse and check", func(b *testing.B) {
		b.SetBytes(int64(len(gcf)))
		b.ReportAllocs()
		for b.Loop() {
			if found := diagnostics.Check(parser.Parse(gcf), diagnostics.Options{}); len(found) > 0 {
				b.Fatal(found[0])
			}
		}
	})
	b.Run("json.Valid", func(b *testing.B) {
		src := []byte(text)
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			if !json.Valid(src) {
				b.Fatal("generated JSON is not valid")
			}
		}
	})
}

// heapOf returns the bytes of heap that stay in use for a document's tree.
func heapOf(src string) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	d := parser.Parse(src)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(d)
	return after.HeapAlloc - before.HeapAlloc
}
