package snapshot

import (
	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// Conflict is something that two sides made of a base in different ways.
type Conflict struct {
	Row         // its Cells are those of the side that has it, of ours where both have
	Kind        ConflictKind
	Cell        string       // of ConflictCell
	Base        *value.Value // of ConflictCell, nil where it was absent
	Ours, Their *value.Value // of ConflictCell, nil where it is absent
}

// ConflictKind says what two sides did.
type ConflictKind uint8

// The kinds of conflicts.
const (
	ConflictCell           ConflictKind = iota // they gave a cell different values
	ConflictOursRemoved                        // ours removed the row, theirs changed it
	ConflictTheirsRemoved                      // theirs removed the row, ours changed it
	ConflictOursUnlinked                       // ours removed the symbol, theirs has new edges to it
	ConflictTheirsUnlinked                     // theirs removed the symbol, ours has new edges to it
)

// Merged is what two sides make of a base together.
type Merged struct {
	// Ours and Theirs are the result with each conflict decided for that side.
	// Without conflicts they are equal.
	Ours, Theirs Snapshot
	Conflicts    []Conflict // in the order of the result
}

// Merge merges two snapshots that were made of base, which is nil where there was
// nothing: row by row and cell by cell. What only one side changed is as that
// side has it; a cell to which both gave other values, and a row that one removed
// and the other changed, is a conflict. The order is that of ours, with what only
// theirs has behind what it stands behind there. Nothing is dropped that a side
// did not remove and nothing is in a result that neither side has. It fails with
// a [*DataError] where the three are not of one kind: profile, section, identity.
// Its cost is linear.
func Merge(base, ours, theirs Snapshot) (*Merged, error) {
	for _, s := range [...]Snapshot{base, theirs} {
		if s != nil && kindOf(s) != kindOf(ours) {
			return nil, &DataError{What: "the rows", Detail: "are identified in different ways: " + kindOf(s) + " and " + kindOf(ours)}
		}
	}
	m := merger{items: [3][]item{itemsOf(base), itemsOf(ours), itemsOf(theirs)}}
	for i := range m.items {
		m.byKey[i] = byKey(m.items[i])
	}
	m.merge()
	out := &Merged{Conflicts: m.conflicts}
	for i, side := range [...]*Snapshot{&out.Ours, &out.Theirs} {
		var err error
		if g, ok := ours.(*Graph); ok {
			*side, err = nilOnError(m.graph(i, g, theirs.(*Graph)))
		} else {
			b, _ := base.(*Table)
			*side, err = nilOnError(m.table(i, b, ours.(*Table), theirs.(*Table)))
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// kindOf says what identifies the rows of a snapshot.
func kindOf(s Snapshot) string {
	if t, ok := s.(*Table); ok {
		return t.section() + "{@" + shown(t.key) + "}"
	}
	return ast.ProfileGraph.String()
}

// merger is one merge. Of the lists, base is the first, then ours and theirs.
type merger struct {
	items     [3][]item
	byKey     [3]map[string]*item
	result    []mergedRow
	conflicts []Conflict
}

// mergedRow is a row of the result, decided for ours and for theirs; nil where
// the row is not there.
type mergedRow [2]*item

func (m *merger) merge() {
	linked := [2]map[string]bool{m.linked(1), m.linked(2)}
	for _, key := range inOrder(m.items[1], m.items[2]) {
		b, o, t := m.byKey[0][key], m.byKey[1][key], m.byKey[2][key]
		switch {
		case o != nil && t != nil:
			m.result = append(m.result, m.both(b, o, t))
		case o == nil:
			if r, there := m.one(b, t, linked[1][key], ConflictOursRemoved, ConflictOursUnlinked); there {
				m.result = append(m.result, mergedRow{r, t})
			}
		default:
			if r, there := m.one(b, o, linked[0][key], ConflictTheirsRemoved, ConflictTheirsUnlinked); there {
				m.result = append(m.result, mergedRow{o, r})
			}
		}
	}
}

// linked returns the symbols that edges need which a side made or changed.
func (m *merger) linked(side int) map[string]bool {
	all := make(map[string]bool)
	for i := range m.items[side] {
		e := &m.items[side][i]
		if b := m.byKey[0][e.key]; e.What == "edge" && (b == nil || !sameCells(b.Cells, e.Cells)) {
			all[e.ends[0]], all[e.ends[1]] = true, true
		}
	}
	return all
}

// one decides about a row that only one side has. It returns what the other side
// makes of it, and whether it is in a result.
func (m *merger) one(base, has *item, linked bool, changed, unlinked ConflictKind) (other *item, there bool) {
	conflict := Conflict{Row: has.Row}
	switch {
	case base == nil: // it is new
		return has, true
	case cellsBetween(base.Cells, has.Cells) != nil:
		conflict.Kind = changed
	case linked:
		conflict.Kind = unlinked
	default:
		return nil, false
	}
	m.conflicts = append(m.conflicts, conflict)
	return nil, true
}

// both decides about a row that both sides have.
func (m *merger) both(base, ours, theirs *item) mergedRow {
	if sameCells(ours.Cells, theirs.Cells) {
		return mergedRow{ours, ours}
	}
	was := map[string]*value.Value{}
	if base != nil {
		was = cellMap(base.Cells)
	}
	result := [2]item{*ours, *ours}
	for side := range result {
		result[side].Cells = nil
	}
	put := func(name string, cells ...*value.Value) {
		for side, v := range cells {
			if v != nil {
				result[side].Cells = append(result[side].Cells, value.Member{Key: name, Value: *v})
			}
		}
	}
	cell := func(name string, o, t *value.Value) {
		switch b := was[name]; {
		case sameCell(o, t) || sameCell(b, t):
			put(name, o, o)
		case sameCell(b, o):
			put(name, t, t)
		default:
			m.conflicts = append(m.conflicts, Conflict{Row: ours.Row, Kind: ConflictCell, Cell: name, Base: b, Ours: o, Their: t})
			put(name, o, t)
		}
	}
	other := cellMap(theirs.Cells)
	for i := range ours.Cells {
		name := ours.Cells[i].Key
		cell(name, &ours.Cells[i].Value, other[name])
		delete(other, name)
	}
	for i := range theirs.Cells {
		if v := other[theirs.Cells[i].Key]; v != nil {
			cell(theirs.Cells[i].Key, nil, v)
		}
	}
	return mergedRow{&result[0], &result[1]}
}

// table returns the result for a side. A field that a side dropped is gone where
// no row has it.
func (m *merger) table(side int, base, ours, theirs *Table) (*Table, error) {
	spec := TableSpec{Name: ours.name, Key: ours.key, Keyed: ours.keyed}
	used := map[string]bool{ours.key: true}
	for _, r := range m.result {
		if it := r[side]; it != nil {
			for i := range it.Cells {
				used[it.Cells[i].Key] = true
			}
			spec.Rows = append(spec.Rows, value.NewObject(append([]value.Member{it.id}, it.Cells...)))
		}
	}
	was, both := map[string]bool{}, [2]map[string]bool{setOf(ours.fields), setOf(theirs.fields)}
	if base != nil {
		was = setOf(base.fields)
	}
	for _, f := range ours.fields {
		if both[1][f] || used[f] || !was[f] {
			spec.Fields = append(spec.Fields, f)
		}
	}
	for _, f := range theirs.fields {
		if !both[0][f] && (used[f] || !was[f]) {
			spec.Fields = append(spec.Fields, f)
		}
	}
	return NewTable(spec)
}

func setOf(names []string) map[string]bool {
	all := make(map[string]bool, len(names))
	for _, name := range names {
		all[name] = true
	}
	return all
}

// graph returns the result for a side. An edge to a symbol that is not in it is
// left out: the conflict is that of the symbol.
func (m *merger) graph(side int, ours, theirs *Graph) (*Graph, error) {
	var symbols []Symbol
	var edges []Edge
	there := make(map[string]bool)
	for _, r := range m.result { // symbols come first
		it := r[side]
		if it == nil {
			continue
		}
		from := ours
		if known := m.byKey[1][it.key]; known == nil {
			from = theirs
		}
		if it.What == "symbol" {
			s := from.symbols[it.at].expanded()
			for _, c := range it.Cells {
				switch c.Key {
				case "score":
					s.Score = c.Value.Double()
				case "provenance":
					s.Provenance = c.Value.Str()
				case "distance":
					s.Distance = int(c.Value.Int())
				}
			}
			there[it.key] = true
			symbols = append(symbols, s)
		}
	}
	for _, r := range m.result {
		it := r[side]
		if it == nil || it.What != "edge" || !there[it.ends[0]] || !there[it.ends[1]] {
			continue
		}
		from := ours
		if m.byKey[1][it.key] == nil {
			from = theirs
		}
		e := from.edges[it.at].Edge
		e.Status = ""
		if len(it.Cells) > 0 {
			e.Status = it.Cells[0].Value.Str()
		}
		edges = append(edges, e)
	}
	return newGraph(symbols, edges, ours.score, graphOrigin{})
}
