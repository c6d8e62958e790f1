package outline

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
)

// The archives in testdata hold documents, and after each its outline, its
// folds and the selections at each `‸` of it, which is taken out.
func TestGolden(t *testing.T) {
	for _, archive := range golden.Archives(t, "testdata/*.txtar") {
		for name, text := range golden.Pairs(archive, ".gcf", "") {
			golden.Section(t, archive, name, describe(text))
		}
	}
}

func describe(marked string) string {
	const caret = "‸"
	var places []int
	text := marked
	for {
		i := strings.Index(text, caret)
		if i < 0 {
			break
		}
		places = append(places, i)
		text = text[:i] + text[i+len(caret):]
	}
	doc := parser.Parse(text)
	var b strings.Builder
	type level struct {
		symbols []Symbol
		indent  string
	}
	stack := []level{{Symbols(doc, Limits{Total: 12, Each: 4}), ""}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.symbols) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		s := top.symbols[0]
		top.symbols = top.symbols[1:]
		fmt.Fprintf(&b, "%s%s: %s", top.indent, kindNames[s.Kind], s.Name)
		if s.Detail != "" {
			fmt.Fprintf(&b, " (%s)", s.Detail)
		}
		fmt.Fprintf(&b, " at %q\n", text[s.NameSpan.Start:s.NameSpan.End])
		stack = append(stack, level{s.Children, top.indent + "  "})
	}
	for _, f := range Folds(doc, 100) {
		fmt.Fprintf(&b, "fold %d-%d comment=%t\n", f.First, f.Last, f.Comment)
	}
	for _, p := range places {
		fmt.Fprintf(&b, "select at %d\n", p)
		for _, s := range Selections(doc, p) {
			fmt.Fprintf(&b, "  %q\n", text[s.Start:s.End])
		}
	}
	return b.String()
}

var kindNames = [...]string{"object", "table", "keyed", "array", "member", "row", "group", "node", "more"}

// A single bad symbol makes an editor drop the whole outline.
func TestSymbolsAreNested(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		type level struct {
			within  ast.Span
			symbols []Symbol
		}
		stack := []level{{ast.Span{Start: 0, End: len(doc.Source)}, Symbols(doc, Limits{Total: 50, Each: 7})}}
		for len(stack) > 0 {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			at := top.within.Start
			for _, s := range top.symbols {
				if s.Name == "" || s.Span.Start < at || s.Span.End > top.within.End ||
					s.NameSpan.Start < s.Span.Start || s.NameSpan.End > s.Span.End || s.NameSpan.Start > s.NameSpan.End {
					t.Fatalf("symbol %+v in %+v of %q", s, top.within, doc.Source)
				}
				at = s.Span.End
				stack = append(stack, level{s.Span, s.Children})
			}
		}
	})
}

func TestFoldsAreInOrder(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		all := Folds(doc, -1)
		for i, f := range all {
			if f.First < 1 || f.Last <= f.First || int(f.Last) >= len(doc.Nodes) || i > 0 && f.First < all[i-1].First {
				t.Fatalf("fold %+v of %q", f, doc.Source)
			}
		}
		if len(all) > 0 {
			if few := Folds(doc, len(all)-1); len(few) != len(all)-1 {
				t.Fatalf("%d folds, %d wanted", len(few), len(all)-1)
			}
		}
	})
}

func TestSelectionsGrow(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		for offset := range testdocs.Offsets(doc) {
			spans := Selections(doc, offset)
			for i, s := range spans {
				if s.Start > offset || s.End < offset || s.Start >= s.End ||
					i > 0 && (s.Start > spans[i-1].Start || s.End < spans[i-1].End || s == spans[i-1]) {
					t.Fatalf("selections %+v at %d of %q", spans, offset, doc.Source)
				}
			}
		}
	})
}

func TestDeepDocumentsHaveShallowOutlines(t *testing.T) {
	var b strings.Builder
	b.WriteString("GCF profile=generic\n")
	const depth = 2000
	for i := range depth {
		b.WriteString(strings.Repeat("  ", i) + "## a\n")
	}
	doc := parser.Parse(b.String())
	levels := 0
	for s := Symbols(doc, Limits{Total: 5000, Each: 100}); len(s) > 0; s = s[0].Children {
		levels++
	}
	if levels != maxDepth+1 { // the last one says that there are more
		t.Errorf("%d levels", levels)
	}
	if n := len(Selections(doc, len(doc.Source)-2)); n > maxDepth {
		t.Errorf("%d selections", n)
	}
	if n := len(Folds(doc, 10)); n != 10 {
		t.Errorf("%d folds", n)
	}
}

func BenchmarkSymbols(b *testing.B) {
	text, _ := gendata.Table(100_000)
	doc := parser.Parse(text)
	for b.Loop() {
		Symbols(doc, Limits{Total: 5000, Each: 1000})
	}
}

func BenchmarkFolds(b *testing.B) {
	text, _ := gendata.Orders(100_000)
	doc := parser.Parse(text)
	for b.Loop() {
		Folds(doc, 5000)
	}
}
