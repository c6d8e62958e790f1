package graph

import "gcf-lsp/ast"

// Index finds the edges of a symbol, and in a delta the symbols of a name. It
// is immutable, safe for concurrent use and takes some 16 bytes for each line
// of its document.
type Index struct {
	out, in adjacency
	names   map[string][]ast.NodeID // of a delta
	edges   int
}

// adjacency holds the edge lines of each symbol line, in source order: those
// of line i are lines[start[i]:start[i+1]].
type adjacency struct {
	start []int32
	lines []ast.NodeID
}

func (a *adjacency) of(id ast.NodeID) []ast.NodeID {
	if id <= 0 || int(id)+1 >= len(a.start) {
		return nil
	}
	return a.lines[a.start[id]:a.start[id+1]:a.start[id+1]]
}

// NewIndex indexes a document. A document that is no graph has an empty one. An
// edge of which nothing declares one end is found from the other.
func NewIndex(doc *ast.Document) *Index {
	x := &Index{}
	if doc.Profile != ast.ProfileGraph {
		return x
	}
	type ends struct{ line, source, target ast.NodeID }
	var all []ends
	for i := range doc.Nodes {
		id := ast.NodeID(i)
		switch doc.Nodes[i].Kind {
		case ast.KindEdge:
			x.edges++
			e := Edge(doc, id)
			source, _ := Declares(doc, e.Source)
			target, _ := Declares(doc, e.Target)
			all = append(all, ends{id, source, target})
		case ast.KindDeltaSymbol:
			_, name := DeltaSymbol(doc, id)
			x.name(doc, name, id)
		case ast.KindSymbol:
			if doc.Header.Is("delta") {
				x.name(doc, Symbol(doc, id).Name, id)
			}
		}
	}
	// Line 0, the document, declares no symbol; it takes the ends that nothing
	// declares.
	build := func(a *adjacency, end func(*ends) ast.NodeID) {
		a.start = make([]int32, len(doc.Nodes)+1)
		a.lines = make([]ast.NodeID, len(all))
		for i := range all {
			a.start[end(&all[i])+1]++
		}
		for i := 1; i < len(a.start); i++ {
			a.start[i] += a.start[i-1]
		}
		next := make([]int32, len(doc.Nodes))
		copy(next, a.start)
		for i := range all {
			n := end(&all[i])
			a.lines[next[n]] = all[i].line
			next[n]++
		}
	}
	if len(all) > 0 {
		build(&x.out, func(e *ends) ast.NodeID { return e.source })
		build(&x.in, func(e *ends) ast.NodeID { return e.target })
	}
	return x
}

func (x *Index) name(doc *ast.Document, s ast.Span, id ast.NodeID) {
	if x.names == nil {
		x.names = make(map[string][]ast.NodeID)
	}
	name := doc.Source[s.Start:s.End]
	x.names[name] = append(x.names[name], id)
}

// Out returns the edge lines whose source is the symbol that a line declares,
// in source order. The slice must not be changed.
func (x *Index) Out(symbol ast.NodeID) []ast.NodeID { return x.out.of(symbol) }

// In returns the edge lines whose target is the symbol that a line declares,
// in source order. The slice must not be changed.
func (x *Index) In(symbol ast.NodeID) []ast.NodeID { return x.in.of(symbol) }

// Named returns the lines of a delta that add or remove symbols of a name.
func (x *Index) Named(name string) []ast.NodeID { return x.names[name] }

// Edges returns the number of edge lines.
func (x *Index) Edges() int { return x.edges }
