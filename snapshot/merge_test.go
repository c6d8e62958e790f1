package snapshot

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gcf-lsp/value"
)

// editedTable is a table that edits have made of rows: some are gone, some have
// other cells, some are new.
func editedTable(t *rapid.T, spec TableSpec, rows []value.Value, side string) *Table {
	have := make(map[string]bool)
	var kept []value.Value
	for _, r := range rows {
		switch rapid.IntRange(0, 5).Draw(t, side) {
		case 0:
			have[idOf(r, spec.Key)] = rapid.Bool().Draw(t, side+" comes back")
			continue
		case 1, 2:
			if len(spec.Fields) > 1 {
				field := rapid.SampledFrom(spec.Fields[1:]).Draw(t, side+" field")
				r = with(r, field, rapid.SampledFrom([]value.Value{value.NewInt(1), value.NewInt(2), value.NewString("x")}).Draw(t, side+" cell"))
			}
		}
		kept = append(kept, r)
		have[idOf(r, spec.Key)] = true
	}
	for _, r := range rowsGen(spec.Key, spec.Fields, 4).Draw(t, side+" new") {
		if !have[idOf(r, spec.Key)] {
			kept = append(kept, r)
		}
	}
	spec.Rows = kept
	return must(NewTable(spec))
}

// TestMergeLosesNothing checks the result of a merge against its three sides, row
// by row and cell by cell.
func TestMergeLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var base, ours, theirs Snapshot
		if rapid.Bool().Draw(t, "graph") {
			pair, other := graphPairGen(8).Draw(t, "base and ours"), graphPairGen(8).Draw(t, "theirs")
			base, ours, theirs = pair[0], pair[1], other[1]
			if rapid.Bool().Draw(t, "near") {
				theirs = nearGraph(t, pair[0])
			}
		} else {
			spec := TableSpec{Name: "rows", Key: "id", Fields: []string{"id", "a", "b"}}
			rows := rowsGen("id", spec.Fields, 8).Draw(t, "rows")
			spec.Rows = rows
			base = must(NewTable(spec))
			wider := spec
			if rapid.Bool().Draw(t, "wider") {
				wider.Fields = append([]string{"id", "a", "c"}, "b")
			}
			ours, theirs = editedTable(t, spec, rows, "ours"), editedTable(t, wider, rows, "theirs")
		}
		if rapid.IntRange(0, 4).Draw(t, "no base") == 0 {
			base = nil
		}
		m, err := Merge(base, ours, theirs)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Conflicts) == 0 {
			if c := Changes(m.Ours, m.Theirs); len(c) > 0 {
				t.Fatalf("without a conflict the results differ: %+v", c)
			}
		}
		conflicts := make(map[string]bool) // by what, identity and cell
		for _, c := range m.Conflicts {
			conflicts[c.What+c.Identity+"\x00"+c.Cell] = true
		}
		lookup := func(s Snapshot) map[string]map[string]*value.Value {
			all := make(map[string]map[string]*value.Value)
			for _, it := range itemsOf(s) {
				all[it.key] = cellMap(it.Cells)
			}
			return all
		}
		b := lookup(base)
		sides := [2]map[string]map[string]*value.Value{lookup(ours), lookup(theirs)}
		results := [2]map[string]map[string]*value.Value{lookup(m.Ours), lookup(m.Theirs)}
		for side, rows := range sides {
			other := sides[1-side]
			for _, it := range itemsOf([...]Snapshot{ours, theirs}[side]) {
				row, whole := rows[it.key], conflicts[it.What+it.Identity+"\x00"]
				got, there := results[side][it.key]
				if !there {
					same := b[it.key] != nil && cellsBetween(itemsFor(base, it.key).Cells, it.Cells) == nil
					if _, kept := other[it.key]; !whole && (kept || !same) {
						t.Fatalf("%s %s of side %d is neither in the result nor in a conflict", it.What, it.Identity, side)
					}
					continue
				}
				for name, v := range row {
					if sameCell(got[name], v) || conflicts[it.What+it.Identity+"\x00"+name] {
						continue
					}
					if b[it.key] == nil || !sameCell(b[it.key][name], v) || !sameCell(got[name], other[it.key][name]) {
						t.Fatalf("%s %s: the cell %s of side %d is lost", it.What, it.Identity, name, side)
					}
				}
			}
			for _, result := range results {
				for key, row := range result {
					if sides[0][key] == nil && sides[1][key] == nil {
						t.Fatalf("%q is in no side", key)
					}
					for name, v := range row {
						if !sameCell(sides[0][key][name], v) && !sameCell(sides[1][key][name], v) {
							t.Fatalf("%q: the cell %s is in no side", key, name)
						}
					}
				}
			}
		}
	})
}

func itemsFor(s Snapshot, key string) *item { return byKey(itemsOf(s))[key] }

// nearGraph changes a graph a little: symbols go, with their edges, and one comes.
func nearGraph(t *rapid.T, g *Graph) *Graph {
	var symbols []Symbol
	gone := make(map[Identity]bool)
	for _, s := range g.Symbols() {
		if rapid.IntRange(0, 3).Draw(t, "gone") == 0 {
			gone[s.Identity()] = true
			continue
		}
		symbols = append(symbols, s)
	}
	var edges []Edge
	for _, e := range g.Edges() {
		if !gone[Identity{e.SourceKind, e.Source}] && !gone[Identity{e.TargetKind, e.Target}] {
			edges = append(edges, e)
		}
	}
	return must(NewGraph(symbols, edges))
}

func tableOfJSON(t *testing.T, rows string) *Table {
	t.Helper()
	return must(TableFromValue("rows", "id", must(value.FromJSON(rows))))
}

func TestMerge(t *testing.T) {
	base := `[{"id":1,"a":1,"b":1},{"id":2,"a":1,"b":1},{"id":3,"a":1,"b":1}]`
	for _, c := range []struct {
		name, ours, theirs, want string
		conflicts                []string
	}{
		{"two cells of one row", `[{"id":1,"a":2,"b":1},{"id":2,"a":1,"b":1},{"id":3,"a":1,"b":1}]`,
			`[{"id":1,"a":1,"b":2},{"id":2,"a":1,"b":1},{"id":3,"a":1,"b":1}]`,
			`[{"id":1,"a":2,"b":2},{"id":2,"a":1,"b":1},{"id":3,"a":1,"b":1}]`, nil},
		{"rows added, removed and moved", `[{"id":3,"a":1,"b":1},{"id":4,"a":1,"b":1},{"id":1,"a":1,"b":1},{"id":2,"a":1,"b":1}]`,
			`[{"id":1,"a":1,"b":1},{"id":5,"a":1,"b":1},{"id":3,"a":1,"b":1}]`,
			`[{"id":3,"a":1,"b":1},{"id":4,"a":1,"b":1},{"id":1,"a":1,"b":1},{"id":5,"a":1,"b":1}]`, nil},
		{"one cell", `[{"id":1,"a":2,"b":1},{"id":2,"a":1,"b":1},{"id":3,"a":1,"b":1}]`,
			`[{"id":1,"a":3,"b":1},{"id":2,"a":1,"b":1},{"id":3,"a":1,"b":1}]`,
			`[{"id":1,"a":2,"b":1},{"id":2,"a":1,"b":1},{"id":3,"a":1,"b":1}]`, []string{"1 a 0"}},
		{"removed and changed", `[{"id":1,"a":1,"b":1},{"id":3,"a":9,"b":1}]`,
			`[{"id":1,"a":1,"b":1},{"id":2,"a":7,"b":1}]`,
			`[{"id":1,"a":1,"b":1},{"id":3,"a":9,"b":1}]`, []string{"2  1", "3  2"}},
		{"a field that one side dropped", `[{"id":1,"a":1},{"id":2,"a":1},{"id":3,"a":1}]`, base,
			`[{"id":1,"a":1},{"id":2,"a":1},{"id":3,"a":1}]`, nil},
		{"a new field", `[{"id":1,"a":1,"b":1},{"id":2,"a":1,"b":1},{"id":3,"a":1,"b":1,"c":2}]`, base,
			`[{"id":1,"a":1,"b":1},{"id":2,"a":1,"b":1},{"id":3,"a":1,"b":1,"c":2}]`, nil},
	} {
		m, err := Merge(tableOfJSON(t, base), tableOfJSON(t, c.ours), tableOfJSON(t, c.theirs))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got, want := m.Ours.(*Table), tableOfJSON(t, c.want)
		if string(must(AppendFull(nil, got, Header{}))) != string(must(AppendFull(nil, want, Header{}))) {
			t.Errorf("%s: got\n%s", c.name, must(AppendFull(nil, got, Header{})))
		}
		var conflicts []string
		for _, c := range m.Conflicts {
			conflicts = append(conflicts, c.Identity+" "+c.Cell+" "+string('0'+rune(c.Kind)))
		}
		if diff := cmp.Diff(c.conflicts, conflicts); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestMergeKeepsEnds merges a removed symbol with a new edge to it.
func TestMergeKeepsEnds(t *testing.T) {
	a, b := Symbol{Kind: "fn", QualifiedName: "a", Provenance: "x"}, Symbol{Kind: "fn", QualifiedName: "b", Provenance: "x"}
	base := must(NewGraph([]Symbol{a, b}, nil))
	ours := must(NewGraph([]Symbol{a}, nil))
	theirs := must(NewGraph([]Symbol{a, b}, []Edge{{Source: "a", Target: "b", Type: "calls"}}))
	m := must(Merge(base, ours, theirs))
	if m.Ours.Root() != ours.Root() || m.Theirs.Root() != theirs.Root() || len(m.Conflicts) != 1 || m.Conflicts[0].Kind != ConflictOursUnlinked {
		t.Errorf("%+v", m)
	}
}

func TestMergeRefuses(t *testing.T) {
	rows := must(TableFromValue("rows", "id", must(value.FromJSON(`[{"id":1}]`))))
	other := must(TableFromValue("rows", "sku", must(value.FromJSON(`[{"sku":1}]`))))
	for _, s := range []Snapshot{other, must(NewGraph(nil, nil))} {
		if _, err := Merge(nil, rows, s); err == nil || !strings.Contains(err.Error(), "identified in different ways") {
			t.Errorf("%v", err)
		}
	}
}

func TestChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pair := tablePairGen(8).Draw(t, "tables")
		var got Counts
		for _, c := range Changes(pair[0], pair[1]) {
			switch c.Op {
			case OpAdd:
				got.Added++
			case OpRemove:
				got.Removed++
			default:
				got.Changed++
				if len(c.Cells) == 0 {
					t.Fatalf("%s changed in no cell", c.Identity)
				}
			}
		}
		if want := must(DiffTables(pair[0], pair[1])).Counts(); got != want {
			t.Fatalf("got %+v, the delta has %+v", got, want)
		}
	})
}
