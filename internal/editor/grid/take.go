package grid

import (
	"encoding/csv"
	"errors"
	"math"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/value"
)

// Selection is a part of a table: some columns of some rows.
type Selection struct {
	Decl    *ast.Decl
	Columns []int
	Rows    []ast.NodeID
}

// errNoTable says that nothing of a table is selected.
var errNoTable = errors.New("there is no row of a table here")

// Selected returns what ranges cover: the rows that they touch, and of them the
// columns that they touch, or with whole all. All are of the table of the first.
func Selected(doc *ast.Document, spans []ast.Span, whole bool) (Selection, error) {
	var s Selection
	table := ast.NodeID(0)
	columns := map[int]bool{}
	var cells []ast.Cell
	for _, span := range spans {
		last := doc.Line(max(span.Start, span.End-1))
		for id := doc.Line(span.Start); id != 0 && id <= last; id++ {
			n := doc.Node(id)
			if n.Kind != ast.KindRow || table != 0 && n.Parent != table || doc.DeclOf(id) == nil {
				continue
			}
			cells = doc.AppendCells(cells[:0], id)
			touched := false
			for i, c := range cells {
				if whole || c.Start <= span.End && c.End >= span.Start && (span.Start == span.End || c.Start < span.End && (c.End > span.Start || c.Start == c.End)) {
					columns[i], touched = true, true
				}
			}
			if touched {
				table, s.Decl = n.Parent, doc.DeclOf(id)
				s.Rows = append(s.Rows, id)
			}
		}
	}
	if table == 0 {
		return s, errNoTable
	}
	slices.Sort(s.Rows)
	s.Rows = slices.Compact(s.Rows)
	for i := range s.Decl.Fields {
		if columns[i] {
			s.Columns = append(s.Columns, i)
		}
	}
	return s, nil
}

// OfColumn selects a column.
func OfColumn(doc *ast.Document, p Place) Selection {
	return Selection{Decl: p.Decl, Columns: []int{max(p.Column, 0)}, Rows: rowsOf(doc, p.Table)}
}

// cellValue is the value of a cell, of an attachment the decoded one; ok is
// false for what is absent.
func cellValue(doc *ast.Document, decl *ast.Decl, row ast.NodeID, cells []ast.Cell, column int) (v value.Value, ok bool) {
	if column >= len(cells) {
		return v, false
	}
	c := cells[column]
	switch {
	case decl.Keyed && column == 0:
		return value.NewString(doc.CellString(c)), true
	case c.Scalar == ast.ScalarMissing:
		return v, false
	case c.Scalar == ast.ScalarNull:
		return value.NewNull(), true
	case c.Scalar == ast.ScalarTrue || c.Scalar == ast.ScalarFalse:
		return value.NewBool(c.Scalar == ast.ScalarTrue), true
	case c.Scalar == ast.ScalarInt || c.Scalar == ast.ScalarDouble:
		if n, err := value.ParseNumber(doc.CellText(c)); err == nil {
			return n, true
		}
	case c.Scalar == ast.ScalarAttachment || c.Scalar == ast.ScalarInlineSchema:
		id := cursor.Attachment(doc, row, uint32(column))
		if id == 0 {
			return v, false
		}
		return value.DecodeNode(doc, id)
	}
	return value.NewString(doc.CellString(c)), true
}

// Text writes a selection as "json", "csv", "tsv" or "markdown". Whole rows are
// JSON as they decode, a single column is an array of its values.
func (s Selection) Text(doc *ast.Document, as string) (string, error) {
	if as == "json" {
		return s.json(doc)
	}
	records := [][]string{{}}
	for _, i := range s.Columns {
		records[0] = append(records[0], s.Decl.Fields[i].Name)
	}
	var cells []ast.Cell
	for _, row := range s.Rows {
		cells = doc.AppendCells(cells[:0], row)
		var record []string
		for _, i := range s.Columns {
			text := ""
			if v, ok := cellValue(doc, s.Decl, row, cells, i); ok && v.Kind() != value.Null {
				if v.Kind() == value.String {
					text = v.Str()
				} else {
					raw, err := value.AppendJSON(nil, v)
					if err != nil {
						return "", err
					}
					text = string(raw)
				}
			}
			record = append(record, text)
		}
		records = append(records, record)
	}
	var b strings.Builder
	if as == "markdown" {
		escape := strings.NewReplacer(`\`, `\\`, "|", `\|`, "\r\n", "<br>", "\n", "<br>", "<", "&lt;", "&", "&amp;")
		for i, record := range records {
			b.WriteString("|")
			for _, text := range record {
				b.WriteString(" " + escape.Replace(text) + " |")
			}
			b.WriteByte('\n')
			if i == 0 {
				b.WriteString("|" + strings.Repeat(" --- |", len(record)) + "\n")
			}
		}
		return b.String(), nil
	}
	w := csv.NewWriter(&b)
	if as == "tsv" {
		w.Comma = '\t'
	}
	err := w.WriteAll(records)
	return b.String(), err
}

func (s Selection) json(doc *ast.Document) (string, error) {
	elems := make([]value.Value, 0, len(s.Rows))
	var cells []ast.Cell
	for _, row := range s.Rows {
		if len(s.Columns) == len(s.Decl.Fields) {
			if v, ok := value.DecodeNode(doc, row); ok {
				elems = append(elems, v)
				continue
			}
		}
		cells = doc.AppendCells(cells[:0], row)
		var members []value.Member
		for _, i := range s.Columns {
			v, ok := cellValue(doc, s.Decl, row, cells, i)
			switch {
			case len(s.Columns) == 1 && !ok:
				elems = append(elems, value.NewNull())
			case len(s.Columns) == 1:
				elems = append(elems, v)
			case ok:
				members = append(members, value.Member{Key: s.Decl.Fields[i].Name, Value: v})
			}
		}
		if len(s.Columns) > 1 {
			elems = append(elems, value.NewObject(members))
		}
	}
	v := value.NewArray(elems)
	if len(elems) == 1 {
		v = elems[0]
	}
	raw, err := value.AppendJSON(nil, v, value.Indent("  "))
	return string(raw) + "\n", err
}

// Summary is what the cells of a selection amount to.
type Summary struct {
	Cells    int     `json:"cells"`
	Numbers  int     `json:"numbers"`
	Sum      float64 `json:"sum"`
	Mean     float64 `json:"mean"`
	Min      float64 `json:"min"`
	Max      float64 `json:"max"`
	Distinct int     `json:"distinct"`
	Nulls    int     `json:"nulls"` // null or absent
}

// Summary looks at all cells of a selection.
func (s Selection) Summary(doc *ast.Document) Summary {
	sum := Summary{Min: math.Inf(1), Max: math.Inf(-1)}
	distinct := map[string]bool{}
	var cells []ast.Cell
	compensation := 0.0 // of rounding (Kahan)
	for _, row := range s.Rows {
		cells = doc.AppendCells(cells[:0], row)
		for _, i := range s.Columns {
			if i >= len(cells) {
				continue
			}
			sum.Cells++
			c := cells[i]
			switch c.Scalar {
			case ast.ScalarNull, ast.ScalarMissing:
				sum.Nulls++
				continue
			case ast.ScalarInt, ast.ScalarDouble:
				if v, err := value.ParseNumber(doc.CellText(c)); err == nil {
					n := v.Double()
					if v.Kind() == value.Int {
						n = float64(v.Int())
					}
					sum.Numbers++
					sum.Min, sum.Max = min(sum.Min, n), max(sum.Max, n)
					y := n - compensation
					t := sum.Sum + y
					compensation = (t - sum.Sum) - y
					sum.Sum = t
				}
			}
			distinct[doc.CellText(c)] = true
		}
	}
	sum.Distinct = len(distinct)
	if sum.Numbers > 0 {
		sum.Mean = sum.Sum / float64(sum.Numbers)
	} else {
		sum.Min, sum.Max = 0, 0
	}
	return sum
}
