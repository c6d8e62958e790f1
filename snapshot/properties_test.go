package snapshot

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/value"
)

// same reports whether two snapshots hold the same, by their records.
func same(a, b Snapshot) bool { return slices.Equal(a.Records(), b.Records()) }

func TestApplyOfDiffIsTheNewSnapshot(t *testing.T) {
	check := func(t *rapid.T, base, next Snapshot) {
		before := slices.Clone(base.Records())
		delta, err := Diff(base, next)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Apply(base, delta)
		if err != nil {
			t.Fatal(err)
		}
		if got.Root() != next.Root() || !same(got, next) {
			t.Fatalf("got\n%v\nwant\n%v", got.Records(), next.Records())
		}
		if !slices.IsSorted(symbolRecords(got)) || got.Len() != next.Len() {
			t.Fatalf("records out of order: %v", got.Records())
		}
		if !slices.Equal(before, base.Records()) {
			t.Fatal("the base has changed")
		}
		// A chain: what was made by a delta is as good a base as any.
		back, err := Diff(got, base)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Apply(got, back)
		if err != nil || !same(again, base) {
			t.Fatalf("back: %v", err)
		}
	}
	t.Run("graph", rapid.MakeCheck(func(t *rapid.T) {
		p := graphPairGen(24).Draw(t, "graphs")
		check(t, p[0], p[1])
	}))
	t.Run("table", rapid.MakeCheck(func(t *rapid.T) {
		p := tablePairGen(24).Draw(t, "tables")
		check(t, p[0], p[1])
	}))
}

// symbolRecords returns the records that are sorted as one.
func symbolRecords(s Snapshot) []string {
	records := s.Records()
	if g, ok := s.(*Graph); ok {
		return records[:len(g.symbols)]
	}
	return records
}

func TestOrderNeverChangesARoot(t *testing.T) {
	t.Run("graph", rapid.MakeCheck(func(t *rapid.T) {
		g := graphGen(24).Draw(t, "graph")
		symbols, edges := g.Symbols(), g.Edges()
		shuffle := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		shuffle.Shuffle(len(symbols), func(i, j int) { symbols[i], symbols[j] = symbols[j], symbols[i] })
		shuffle.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
		if other := must(NewGraph(symbols, edges)); other.Root() != g.Root() {
			t.Fatalf("%s and %s", other.Root(), g.Root())
		}
	}))
	t.Run("table", rapid.MakeCheck(func(t *rapid.T) {
		table := tablePairGen(24).Draw(t, "tables")[0]
		rows, fields := table.Rows(), table.Fields()
		shuffle := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		shuffle.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		shuffle.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
		for i, r := range rows {
			members := slices.Clone(r.Members())
			shuffle.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
			rows[i] = value.NewObject(members)
		}
		other := must(NewTable(TableSpec{Key: table.Key(), Fields: fields, Rows: rows}))
		if other.Root() != table.Root() {
			t.Fatalf("%s and %s", other.Root(), table.Root())
		}
	}))
}

// refused checks that a delta is refused and that base is as it was.
func refused(t *rapid.T, base Snapshot, d Delta, how string) {
	t.Helper()
	before := strings.Join(base.Records(), "")
	_, err := Apply(base, d)
	var invalid *InvalidError
	var root *RootError
	var other *BaseError
	if !errors.As(err, &invalid) && !errors.As(err, &root) && !errors.As(err, &other) {
		t.Fatalf("%s: %v", how, err)
	}
	if strings.Join(base.Records(), "") != before {
		t.Fatalf("%s: the base has changed", how)
	}
}

// unrecorded reports whether a row differs from that of a table in nothing that
// a record has: in what is absent and what is null. No root tells.
func unrecorded(base *Table, r value.Value) bool {
	changed, _ := newRecorder(base.key, base.fields).row(r)
	return slices.Contains(base.Records(), changed.record)
}

func TestEveryCorruptedRecordIsRefused(t *testing.T) {
	t.Run("graph", rapid.MakeCheck(func(t *rapid.T) {
		p := graphPairGen(12).Draw(t, "graphs")
		base, next := p[0], p[1]
		whole, err := DiffGraphs(base, next)
		if err != nil {
			t.Fatal(err)
		}
		corrupt := func(how string, change func(d *GraphDelta)) {
			d := *whole
			d.Added, d.Removed = slices.Clone(d.Added), slices.Clone(d.Removed)
			d.AddedEdges, d.RemovedEdges = slices.Clone(d.AddedEdges), slices.Clone(d.RemovedEdges)
			change(&d)
			refused(t, base, &d, how)
		}
		for i := range whole.Added {
			corrupt("an addition is lost", func(d *GraphDelta) { d.Added = slices.Delete(d.Added, i, i+1) })
			corrupt("an addition is doubled", func(d *GraphDelta) { d.Added = append(d.Added, d.Added[i]) })
			corrupt("a score differs", func(d *GraphDelta) { d.Added[i].Score += 0.01 })
			corrupt("a distance differs", func(d *GraphDelta) { d.Added[i].Distance++ })
			corrupt("a provenance differs", func(d *GraphDelta) { d.Added[i].Provenance += "x" })
			corrupt("a name differs", func(d *GraphDelta) { d.Added[i].QualifiedName += "xx" })
			corrupt("a kind differs", func(d *GraphDelta) { d.Added[i].Kind += "x" })
		}
		for i := range whole.Removed {
			corrupt("a removal is lost", func(d *GraphDelta) { d.Removed = slices.Delete(d.Removed, i, i+1) })
			corrupt("a removal is doubled", func(d *GraphDelta) { d.Removed = append(d.Removed, d.Removed[i]) })
			corrupt("a removed name differs", func(d *GraphDelta) { d.Removed[i].QualifiedName += "xx" })
		}
		for i := range whole.AddedEdges {
			corrupt("an added edge is lost", func(d *GraphDelta) { d.AddedEdges = slices.Delete(d.AddedEdges, i, i+1) })
			corrupt("an added edge is doubled", func(d *GraphDelta) { d.AddedEdges = append(d.AddedEdges, d.AddedEdges[i]) })
			corrupt("an added edge's type differs", func(d *GraphDelta) { d.AddedEdges[i].Type += "x" })
			corrupt("an added edge's target differs", func(d *GraphDelta) { d.AddedEdges[i].Target += "xx" })
		}
		for i := range whole.RemovedEdges {
			corrupt("a removed edge is lost", func(d *GraphDelta) { d.RemovedEdges = slices.Delete(d.RemovedEdges, i, i+1) })
			corrupt("a removed edge is doubled", func(d *GraphDelta) { d.RemovedEdges = append(d.RemovedEdges, d.RemovedEdges[i]) })
			corrupt("a removed edge's source differs", func(d *GraphDelta) { d.RemovedEdges[i].Source += "xx" })
		}
		for i := range base.symbols {
			have := base.symbols[i].expanded()
			if _, kept := next.Symbol(have.Identity()); kept {
				corrupt("what exists is added", func(d *GraphDelta) {
					d.Removed = slices.DeleteFunc(d.Removed, func(id Identity) bool { return id == have.Identity() })
					d.Added = append(d.Added, have)
				})
			}
		}
		corrupt("the base root differs", func(d *GraphDelta) { d.BaseRoot = flip(d.BaseRoot) })
		corrupt("the new root differs", func(d *GraphDelta) { d.NewRoot = flip(d.NewRoot) })
	}))

	t.Run("table", rapid.MakeCheck(func(t *rapid.T) {
		p := tablePairGen(12).Draw(t, "tables")
		base, next := p[0], p[1]
		whole, err := DiffTables(base, next)
		if err != nil {
			t.Fatal(err)
		}
		corrupt := func(how string, change func(d *TableDelta)) {
			d := *whole
			d.Added, d.Changed, d.Removed = slices.Clone(d.Added), slices.Clone(d.Changed), slices.Clone(d.Removed)
			change(&d)
			refused(t, base, &d, how)
		}
		key := base.Key()
		unused := value.NewString("an identity that no row has")
		each := func(section string, pick func(d *TableDelta) *[]value.Value) {
			for i, r := range *pick(whole) {
				if !unrecorded(base, r) {
					corrupt(section+": a row is lost", func(d *TableDelta) { s := pick(d); *s = slices.Delete(*s, i, i+1) })
				}
				corrupt(section+": a row is doubled", func(d *TableDelta) { s := pick(d); *s = append(*s, r) })
				corrupt(section+": an identity differs", func(d *TableDelta) { (*pick(d))[i] = with(r, key, unused) })
				corrupt(section+": an identity is null", func(d *TableDelta) { (*pick(d))[i] = with(r, key, value.NewNull()) })
				corrupt(section+": a field is unknown", func(d *TableDelta) { (*pick(d))[i] = with(r, "no such field", unused) })
				for _, m := range r.Members() {
					if m.Key != key {
						corrupt(section+": a cell differs", func(d *TableDelta) {
							(*pick(d))[i] = with(r, m.Key, value.NewArray([]value.Value{m.Value}))
						})
					}
				}
			}
		}
		each("added", func(d *TableDelta) *[]value.Value { return &d.Added })
		each("changed", func(d *TableDelta) *[]value.Value { return &d.Changed })
		for i, id := range whole.Removed {
			corrupt("a removal is lost", func(d *TableDelta) { d.Removed = slices.Delete(d.Removed, i, i+1) })
			corrupt("a removal is doubled", func(d *TableDelta) { d.Removed = append(d.Removed, id) })
			corrupt("a removed identity differs", func(d *TableDelta) { d.Removed[i] = unused })
		}
		for _, r := range whole.Changed {
			corrupt("a change is an addition", func(d *TableDelta) { d.Added = append(d.Added, r) })
			corrupt("a change is a removal too", func(d *TableDelta) { id, _ := r.Get(key); d.Removed = append(d.Removed, id) })
		}
		corrupt("the base root differs", func(d *TableDelta) { d.BaseRoot = flip(d.BaseRoot) })
		corrupt("the new root differs", func(d *TableDelta) { d.NewRoot = flip(d.NewRoot) })
		corrupt("the key differs", func(d *TableDelta) { d.Key += "x" })
	}))
}

// flip changes the last digit of a root.
func flip(root string) string {
	last := byte('0')
	if root[len(root)-1] == '0' {
		last = '1'
	}
	return root[:len(root)-1] + string(last)
}
