package cgp

import (
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/frames"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/internal/tree/dataplace"
)

// Everywhere in documents of every form, whole, cut and broken, what is asked
// is answered, with ranges on the line of the place.
func TestEveryPlaceIsAnswered(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		for _, setting := range []frames.Setting{frames.Auto, frames.On} {
			view := frames.Open(doc, setting)
			for offset := range testdocs.Offsets(doc) {
				path, span, ok := dataplace.At(doc, offset)
				if ok && (span.Start < 0 || span.End < span.Start || span.End > len(doc.Source)) {
					t.Fatalf("%v at %d of %q: %+v", path, offset, doc.Source, span)
				}
				Complete(doc, view, offset)
				Unmarked(doc, view, doc.Line(offset))
				if view == nil {
					continue
				}
				if text, _ := Hover(view, offset); !text.Empty() && text.Markdown() == "" {
					t.Fatalf("an empty text at %d of %q", offset, doc.Source)
				}
				Target(view, offset)
				Lens(view, doc.Line(offset))
			}
			if view != nil {
				for _, total := range Totals(view, 1, ast.NodeID(len(doc.Nodes)-1), 100) {
					if total.Offset < 0 || total.Offset > len(doc.Source) {
						t.Fatalf("%+v of %q", total, doc.Source)
					}
				}
			}
		}
	})
}
