package snapshot

import (
	"cmp"
	"slices"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// Contradictions returns what is wrong with a delta's operations whatever the
// base is, in the order of the document: what contradicts or repeats another
// operation and what no snapshot may hold (spec 10.4 steps 2 and 3, 10a.5).
// [Problems] says this, too, with what is wrong on a base. Its cost is linear.
func Contradictions(delta Delta) []*InvalidError {
	var invalid []*InvalidError
	switch d := delta.(type) {
	case *GraphDelta:
		invalid = d.contradictions()
	case *TableDelta:
		_, _, invalid = d.operations()
		invalid = append(invalid, d.sectionFaults()...)
	}
	sortInvalid(invalid)
	return invalid
}

// opAt names an operation of a delta: its section and its position there.
type opAt struct {
	op    Op
	index int
}

// lines returns the lines of a section's operations.
func (o *deltaOrigin) lines(op Op) []ast.NodeID {
	switch op {
	case OpAdd:
		return o.added
	case OpChange:
		return o.changed
	case OpRemove:
		return o.removed
	case OpAddEdge:
		return o.addedEdges
	}
	return o.removedEdges
}

// line returns the line of an operation, or 0.
func (o *deltaOrigin) line(a opAt) ast.NodeID { return at(o.lines(a.op), a.index) }

// invalid refuses an operation.
func (o *deltaOrigin) invalid(a opAt, what string, reason Reason, detail string) *InvalidError {
	return &InvalidError{Op: a.op, Index: a.index, Identity: what, Reason: reason, Detail: detail, Node: o.line(a)}
}

// clash refuses one of two operations that do not go together: the one that
// stands later in the document, else the second.
func (o *deltaOrigin) clash(a, b opAt, what string) *InvalidError {
	if o.line(a) > o.line(b) {
		a, b = b, a
	}
	reason := ReasonRepeated
	if a.op != b.op {
		reason = ReasonContradictory
	}
	e := o.invalid(b, what, reason, "")
	e.OtherOp, e.OtherIndex, e.Other = a.op, a.index, o.line(a)
	return e
}

// operationsOf returns the operations that need no other check: those that are
// refused and, of a contradiction, both.
func operationsOf(invalid []*InvalidError) map[opAt]bool {
	refused := make(map[opAt]bool, len(invalid))
	for _, e := range invalid {
		refused[opAt{e.Op, e.Index}] = true
		if e.Reason == ReasonContradictory {
			refused[opAt{e.OtherOp, e.OtherIndex}] = true
		}
	}
	return refused
}

// sortInvalid puts what is refused in the order of the document, else in that
// of the sections.
func sortInvalid(invalid []*InvalidError) {
	slices.SortStableFunc(invalid, func(a, b *InvalidError) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Op, b.Op), cmp.Compare(a.Index, b.Index))
	})
}

// key returns the identity as records and maps have it.
func (id Identity) key() string { return value.AbbreviateKind(id.Kind) + "\t" + id.QualifiedName }

// contradictions are those of a graph's delta.
func (d *GraphDelta) contradictions() []*InvalidError {
	var invalid []*InvalidError
	removed := make(map[string]int, len(d.Removed))
	for i, id := range d.Removed {
		if first, twice := removed[id.key()]; twice {
			invalid = append(invalid, d.from.clash(opAt{OpRemove, first}, opAt{OpRemove, i}, id.String()))
			continue
		}
		removed[id.key()] = i
	}
	added := make(map[string]int, len(d.Added))
	for i := range d.Added {
		s := d.Added[i]
		s.Kind = value.AbbreviateKind(s.Kind)
		id := s.Identity()
		if fault := checkSymbol(&s); fault != "" {
			invalid = append(invalid, d.from.invalid(opAt{OpAdd, i}, id.String(), ReasonMalformed, fault))
			continue
		}
		if first, twice := added[id.key()]; twice {
			invalid = append(invalid, d.from.clash(opAt{OpAdd, first}, opAt{OpAdd, i}, id.String()))
			continue
		}
		added[id.key()] = i
	}
	// Edges of a delta name no kinds. Where a symbol goes, its name may stand
	// for one of another kind afterwards, and then the edge that is removed is
	// not the one that is added.
	gone := make(map[string]bool)
	for i := range d.Removed {
		if _, back := added[d.Removed[i].key()]; !back {
			gone[d.Removed[i].QualifiedName] = true
		}
	}
	edges := make(map[Edge]opAt, len(d.RemovedEdges)+len(d.AddedEdges))
	for _, section := range [...]struct {
		op    Op
		edges []Edge
	}{{OpRemoveEdge, d.RemovedEdges}, {OpAddEdge, d.AddedEdges}} {
		own := make(map[Edge]int, len(section.edges))
		for i, e := range section.edges {
			e.SourceKind, e.TargetKind = value.AbbreviateKind(e.SourceKind), value.AbbreviateKind(e.TargetKind)
			here := opAt{section.op, i}
			if first, twice := own[e]; twice {
				invalid = append(invalid, d.from.clash(opAt{section.op, first}, here, e.String()))
				continue
			}
			own[e] = i
			if other, both := edges[e]; both && !gone[e.Source] && !gone[e.Target] {
				invalid = append(invalid, d.from.clash(other, here, e.String()))
			}
			edges[e] = here
		}
	}
	return invalid
}
