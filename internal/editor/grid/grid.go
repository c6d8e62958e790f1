// Package grid looks at the tables of a document as people see them in an
// editor: which column a cell is in and how wide it is drawn, where one is, what
// is left, right, above and below, what a selection amounts to, and how rows go
// to the clipboard and come back. Enter at [Lines], [At], [Selected] and [Edit].
//
// It is about generic tables with a field list, also those attached to rows.
// Widths are in columns of a fixed-width screen, offsets in bytes.
package grid

import (
	"slices"

	"github.com/rivo/uniseg"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
)

// Cell is a cell of a row, or a name in a column list.
type Cell struct {
	Start, End int
	Column     int    // from 0
	Type       string // "string", "number", "boolean", "null", "absent", "nested"; "" for a name
	Pad        int    // how many columns it is too narrow
	Right      bool   // the blanks belong before it
	Cut        int    // where the part begins that is too wide to be shown, or 0
}

// Line is a row, or the declaration of a table.
type Line struct {
	Line  ast.NodeID
	Cells []Cell
}

// sampleRows is how many rows of a table are measured, beside those in view.
const sampleRows = 500

// MaxLines is how many lines are looked at at once.
const MaxLines = 2000

// Lines returns the rows and declarations in the lines from first to last, at
// most [MaxLines] of them. Cells wider than widest are cut there.
func Lines(doc *ast.Document, first, last ast.NodeID, widest int) []Line {
	l := layout{doc: doc, widest: widest, tables: map[ast.NodeID]*widths{}}
	last = min(last, first+MaxLines-1, ast.NodeID(len(doc.Nodes)-1))
	var all []Line
	// What is in view counts for the widths, whole.
	for id := max(first, 1); id <= last; id++ {
		if doc.Node(id).Kind == ast.KindRow {
			l.table(doc.Node(id).Parent).measure(doc, id)
		}
	}
	for id := max(first, 1); id <= last; id++ {
		switch doc.Node(id).Kind {
		case ast.KindRow:
			all = append(all, Line{id, l.row(id)})
		case ast.KindArray, ast.KindAttachment, ast.KindItem:
			if names := names(doc, id); len(names) > 0 {
				all = append(all, Line{id, names})
			}
		}
	}
	return all
}

// names are the names of a line's own column list.
func names(doc *ast.Document, id ast.NodeID) []Cell {
	d, at, ok := cursor.OwnDecl(doc, id)
	if !ok || !d.HasFields {
		return nil
	}
	var all []Cell
	for i := range d.Fields {
		s := cursor.FieldSpan(&d.Fields[i], at)
		all = append(all, Cell{Start: s.Start, End: s.End, Column: i})
	}
	return all
}

type layout struct {
	doc    *ast.Document
	widest int
	tables map[ast.NodeID]*widths
}

// widths is how wide the columns of a table are.
type widths struct {
	widest  int
	columns []int
	numbers []bool // all values are numbers
	prefix  int    // of the ids of rows
	cells   []ast.Cell
}

func (l *layout) table(id ast.NodeID) *widths {
	w := l.tables[id]
	if w == nil {
		w = &widths{widest: l.widest}
		l.tables[id] = w
		rows := cursor.RowsOf(l.doc, id, ast.KindRow)
		rows.Sample(sampleRows, func(row ast.NodeID) { w.measure(l.doc, row) })
	}
	return w
}

func (w *widths) measure(doc *ast.Document, row ast.NodeID) {
	w.cells = doc.AppendCells(w.cells[:0], row)
	for i, c := range w.cells {
		if i == len(w.columns) {
			w.columns, w.numbers = append(w.columns, 0), append(w.numbers, true)
		}
		w.columns[i] = max(w.columns[i], min(width(doc.CellText(c)), w.widest))
		switch c.Scalar {
		case ast.ScalarInt, ast.ScalarDouble, ast.ScalarNull, ast.ScalarMissing:
		default:
			w.numbers[i] = false
		}
	}
	w.prefix = max(w.prefix, before(doc, row, w.cells))
}

// before is how wide the id of a row is, with the blank behind it.
func before(doc *ast.Document, row ast.NodeID, cells []ast.Cell) int {
	if len(cells) == 0 {
		return 0
	}
	start, _ := doc.Span(row)
	return cells[0].Start - start
}

// width is how wide a text is on the screen. Most is ASCII.
func width(text string) int {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return uniseg.StringWidth(text)
		}
	}
	return len(text)
}

func (l *layout) row(id ast.NodeID) []Cell {
	doc := l.doc
	w := l.table(doc.Node(id).Parent)
	cells := doc.Cells(id)
	all := make([]Cell, 0, len(cells))
	for i, c := range cells {
		text := doc.CellText(c)
		cell := Cell{Start: c.Start, End: c.End, Column: i, Type: TypeOf(c.Scalar), Right: w.numbers[i]}
		wide := width(text)
		if wide > w.widest {
			cell.Cut = c.Start + cutAt(text, w.widest-1)
			wide = w.widest
		}
		cell.Pad = w.columns[i] - wide
		if i == 0 {
			cell.Pad += w.prefix - before(doc, id, cells)
		}
		if i == len(cells)-1 && !cell.Right {
			cell.Pad = 0
		}
		all = append(all, cell)
	}
	return all
}

// cutAt returns the length of the longest beginning of a text that is no wider
// than that.
func cutAt(text string, widest int) int {
	at, state := 0, -1
	for at < len(text) {
		cluster, _, w, next := uniseg.FirstGraphemeClusterInString(text[at:], state)
		if widest -= w; widest < 0 {
			break
		}
		at, state = at+len(cluster), next
	}
	return at
}

// TypeOf names the type of a cell.
func TypeOf(s ast.Scalar) string {
	switch s {
	case ast.ScalarInt, ast.ScalarDouble:
		return "number"
	case ast.ScalarTrue, ast.ScalarFalse:
		return "boolean"
	case ast.ScalarNull:
		return "null"
	case ast.ScalarMissing:
		return "absent"
	case ast.ScalarAttachment, ast.ScalarInlineSchema:
		return "nested"
	}
	return "string"
}

// Place is where one is in a table.
type Place struct {
	Table, Row ast.NodeID // Row is 0 in the declaration
	Decl       *ast.Decl
	Index      int // of the row, from 0
	Rows       int
	Column     int // from 0; -1 in the id of a row
	Span       ast.Span
	Type       string
}

// At returns where an offset is: in a cell, or in a name of a column list.
func At(doc *ast.Document, offset int) (Place, bool) {
	at := cursor.At(doc, offset)
	if at.LineKind(doc) == ast.KindRow {
		return AtRow(doc, at.Line, at.Cell)
	}
	if at.Kind != cursor.Column {
		return Place{}, false
	}
	p, ok := AtTable(doc, at.Line)
	p.Column, p.Span = at.Column, at.Span
	return p, ok
}

// AtRow is the place of a cell of a row; the column may be -1.
func AtRow(doc *ast.Document, row ast.NodeID, column int) (Place, bool) {
	n := doc.Node(row)
	decl := doc.DeclOf(row)
	if n.Kind != ast.KindRow || decl == nil {
		return Place{}, false
	}
	rows := cursor.RowsOf(doc, n.Parent, ast.KindRow)
	p := Place{Table: n.Parent, Row: row, Decl: decl, Index: int(n.Index), Rows: rows.Count, Column: column}
	cells := doc.Cells(row)
	if column >= 0 && column < len(cells) {
		p.Span = ast.Span{Start: cells[column].Start, End: cells[column].End}
		p.Type = TypeOf(cells[column].Scalar)
	} else if column >= 0 {
		return Place{}, false
	}
	return p, true
}

// rowsOf are the rows of a table.
func rowsOf(doc *ast.Document, table ast.NodeID) []ast.NodeID {
	var all []ast.NodeID
	for id := range doc.Children(table) {
		if doc.Node(id).Kind == ast.KindRow {
			all = append(all, id)
		}
	}
	return all
}

// Move returns the cell that one comes to: "next" and "previous" run over the
// ends of rows, "down" and "up" stay in the column, "first" and "last" are rows
// of the table. It returns false at the end.
func Move(doc *ast.Document, p Place, to string) (Place, bool) {
	width := len(p.Decl.Fields)
	row, column := p.Index, max(p.Column, 0)
	if p.Row == 0 {
		row = -1
	}
	switch to {
	case "next":
		if column++; column >= width {
			row, column = row+1, 0
		}
	case "previous":
		if column--; column < 0 {
			row, column = row-1, width-1
		}
	case "down":
		row++
	case "up":
		row--
	case "first":
		row = 0
	case "last":
		row = p.Rows - 1
	}
	if row == -1 && p.Row == 0 {
		for _, c := range names(doc, p.Table) {
			if c.Column == column {
				p.Column, p.Span = column, ast.Span{Start: c.Start, End: c.End}
				return p, true
			}
		}
	}
	return Row(doc, p.Table, row, column)
}

// Row returns a cell by the position of its row, from 0.
func Row(doc *ast.Document, table ast.NodeID, row, column int) (Place, bool) {
	if row < 0 {
		return Place{}, false
	}
	for id := range doc.Children(table) {
		if n := doc.Node(id); n.Kind == ast.KindRow && int(n.Index) == row {
			return AtRow(doc, id, column)
		}
	}
	return Place{}, false
}

// Column returns the cells of a column, at most limit of them.
func Column(doc *ast.Document, p Place, limit int) []ast.Span {
	var all []ast.Span
	var cells []ast.Cell
	for _, row := range rowsOf(doc, p.Table) {
		if cells = doc.AppendCells(cells[:0], row); p.Column < len(cells) && len(all) < limit {
			all = append(all, ast.Span{Start: cells[p.Column].Start, End: cells[p.Column].End})
		}
	}
	return slices.Clip(all)
}

// AtTable is the place of a table's declaration.
func AtTable(doc *ast.Document, table ast.NodeID) (Place, bool) {
	decl := cursor.Fields(doc, table)
	if decl == nil {
		return Place{}, false
	}
	rows := cursor.RowsOf(doc, table, ast.KindRow)
	return Place{Table: table, Decl: decl, Rows: rows.Count, Column: -1}, true
}
