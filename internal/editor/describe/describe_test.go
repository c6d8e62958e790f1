package describe

import (
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/internal/tree/graph"
	"gcf-lsp/parser"
)

func source(text string) Source {
	doc := parser.Parse(text)
	return Source{doc, sync.OnceValue(func() *graph.Index { return graph.NewIndex(doc) })}
}

func TestEveryPlaceOfEveryDocumentCanBeDescribed(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		text := doc.Source
		src := Source{doc, sync.OnceValue(func() *graph.Index { return graph.NewIndex(doc) })}
		for offset := range testdocs.Offsets(doc) {
			d, ok := At(src, offset)
			if !ok {
				continue
			}
			if d.Span.Start > offset || d.Span.End < offset {
				t.Fatalf("%q at %d: the span %v is elsewhere", text, offset, d.Span)
			}
			for _, s := range []string{d.Text.Markdown(), d.Text.Plain()} {
				if s == "" || !utf8.ValidString(s) || strings.ContainsAny(s, "\r\x00\x1b") {
					t.Fatalf("%q at %d: %q", text, offset, s)
				}
			}
		}
	})
}

func TestEveryPlaceOfEveryDocumentHasAFittingSignature(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		src := Source{doc, sync.OnceValue(func() *graph.Index { return graph.NewIndex(doc) })}
		for offset := range testdocs.Offsets(doc) {
			s, ok := Help(src, offset)
			if ok && (s.Label == "" && len(s.Parameters) > 1 || s.Active >= len(s.Parameters)) {
				t.Fatalf("%q at %d: %+v", doc.Source, offset, s)
			}
			for _, p := range s.Parameters {
				if p.Start > p.End || p.End > len(s.Label) {
					t.Fatalf("%q at %d: parameter %d to %d of %q", doc.Source, offset, p.Start, p.End, s.Label)
				}
			}
		}
	})
}

// A CR before the LF is no part of a value, and no range reaches it.
func TestLineEndsDoNotMatter(t *testing.T) {
	const text = "GCF profile=generic\na=1\n## t [2]{id,\"b\"}\n1|x y\n2|\"z\"\n"
	lf, crlf := source(text), source(strings.ReplaceAll(text, "\n", "\r\n"))
	for offset := range len(text) {
		if text[offset] == '\n' || offset < len("GCF profile=generic") {
			continue // the header tells how many bytes there are
		}
		other := offset + strings.Count(text[:offset], "\n")
		a, _ := At(lf, offset)
		b, _ := At(crlf, other)
		if got, want := b.Text.Markdown(), a.Text.Markdown(); got != want {
			t.Errorf("at %d: %s\nwith CRLF: %s", offset, want, got)
		}
		if got := crlf.Document.Source[b.Span.Start:b.Span.End]; got != text[a.Span.Start:a.Span.End] {
			t.Errorf("at %d: the range holds %q", offset, got)
		}
	}
}

// BenchmarkPlaces describes six places of documents that are large in one way
// or another.
func BenchmarkPlaces(b *testing.B) {
	table, _ := gendata.Table(100_000)
	var deep strings.Builder
	deep.WriteString("GCF profile=generic\n")
	for i := range 3000 {
		deep.WriteString(strings.Repeat("  ", i) + "## a\n")
	}
	for name, text := range map[string]string{
		"table": table,
		"deep":  deep.String(),
		"wide":  "GCF profile=generic\n## t [2]{" + strings.Repeat("a,", 20_000) + "b}\n" + strings.Repeat("1|", 20_000) + "2\n3\n",
		"long":  "GCF profile=generic\na=" + strings.Repeat("é\"\\|`", 100_000) + "\n",
	} {
		src := source(text)
		src.Edges()
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, offset := range []int{0, 21, 30, 40, len(text) / 2, len(text) - 2} {
					At(src, offset)
					Help(src, offset)
				}
			}
		})
	}
}
