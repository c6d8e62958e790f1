package navigate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/internal/tree/graph"
	"gcf-lsp/parser"
)

// Whatever is asked at whatever place of whatever document, the answer is
// inside the document.
func TestAnswersAreInsideTheDocument(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		index := graph.NewIndex(doc)
		inDoc := func(what string, offset int, s ast.Span) {
			if s.Start < 0 || s.End < s.Start || s.End > len(doc.Source) {
				t.Fatalf("%s at %d of %q: %+v", what, offset, doc.Source, s)
			}
		}
		for offset := range testdocs.Offsets(doc) {
			for _, ask := range []func(*ast.Document, *graph.Index, int) ([]Target, ast.Span){Definition, Declaration} {
				targets, origin := ask(doc, index, offset)
				inDoc("origin", offset, origin)
				for _, to := range targets {
					inDoc("target", offset, to.Span)
					if to.Name.Start < to.Span.Start || to.Name.End > to.Span.End || to.Name.Start > to.Name.End {
						t.Fatalf("target %+v at %d of %q", to, offset, doc.Source)
					}
				}
			}
			spans, more := References(doc, index, offset, true, 5)
			if len(spans) > 5 || more && len(spans) < 5 {
				t.Fatalf("%d references at %d of %q", len(spans), offset, doc.Source)
			}
			for _, s := range spans {
				inDoc("reference", offset, s)
			}
			for _, h := range Highlights(doc, index, offset, 50) {
				inDoc("highlight", offset, h.Span)
			}
			linked, _ := Linked(doc, offset)
			for i, s := range linked {
				inDoc("linked", offset, s)
				if i > 0 && s.Start < linked[i-1].End {
					t.Fatalf("linked %+v at %d of %q", linked, offset, doc.Source)
				}
			}
			if symbol := SymbolAt(doc, offset); symbol != 0 {
				for _, r := range []Relation{Calls, Types} {
					for _, other := range append(Sources(doc, index, symbol, r), Targets(doc, index, symbol, r)...) {
						line, name := SymbolSpan(doc, other.Symbol)
						inDoc("symbol", offset, line)
						inDoc("symbol", offset, name)
					}
				}
			}
		}
		for _, l := range Links(doc, 100) {
			inDoc("link", 0, l.Span)
		}
	})
}

// Renaming to a new name and back gives the document that was there, and in
// between has the same problems: nothing was left behind and nothing else
// touched.
func TestRenamingIsComplete(t *testing.T) {
	renamed := 0
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		if doc.Header.Node == 0 {
			return // another name may make another document of it
		}
		last := ast.Span{Start: -1}
		for offset := range testdocs.Offsets(doc) {
			span, name, err := Renamable(doc, offset)
			if err != nil || span == last {
				continue
			}
			last = span
			if span.Start > offset || span.End < offset && doc.Source[span.Start] != '"' {
				if offset != span.Start-1 { // on the `@` of an id, the dot of an attachment
					t.Fatalf("the name at %d of %q is at %+v", offset, doc.Source, span)
				}
			}
			for _, to := range []string{"zq", "z q|\"", "987654"} {
				if strings.Contains(name, ">") {
					to = "z>q"
				}
				edits, err := Rename(doc, offset, to)
				if err != nil {
					continue
				}
				renamed++
				there, moved := apply(t, doc.Source, edits, span.Start)
				next := parser.Parse(there)
				if got, want := codes(next), codes(doc); got != want && isSpelled(doc, edits) {
					t.Fatalf("rename of %q to %q at %d of\n%s\ngives\n%s\nwith %s, not %s", name, to, offset, doc.Source, there, got, want)
				}
				back, err := Rename(next, moved+1, name)
				if err != nil {
					back, err = Rename(next, moved, name)
				}
				if err != nil {
					if isSpelled(doc, edits) {
						t.Fatalf("rename of %q to %q at %d of\n%s\ncannot be taken back: %v", name, to, offset, there, err)
					}
					continue
				}
				again, _ := apply(t, there, back, 0)
				if again != doc.Source && isSpelled(doc, edits) {
					t.Fatalf("rename of %q to %q and back at %d of\n%s\ngives\n%s", name, to, offset, doc.Source, again)
				}
			}
		}
	})
	if renamed < 500 {
		t.Errorf("only %d renames", renamed)
	}
}

// isSpelled reports whether all the places of a name are spelled as we would,
// with quotes where they are needed only. Others change when renamed back, and
// so may the problems of a document where a broken name becomes a right one.
func isSpelled(doc *ast.Document, edits []Edit) bool {
	for _, e := range edits {
		text := doc.Source[e.Span.Start:e.Span.End]
		name := text
		if strings.HasPrefix(text, `"`) {
			name, _ = ast.Unquote(text)
		}
		spelled, err := spellKey(name)
		if err != nil || text == "" || spelled != text && strings.Trim(text, "0123456789") != "" {
			return false
		}
	}
	return true
}

func codes(doc *ast.Document) string {
	var all []string
	for _, p := range doc.Problems {
		if p.Code != ast.NonStringMemberKey && p.Code != ast.NonSequentialSymbolID {
			all = append(all, p.Code.String())
		}
	}
	slices.Sort(all)
	return fmt.Sprint(all)
}

// apply makes edits and returns where an offset has moved.
func apply(t *testing.T, text string, edits []Edit, offset int) (string, int) {
	moved := offset
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at || e.Span.End < e.Span.Start {
			t.Fatalf("edits overlap: %+v", edits)
		}
		b.WriteString(text[at:e.Span.Start] + e.Text)
		at = e.Span.End
		if e.Span.End <= offset {
			moved += len(e.Text) - (e.Span.End - e.Span.Start)
		}
	}
	return b.String() + text[at:], moved
}

// Another name for a path must leave its values in the object where they are.
func TestAPathKeepsItsParents(t *testing.T) {
	for _, tt := range []struct {
		text, at, name string
		refused        bool
	}{
		{"GCF profile=generic\n## t [1]{id,\"cust>name\"}\n1|A\n", "cust", "cust>title", false},
		{"GCF profile=generic\n## t [1]{id,\"cust>name\"}\n1|A\n", "cust", "title", true},
		{"GCF profile=generic\n## t [1]{id,\"cust>name\"}\n1|A\n", "cust", "client>name", true},
		{"GCF profile=generic\n## t [1]{id,\"cust>name\"}\n1|A\n", "cust", "cust>name>first", true},
		{"GCF profile=generic\n## t [1]{id,\"cust>name\"}\n1|A\n", "cust", "cust>", true},
		{"GCF profile=generic\n## t [1]{id,\"a>b>c\"}\n1|A\n", "a>b", "a>b>d", false},
		{"GCF profile=generic\n## t [1]{id,\"a>b>c\"}\n1|A\n", "a>b", "a>x>c", true},
		{"GCF profile=generic\n## t [1]{id,\"a>b>c\"}\n1|A\n", "a>b", "a>d", true},
		{"GCF profile=generic\n## t [1]{id,name}\n1|A\n", "name", "title", false},
	} {
		doc := parser.Parse(tt.text)
		edits, err := Rename(doc, strings.Index(tt.text, tt.at), tt.name)
		if (err != nil) != tt.refused || err == nil && len(edits) == 0 {
			t.Errorf("%q to %q: %v, %v", tt.text, tt.name, edits, err)
		}
	}
}

// The attachments of a column spell its name too.
func TestReferencesOfAColumnWithAttachments(t *testing.T) {
	const text = "GCF profile=generic\n## t [2]{id,items}\n@0 1|^\n.items [1]{a}\n    5\n@1 2|^\n.items [1]\n    6\n"
	doc := parser.Parse(text)
	lines := func(spans []ast.Span) (lines []int) {
		for _, s := range spans {
			lines = append(lines, int(doc.Line(s.Start)))
		}
		return lines
	}
	want := []int{2, 3, 4, 6, 7}
	for _, at := range []string{"items}", "items [1]{", "items [1]\n"} {
		spans, _ := References(doc, graph.NewIndex(doc), strings.Index(text, at), true, 100)
		if got := lines(spans); !slices.Equal(got, want) {
			t.Errorf("at %q: in lines %v, want %v", at, got, want)
		}
	}
	var marked []ast.Span
	for _, h := range Highlights(doc, graph.NewIndex(doc), strings.Index(text, "items}"), 100) {
		marked = append(marked, h.Span)
	}
	if got := lines(marked); !slices.Equal(got, want) {
		t.Errorf("highlighted in lines %v, want %v", got, want)
	}
}
