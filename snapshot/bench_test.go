package snapshot

import (
	"fmt"
	"testing"

	"gcf-lsp/value"
)

// benchTables makes a table of n rows of five fields and one in which 1 % of
// them are changed, added or removed.
func benchTables(n int) (base, next *Table) {
	order := func(i, revision int) value.Value {
		return value.NewObject([]value.Member{
			{Key: "id", Value: value.NewInt(int64(i))},
			{Key: "total", Value: value.NewDouble(float64(i*37%100000+revision) / 100)},
			{Key: "status", Value: value.NewString([]string{"open", "shipped", "pending"}[(i+revision)%3])},
			{Key: "region", Value: value.NewString([]string{"eu", "us-east", "apac"}[i%3])},
			{Key: "customer", Value: value.NewString(fmt.Sprintf("Customer %d", i*7919%n))},
		})
	}
	var before, after []value.Value
	for i := range n {
		before = append(before, order(i, 0))
		switch i % 300 {
		case 0: // removed
		case 100:
			after = append(after, order(i, 1))
		case 200:
			after = append(after, order(i, 0), order(n+i, 0))
		default:
			after = append(after, order(i, 0))
		}
	}
	spec := TableSpec{Name: "orders", Key: "id", Rows: before}
	base = must(NewTable(spec))
	spec.Rows = after
	return base, must(NewTable(spec))
}

// The sizes show that the cost is linear: ten times the rows, ten times the
// time.
func eachSize(b *testing.B, run func(b *testing.B, n int)) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("rows=%d", n), func(b *testing.B) { run(b, n) })
	}
}

func BenchmarkNewTable(b *testing.B) {
	eachSize(b, func(b *testing.B, n int) {
		base, _ := benchTables(n)
		spec := TableSpec{Name: base.Name(), Key: base.Key(), Rows: base.Rows()}
		b.ReportAllocs()
		for b.Loop() {
			must(NewTable(spec)).Root()
		}
	})
}

// BenchmarkDiff is the diff of two tables whose roots are known.
func BenchmarkDiff(b *testing.B) {
	eachSize(b, func(b *testing.B, n int) {
		base, next := benchTables(n)
		base.Root()
		next.Root()
		b.ReportAllocs()
		for b.Loop() {
			must(DiffTables(base, next))
		}
	})
}

// BenchmarkApply is the application of a 1 % delta with its verification.
func BenchmarkApply(b *testing.B) {
	eachSize(b, func(b *testing.B, n int) {
		base, next := benchTables(n)
		delta := must(DiffTables(base, next))
		b.ReportAllocs()
		for b.Loop() {
			must(base.Apply(delta))
		}
	})
}

func BenchmarkGraphApply(b *testing.B) {
	eachSize(b, func(b *testing.B, n int) {
		graph := func(revision int) *Graph {
			var symbols []Symbol
			var edges []Edge
			for i := range n {
				s := Symbol{"function", fmt.Sprintf("pkg%d.F%d", i%97, i), float64(i%100) / 100, "lsp", i % 4}
				if i%100 == 0 {
					s.Distance += revision
				}
				symbols = append(symbols, s)
				if i > 0 {
					edges = append(edges, Edge{Source: s.QualifiedName, Target: symbols[i/2].QualifiedName, Type: "calls"})
				}
			}
			return must(NewGraph(symbols, edges))
		}
		base, next := graph(0), graph(1)
		delta := must(DiffGraphs(base, next))
		b.ReportAllocs()
		for b.Loop() {
			must(base.Apply(delta))
		}
	})
}
