package snapshot

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// GraphDelta is what a graph delta payload says (spec 10.1). Its edges need no
// kinds: a payload has none.
type GraphDelta struct {
	BaseRoot, NewRoot string

	// Removed and Added. A symbol whose score, provenance or distance changes
	// is in both: removals come first.
	Removed      []Identity
	Added        []Symbol
	RemovedEdges []Edge
	AddedEdges   []Edge

	from deltaOrigin
}

// deltaOrigin says which lines of a document the operations came from.
type deltaOrigin struct {
	added, changed, removed, addedEdges, removedEdges []ast.NodeID

	// Of a table's sections: what they declare, and where.
	addedFields, changedFields []string
	addedNode, changedNode     ast.NodeID
}

// Profile returns ast.ProfileGraph.
func (d *GraphDelta) Profile() ast.Profile { return ast.ProfileGraph }

// Roots returns the base that the delta applies to and its result.
func (d *GraphDelta) Roots() (base, new string) { return d.BaseRoot, d.NewRoot }

// Counts returns what the delta does. A symbol that is removed and added again
// counts as changed.
func (d *GraphDelta) Counts() Counts {
	c := Counts{Added: len(d.Added), Removed: len(d.Removed), AddedEdges: len(d.AddedEdges), RemovedEdges: len(d.RemovedEdges)}
	if c.Added > 0 && c.Removed > 0 {
		removed := make(map[string]bool, len(d.Removed))
		for _, id := range d.Removed {
			removed[id.String()] = true
		}
		for i := range d.Added {
			if removed[d.Added[i].Identity().String()] {
				c.Changed++
			}
		}
		c.Added -= c.Changed
		c.Removed -= c.Changed
	}
	return c
}

// Identity returns the kind and the name of a symbol.
func (s *Symbol) Identity() Identity { return Identity{s.Kind, s.QualifiedName} }

// DiffGraphs is [Diff] of two graphs. Added symbols are in the order of a full
// payload, by distance and score, everything else in that of its record, so that
// equal graphs have equal deltas.
func DiffGraphs(base, next *Graph) (*GraphDelta, error) {
	d := &GraphDelta{BaseRoot: base.Root(), NewRoot: next.Root()}
	if e := statusDiffers(base, next); e != nil {
		reason := ReasonStatus
		if d.BaseRoot == d.NewRoot {
			reason = ReasonSameRoot
		}
		return nil, &NoDeltaError{Reason: reason, Detail: e.String() + " differs in its status"}
	}
	if d.BaseRoot == d.NewRoot {
		return d, nil
	}
	was, is := base.byID(), next.byID()
	var removed, added []*node
	for i := range base.symbols {
		n := &base.symbols[i]
		if j, kept := is[n.id()]; !kept || next.symbols[j].record != n.record {
			removed = append(removed, n)
		}
	}
	for i := range next.symbols {
		n := &next.symbols[i]
		if j, kept := was[n.id()]; !kept || base.symbols[j].record != n.record {
			added = append(added, n)
		}
	}
	slices.SortFunc(removed, func(a, b *node) int { return strings.Compare(a.id(), b.id()) })
	slices.SortFunc(added, func(a, b *node) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(b.Score, a.Score), strings.Compare(a.id(), b.id()))
	})
	for _, n := range removed {
		d.Removed = append(d.Removed, Identity{value.ExpandKind(n.Kind), n.QualifiedName})
	}
	for _, n := range added {
		d.Added = append(d.Added, n.expanded())
	}
	var err error
	if d.RemovedEdges, err = edgesWithout(base, next); err != nil {
		return nil, err
	}
	if d.AddedEdges, err = edgesWithout(next, base); err != nil {
		return nil, err
	}
	return d, nil
}

// statusDiffers returns an edge of next whose status the edge of base does not
// have, or nil: an edge that is new has none in a delta.
func statusDiffers(base, next *Graph) *link {
	has := func(l link) bool { return l.Status != "" }
	if !slices.ContainsFunc(base.edges, has) && !slices.ContainsFunc(next.edges, has) {
		return nil
	}
	was := make(map[string]string, len(base.edges))
	for i := range base.edges {
		was[base.edges[i].record] = base.edges[i].Status
	}
	for i := range next.edges {
		if l := &next.edges[i]; was[l.record] != l.Status {
			return l
		}
	}
	return nil
}

// edgesWithout returns the edges of g that other does not have. They must be
// recognisable without the kinds of their ends.
func edgesWithout(g, other *Graph) ([]Edge, error) {
	have := make(map[string]bool, len(other.edges))
	for i := range other.edges {
		have[other.edges[i].record] = true
	}
	var links []*link
	var names map[string]string
	for i := range g.edges {
		l := &g.edges[i]
		if have[l.record] {
			continue
		}
		if names == nil {
			names = nameTable(g.symbols)
		}
		if names[l.Source] == ambiguous || names[l.Target] == ambiguous {
			return nil, &NoDeltaError{Reason: ReasonAmbiguousEnd, Detail: l.String()}
		}
		links = append(links, l)
	}
	slices.SortFunc(links, func(a, b *link) int { return strings.Compare(a.record, b.record) })
	var out []Edge
	for _, l := range links {
		out = append(out, l.bare())
	}
	return out, nil
}

// Apply returns what the delta makes of g, verified; see [Apply].
func (g *Graph) Apply(d *GraphDelta) (*Graph, error) {
	if d.BaseRoot != g.Root() {
		return nil, &BaseError{Have: g.Root(), Want: d.BaseRoot}
	}
	next, invalid := g.transform(d)
	if len(invalid) > 0 {
		return nil, invalid[0]
	}
	if next.Root() != d.NewRoot {
		return nil, &RootError{Declared: d.NewRoot, Computed: next.Root(), Result: next}
	}
	return next, nil
}

// transform does what the delta says without looking at its roots. It returns
// everything that is wrong with the operations, the edges only where the
// symbols are right: one mistake there would be repeated by its edges.
func (g *Graph) transform(d *GraphDelta) (next *Graph, invalid []*InvalidError) {
	invalid = d.contradictions()
	refused := operationsOf(invalid)
	var refuse refuseFunc = func(op Op, i int, what string, reason Reason, detail string) {
		invalid = append(invalid, d.from.invalid(opAt{op, i}, what, reason, detail))
	}
	defer func() { sortInvalid(invalid) }()
	was := g.byID()

	removed := make(map[string]int, len(d.Removed)) // identity to index
	for i, id := range d.Removed {
		if refused[opAt{OpRemove, i}] {
			continue
		}
		if _, ok := was[id.key()]; !ok {
			refuse(OpRemove, i, id.String(), ReasonMissing, "")
			continue
		}
		removed[id.key()] = i
	}
	added := make([]node, 0, len(d.Added))
	isNew := make(map[string]int, len(d.Added)) // identity to index in added
	for i := range d.Added {
		if refused[opAt{OpAdd, i}] {
			continue
		}
		n := node{Symbol: d.Added[i]}
		n.Kind, n.Score = value.AbbreviateKind(n.Kind), g.score(n.Score)
		n.seal()
		_, exists := was[n.id()]
		if _, replaced := removed[n.id()]; exists && !replaced {
			refuse(OpAdd, i, n.identity().String(), ReasonExists, "")
			continue
		}
		isNew[n.id()] = len(added)
		added = append(added, n)
	}
	for _, e := range invalid {
		if e.Op == OpAdd || e.Op == OpRemove {
			return nil, invalid
		}
	}

	// The symbols of the result: a replaced one keeps its place.
	next = &Graph{score: g.score, symbols: make([]node, 0, len(g.symbols)+len(added))}
	dropped := make(map[string]bool) // records
	gone := make(map[string]int)     // identities that are no more, to the index of their removal
	var fresh []string               // records
	for i := range g.symbols {
		n := &g.symbols[i]
		op, out := removed[n.id()]
		if !out {
			next.symbols = append(next.symbols, *n)
			continue
		}
		dropped[n.record] = true
		if j, back := isNew[n.id()]; back {
			next.symbols = append(next.symbols, added[j])
		} else {
			gone[n.id()] = op
		}
	}
	for i := range added {
		fresh = append(fresh, added[i].record)
		if _, replaced := removed[added[i].id()]; !replaced {
			next.symbols = append(next.symbols, added[i])
		}
	}
	droppedEdges := g.removeEdges(d, refused, refuse)
	for i := range g.edges {
		l := &g.edges[i]
		if droppedEdges[l.record] {
			continue
		}
		source, target := l.ends()
		for _, end := range [...]string{source, target} {
			if op, dangling := gone[end]; dangling {
				refuse(OpRemove, op, d.Removed[op].String(), ReasonDangling, l.String())
				delete(gone, end) // once is enough
			}
		}
		next.edges = append(next.edges, *l)
	}
	freshEdges := next.addEdges(d, g, droppedEdges, refused, refuse)
	if len(invalid) > 0 {
		return nil, invalid
	}

	base, symbols := g.Records(), len(g.symbols)
	next.byID = lazyIndex(next)
	next.seal(func() []string {
		return append(merge(base[:symbols], dropped, fresh), merge(base[symbols:], droppedEdges, freshEdges)...)
	})
	return next, nil
}

// refuseFunc records what is wrong with one operation.
type refuseFunc func(op Op, i int, what string, reason Reason, detail string)

// removeEdges returns the records of the edges that the delta removes. An edge
// of a delta names no kinds, so it is looked for by its names and its type.
func (g *Graph) removeEdges(d *GraphDelta, refused map[opAt]bool, refuse refuseFunc) map[string]bool {
	if len(d.RemovedEdges) == 0 {
		return nil
	}
	byNames := make(map[Edge][]int32, len(g.edges))
	for i := range g.edges {
		key := g.edges[i].bare()
		byNames[key] = append(byNames[key], int32(i))
	}
	dropped := make(map[string]bool, len(d.RemovedEdges))
	for i, e := range d.RemovedEdges {
		if refused[opAt{OpRemoveEdge, i}] {
			continue
		}
		match := byNames[e.bare()]
		if e.SourceKind != "" || e.TargetKind != "" {
			match = slices.DeleteFunc(slices.Clone(match), func(j int32) bool { return !g.edges[j].fits(e) })
		}
		switch {
		case len(match) == 0:
			refuse(OpRemoveEdge, i, e.String(), ReasonMissing, "")
		case len(match) > 1:
			refuse(OpRemoveEdge, i, e.String(), ReasonAmbiguousEnd, "")
		case dropped[g.edges[match[0]].record]:
			refuse(OpRemoveEdge, i, e.String(), ReasonRepeated, "")
		default:
			dropped[g.edges[match[0]].record] = true
		}
	}
	return dropped
}

// fits reports whether the kinds that e names, if any, are those of l.
func (l *link) fits(e Edge) bool {
	return (e.SourceKind == "" || value.AbbreviateKind(e.SourceKind) == l.SourceKind) &&
		(e.TargetKind == "" || value.AbbreviateKind(e.TargetKind) == l.TargetKind)
}

// bare returns the edge as a delta names it: without the kinds of its ends and
// its status.
func (e Edge) bare() Edge { return Edge{Source: e.Source, Target: e.Target, Type: e.Type} }

// addEdges adds the edges of a delta to its result, which holds all the
// result's symbols and the edges of base that stay. It returns the records.
func (g *Graph) addEdges(d *GraphDelta, base *Graph, dropped map[string]bool, refused map[opAt]bool, refuse refuseFunc) []string {
	if len(d.AddedEdges) == 0 {
		return nil
	}
	names := nameTable(g.symbols)
	ids := make(map[string]bool, len(g.symbols))
	for i := range g.symbols {
		ids[g.symbols[i].id()] = true
	}
	exists := make(map[string]bool, len(base.edges))
	for i := range base.edges {
		exists[base.edges[i].record] = true
	}
	seen := make(map[string]bool, len(d.AddedEdges))
	fresh := make([]string, 0, len(d.AddedEdges))
	for i, e := range d.AddedEdges {
		if refused[opAt{OpAddEdge, i}] {
			continue
		}
		l, reason, detail := resolve(e, names, func(id string) bool { return ids[id] })
		switch {
		case reason != ReasonNone:
		case seen[l.record]:
			reason = ReasonRepeated
		case dropped[l.record]:
			reason = ReasonContradictory
		case exists[l.record]:
			reason = ReasonExists
		}
		if reason != ReasonNone {
			refuse(OpAddEdge, i, e.String(), reason, detail)
			continue
		}
		seen[l.record] = true
		fresh = append(fresh, l.record)
		g.edges = append(g.edges, l)
	}
	return fresh
}

// lazyIndex finds the symbols of a graph by their identity.
func lazyIndex(g *Graph) func() map[string]int32 {
	return sync.OnceValue(func() map[string]int32 {
		byID := make(map[string]int32, len(g.symbols))
		for i := range g.symbols {
			byID[g.symbols[i].id()] = int32(i)
		}
		return byID
	})
}
