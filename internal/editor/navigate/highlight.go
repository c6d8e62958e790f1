package navigate

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
)

// Highlight is a place that belongs to the thing under the cursor.
type Highlight struct {
	Span     ast.Span
	Declares bool // the thing is declared there
}

// near is how many lines before and after a place its highlights are looked
// for, where they could be all over a long table.
const near = 500

// Highlights returns what belongs to the thing at an offset, at most limit
// places: a symbol and its edges, a column and its cells around the place, both
// halves of an attachment, a count and what it counts.
func Highlights(doc *ast.Document, index *graph.Index, offset, limit int) []Highlight {
	p := cursor.At(doc, offset)
	u := &uses{doc: doc, limit: limit}
	var declared []ast.Span
	switch p.Kind {
	case cursor.Nothing, cursor.Schema:
		return nil
	case cursor.Symbol:
		if p.Symbol == 0 {
			u.add(p.Span)
			break
		}
		declared = append(declared, graph.Symbol(doc, p.Symbol).ID)
		u.edges(index, p.Symbol)
	case cursor.Name:
		for _, t := range named(doc, index, p) {
			declared = append(declared, t.Name)
		}
		u.deltaEdges(p)
	case cursor.Column, cursor.Cell, cursor.AttachmentKey:
		if half, ok := otherHalf(doc, p); ok {
			u.add(p.Span)
			u.add(half)
			break
		}
		if p.Column < 0 {
			return []Highlight{{p.Span, true}}
		}
		for _, t := range columnTarget(doc, p.Table, p.Column) {
			declared = append(declared, t.Name)
		}
		u.nearby(p, ast.KindRow, p.Column)
	case cursor.InlineField, cursor.InlineCell:
		if p.Kind == cursor.InlineField {
			declared = append(declared, p.Span)
		} else if row, cell, d, ok := inlineSchema(doc, p.Line); ok && row != 0 {
			declared = append(declared, fieldSpan(d, p.Field, cell.Start+1))
		}
		u.nearby(p, ast.KindInlineBody, p.Field)
	case cursor.Key, cursor.MemberKey:
		return []Highlight{{p.Span, true}}
	case cursor.Count:
		u.add(p.Span)
		if p.Target != 0 {
			declared = append(declared, lineTarget(doc, p.Target).Name)
		}
	case cursor.Identity:
		u.add(p.Span)
		for _, t := range identities(doc) {
			declared = append(declared, t.Name)
		}
	}
	all := make([]Highlight, 0, len(declared)+len(u.spans))
	for _, s := range declared {
		all = append(all, Highlight{s, true})
	}
	for _, s := range u.spans {
		all = append(all, Highlight{s, false})
	}
	return all
}

// otherHalf returns the `^` of an attachment, or the attachment of a `^`.
func otherHalf(doc *ast.Document, p cursor.Place) (ast.Span, bool) {
	switch p.Kind {
	case cursor.AttachmentKey:
		c, ok := markerCell(doc, doc.Node(p.Line).Parent, p.Column)
		return ast.Span{Start: c.Start, End: c.End}, ok
	case cursor.Cell:
		if _, isMarker := markerCell(doc, p.Line, p.Column); isMarker {
			if a := attachmentOf(doc, p.Line, p.Column); a != 0 {
				return lineTarget(doc, a).Name, true
			}
		}
	}
	return ast.Span{}, false
}

// nearby adds the cells of a column in the lines of a kind around a place.
func (u *uses) nearby(p cursor.Place, kind ast.Kind, column int) {
	var d *ast.Decl
	if kind == ast.KindInlineBody {
		if d = inlineListAt(u.doc, p); d == nil {
			return
		}
	}
	from := max(p.Table+1, p.Line-near)
	to := min(u.doc.Node(p.Table).Next, p.Line+near)
	for id := from; id < to; id++ {
		n := u.doc.Node(id)
		if d == nil && n.Kind == ast.KindAttachment && int(n.Index) == column && u.doc.Node(n.Parent).Parent == p.Table {
			if !u.add(u.doc.KeySpan(id)) {
				return
			}
			continue
		}
		if n.Kind != kind {
			continue
		}
		if d == nil && n.Parent != p.Table || d != nil && (u.doc.Node(n.Parent).Parent != p.Table || !isBody(u.doc, id, p.Column, d)) {
			continue
		}
		u.cells = u.doc.AppendCells(u.cells[:0], id)
		if column < len(u.cells) && u.cells[column].Scalar != ast.ScalarMissing {
			if !u.add(ast.Span{Start: u.cells[column].Start, End: u.cells[column].End}) {
				return
			}
		}
	}
}
