package snapshot

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// TableDelta is what a generic delta payload says (spec 10a.2).
type TableDelta struct {
	BaseRoot, NewRoot string
	Key               string
	Fields            []string      // of the added and changed rows, in order
	Added             []value.Value // whole rows
	Changed           []value.Value // whole rows; each replaces the one with its identity
	Removed           []value.Value // identities

	from deltaOrigin
}

// Profile returns ast.ProfileGeneric.
func (d *TableDelta) Profile() ast.Profile { return ast.ProfileGeneric }

// Roots returns the base that the delta applies to and its result.
func (d *TableDelta) Roots() (base, new string) { return d.BaseRoot, d.NewRoot }

// Counts returns what the delta does.
func (d *TableDelta) Counts() Counts {
	return Counts{Added: len(d.Added), Changed: len(d.Changed), Removed: len(d.Removed)}
}

// DiffTables is [Diff] of two tables. The rows of each section are in the order
// of their identities as records have them, so that equal tables have equal
// deltas. A row in which a field is absent instead of null is another (spec
// 7.4.2), although the root does not tell; where that is all that differs, the
// roots are equal and there is no delta.
func DiffTables(base, next *Table) (*TableDelta, error) {
	if base.name != next.name || base.keyed != next.keyed {
		return nil, &NoDeltaError{Reason: ReasonName, Detail: base.section() + " became " + next.section()}
	}
	if base.keyed && len(base.rows) == 0 && len(next.rows) > 0 {
		// The consumer holds rows, which would stay rows.
		return nil, &NoDeltaError{Reason: ReasonName, Detail: base.section() + " without members was written as [0]"}
	}
	if base.key != next.key {
		return nil, &NoDeltaError{Reason: ReasonKey, Detail: shown(base.key) + " became " + shown(next.key)}
	}
	if detail := fieldsDiffer(base.fields, next.fields); detail != "" {
		return nil, &NoDeltaError{Reason: ReasonFields, Detail: detail}
	}
	d := &TableDelta{BaseRoot: base.Root(), NewRoot: next.Root(), Key: next.key, Fields: next.Fields()}
	if base == next {
		return d, nil
	}
	was := make(map[string]int32, len(base.rows))
	for i := range base.rows {
		was[base.rows[i].id] = int32(i)
	}
	kept := make([]bool, len(base.rows))
	var added, changed, removed []*row
	for i := range next.rows {
		r := &next.rows[i]
		j, known := was[r.id]
		switch {
		case !known:
			added = append(added, r)
			continue
		case !base.rows[j].same(r):
			changed = append(changed, r)
		}
		kept[j] = true
	}
	for i := range base.rows {
		if !kept[i] {
			removed = append(removed, &base.rows[i])
		}
	}
	if d.BaseRoot == d.NewRoot && len(changed) > 0 {
		return nil, &NoDeltaError{Reason: ReasonSameRoot, Detail: rowName(0, byIdentity(changed)[0].id) + " differs in what is absent and what is null"}
	}
	whole := func(r *row) value.Value { return r.v }
	d.Added = valuesOf(byIdentity(added), whole)
	d.Changed = valuesOf(byIdentity(changed), whole)
	d.Removed = valuesOf(byIdentity(removed), func(r *row) value.Value { return r.identity(base.key) })
	return d, nil
}

// byIdentity puts rows in the order of their identities.
func byIdentity(rows []*row) []*row {
	slices.SortFunc(rows, func(a, b *row) int { return strings.Compare(a.id, b.id) })
	return rows
}

// valuesOf returns a value of each row.
func valuesOf(rows []*row, of func(*row) value.Value) []value.Value {
	var out []value.Value
	for _, r := range rows {
		out = append(out, of(r))
	}
	return out
}

// section returns the header of the rows without its count.
func (t *Table) section() string {
	form := "[N]"
	if t.keyed {
		form = "[N:]"
	}
	return strings.TrimSpace("## "+shown(t.name)) + " " + form
}

// identity returns the value that identifies a row.
func (r *row) identity(key string) value.Value {
	for _, m := range r.v.Members() {
		if m.Key == key {
			return m.Value
		}
	}
	return value.Value{}
}

// fieldsDiffer says how two field lists differ as sets, or "".
func fieldsDiffer(base, next []string) string {
	only := func(a, b []string) []string {
		in := make(map[string]bool, len(b))
		for _, f := range b {
			in[f] = true
		}
		var out []string
		for _, f := range a {
			if !in[f] {
				out = append(out, f)
			}
		}
		return out
	}
	var parts []string
	if gone := only(base, next); len(gone) > 0 {
		parts = append(parts, "without "+shown(strings.Join(gone, ",")))
	}
	if fresh := only(next, base); len(fresh) > 0 {
		parts = append(parts, "with "+shown(strings.Join(fresh, ",")))
	}
	return strings.Join(parts, " and ")
}

// Apply returns what the delta makes of t, verified; see [Apply].
func (t *Table) Apply(d *TableDelta) (*Table, error) {
	if d.BaseRoot != t.Root() {
		return nil, &BaseError{Have: t.Root(), Want: d.BaseRoot}
	}
	next, invalid := t.transform(d)
	if len(invalid) > 0 {
		return nil, invalid[0]
	}
	if next.Root() != d.NewRoot {
		return nil, &RootError{Declared: d.NewRoot, Computed: next.Root(), Result: next}
	}
	return next, nil
}

// transform does what the delta says without looking at its roots. It returns
// everything that is wrong with the operations.
func (t *Table) transform(d *TableDelta) (*Table, []*InvalidError) {
	if fault := t.checkShape(d); fault != nil {
		return nil, []*InvalidError{fault}
	}
	// One pass over the base finds which of the delta's rows it has: only
	// those are put into a map.
	ops, byID, invalid := d.operations()
	invalid = append(invalid, d.sectionFaults()...)
	refuse := func(o *rowOp, reason Reason, detail string) {
		invalid = append(invalid, d.from.invalid(o.opAt, o.row.id, reason, detail))
	}

	next := &Table{name: t.name, key: t.key, keyed: t.keyed, fields: t.fields, rows: make([]row, 0, len(t.rows)+len(d.Added))}
	dropped := make(map[string]bool, len(d.Changed)+len(d.Removed)) // records
	var fresh []string                                              // records
	for i := range t.rows {
		r := &t.rows[i]
		j, named := byID[r.id]
		if !named {
			next.rows = append(next.rows, *r)
			continue
		}
		o := &ops[j]
		o.inBase = true
		if o.op == OpAdd {
			continue // refused below
		}
		dropped[r.record] = true
		if o.op == OpChange {
			next.rows = append(next.rows, o.row)
		}
	}
	for i := range ops {
		o := &ops[i]
		switch {
		case o.refused:
		case o.op == OpAdd && o.inBase:
			refuse(o, ReasonExists, "")
		case o.op != OpAdd && !o.inBase:
			refuse(o, ReasonMissing, "")
		case t.keyed && o.op == OpAdd && o.row.id[0] != '"':
			refuse(o, ReasonMalformed, "has a key that is not a string")
		case o.op == OpAdd:
			next.rows = append(next.rows, o.row)
		}
		if o.op != OpRemove {
			fresh = append(fresh, o.row.record)
		}
	}
	if len(invalid) > 0 {
		sortInvalid(invalid)
		return nil, invalid
	}
	base := t.Records()
	next.seal(func() []string { return merge(base, dropped, fresh) })
	return next, nil
}

// checkShape compares what the delta declares with the table.
func (t *Table) checkShape(d *TableDelta) *InvalidError {
	if d.Key != t.key {
		detail := "the base's is " + shown(t.key)
		return &InvalidError{Op: OpAdd, Identity: d.Key, Reason: ReasonKey, Detail: detail, Node: max(d.from.addedNode, d.from.changedNode)}
	}
	for _, section := range d.sections() {
		if len(section.rows) == 0 {
			continue
		}
		if detail := fieldsDiffer(t.fields, section.fields); detail != "" {
			return &InvalidError{Op: section.op, Identity: section.list(), Reason: ReasonFields, Detail: detail, Node: section.node}
		}
	}
	return nil
}
