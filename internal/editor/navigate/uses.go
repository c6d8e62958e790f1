package navigate

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
)

// uses collects spans up to a limit.
type uses struct {
	doc   *ast.Document
	limit int
	spans []ast.Span
	more  bool // there are more than limit
	cells []ast.Cell
}

// add reports whether there is room for more.
func (u *uses) add(s ast.Span) bool {
	if len(u.spans) >= u.limit {
		u.more = true
		return false
	}
	u.spans = append(u.spans, s)
	return true
}

// References returns where the thing at an offset is used, at most limit places
// in source order, and whether there are more:
//
//   - a symbol: the ends of its edges;
//   - a column, a cell or an attachment of it: the cells of the column and the
//     names of its attachments, also those of the attachments that share its
//     field list;
//   - a name in a `^{…}`, or a cell under it: the cells of the bodies under it;
//   - a schema: the attachments that share it;
//   - a name in a delta: the lines with it.
//
// Where declaration is set, what Declaration returns comes first.
func References(doc *ast.Document, index *graph.Index, offset int, declaredToo bool, limit int) (spans []ast.Span, more bool) {
	u := &uses{doc: doc, limit: limit}
	p := cursor.At(doc, offset)
	if p.Kind == cursor.AttachmentKey && p.Column >= 0 {
		p.Kind = cursor.Cell // the column is declared where that of a cell is
	}
	if declaredToo {
		for _, t := range declaration(doc, index, p) {
			u.add(t.Name)
		}
	}
	switch p.Kind {
	case cursor.Symbol:
		u.edges(index, p.Symbol)
	case cursor.Name:
		u.deltaEdges(p)
	case cursor.Column, cursor.Cell:
		u.column(p.Table, p.Column)
	case cursor.InlineField, cursor.InlineCell:
		u.inline(p)
	case cursor.Schema:
		u.schema(p)
	case cursor.Identity:
		u.add(p.Span)
	}
	return u.spans, u.more
}

// edges adds the ends of the edges of a symbol.
func (u *uses) edges(index *graph.Index, symbol ast.NodeID) {
	if symbol == 0 {
		return
	}
	in, out := index.In(symbol), index.Out(symbol)
	for len(in) > 0 || len(out) > 0 {
		// Both are in source order; an edge of a symbol to itself is in both.
		isIn := len(in) > 0 && (len(out) == 0 || in[0] <= out[0])
		line := in
		if !isIn {
			line = out
		}
		e := graph.Edge(u.doc, line[0])
		end := e.Source
		if isIn {
			end, in = e.Target, in[1:]
		} else {
			out = out[1:]
		}
		if !u.add(end) {
			return
		}
	}
}

// deltaEdges adds the ends of the edges of a delta that have a name.
func (u *uses) deltaEdges(p cursor.Place) {
	name := u.doc.Source[p.Span.Start:p.Span.End]
	for i := range u.doc.Nodes {
		if u.doc.Nodes[i].Kind != ast.KindDeltaEdge {
			continue
		}
		e := graph.DeltaEdge(u.doc, ast.NodeID(i))
		for _, end := range []ast.Span{e.Source, e.Target} {
			if u.doc.Source[end.Start:end.End] == name && !u.add(end) {
				return
			}
		}
	}
}

// column adds the cells of a column of a table and of the tables that share its
// field list.
func (u *uses) column(table ast.NodeID, column int) {
	line, _, _, ok := fieldList(u.doc, table)
	if !ok {
		return
	}
	for t := range sharers(u.doc, line) {
		for row := range u.doc.Children(t) {
			if u.doc.Node(row).Kind != ast.KindRow {
				continue
			}
			u.cells = u.doc.AppendCells(u.cells[:0], row)
			if column < len(u.cells) && u.cells[column].Scalar != ast.ScalarMissing {
				if !u.add(ast.Span{Start: u.cells[column].Start, End: u.cells[column].End}) {
					return
				}
			}
			for a := range u.doc.Children(row) {
				if n := u.doc.Node(a); n.Kind == ast.KindAttachment && int(n.Index) == column && !u.add(u.doc.KeySpan(a)) {
					return
				}
			}
		}
	}
}

// sharers are the tables whose rows have the field list that is written in a
// line: the line's own and, under an attachment, those without a list of their
// own.
func sharers(doc *ast.Document, line ast.NodeID) func(yield func(ast.NodeID) bool) {
	return func(yield func(ast.NodeID) bool) {
		if !yield(line) || doc.Node(line).Kind != ast.KindAttachment {
			return
		}
		if first, _, _, ok := firstList(doc, line); !ok || first != line {
			return
		}
		for a := range siblings(doc, line) {
			if doc.Node(a).Flags&ast.FlagShared != 0 && !yield(a) {
				return
			}
		}
	}
}

// firstList returns the attachment among the siblings of one whose field list
// the others share.
func firstList(doc *ast.Document, attachment ast.NodeID) (line ast.NodeID, d *ast.Decl, at int, ok bool) {
	for line := range siblings(doc, attachment) {
		if d, at, ok := cursor.OwnDecl(doc, line); ok && d.HasFields && !d.Keyed {
			return line, d, at, true
		}
	}
	return 0, nil, 0, false
}

// inline adds the cells under a name of a `^{…}`: those of all positional
// bodies of the table's column with the same list.
func (u *uses) inline(p cursor.Place) {
	d := inlineListAt(u.doc, p)
	if d == nil {
		return
	}
	for row := range u.doc.Children(p.Table) {
		for body := range u.doc.Children(row) {
			if !isBody(u.doc, body, p.Column, d) {
				continue
			}
			u.cells = u.doc.AppendCells(u.cells[:0], body)
			if p.Field < len(u.cells) && !u.add(ast.Span{Start: u.cells[p.Field].Start, End: u.cells[p.Field].End}) {
				return
			}
		}
	}
}

// inlineListAt returns the inline schema that a place is under, or nil.
func inlineListAt(doc *ast.Document, p cursor.Place) *ast.Decl {
	if doc.Node(p.Line).Kind == ast.KindInlineBody {
		return doc.DeclOf(p.Line)
	}
	if c, ok := inlineCell(doc, p.Line, p.Column); ok {
		return cursor.InlineDecl(doc, p.Line, p.Column, c)
	}
	return nil
}

// isBody reports whether a line is a positional body in a column with an inline
// schema.
func isBody(doc *ast.Document, line ast.NodeID, column int, schema *ast.Decl) bool {
	n := doc.Node(line)
	return n.Kind == ast.KindInlineBody && int(n.Index) == column && doc.DeclOf(line) == schema
}

// schema adds the attachments that take their fields from a schema without
// writing them.
func (u *uses) schema(p cursor.Place) {
	if p.Line != p.Table {
		d := inlineListAt(u.doc, p)
		if d == nil {
			return
		}
		for row := range u.doc.Children(p.Table) {
			if body := attachmentOf(u.doc, row, p.Column); body != 0 && isBody(u.doc, body, p.Column, d) {
				if c, ok := cellAt(u.doc, row, p.Column, ast.ScalarAttachment); ok && !u.add(ast.Span{Start: c.Start, End: c.End}) {
					return
				}
			}
		}
		return
	}
	line, _, _, ok := fieldList(u.doc, p.Table)
	if !ok {
		return
	}
	for t := range sharers(u.doc, line) {
		if t == line {
			continue
		}
		start, end := u.doc.Span(t)
		if !u.add(ast.Span{Start: start, End: end}) {
			return
		}
	}
}
