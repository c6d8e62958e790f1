package snapshot

import (
	"gcf-lsp/value"
)

// Row is one thing that a snapshot holds, as people compare it: a row of a
// table, a symbol or an edge of a graph.
type Row struct {
	What     string         // "row", "symbol" or "edge"
	Identity string         // as a delta writes it: a value, `fn pkg.A`, `a -> b calls`
	Cells    []value.Member // what it has beside its identity, in order
}

// item is a row with what finds it again in another snapshot.
type item struct {
	Row
	key  string       // different for different identities, whatever they are of
	ends [2]string    // of an edge: the keys of its symbols
	id   value.Member // of a row of a table
	at   int32        // of a symbol or an edge: where it is in its graph
}

// itemsOf returns what a snapshot holds, symbols before edges; of nil nothing.
func itemsOf(s Snapshot) []item {
	switch s := s.(type) {
	case *Table:
		all := make([]item, len(s.rows))
		for i := range s.rows {
			r := &s.rows[i]
			it := &all[i]
			*it = item{Row: Row{What: "row", Identity: r.id}, key: "R" + s.key + "\t" + r.id}
			for j, members := 0, r.v.Members(); j < len(members); j++ {
				if members[j].Key != s.key {
					it.Cells = append(it.Cells, members[j])
				} else {
					it.id = members[j]
				}
			}
		}
		return all
	case *Graph:
		all := make([]item, 0, len(s.symbols)+len(s.edges))
		for i := range s.symbols {
			n := &s.symbols[i]
			all = append(all, item{key: "S" + n.id(), at: int32(i), Row: Row{What: "symbol", Identity: n.identity().String(), Cells: []value.Member{
				{Key: "score", Value: value.NewDouble(n.Score)},
				{Key: "provenance", Value: value.NewString(n.Provenance)},
				{Key: "distance", Value: value.NewInt(int64(n.Distance))},
			}}})
		}
		for i := range s.edges {
			l := &s.edges[i]
			source, target := l.ends()
			it := item{key: l.record, ends: [2]string{"S" + source, "S" + target}, at: int32(i), Row: Row{What: "edge", Identity: l.String()}}
			if l.Status != "" {
				it.Cells = []value.Member{{Key: "status", Value: value.NewString(l.Status)}}
			}
			all = append(all, it)
		}
		return all
	}
	return nil
}

// byKey indexes items.
func byKey(items []item) map[string]*item {
	all := make(map[string]*item, len(items))
	for i := range items {
		all[items[i].key] = &items[i]
	}
	return all
}

// inOrder returns the keys of both lists: those of first in its order, and each
// that only second has behind the one that it stands behind there.
func inOrder(first, second []item) []string {
	known := byKey(first)
	behind := make(map[string][]string) // "" is the beginning
	last := ""
	for i := range second {
		if key := second[i].key; known[key] != nil {
			last = key
		} else {
			behind[last] = append(behind[last], key)
		}
	}
	all := append(make([]string, 0, len(first)), behind[""]...)
	for i := range first {
		all = append(append(all, first[i].key), behind[first[i].key]...)
	}
	return all
}

// Cell is a cell that differs between rows. A side that does not have it is nil.
type Cell struct {
	Name     string
	Old, New *value.Value
}

// RowChange is how a row of one snapshot became that of another.
type RowChange struct {
	Op Op // OpAdd, OpRemove, or OpChange; of edges too
	Row
	Cells []Cell // of OpChange
}

// Changes returns how base became next, row by row and cell by cell, in the order
// of base, with what is new behind what it stands behind in next. Unlike [Diff]
// it knows no snapshots that it cannot compare: where two have other identities
// all rows of one are removed and all of the other are added. Where nothing but
// the order differs there are none. Its cost is linear.
func Changes(base, next Snapshot) []RowChange {
	was, is := itemsOf(base), itemsOf(next)
	old, fresh := byKey(was), byKey(is)
	var all []RowChange
	for _, key := range inOrder(was, is) {
		a, b := old[key], fresh[key]
		switch {
		case a == nil:
			all = append(all, RowChange{Op: OpAdd, Row: b.Row})
		case b == nil:
			all = append(all, RowChange{Op: OpRemove, Row: a.Row})
		default:
			if cells := cellsBetween(a.Cells, b.Cells); cells != nil {
				all = append(all, RowChange{Op: OpChange, Row: b.Row, Cells: cells})
			}
		}
	}
	return all
}

// cellsBetween returns the cells that differ, those that only b has last.
func cellsBetween(a, b []value.Member) []Cell {
	if sameCells(a, b) {
		return nil
	}
	var all []Cell
	in := cellMap(b)
	for i := range a {
		v := in[a[i].Key]
		if delete(in, a[i].Key); !sameCell(&a[i].Value, v) {
			all = append(all, Cell{a[i].Key, &a[i].Value, v})
		}
	}
	for i := range b {
		if v := in[b[i].Key]; v != nil {
			all = append(all, Cell{b[i].Key, nil, v})
		}
	}
	return all
}

func cellMap(cells []value.Member) map[string]*value.Value {
	all := make(map[string]*value.Value, len(cells))
	for i := range cells {
		all[cells[i].Key] = &cells[i].Value
	}
	return all
}

// sameCells compares cells that stand in the same order; where they do not it
// is false, which costs a closer look.
func sameCells(a, b []value.Member) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Key != b[i].Key || !value.Equal(a[i].Value, b[i].Value) {
			return false
		}
	}
	return true
}

// sameCell compares what may be absent.
func sameCell(a, b *value.Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	return value.Equal(*a, *b)
}

// Rows returns what a snapshot holds, row by row: in the order of its document,
// and of a graph the symbols before the edges.
func Rows(s Snapshot) []Row {
	items := itemsOf(s)
	all := make([]Row, len(items))
	for i := range items {
		all[i] = items[i].Row
	}
	return all
}
