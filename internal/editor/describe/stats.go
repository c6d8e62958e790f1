package describe

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
)

// Limits of what is looked at.
const (
	sampleRows  = 2000
	sampleCells = 20000 // of all columns together
	maxDistinct = 1000
)

// kind is a type as it is told to people.
type kind uint8

const (
	kindString kind = iota
	kindInteger
	kindNumber
	kindBoolean
	kindNull
	kindAbsent
	kindAttachment
	kinds
)

var kindNames = [kinds]string{"string", "integer", "number", "boolean", "null", "absent", "attachment"}

func kindOf(s ast.Scalar) kind {
	switch s {
	case ast.ScalarNull:
		return kindNull
	case ast.ScalarMissing:
		return kindAbsent
	case ast.ScalarAttachment, ast.ScalarInlineSchema:
		return kindAttachment
	case ast.ScalarTrue, ast.ScalarFalse:
		return kindBoolean
	case ast.ScalarInt:
		return kindInteger
	case ast.ScalarDouble:
		return kindNumber
	}
	return kindString
}

// column is what was seen of the values in a column or an array.
type column struct {
	seen   [kinds]int
	values map[string]int // decoded text or token → times, at most maxDistinct
	more   bool           // there were other values than those

	least, most       string // of the numbers, as written; else of the strings
	leastNum, mostNum float64
	numbers           bool
}

func newColumn() *column { return &column{values: map[string]int{}} }

// add takes in a cell. Its text is a part of the source where it can be.
func (c *column) add(doc *ast.Document, cell ast.Cell) {
	k := kindOf(cell.Scalar)
	c.seen[k]++
	if k >= kindNull {
		return
	}
	text := doc.CellString(cell)
	if n, ok := c.values[text]; ok || len(c.values) < maxDistinct {
		c.values[text] = n + 1
	} else {
		c.more = true
	}
	switch {
	case k == kindInteger || k == kindNumber:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return
		}
		if !c.numbers || n < c.leastNum {
			c.least, c.leastNum = text, n
		}
		if !c.numbers || n > c.mostNum {
			c.most, c.mostNum = text, n
		}
		c.numbers = true
	case k == kindString && !c.numbers:
		if c.seen[k] == 1 || text < c.least {
			c.least = text
		}
		if c.seen[k] == 1 || text > c.most {
			c.most = text
		}
	}
}

// types are the types that were seen: "string", "integer or number", each
// with how often where there are several.
func (c *column) types() string {
	var parts []string
	for k := kindString; k < kinds; k++ {
		if k != kindNull && k != kindAbsent && c.seen[k] > 0 {
			parts = append(parts, kindNames[k])
		}
	}
	if len(parts) == 0 {
		switch {
		case c.seen[kindNull] > 0:
			return "null"
		case c.seen[kindAbsent] > 0:
			return "absent"
		}
		return ""
	}
	return strings.Join(parts, " or ")
}

// distinct is the number of different values: nothing where there are none,
// because attachments are not compared.
func (c *column) distinct() string {
	if len(c.values) == 0 {
		return ""
	}
	if c.more {
		return "over " + number(maxDistinct)
	}
	return number(len(c.values))
}

// valueCount is a value with how often it was seen.
type valueCount struct {
	Value string
	Times int
}

// top returns the values, those seen most often first.
func (c *column) top() []valueCount {
	all := make([]valueCount, 0, len(c.values))
	for v, n := range c.values {
		all = append(all, valueCount{v, n})
	}
	slices.SortFunc(all, func(a, b valueCount) int {
		return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Value, b.Value))
	})
	return all
}

// tableStats is what was seen of the columns of a table.
type tableStats struct {
	rows    int // in the table
	seen    int // looked at
	columns []*column
}

// statsOf looks at the rows of a table, of one column only where only is not
// negative.
func statsOf(doc *ast.Document, table ast.NodeID, width, only int) tableStats {
	r := cursor.RowsOf(doc, table, ast.KindRow)
	s := tableStats{rows: r.Count, columns: make([]*column, width)}
	for i := range s.columns {
		if only < 0 || i == only {
			s.columns[i] = newColumn()
		}
	}
	var cells []ast.Cell
	s.seen = r.Sample(max(20, min(sampleRows, sampleCells/max(width, 1))), func(id ast.NodeID) {
		cells = doc.AppendCells(cells[:0], id)
		for i, c := range cells {
			if i < width && s.columns[i] != nil {
				s.columns[i].add(doc, c)
			}
		}
	})
	return s
}

// sampled says that not all rows were looked at, or "".
func (s *tableStats) sampled() string {
	if s.seen >= s.rows {
		return ""
	}
	return "Types and values are those of a sample: " + number(s.seen) + " rows, spread over the table."
}
