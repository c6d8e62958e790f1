package diagnostics_test

import (
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
)

// Wherever a suppression is offered, its comment does what its title says: the
// finding is gone and nothing new is found.
func TestEverySuppressionThatIsOfferedWorks(t *testing.T) {
	const most = 20 // findings of one document
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		if strings.HasSuffix(doc.Source, "\r") {
			return // with a comment below it becomes part of a line end
		}
		found := diagnostics.Check(doc, diagnostics.Options{})
		count := func(all []diagnostics.Diagnostic, code ast.Code) (n int) {
			for _, d := range all {
				if d.Code == code {
					n++
				}
			}
			return n
		}
		for _, d := range found[:min(len(found), most)] {
			fix, ok := diagnostics.Suppress(doc, d)
			if !ok {
				continue
			}
			text := doc.Source
			for i := len(fix.Edits) - 1; i >= 0; i-- {
				e := fix.Edits[i]
				text = text[:e.Start] + e.Text + text[e.End:]
			}
			after := diagnostics.Check(parser.Parse(text), diagnostics.Options{})
			if count(after, d.Code) >= count(found, d.Code) || len(after) >= len(found) {
				t.Errorf("%s on %q gives %q with %+v", fix.Title, doc.Source, text, after)
			}
		}
	})
}
