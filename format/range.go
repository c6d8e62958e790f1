package format

import (
	"gcf-lsp/ast"
	"gcf-lsp/parser"
)

// Range returns the changes that format a part of a document, the bytes from
// start to end: those of the smallest whole unit that covers the part and can
// be formatted without the rest. That may be a few lines, a table or an
// object, or in the end the document. Its errors are those of [Document].
func Range(doc *ast.Document, o DocumentOptions, start, end int) ([]Edit, error) {
	out, err := layOut(doc, o)
	if err != nil {
		return nil, err
	}
	all := out.sparing(doc, out.edits(doc, o.LineEnds))
	if len(all) == 0 {
		return nil, nil
	}
	for _, unit := range units(doc, start, end) {
		edits, whole := within(all, unit)
		if !whole {
			continue
		}
		if len(edits) == 0 || out.verify(parser.Parse(Apply(doc.Source, edits))) == nil {
			return edits, nil
		}
	}
	return nil, ErrUnsafe
}

// units returns what a range may be widened to, smallest first: its lines, the
// subtrees around them up to the top, the document.
func units(doc *ast.Document, start, end int) []ast.Span {
	whole := ast.Span{Start: 0, End: len(doc.Source)}
	from, to := doc.Line(start), doc.Line(max(start, end-1))
	if from == 0 || to == 0 {
		return []ast.Span{whole}
	}
	lines := ast.Span{Start: int(doc.Nodes[from].Start), End: lineEnd(doc, to)}
	all := []ast.Span{lines}
	// The nearest subtrees, then the one at the top: with each step the whole
	// document is checked, so there are few.
	const most = 3
	for id, n := from, 0; id != 0; id = doc.Nodes[id].Parent {
		covers := int(doc.Nodes[id].Start) <= lines.Start && doc.SubtreeEnd(id) >= lines.End
		if top := doc.Nodes[id].Parent == 0; covers && (n < most || top) {
			all = append(all, ast.Span{Start: int(doc.Nodes[id].Start), End: doc.SubtreeEnd(id)})
			n++
		}
	}
	return append(all, whole)
}

func lineEnd(doc *ast.Document, id ast.NodeID) int {
	if int(id)+1 < len(doc.Nodes) {
		return int(doc.Nodes[id+1].Start)
	}
	return len(doc.Source)
}

// within returns the edits inside a span, and whether none crosses its edge.
func within(all []Edit, span ast.Span) (edits []Edit, whole bool) {
	for _, e := range all {
		switch {
		case e.Start >= span.Start && e.End <= span.End:
			edits = append(edits, e)
		case e.End > span.Start && e.Start < span.End:
			return nil, false
		}
	}
	return edits, true
}
