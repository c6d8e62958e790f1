package refactor

import (
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/parser"
)

// What an editor asks for each time the cursor moves, in the largest document
// in which everything is tried first.
func BenchmarkAtInASmallDocument(b *testing.B) {
	text, _ := gendata.Table(900)
	doc := parser.Parse(text)
	check := func(doc *ast.Document) []diagnostics.Diagnostic { return check.Document(doc, check.Context{}) }
	offset := strings.Index(text, "\n500|") + 6
	if len(text) > smallSize {
		b.Fatalf("%d bytes are not small", len(text))
	}
	for b.Loop() {
		if len(At(doc, offset, check)) == 0 {
			b.Fatal("nothing is offered")
		}
	}
}
