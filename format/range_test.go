package format_test

import (
	"strings"
	"testing"

	"gcf-lsp/format"
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
