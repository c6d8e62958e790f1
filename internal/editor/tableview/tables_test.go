package tableview

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

const mixed = `GCF profile=generic
title=x
## rows [7]{id,name,v}
1|Bob|-
2|"al|ice"|10
# a comment
3|Émile|9
@3 4|Dora|^
.v [2]: deep,water
5|bob|~
6|Ann|true
7|Cy
## keyed [2:]{key,n}
5|1
b|2
## empty [0]
## none [1]: 1
`

// show writes a window as lines: the index and the cells of each row.
func show(w Window) string {
	var b strings.Builder
	for _, r := range w.Rows {
		fmt.Fprintf(&b, "%d@%d:", r.Index, r.Line)
		for _, c := range r.Cells {
			switch {
			case c.Absent:
				b.WriteString(" ~")
			default:
				json, _ := value.AppendJSON(nil, c.Value)
				fmt.Fprintf(&b, " %s", json)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func indexes(w Window) (all []int) {
	for _, r := range w.Rows {
		all = append(all, r.Index)
	}
	return all
}

func TestTheTablesOfADocument(t *testing.T) {
	var names []string
	for _, table := range New(parser.Parse(mixed)).Tables() {
		names = append(names, fmt.Sprintf("%s@%d %d %v", table.Name, table.Node, table.Rows, table.Columns))
	}
	want := "[rows@3 7 [id name v] keyed@13 2 [key n]]"
	if got := fmt.Sprint(names); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestAWindowHasTheCells(t *testing.T) {
	v := New(parser.Parse(mixed))
	w, ok := v.Window(Query{Start: 1, Count: 6, Sort: -1})
	want := "1@5: 2 \"al|ice\" 10\n2@7: 3 \"Émile\" 9\n3@8: 4 \"Dora\" [\"deep\",\"water\"]\n4@10: 5 \"bob\" ~\n5@11: 6 \"Ann\" true\n6@12: 7 \"Cy\" ~\n"
	if got := show(w); !ok || got != want || w.Total != 7 {
		t.Errorf("%t %d\n%swant\n%s", ok, w.Total, got, want)
	}
	if got := fmt.Sprint(w.Columns); got != "[{id [number]} {name [string]} {v [number boolean nested null absent]}]" {
		t.Error(got)
	}
	w, _ = v.Window(Query{Table: 1, Count: 10, Sort: -1})
	if got := show(w); got != "0@14: \"5\" 1\n1@15: \"b\" 2\n" {
		t.Error(got)
	}
	for _, q := range []Query{{Table: 2, Sort: -1}, {Table: -1, Sort: -1}, {Sort: 3}} {
		if _, ok := v.Window(q); ok {
			t.Errorf("%+v has a window", q)
		}
	}
	if w, ok := v.Window(Query{Start: 99, Count: -1, Sort: -1}); !ok || w.Start != 7 || len(w.Rows) != 0 {
		t.Errorf("behind the end: %+v", w)
	}
}

func TestRowsAreSorted(t *testing.T) {
	v := New(parser.Parse(mixed))
	for _, test := range []struct {
		column     int
		descending bool
		want       string
	}{
		// numbers, booleans, text; then what has no order, in either direction
		{2, false, "[2 1 5 3 0 4 6]"},
		{2, true, "[5 1 2 3 0 4 6]"},
		{1, false, "[5 0 6 3 1 4 2]"},
		{1, true, "[2 4 1 3 6 0 5]"},
	} {
		w, _ := v.Window(Query{Count: 10, Sort: test.column, Descending: test.descending})
		if got := fmt.Sprint(indexes(w)); got != test.want {
			t.Errorf("column %d, descending %t: %s, want %s", test.column, test.descending, got, test.want)
		}
	}
}

func TestEqualCellsKeepTheOrderOfTheDocument(t *testing.T) {
	v := New(parser.Parse("GCF profile=generic\n## [6]{a}\n1\n2\n1\n2\n-\n1\n"))
	for _, descending := range []bool{false, true} {
		w, _ := v.Window(Query{Count: 10, Sort: 0, Descending: descending})
		want := map[bool]string{false: "[0 2 5 1 3 4]", true: "[1 3 0 2 5 4]"}[descending]
		if got := fmt.Sprint(indexes(w)); got != want {
			t.Errorf("descending %t: %s, want %s", descending, got, want)
		}
	}
}

func TestAFilterLeavesRows(t *testing.T) {
	v := New(parser.Parse(mixed))
	for filter, want := range map[string]string{
		"BOB":   "[0 4]",
		"l|i":   "[1]",
		"2|":    "[]", // not across cells
		"émile": "[2]",
		"water": "[3]", // in an attachment
		"tru":   "[5]",
		"@3":    "[]",
		"zz":    "[]",
	} {
		w, _ := v.Window(Query{Count: 10, Sort: -1, Filter: filter})
		if got := fmt.Sprint(indexes(w)); got != want || w.Total != len(w.Rows) {
			t.Errorf("%q leaves %s of %d, want %s", filter, got, w.Total, want)
		}
	}
	w, _ := v.Window(Query{Count: 10, Sort: 1, Descending: true, Filter: "bob"})
	if got := fmt.Sprint(indexes(w)); got != "[4 0]" {
		t.Error("filtered and sorted:", got)
	}
}

func TestTheGroupsOfAGraphAreTables(t *testing.T) {
	doc := parser.Parse("GCF profile=graph\n## targets\n@0 fn a.A 0.50 lsp\n## related\n@1 svc b.B 0.25 lsp\n@2\n## extended\n## edges [2]\n@0<@1 calls\n@7<@0 uses added\n")
	v := New(doc)
	var got strings.Builder
	for i, table := range v.Tables() {
		w, _ := v.Window(Query{Table: i, Count: 10, Sort: -1})
		fmt.Fprintf(&got, "%s %v\n%s", table.Name, table.Columns, show(w))
	}
	want := `targets [id kind qualifiedName score provenance]
0@3: "@0" "function" "a.A" 0.5 "lsp"
related [id kind qualifiedName score provenance]
0@5: "@1" "service" "b.B" 0.25 "lsp"
edges [source target edgeType status]
0@9: "b.B" "a.A" "calls" ~
1@10: "a.A" "@7" "uses" "added"
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	w, _ := v.Window(Query{Table: 2, Count: 10, Sort: 0})
	if got := fmt.Sprint(indexes(w)); got != "[1 0]" {
		t.Error("sorted by source:", got)
	}
}

// Every prefix of a document has tables that can be looked at.
func TestBrokenDocuments(t *testing.T) {
	for _, src := range []string{mixed, "GCF profile=graph delta=true\n## removed\nfn a.B\n## added\n@0 fn a.C 0.5 x 1\n## edges_added\na -> b calls\n"} {
		for i := range src {
			v := New(parser.Parse(src[:i]))
			for table := range v.Tables() {
				for sort := -1; sort < len(v.Tables()[table].Columns); sort++ {
					if w, ok := v.Window(Query{Table: table, Count: 100, Sort: sort, Descending: i%2 == 0, Filter: "b"}); !ok || w.Total > len(src) {
						t.Fatalf("%q: no window", src[:i])
					}
				}
			}
		}
	}
}

func BenchmarkWindow(b *testing.B) {
	text, _ := gendata.Table(100_000)
	doc := parser.Parse(text)
	for _, q := range []Query{{Sort: -1}, {Sort: 4}, {Sort: 3, Descending: true}, {Sort: -1, Filter: "rossi"}} {
		q.Start, q.Count = 50_000, 100
		b.Run(fmt.Sprintf("sort %d filter %q", q.Sort, q.Filter), func(b *testing.B) {
			v := New(doc)
			began := time.Now()
			v.Window(q)
			first := time.Since(began)
			for b.Loop() {
				v.Window(q)
			}
			b.ReportMetric(float64(first.Microseconds())/1000, "ms-first")
		})
	}
}
