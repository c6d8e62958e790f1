package format_test

import (
	"slices"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// TestTrivia changes documents with errors only where that is safe.
func TestTrivia(t *testing.T) {
	runCases(t, "trivia", ".gcf", ".want", func(t *testing.T, _, src string) string {
		src = strings.NewReplacer("·", " ", "→", "\t").Replace(src)
		doc := parser.Parse(src)
		if _, err := value.Decode(doc); err == nil {
			t.Fatal("the document has no error")
		}
		edits := format.Trivia(doc, format.KeepLineEnds)
		got := format.Apply(src, edits)
		if again := format.Trivia(parser.Parse(got), format.KeepLineEnds); len(again) > 0 {
			t.Errorf("not stable: %+v", again)
		}
		return strings.NewReplacer(" \n", "·\n", "  \n", "··\n").Replace(got)
	})
}

// TestRange formats the part between the two marks « and ».
func TestRange(t *testing.T) {
	runCases(t, "range", ".gcf", ".want", func(t *testing.T, _, src string) string {
		start := strings.Index(src, "«")
		src = strings.Replace(src, "«", "", 1)
		end := strings.Index(src, "»")
		src = strings.Replace(src, "»", "", 1)
		edits, err := format.Range(parser.Parse(src), format.DocumentOptions{}, start, end)
		if err != nil {
			t.Fatal(err)
		}
		return format.Apply(src, edits)
	})
}

// A document with errors that does not look cut off has an end of its last line
// afterwards and no blank lines behind it. None has an error that it did not
// have.
func TestTriviaOfEveryDocument(t *testing.T) {
	count := func(doc *ast.Document) map[ast.Code]int {
		n := map[ast.Code]int{}
		for i := range doc.Problems {
			if value.IsError(doc.Problems[i].Code) {
				n[doc.Problems[i].Code]++
			}
		}
		return n
	}
	look := func(t *testing.T, doc *ast.Document) {
		had := count(doc)
		if len(had) == 0 || doc.Header.Node == 0 {
			return
		}
		got := format.Apply(doc.Source, format.Trivia(doc, format.KeepLineEnds))
		truncated := slices.ContainsFunc(doc.Problems, func(p ast.Problem) bool { return p.Cause == ast.CauseTruncated })
		if !truncated && (!strings.HasSuffix(got, "\n") || strings.HasSuffix(got, "\n\n")) {
			t.Errorf("%q becomes %q", doc.Source, got)
		}
		for code, n := range count(parser.Parse(got)) {
			if n > had[code] {
				t.Errorf("%q becomes %q with %s", doc.Source, got, code)
			}
		}
	}
	look(t, parser.Parse("GCF profile=generic\na=1\na=2"))
	look(t, parser.Parse("GCF profile=generic\na=1\r\na=2\r\n\r\n\r\n"))
	testdocs.Each(t, look)
}
