package graph

import (
	"fmt"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
)

func text(doc *ast.Document, s ast.Span) string { return doc.Source[s.Start:s.End] }

func TestHalfTypedLinesHaveEmptyFields(t *testing.T) {
	doc := parser.Parse("GCF profile=graph\n## targets\n@0 fn a.B 0.50 lsp\n@1  method\t\n@\n## edges [4]\n@0<@1 calls added\n@0<\n@0\n\n")
	show := func(spans ...ast.Span) string {
		s := ""
		for _, span := range spans {
			s += fmt.Sprintf("%q ", text(doc, span))
		}
		return s
	}
	symbol := func(id ast.NodeID) string {
		s := Symbol(doc, id)
		return show(s.ID, s.Kind, s.Name, s.Score, s.Provenance, s.Distance, s.Beyond)
	}
	edge := func(id ast.NodeID) string {
		e := Edge(doc, id)
		return show(e.Target, e.Source, e.Type, e.Status)
	}
	for _, test := range []struct{ got, want string }{
		{symbol(3), `"@0" "fn" "a.B" "0.50" "lsp" "" "" `},
		{symbol(4), `"@1" "method" "" "" "" "" "" `},
		{symbol(5), `"@" "" "" "" "" "" "" `},
		{edge(7), `"@0" "@1" "calls" "added" `},
		{edge(8), `"@0" "" "" "" `},
		{edge(9), `"@0" "" "" "" `},
		{edge(10), `"" "" "" "" `},
	} {
		if test.got != test.want {
			t.Errorf("%s, want %s", test.got, test.want)
		}
	}
}

func TestTheIndexFindsTheEdgesOfASymbol(t *testing.T) {
	doc := parser.Parse("GCF profile=graph\n## targets\n@0 fn a.A 0.50 x\n@1 fn a.B 0.50 x\n## related\n@7 fn a.C 0.50 x\n" +
		"## edges [5]\n@1<@0 calls\n@7<@0 calls\n@0<@7 uses\n@9<@0 calls\n@0<@0 calls\n@1<@\n")
	x := NewIndex(doc)
	for _, test := range []struct {
		id      ast.NodeID
		out, in string
	}{
		{0, "[]", "[]"},
		{3, "[8 9 11 12]", "[10 12]"},
		{4, "[]", "[8]"},
		{6, "[10]", "[9]"},
		{8, "[]", "[]"},
		{10000, "[]", "[]"},
	} {
		if out, in := fmt.Sprint(x.Out(test.id)), fmt.Sprint(x.In(test.id)); out != test.out || in != test.in {
			t.Errorf("line %d: out %s in %s, want %s %s", test.id, out, in, test.out, test.in)
		}
	}
	if x.Edges() != 5 {
		t.Error(x.Edges(), "edges")
	}
}

func TestTheIndexOfADeltaFindsNames(t *testing.T) {
	doc := parser.Parse("GCF profile=graph delta=true base_root=sha256:1 new_root=sha256:2\n## removed\nfn a.B\n## added\n@0 fn a.C 0.50 x 1\n" +
		"@1 type a.B 0.50 x 1\n## edges_added\na.C -> a.D calls\n")
	x := NewIndex(doc)
	if got := fmt.Sprint(x.Named("a.B"), x.Named("a.C"), x.Named("a.D")); got != "[3 6] [5] []" {
		t.Error(got)
	}
	e := DeltaEdge(doc, 8)
	if got := text(doc, e.Source) + "|" + text(doc, e.Target) + "|" + text(doc, e.Type); got != "a.C|a.D|calls" {
		t.Error(got)
	}
}
