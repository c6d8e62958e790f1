package navigate

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
)

// fieldList returns the line in which the field list of a table is written: the
// table's own or, where an attachment shares it, that of an attachment further
// up (spec 7.4.5.3). The offsets in the declaration count from at.
func fieldList(doc *ast.Document, table ast.NodeID) (line ast.NodeID, d *ast.Decl, at int, ok bool) {
	n := doc.Node(table)
	if n.Flags&ast.FlagShared == 0 {
		d, at, ok = cursor.OwnDecl(doc, table)
		return table, d, at, ok && d.HasFields
	}
	for line := range siblings(doc, table) {
		if line >= table {
			break
		}
		if d, at, ok := cursor.OwnDecl(doc, line); ok && d.HasFields && !d.Keyed {
			return line, d, at, true
		}
	}
	return 0, nil, 0, false
}

// siblings are the attachments of the same name under all rows of the table in
// which an attachment is. Schemas are shared among these and no others (spec
// 7.4.5).
func siblings(doc *ast.Document, attachment ast.NodeID) func(yield func(ast.NodeID) bool) {
	n := doc.Node(attachment)
	name := ""
	if n.Index == ast.NoColumn {
		name = doc.Key(attachment)
	}
	return func(yield func(ast.NodeID) bool) {
		for row := range doc.Children(doc.Node(n.Parent).Parent) {
			for a := range doc.Children(row) {
				m := doc.Node(a)
				if m.Kind == ast.KindAttachment && m.Index == n.Index && (n.Index != ast.NoColumn || doc.Key(a) == name) && !yield(a) {
					return
				}
			}
		}
	}
}

// inlineSchema returns the `^{…}` cell that declares the fields of a positional
// body: that of its row or the first further up with the same list (spec
// 7.4.5.1).
func inlineSchema(doc *ast.Document, body ast.NodeID) (row ast.NodeID, cell ast.Cell, d *ast.Decl, ok bool) {
	n := doc.Node(body)
	d = doc.DeclOf(body)
	if d == nil {
		return 0, cell, nil, false
	}
	fits := func(row ast.NodeID) bool {
		cell, ok = inlineCell(doc, row, int(n.Index))
		return ok && doc.Source[cell.Start+1:cell.End] == d.Text
	}
	if fits(n.Parent) {
		return n.Parent, cell, d, true
	}
	for row := range doc.Children(doc.Node(n.Parent).Parent) {
		if row >= n.Parent {
			break
		}
		if fits(row) {
			return row, cell, d, true
		}
	}
	return 0, cell, nil, false
}

// inlineCell returns the cell of a row in a column if it is a `^{…}`.
func inlineCell(doc *ast.Document, row ast.NodeID, column int) (ast.Cell, bool) {
	n := doc.Node(row)
	if n.Kind != ast.KindRow || n.Flags&ast.FlagMarkers == 0 || !strings.Contains(doc.Text(row), "^{") {
		return ast.Cell{}, false
	}
	return cellAt(doc, row, column, ast.ScalarInlineSchema)
}

// markerCell returns the cell of a row in a column if it is a `^` or `^{…}`.
func markerCell(doc *ast.Document, row ast.NodeID, column int) (ast.Cell, bool) {
	if column < 0 || doc.Node(row).Flags&ast.FlagMarkers == 0 {
		return ast.Cell{}, false
	}
	return cellAt(doc, row, column, ast.ScalarAttachment, ast.ScalarInlineSchema)
}

// cellAt returns the cell of a row in a column if it is one of these scalars;
// of any where none is named.
func cellAt(doc *ast.Document, row ast.NodeID, column int, scalars ...ast.Scalar) (ast.Cell, bool) {
	cells := doc.Cells(row)
	if column < 0 || column >= len(cells) {
		return ast.Cell{}, false
	}
	for _, s := range scalars {
		if cells[column].Scalar == s {
			return cells[column], true
		}
	}
	return cells[column], len(scalars) == 0
}

// attachmentOf returns what fills the marker of a row in a column: a named
// attachment or a positional body, or 0.
func attachmentOf(doc *ast.Document, row ast.NodeID, column int) ast.NodeID {
	for a := range doc.Children(row) {
		n := doc.Node(a)
		if (n.Kind == ast.KindAttachment || n.Kind == ast.KindInlineBody) && int(n.Index) == column {
			return a
		}
	}
	return 0
}

// columnOf returns the index of a field in a declaration, or -1.
func columnOf(d *ast.Decl, name string) int {
	for i := range d.Fields {
		if d.Fields[i].Name == name {
			return i
		}
	}
	return -1
}

// fieldSpan returns the range of the name of a field whose declaration is at an
// offset.
func fieldSpan(d *ast.Decl, field, at int) ast.Span { return cursor.FieldSpan(&d.Fields[field], at) }
