package tableview

import (
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
	"gcf-lsp/value"
)

// Cell is a cell of a row as a viewer shows it.
type Cell struct {
	Value  value.Value
	Absent bool // `~`, or not there at all
	Nested bool // `^`: Value is the attachment
}

// sortType is the group in which a cell is sorted: numbers before booleans
// before text; what has no order of its own comes last in either direction.
type sortType uint8

const (
	sortNumber sortType = iota
	sortBool
	sortText
	sortNested
	sortNull
	sortAbsent
)

var sortTypes = [...]string{"number", "boolean", "string", "nested", "null", "absent"}

// key is what a cell is sorted by.
type key struct {
	number float64
	text   string
	kind   sortType
}

// cells returns the cells of a row, as many as the table has columns.
// Attachments are decoded.
func (v *View) cells(t *Table, row ast.NodeID) []Cell {
	out := make([]Cell, len(t.Columns))
	for i := range out {
		out[i].Absent = true
	}
	if t.decl == nil {
		for i, s := range fields(v.doc, row) {
			if i < len(out) && s.Start < s.End {
				out[i] = Cell{Value: v.graphValue(t, i, s)}
			}
		}
		return out
	}
	for i, c := range v.doc.Cells(row) {
		if i >= len(out) {
			break
		}
		switch c.Scalar {
		case ast.ScalarMissing:
		case ast.ScalarAttachment, ast.ScalarInlineSchema:
			if id := cursor.Attachment(v.doc, row, uint32(i)); id != 0 {
				if val, ok := value.DecodeNode(v.doc, id); ok {
					out[i] = Cell{Value: val, Nested: true}
				}
			}
		default:
			out[i] = Cell{Value: scalar(v.doc, c)}
			if t.decl.Keyed && i == 0 {
				out[i].Value = value.NewString(v.doc.CellString(c)) // a member's key is text
			}
		}
	}
	return out
}

// scalar returns the value of a cell that is no marker; a number that cannot
// be read is its text.
func scalar(doc *ast.Document, c ast.Cell) value.Value {
	token := doc.CellText(c)
	switch c.Scalar {
	case ast.ScalarNull:
		return value.NewNull()
	case ast.ScalarTrue, ast.ScalarFalse:
		return value.NewBool(c.Scalar == ast.ScalarTrue)
	case ast.ScalarInt, ast.ScalarDouble:
		if v, err := value.ParseNumber(token); err == nil {
			return v
		}
		return value.NewString(token)
	}
	return value.NewString(doc.CellString(c))
}

// graphValue is a field of a line of a graph: scores and distances are
// numbers, kinds are in full and the ends of edges are the names of symbols.
func (v *View) graphValue(t *Table, column int, s ast.Span) value.Value {
	text := v.doc.Source[s.Start:s.End]
	switch t.Columns[column] {
	case "score", "distance":
		if n, err := value.ParseNumber(text); err == nil {
			return n
		}
	case "kind":
		return value.NewString(value.ExpandKind(text))
	case "source", "target":
		if id, ok := graph.Declares(v.doc, s); ok && v.doc.Node(id).Kind == ast.KindSymbol {
			name := graph.Symbol(v.doc, id).Name
			return value.NewString(v.doc.Source[name.Start:name.End])
		}
	}
	return value.NewString(text)
}

// key returns what a row is sorted by in a column.
func (v *View) key(t *Table, row ast.NodeID, column int, cells []ast.Cell) (k key, next []ast.Cell) {
	if t.decl == nil {
		all := fields(v.doc, row)
		if column >= len(all) || all[column].Start == all[column].End {
			return key{kind: sortAbsent}, cells
		}
		return keyOf(v.graphValue(t, column, all[column])), cells
	}
	cells = v.doc.AppendCells(cells[:0], row)
	if column >= len(cells) {
		return key{kind: sortAbsent}, cells
	}
	c := cells[column]
	kind := typeOf(c.Scalar)
	switch {
	case kind == sortText || t.decl.Keyed && column == 0:
		return key{kind: sortText, text: v.doc.CellString(c)}, cells
	case kind == sortNumber:
		n, err := strconv.ParseFloat(v.doc.CellText(c), 64)
		if err != nil && n == 0 {
			return key{kind: sortText, text: v.doc.CellText(c)}, cells
		}
		return key{kind: sortNumber, number: n}, cells
	case kind == sortBool && c.Scalar == ast.ScalarTrue:
		return key{kind: sortBool, number: 1}, cells
	}
	return key{kind: kind}, cells
}

func keyOf(v value.Value) key {
	if v.Kind() == value.String {
		return key{kind: sortText, text: v.Str()}
	}
	return key{kind: sortNumber, number: v.Double()}
}

func typeOf(s ast.Scalar) sortType {
	switch s {
	case ast.ScalarNull:
		return sortNull
	case ast.ScalarMissing:
		return sortAbsent
	case ast.ScalarAttachment, ast.ScalarInlineSchema:
		return sortNested
	case ast.ScalarTrue, ast.ScalarFalse:
		return sortBool
	case ast.ScalarInt, ast.ScalarDouble:
		return sortNumber
	}
	return sortText
}

// Column is a column of a table.
type Column struct {
	Name string
	// Types are the types of its cells: number, boolean, string, nested, null,
	// absent. Of a long table a sample is looked at.
	Types []string
}

// typeSample is how many rows are looked at for the types of columns.
const typeSample = 5000

func (v *View) columns(t *Table, rows []ast.NodeID) []Column {
	seen := make([][len(sortTypes)]bool, len(t.Columns))
	var cells []ast.Cell
	step := max(1, (len(rows)+typeSample-1)/typeSample)
	for r := 0; r < len(rows); r += step {
		if t.decl == nil {
			all := fields(v.doc, rows[r])
			for i := range seen {
				if i >= len(all) || all[i].Start == all[i].End {
					seen[i][sortAbsent] = true
				} else {
					seen[i][keyOf(v.graphValue(t, i, all[i])).kind] = true
				}
			}
			continue
		}
		cells = v.doc.AppendCells(cells[:0], rows[r])
		for i := range seen {
			switch {
			case i >= len(cells):
				seen[i][sortAbsent] = true
			case t.decl.Keyed && i == 0:
				seen[i][sortText] = true
			default:
				seen[i][typeOf(cells[i].Scalar)] = true
			}
		}
	}
	columns := make([]Column, len(t.Columns))
	for i := range columns {
		columns[i] = Column{Name: t.Columns[i], Types: []string{}}
		for k, is := range seen[i] {
			if is {
				columns[i].Types = append(columns[i].Types, sortTypes[k])
			}
		}
	}
	return columns
}
