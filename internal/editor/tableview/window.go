package tableview

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"gcf-lsp/ast"
)

// Query says which rows of a table are wanted.
type Query struct {
	Table        int // index in [View.Tables]
	Start, Count int // of the rows that are left, from 0
	// Sort is the index of the column to sort by, or -1 for the order of the
	// document. Rows with equal cells stay in that order.
	Sort       int
	Descending bool
	// Filter leaves the rows with a cell that contains it, or an attachment
	// whose text does; case does not matter.
	Filter string
}

// MaxCount is how many rows one window has at most.
const MaxCount = 5000

// Window is a part of a table.
type Window struct {
	Columns []Column
	Total   int // rows that the filter leaves
	Start   int // of Rows among them
	Rows    []Row
}

// Row is a row of a window.
type Row struct {
	Line  ast.NodeID // its line; the first line of the document is 1
	Index int        // in the table
	Cells []Cell
}

// Window returns a part of a table, and false where there is no such table or
// column.
func (v *View) Window(q Query) (Window, bool) {
	if q.Table < 0 || q.Table >= len(v.tables) {
		return Window{}, false
	}
	t := &v.tables[q.Table]
	if q.Sort >= len(t.Columns) {
		return Window{}, false
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.shown(q.Table)
	rows := v.ordered(t, s, q)
	w := Window{Columns: s.columns, Total: len(s.rows)}
	if rows != nil {
		w.Total = len(rows.at)
	}
	w.Start = min(max(q.Start, 0), w.Total)
	end := min(w.Start+min(max(q.Count, 0), MaxCount), w.Total)
	w.Rows = make([]Row, 0, end-w.Start)
	for i := w.Start; i < end; i++ {
		at := i
		if rows != nil {
			at = int(rows.at[i])
			if q.Descending {
				at = int(rows.descending(i))
			}
		}
		w.Rows = append(w.Rows, Row{Line: s.rows[at], Index: at, Cells: v.cells(t, s.rows[at])})
	}
	return w, true
}

// order is the rows of a table that a filter leaves, sorted.
type order struct {
	sort   int
	filter string
	at     []int32 // indexes of rows, ascending
	// groups are where the runs of rows with equal cells begin, and last where
	// the rows begin that are at the end in either direction.
	groups []int32
	last   int
}

// ordered returns the order of a query, or nil for that of the document.
func (v *View) ordered(t *Table, s *shown, q Query) *order {
	filter := strings.ToLower(q.Filter)
	if q.Sort < 0 && filter == "" {
		return nil
	}
	for i, o := range s.orders {
		if o.sort == q.Sort && o.filter == filter {
			copy(s.orders[1:i+1], s.orders[:i])
			s.orders[0] = o
			return o
		}
	}
	o := &order{sort: q.Sort, filter: filter}
	o.at = v.filtered(t, s, filter)
	o.last = len(o.at)
	if q.Sort >= 0 {
		v.sort(t, s, o)
	}
	s.orders = append([]*order{o}, s.orders[:min(len(s.orders), maxOrders-1)]...)
	return o
}

// filtered returns the rows that a filter leaves.
func (v *View) filtered(t *Table, s *shown, filter string) []int32 {
	at := make([]int32, 0, len(s.rows))
	var cells []ast.Cell
	for i, row := range s.rows {
		if filter != "" && !v.passes(t, row, filter, &cells) {
			continue
		}
		at = append(at, int32(i))
	}
	return at
}

func (v *View) passes(t *Table, row ast.NodeID, filter string, cells *[]ast.Cell) bool {
	if t.decl == nil {
		for i, s := range fields(v.doc, row) {
			if i < len(t.Columns) && s.Start < s.End && contains(keyText(keyOf(v.graphValue(t, i, s)), v.doc.Source[s.Start:s.End]), filter) {
				return true
			}
		}
		return false
	}
	n := v.doc.Node(row)
	end := v.doc.SubtreeEnd(row)
	if int(n.Next) > int(row)+1 && contains(v.doc.Source[n.End:end], filter) {
		return true
	}
	// Escapes aside, what a cell holds is in the text of the line.
	if n.Flags&ast.FlagQuotes == 0 && !contains(v.doc.Text(row), filter) {
		return false
	}
	*cells = v.doc.AppendCells((*cells)[:0], row)
	for _, c := range *cells {
		if kind := typeOf(c.Scalar); kind != sortAbsent && kind != sortNested && contains(v.doc.CellString(c), filter) {
			return true
		}
	}
	return false
}

// keyText is what a field of a graph shows.
func keyText(k key, written string) string {
	if k.kind == sortText {
		return k.text
	}
	return written
}

// contains reports whether a text contains another one, which is in lower
// case, in any case.
func contains(s, lower string) bool {
	if lower == "" {
		return true
	}
	if lower[0] >= utf8.RuneSelf || strings.IndexFunc(lower, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
		return strings.Contains(strings.ToLower(s), lower)
	}
	first, upper := lower[0], lower[0]
	if first >= 'a' && first <= 'z' {
		upper -= 'a' - 'A'
	}
	for i := 0; i+len(lower) <= len(s); i++ {
		if (s[i] == first || s[i] == upper) && equalASCII(s[i:i+len(lower)], lower) {
			return true
		}
	}
	return false
}

// equalASCII compares a text with an ASCII one in lower case.
func equalASCII(s, lower string) bool {
	for i := range len(lower) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}

// sort sorts the rows of an order by its column.
func (v *View) sort(t *Table, s *shown, o *order) {
	type keyed struct {
		key
		at int32
	}
	all := make([]keyed, len(o.at))
	var cells []ast.Cell
	for i, at := range o.at {
		all[i].at = at
		all[i].key, cells = v.key(t, s.rows[at], o.sort, cells)
	}
	compare := func(a, b key) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.number, b.number), strings.Compare(a.text, b.text))
	}
	slices.SortFunc(all, func(a, b keyed) int { return cmp.Or(compare(a.key, b.key), cmp.Compare(a.at, b.at)) })
	o.last = len(all)
	for i := range all {
		o.at[i] = all[i].at
		if all[i].kind >= sortNested {
			o.last = min(o.last, i)
		}
		if i < o.last && (i == 0 || compare(all[i-1].key, all[i].key) != 0) {
			o.groups = append(o.groups, int32(i))
		}
	}
}

// descending returns row i of the order turned round: the values from the
// greatest to the least, rows with equal ones in the order of the document,
// what has no order at the end.
func (o *order) descending(i int) int32 {
	if i >= o.last || len(o.groups) == 0 {
		return o.at[i]
	}
	// The mirrored place tells the run; within it the rows keep their order.
	mirrored := int32(o.last - 1 - i)
	g, found := slices.BinarySearch(o.groups, mirrored)
	if !found {
		g--
	}
	start, end := o.groups[g], int32(o.last)
	if g+1 < len(o.groups) {
		end = o.groups[g+1]
	}
	return o.at[start+(end-1-mirrored)]
}
