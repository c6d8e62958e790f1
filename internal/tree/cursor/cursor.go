// Package cursor says what stands at a place of a document, for all that asks
// about one: the cell and its column, a key, a name in a field list, a header
// field, a symbol or the end of an edge ([At]). It also says what a line that is
// being typed would belong to: the table whose row it is, the row whose
// attachment it is, the group of a graph. The tree knows that of lines that are
// there; this package knows it of blank and of half-typed ones too, from their
// indentation and from what stands above them.
package cursor

import "gcf-lsp/ast"

// CellAt returns the index of the cell that an offset is in or right behind: a
// delimiter belongs to the cell before it. It returns -1 in front of the first
// cell and where there is none.
func CellAt(doc *ast.Document, cells []ast.Cell, offset int) int {
	if len(cells) == 0 || offset < cells[0].Start {
		return -1
	}
	for i := 1; i < len(cells); i++ {
		if offset <= delimiter(doc, cells, i) {
			return i - 1
		}
	}
	return len(cells) - 1
}

// delimiter returns where the delimiter in front of cell i stands.
func delimiter(doc *ast.Document, cells []ast.Cell, i int) int {
	at := cells[i-1].End
	for at < cells[i].Start && (doc.Source[at] == ' ' || doc.Source[at] == '\t') {
		at++
	}
	return at
}

// Above returns the nearest line of data above a line: no comment, no blank. It
// is 0 where there is none.
func Above(doc *ast.Document, line ast.NodeID) ast.NodeID {
	for line--; line > 0; line-- {
		if k := doc.Node(line).Kind; k != ast.KindBlank && k != ast.KindComment {
			return line
		}
	}
	return 0
}

// Group returns the group of a graph that a line is in, or would be in.
func Group(doc *ast.Document, line ast.NodeID) ast.NodeID {
	if int(line) < len(doc.Nodes) {
		if doc.Node(line).Kind == ast.KindGroup {
			return 0
		}
		if parent := doc.Node(line).Parent; parent != 0 {
			return parent
		}
	}
	above := Above(doc, line)
	if above == 0 || doc.Node(above).Kind == ast.KindGroup {
		return above
	}
	return doc.Node(above).Parent
}

// Table returns the table that a line is a row of, or would be, and its field
// list.
func Table(doc *ast.Document, line ast.NodeID, indent int) (table ast.NodeID, decl *ast.Decl) {
	if int(line) < len(doc.Nodes) && doc.Node(line).Kind == ast.KindRow {
		return doc.Node(line).Parent, doc.DeclOf(line)
	}
	for id := Above(doc, line); id > 0; id = doc.Node(id).Parent {
		if decl := Fields(doc, id); decl != nil && RowIndent(doc, id) == indent {
			return id, decl
		}
	}
	return 0, nil
}

// Fields returns the field list of the rows of a container, its own or the
// shared one (spec 7.4.5.3), or nil.
func Fields(doc *ast.Document, id ast.NodeID) *ast.Decl {
	n := doc.Node(id)
	switch n.Kind {
	case ast.KindArray, ast.KindItem, ast.KindAttachment:
	default:
		return nil
	}
	if n.Flags&ast.FlagShared != 0 {
		for child := range doc.Children(id) {
			if doc.Node(child).Kind == ast.KindRow {
				return doc.DeclOf(child)
			}
		}
		return sharedFields(doc, id)
	}
	if decl := doc.DeclOf(id); decl != nil && decl.HasFields {
		return decl
	}
	return nil
}

// sharedFields finds the list that an attachment without rows shares: that of
// the first row (spec 7.4.5.3).
func sharedFields(doc *ast.Document, id ast.NodeID) *ast.Decl {
	column := doc.Node(id).Index
	if a := Attachment(doc, FirstRow(doc, doc.Node(doc.Node(id).Parent).Parent), column); a != 0 {
		return doc.DeclOf(a)
	}
	return nil
}

// RowIndent returns the indentation of the rows of a container (spec 4.1).
func RowIndent(doc *ast.Document, id ast.NodeID) int {
	for child := range doc.Children(id) {
		if doc.Node(child).Kind == ast.KindRow {
			return doc.Indent(child)
		}
	}
	switch doc.Node(id).Kind {
	case ast.KindAttachment:
		return doc.Indent(doc.Node(id).Parent) + 4
	case ast.KindItem:
		return doc.Indent(id) + 2
	}
	return doc.Indent(id)
}

// FirstRow returns the first row of a table, or 0.
func FirstRow(doc *ast.Document, table ast.NodeID) ast.NodeID {
	for child := range doc.Children(table) {
		if doc.Node(child).Kind == ast.KindRow {
			return child
		}
	}
	return 0
}

// Attachment returns the line below a row that holds the attachment of a
// column, or 0.
func Attachment(doc *ast.Document, row ast.NodeID, column uint32) ast.NodeID {
	if row == 0 {
		return 0
	}
	for child := range doc.Children(row) {
		n := doc.Node(child)
		if (n.Kind == ast.KindAttachment || n.Kind == ast.KindInlineBody) && n.Index == column {
			return child
		}
	}
	return 0
}

// Row returns the row that a line would be an attachment of: the nearest one
// above, of those whose indentation is that of the line or one level less.
func Row(doc *ast.Document, line ast.NodeID, indent int) ast.NodeID {
	if int(line) < len(doc.Nodes) {
		if n := doc.Node(line); n.Kind == ast.KindAttachment || n.Kind == ast.KindInlineBody {
			return n.Parent
		}
	}
	for id := Above(doc, line); id > 0; id = doc.Node(id).Parent {
		if doc.Node(id).Kind == ast.KindRow {
			if own := doc.Indent(id); own == indent || own+2 == indent {
				return id
			}
		}
	}
	return 0
}

// Missing is a `^` cell whose attachment is not there.
type Missing struct {
	Column uint32
	Cell   ast.Cell
	// Schema is the inline schema of a positional body (spec 7.4.5.1), the
	// cell's own or that of the first row, as `{…}` with the offset at which
	// it stands; "" where the attachment is a named one.
	Schema string
	At     int
}

// MissingOf returns the attachments that a row lacks, in the order of its
// columns.
func MissingOf(doc *ast.Document, row ast.NodeID) []Missing {
	if doc.Node(row).Flags&ast.FlagMarkers == 0 {
		return nil
	}
	have := map[uint32]bool{}
	for child := range doc.Children(row) {
		have[doc.Node(child).Index] = true
	}
	var missing []Missing
	var first []ast.Cell
	for i, c := range doc.Cells(row) {
		if c.Scalar != ast.ScalarAttachment && c.Scalar != ast.ScalarInlineSchema || have[uint32(i)] {
			continue
		}
		m := Missing{Column: uint32(i), Cell: c}
		if c.Scalar == ast.ScalarAttachment {
			if first == nil {
				first = doc.Cells(FirstRow(doc, doc.Node(row).Parent))
			}
			if i < len(first) {
				c = first[i]
			}
		}
		if c.Scalar == ast.ScalarInlineSchema {
			m.Schema, m.At = doc.Source[c.Start+1:c.End], c.Start+1
		}
		missing = append(missing, m)
	}
	return missing
}
