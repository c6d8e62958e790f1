package diagnostics

import (
	"sort"

	"gcf-lsp/ast"
)

// memo keeps what several problems of one place ask for, so that a line or a
// container with very many problems is not looked at again for each of them.
// It belongs to one run of [Check].
type memo struct {
	cellsOf ast.NodeID
	cells   []ast.Cell
	itemsOf ast.NodeID
	items   int
	summary string
	stray   *bool // whether the header has a word that is no field, see strayWord
}

// cells are the cells of a line.
func (s site) cells(id ast.NodeID) []ast.Cell {
	if s.memo.cellsOf != id {
		s.memo.cellsOf = id
		s.memo.cells = s.doc.AppendCells(s.memo.cells[:0], id)
	}
	return s.memo.cells
}

// cellAt is the index of the cell of a line that holds an offset or ends there,
// or -1.
func (s site) cellAt(id ast.NodeID, at int) int {
	cells := s.cells(id)
	i := sort.Search(len(cells), func(i int) bool { return cells[i].End >= at })
	if i < len(cells) && cells[i].Start <= at {
		return i
	}
	return -1
}

// items is the number of data items of an array.
func (s site) items(id ast.NodeID) int {
	if s.memo.itemsOf != id {
		s.memo.itemsOf, s.memo.items = id, items(s.doc, id)
	}
	return s.memo.items
}

// summary is the trailer that the document should have.
func (s site) summary() string {
	if s.memo.summary == "" {
		s.memo.summary = summaryLine(s.doc)
	}
	return s.memo.summary
}
