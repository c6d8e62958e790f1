package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

// reportHeaderInCell is for `^ [1]{sku,qty}` and `.items [1]{sku,qty}` in a
// cell. It belongs to several rules, and is said once for a table.
func reportHeaderInCell(s site) report {
	name, header := s.headerOf(s.Node, s.text(), s.start())
	r := s.say("the attachment header belongs on its own line: write `^` in the cell and %s under the row, not %s in it", show(header), s.shown())
	if name == "" {
		return r
	}
	return r.safely("Move the attachment headers under their rows", s.moveHeaders()...)
}

// headerOf takes an attachment header in a cell apart: the written name of its
// field and the line that it should be. The cell begins at the offset at.
func (s site) headerOf(row ast.NodeID, text string, at int) (name, header string) {
	bracket := strings.IndexByte(text, '[')
	if bracket < 0 {
		return "", ""
	}
	if text[0] == '.' {
		name = strings.TrimRight(text[1:bracket], " \t")
	} else {
		if name = s.columnAt(row, at); name == "" {
			return "", ""
		}
		name = fieldName(unquoted(name))
	}
	return name, "." + name + " " + text[bracket:]
}

// moveHeaders moves all attachment headers in cells of the problem's table, in
// the columns in which its row has them: `[0]` is no reason for a body.
func (s site) moveHeaders() []Edit {
	var edits []Edit
	columns := map[int]bool{}
	for i, cell := range s.doc.Cells(s.Node) {
		columns[i] = isHeader(s.doc, cell) && !strings.HasSuffix(s.doc.CellText(cell), "[0]")
	}
	for row := range s.doc.Children(s.doc.Nodes[s.Node].Parent) {
		if s.doc.Nodes[row].Kind != ast.KindRow {
			continue
		}
		for i, cell := range s.doc.Cells(row) {
			if !columns[i] || !isHeader(s.doc, cell) {
				continue
			}
			text := s.doc.CellText(cell)
			name, header := s.headerOf(row, text, cell.Start)
			if name == "" {
				continue
			}
			// Where the text stops right here it was cut off, and a header
			// would promise what does not come.
			if put := s.putHeader(row, name, header); put.End < len(s.doc.Source) || strings.HasSuffix(s.doc.Source, "\n") {
				edits = append(edits, Edit{Start: cell.Start, End: cell.End, Text: "^"}, put)
			}
		}
	}
	return edits
}

// isHeader reports whether a cell reads as an attachment's header.
func isHeader(doc *ast.Document, cell ast.Cell) bool {
	text := doc.CellText(cell)
	return cell.Scalar == ast.ScalarBare && text != "" && (text[0] == '^' || text[0] == '.') &&
		(strings.HasSuffix(text, "]") || strings.HasSuffix(text, "}"))
}

// putHeader writes an attachment header on a line of its own: in place of a
// line that has the name and no count, else behind the row and its positional
// bodies.
func (s site) putHeader(row ast.NodeID, name, header string) Edit {
	at := s.afterLine(row)
	for child := range s.doc.Children(row) {
		start, end := s.doc.Span(child)
		if s.doc.Source[start:end] == "."+name {
			return Edit{Start: start, End: end, Text: header}
		}
		if s.doc.Nodes[child].Kind == ast.KindInlineBody {
			at = s.afterLine(child)
		}
	}
	start := int(s.doc.Nodes[row].Start)
	indent := s.doc.Source[start : start+s.doc.Indent(row)]
	return insert(at, indent+header+s.eol())
}

// columnAt is the written name of the column that the cell at an offset of a
// row belongs to, or "".
func (s site) columnAt(row ast.NodeID, at int) string {
	decl := s.doc.DeclOf(row)
	if decl == nil {
		return ""
	}
	if i := s.cellAt(row, at); i >= 0 && i < len(decl.Fields) {
		f := decl.Fields[i]
		return strings.TrimPrefix(decl.Text[f.Start:f.End], "@")
	}
	return ""
}
