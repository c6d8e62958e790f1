package snapshot

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// rowOp is one operation on a row.
type rowOp struct {
	opAt
	row     row  // of a removal the identity alone
	refused bool // it contradicts another
	inBase  bool
}

// operations returns what the delta does, in the order of its sections, and the
// index of each operation by identity. What is refused whatever the base is, is
// not among them.
func (d *TableDelta) operations() (ops []rowOp, byID map[string]int32, invalid []*InvalidError) {
	ops = make([]rowOp, 0, len(d.Added)+len(d.Changed)+len(d.Removed))
	byID = make(map[string]int32, cap(ops))
	take := func(o rowOp, fault string) {
		if fault != "" {
			invalid = append(invalid, d.from.invalid(o.opAt, rowName(o.index, o.row.id), ReasonMalformed, fault))
			return
		}
		if first, twice := byID[o.row.id]; twice {
			e := d.from.clash(ops[first].opAt, o.opAt, o.row.id)
			invalid = append(invalid, e)
			ops[first].refused = ops[first].refused || e.Reason == ReasonContradictory
			return
		}
		byID[o.row.id] = int32(len(ops))
		ops = append(ops, o)
	}
	for _, section := range d.sections() {
		rec := newRecorder(d.Key, section.fields)
		for i, v := range section.rows {
			r, fault := rec.row(v)
			take(rowOp{opAt: opAt{section.op, i}, row: r}, fault)
		}
	}
	for i, v := range d.Removed {
		r, fault := row{}, ""
		if k := v.Kind(); k == value.Null || k == value.Array || k == value.Object {
			fault = "is " + article(k) + ", which identifies no row"
		} else if b, ok := appendCanonical(nil, v); !ok {
			fault = "is not valid UTF-8"
		} else {
			r.id = string(b)
		}
		take(rowOp{opAt: opAt{OpRemove, i}, row: r}, fault)
	}
	return ops, byID, invalid
}

// rowSection is a section of whole rows.
type rowSection struct {
	op     Op
	rows   []value.Value
	fields []string
	node   ast.NodeID // its header
}

// list returns the fields as a header has them.
func (s *rowSection) list() string { return "{" + strings.Join(s.fields, ",") + "}" }

// sections returns the sections of whole rows. In a document each declares its
// fields.
func (d *TableDelta) sections() [2]rowSection {
	all := [2]rowSection{
		{OpAdd, d.Added, d.from.addedFields, d.from.addedNode},
		{OpChange, d.Changed, d.from.changedFields, d.from.changedNode},
	}
	for i := range all {
		if all[i].fields == nil {
			all[i].fields = d.Fields
		}
	}
	return all
}

// sectionFaults says what is wrong with the fields of the sections whatever the
// base is: both must have its fields (spec 10a.7), and a row that changes has a
// field that can differ (spec 10a.2).
func (d *TableDelta) sectionFaults() []*InvalidError {
	all := d.sections()
	first, second := &all[0], &all[1]
	switch changed := second; {
	case len(changed.rows) > 0 && len(changed.fields) == 1 && changed.fields[0] == d.Key:
		return []*InvalidError{{Op: OpChange, Identity: changed.list(), Reason: ReasonNoFields, Node: changed.node}}
	case len(first.rows) == 0 || len(second.rows) == 0:
		return nil
	}
	if first.node > second.node {
		first, second = second, first
	}
	detail := fieldsDiffer(first.fields, second.fields)
	if detail == "" {
		return nil
	}
	return []*InvalidError{{
		Op: second.op, Identity: second.list(), Reason: ReasonSections, Detail: detail, Node: second.node,
		OtherOp: first.op, Other: first.node,
	}}
}
