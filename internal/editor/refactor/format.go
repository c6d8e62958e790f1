package refactor

import (
	"cmp"
	"slices"

	"gcf-lsp/ast"
	"gcf-lsp/format"
)

// maxSpans is how many parts of a document are formatted one by one; each
// takes as long as the document.
const maxSpans = 8

// FormatSpans returns the changes that format some parts of a document, see
// [format.Range]: for each the smallest unit that covers it. Its errors are
// those of [format.Document].
func FormatSpans(doc *ast.Document, o format.DocumentOptions, spans []ast.Span) ([]format.Edit, error) {
	if len(spans) == 0 {
		return nil, nil
	}
	whole := spans[0]
	for _, s := range spans {
		whole = ast.Span{Start: min(whole.Start, s.Start), End: max(whole.End, s.End)}
	}
	if len(spans) == 1 || len(spans) > maxSpans {
		return format.Range(doc, o, whole.Start, whole.End)
	}
	var all []format.Edit
	for _, s := range spans {
		edits, err := format.Range(doc, o, s.Start, s.End)
		if err != nil {
			return nil, err
		}
		all = append(all, edits...)
	}
	slices.SortStableFunc(all, func(a, b format.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	all = slices.Compact(all) // units may lie in each other
	if !sameValue(doc.Source, format.Apply(doc.Source, all)) {
		// What is right for each of them is not for all of them together.
		return format.Range(doc, o, whole.Start, whole.End)
	}
	return all, nil
}

// Within returns the edits that lie inside one of the spans. Without spans it
// returns all.
func Within(edits []format.Edit, spans []ast.Span) []format.Edit {
	if spans == nil {
		return edits
	}
	return slices.DeleteFunc(edits, func(e format.Edit) bool {
		return !slices.ContainsFunc(spans, func(s ast.Span) bool { return e.Start >= s.Start && e.End <= s.End })
	})
}
