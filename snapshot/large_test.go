package snapshot

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// Thousands of records, from seeds: rapid draws small snapshots best.

var oddWords = []string{"alpha", "Ω", "naïve", "日本語", "a|b", "a,b", "\"quoted\"", "tab\t", "line\nbreak", "🎉", "e\u0301", "-", "~", "^", "true", "1.0", "", " padded ", "ключ", "\u202eright"}

// largeRows makes up to 3,000 rows.
func largeRows(r *rand.Rand) []value.Value {
	var rows []value.Value
	for i := range 1 + r.IntN(3000) {
		id := value.NewInt(int64(i))
		if i%3 == 0 {
			id = value.NewString(fmt.Sprintf("%s-%d", oddWords[i%len(oddWords)], i))
		}
		members := []value.Member{{Key: "id", Value: id}}
		for _, f := range [...]string{"name", "列", "a b"} {
			switch r.IntN(8) {
			case 0: // absent
			case 1:
				members = append(members, value.Member{Key: f, Value: value.NewNull()})
			case 2:
				members = append(members, value.Member{Key: f, Value: value.NewDouble(r.NormFloat64())})
			case 3:
				members = append(members, value.Member{Key: f, Value: value.NewArray([]value.Value{value.NewInt(1), value.NewString(oddWords[r.IntN(len(oddWords))])})})
			default:
				members = append(members, value.Member{Key: f, Value: value.NewString(oddWords[r.IntN(len(oddWords))])})
			}
		}
		rows = append(rows, value.NewObject(members))
	}
	return rows
}

func largeTable(rows []value.Value) *Table {
	return must(NewTable(TableSpec{Name: "rows", Key: "id", Fields: []string{"id", "name", "列", "a b"}, Rows: rows}))
}

// largeGraph makes up to 2,000 symbols.
func largeGraph(r *rand.Rand, n int) *Graph {
	var symbols []Symbol
	var edges []Edge
	for i := range n {
		if r.IntN(20) == 0 {
			continue
		}
		symbols = append(symbols, Symbol{
			Kind: []string{"function", "type", "класс"}[i%3], QualifiedName: fmt.Sprintf("пакет%d/Ω.F%d", i%7, i),
			Score: float64(r.IntN(3)+i%100) / 100, Provenance: "lsp", Distance: i % 4,
		})
		if k := len(symbols); k > 1 {
			edges = append(edges, Edge{Source: symbols[k-1].QualifiedName, Target: symbols[r.IntN(k)].QualifiedName, Type: "calls"})
		}
	}
	return must(NewGraph(symbols, edges))
}

func TestThousandsOfRecords(t *testing.T) {
	check := func(t testing.TB, base, next Snapshot) {
		delta := must(Diff(base, next))
		payload := must(AppendDelta(nil, delta, Header{}))
		back, err := DeltaFromDocument(parser.Parse(string(payload)))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range []Delta{delta, back} {
			got, err := Apply(base, d)
			if err != nil {
				t.Fatal(err)
			}
			if !same(got, next) {
				t.Fatal("the result differs")
			}
		}
		for _, s := range []Snapshot{base, next} {
			if back := readBack(t, must(AppendFull(nil, s, Header{}))); !same(s, back) {
				t.Fatal("the full payload differs")
			}
		}
	}
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 1))
		before := largeRows(r)
		after := slices.DeleteFunc(slices.Clone(before), func(value.Value) bool { return r.IntN(20) == 0 })
		for i := range after {
			if r.IntN(10) == 0 {
				after[i] = with(after[i], "name", value.NewInt(int64(r.IntN(9))))
			}
		}
		r.Shuffle(len(after), func(i, j int) { after[i], after[j] = after[j], after[i] })
		check(t, largeTable(before), largeTable(after))
		n := r.IntN(2000)
		check(t, largeGraph(r, n), largeGraph(r, n))
	}
}
