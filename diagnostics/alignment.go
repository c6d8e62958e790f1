package diagnostics

import "gcf-lsp/ast"

// alignment compares a row of the wrong width with the rows around it, to find
// the column that it lacks or the cell that it has too many.
type alignment struct {
	cells   []ast.Cell
	columns []kinds // of the rows that have the right width
}

// kinds is a set of kinds of scalars.
type kinds uint8

const (
	aString kinds = 1 << iota
	aNumber
	aBool
	aMarker
	anyKind kinds = 0xFF
)

// kindOf is the kind of a cell; null and absent fit everywhere.
func kindOf(c ast.Cell) kinds {
	switch {
	case c.Scalar.IsNumber():
		return aNumber
	case c.Scalar == ast.ScalarTrue || c.Scalar == ast.ScalarFalse:
		return aBool
	case c.Scalar == ast.ScalarAttachment || c.Scalar == ast.ScalarInlineSchema:
		return aMarker
	case c.Scalar.IsString():
		return aString
	}
	return anyKind
}

// sampleRows is how many lines of a table are looked at.
const sampleRows = 16

// align looks at the table of the problem's row. It returns nil where no row of
// the right width tells what its columns hold.
func (s site) align() *alignment {
	decl := s.doc.DeclOf(s.Node)
	if decl == nil || len(decl.Fields) > longestRow || s.Have > longestRow {
		return nil
	}
	width := len(decl.Fields)
	a := &alignment{cells: s.cells(s.Node), columns: make([]kinds, width)}
	seen, good := 0, 0
	var cells []ast.Cell
	for row := range s.doc.Children(s.doc.Nodes[s.Node].Parent) {
		if seen++; seen > sampleRows {
			break
		}
		if s.doc.Nodes[row].Kind != ast.KindRow || row == s.Node {
			continue
		}
		if cells = s.doc.AppendCells(cells[:0], row); len(cells) != width {
			continue
		}
		good++
		for i, c := range cells {
			if k := kindOf(c); k != anyKind {
				a.columns[i] |= k
			}
		}
	}
	if good == 0 {
		return nil
	}
	return a
}

// fits reports whether cell i may stand in column j.
func (a *alignment) fits(i, j int) bool {
	return a.columns[j] == 0 || kindOf(a.cells[i])&a.columns[j] != 0
}

// lacking is the only column that can be missing, or -1 where none or several
// can. The row must have one cell less than there are columns.
func (a *alignment) lacking() int {
	return only(len(a.columns), func(gap int) bool {
		for i := range a.cells {
			j := i
			if i >= gap {
				j++
			}
			if !a.fits(i, j) {
				return false
			}
		}
		return true
	})
}

// surplus is the last cell that can be one too many, or -1. The row must have
// one cell more than there are columns.
func (a *alignment) surplus() int {
	for extra := len(a.cells) - 1; extra >= 0; extra-- {
		fits := true
		for i := range a.cells {
			j := i
			if i > extra {
				j--
			}
			fits = fits && (i == extra || a.fits(i, j))
		}
		if fits {
			return extra
		}
	}
	return -1
}

// longestRow is how many cells a row may have to be compared: all pairs of
// cells and columns are tried.
const longestRow = 64

// only is the one number below n that holds, or -1.
func only(n int, holds func(int) bool) int {
	found := -1
	for i := 0; i < n && n <= longestRow; i++ {
		if !holds(i) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// unmarkedColumn is the column whose `^` a row has dropped, judged by the
// attachments below it, or -1. The row must have one cell less than columns.
func (s site) unmarkedColumn(fields []ast.Field, cells []ast.Cell) int {
	attached := make(map[string]bool)
	for child := range s.doc.Children(s.Node) {
		if s.doc.Nodes[child].Kind == ast.KindAttachment {
			attached[s.doc.Key(child)] = true
		}
	}
	if len(attached) == 0 || len(cells) != len(fields)-1 {
		return -1
	}
	return only(len(fields), func(gap int) bool {
		if !attached[fields[gap].Name] {
			return false
		}
		for j, f := range fields {
			i := j
			if j > gap {
				i--
			}
			if j != gap && attached[f.Name] && cells[i].Scalar != ast.ScalarAttachment {
				return false
			}
		}
		return true
	})
}
