package value

import (
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// graph reads a payload of the graph profile into the ecosystem's JSON shape.
func (d *decoder) graph() Value {
	if d.doc.Header.Is("delta") {
		return d.graphDelta()
	}
	// A name that symbols of several kinds have needs the kind in edges.
	kinds := make(map[string]string, d.doc.Symbols.Len())
	ends := make(map[ast.NodeID][2]string, d.doc.Symbols.Len())
	var symbols, edges []Value
	group, distance, hasDistance := "", 0, false
	for id := ast.NodeID(1); int(id) < len(d.doc.Nodes); id++ {
		switch d.doc.Nodes[id].Kind {
		case ast.KindGroup:
			group = d.doc.GroupName(id)
			distance, hasDistance = spec.Distance(group)
		case ast.KindSymbol:
			f := d.doc.GraphFields(id)
			if len(f) != 5 {
				continue
			}
			members := d.symbol(f, id)
			if hasDistance {
				members = append(members, Member{"distance", NewInt(int64(distance)).AtLine(id)})
			} else {
				members = append(members, Member{"group", NewString(group).AtLine(id)})
			}
			symbols = append(symbols, NewObject(members).AtLine(id))
			kind, name := f[1], f[2]
			ends[id] = [2]string{kind, name}
			if other, ok := kinds[name]; ok && other != kind {
				kinds[name] = ""
			} else {
				kinds[name] = kind
			}
		case ast.KindReference:
			n, _ := ast.SymbolID(d.doc.GraphFields(id)[0])
			d.refuse(&Error{Code: ast.InvalidSessionReference, Message: "the symbol " + symbolName(n) +
				" was declared in an earlier payload of the session; the payload has no value of its own"}, id)
		case ast.KindEdge:
			if e, ok := d.edge(id, kinds, ends); ok {
				edges = append(edges, e)
			}
		}
	}
	members := []Member{
		{"tool", d.headerText("tool")},
		{"tokenBudget", d.headerCount("budget")},
		{"tokensUsed", d.headerCount("tokens")},
		{"packRoot", d.headerText("pack_root")},
		{"symbols", NewArray(symbols)},
		{"edges", NewArray(edges)},
	}
	if d.doc.Header.Is("unchanged") {
		members = append(members, Member{"unchanged", NewBool(true)})
	}
	return NewObject(members)
}

// symbol reads the first five fields of a node line (spec 5).
func (d *decoder) symbol(f []string, id ast.NodeID) []Member {
	score, err := strconv.ParseFloat(f[3], 64)
	if err != nil { // a problem of the tree
		score = 0
	}
	return append(make([]Member, 0, 5),
		Member{"qualifiedName", NewString(f[2]).AtLine(id)},
		Member{"kind", NewString(ExpandKind(f[1])).AtLine(id)},
		Member{"score", NewDouble(score).AtLine(id)},
		Member{"provenance", NewString(f[4]).AtLine(id)},
	)
}

// edge reads an edge line (spec 6).
func (d *decoder) edge(id ast.NodeID, kinds map[string]string, ends map[ast.NodeID][2]string) (Value, bool) {
	f := d.doc.GraphFields(id)
	if len(f) < 2 || len(f) > 3 {
		return Value{}, false
	}
	t, s, ok := ast.EdgeEnds(f[0])
	if !ok {
		return Value{}, false
	}
	target, ok1 := d.end(t, ends)
	source, ok2 := d.end(s, ends)
	if !ok1 || !ok2 {
		return Value{}, false
	}
	status := ""
	if len(f) == 3 {
		status = f[2]
	}
	text := func(s string) Value { return NewString(s).AtLine(id) }
	members := []Member{
		{"source", text(source[1])},
		{"target", text(target[1])},
		{"edgeType", text(f[1])},
		{"status", text(status)},
	}
	if kinds[source[1]] == "" {
		members = append(members, Member{"sourceKind", text(ExpandKind(source[0]))})
	}
	if kinds[target[1]] == "" {
		members = append(members, Member{"targetKind", text(ExpandKind(target[0]))})
	}
	return NewObject(members).AtLine(id), true
}

// end returns the kind and the name of the symbol that an edge refers to.
func (d *decoder) end(id uint64, ends map[ast.NodeID][2]string) ([2]string, bool) {
	node, ok := d.doc.Symbols.Lookup(id)
	if !ok {
		return [2]string{}, false
	}
	e, ok := ends[node]
	return e, ok
}

// graphDelta reads a delta payload (spec 10.1).
func (d *decoder) graphDelta() Value {
	var removed, added, removedEdges, addedEdges []Value
	edges := &addedEdges
	for id := ast.NodeID(1); int(id) < len(d.doc.Nodes); id++ {
		f := d.doc.GraphFields(id)
		text := func(s string) Value { return NewString(s).AtLine(id) }
		switch d.doc.Nodes[id].Kind {
		case ast.KindGroup:
			if edges = &addedEdges; d.doc.GroupName(id) == "edges_removed" {
				edges = &removedEdges
			}
		case ast.KindDeltaSymbol:
			removed = append(removed, NewObject([]Member{
				{"qualifiedName", text(f[1])},
				{"kind", text(ExpandKind(f[0]))},
			}).AtLine(id))
		case ast.KindSymbol:
			if len(f) != 6 {
				continue
			}
			distance, err := strconv.ParseInt(f[5], 10, 64)
			if err != nil { // a problem of the tree
				distance = 0
			}
			added = append(added, NewObject(append(d.symbol(f, id), Member{"distance", NewInt(distance).AtLine(id)})).AtLine(id))
		case ast.KindDeltaEdge:
			*edges = append(*edges, NewObject([]Member{
				{"source", text(f[0])},
				{"target", text(f[2])},
				{"edgeType", text(f[3])},
			}).AtLine(id))
		}
	}
	return NewObject([]Member{
		{"tool", d.headerText("tool")},
		{"baseRoot", d.headerText("base_root")},
		{"newRoot", d.headerText("new_root")},
		{"removed", NewArray(removed)},
		{"added", NewArray(added)},
		{"removedEdges", NewArray(removedEdges)},
		{"addedEdges", NewArray(addedEdges)},
		{"deltaTokens", d.headerCount("tokens")},
		{"savings", d.headerText("savings")},
	})
}

func (d *decoder) headerText(key string) Value {
	s, _ := d.doc.Header.Get(key)
	return NewString(s).AtLine(d.doc.Header.Node)
}

func (d *decoder) headerCount(key string) Value {
	s, _ := d.doc.Header.Get(key)
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil { // absent, or a problem of the tree
		n = 0
	}
	return NewInt(n).AtLine(d.doc.Header.Node)
}

// refuse keeps the first error, unless what can be read is wanted.
func (d *decoder) refuse(err error, line ast.NodeID) {
	if d.options&partial == 0 {
		d.fail(err, line)
	}
}
