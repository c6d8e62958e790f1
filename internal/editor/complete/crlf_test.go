package complete

import (
	"strings"
	"testing"

	"gcf-lsp/internal/editor/describe"
	"gcf-lsp/parser"
)

// What is inserted ends its lines as the document does.
func TestLineEnds(t *testing.T) {
	several := 0
	for _, text := range []string{"GCF profile=generic\n## t [1]{a}\n1\n#", "G\n", "GCF profile=graph\n## targets\n", "GCF profile=generic\n## t [?]{a}\n1\n"} {
		for _, lineEnd := range []string{"\n", "\r\n"} {
			doc := parser.Parse(strings.ReplaceAll(text, "\n", lineEnd))
			for offset := range len(doc.Source) + 1 {
				for _, item := range At(describe.Source{Document: doc}, offset, true).Items {
					several += strings.Count(item.Text, "\n")
					if strings.Count(item.Text, lineEnd) != strings.Count(item.Text, "\n") || strings.Count(item.Text, "\r\n") > 0 && lineEnd == "\n" {
						t.Errorf("%q at %d: %q", doc.Source, offset, item.Text)
					}
				}
			}
		}
	}
	if several < 10 {
		t.Errorf("%d line ends were inserted", several)
	}
}
