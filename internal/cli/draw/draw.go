// Package draw shows the symbols and edges of a document as a drawing: SVG, DOT
// or Mermaid. Enter it at [OfGraph] and [OfFrames].
//
// Whatever comes from a document is escaped for the format, so that a name can
// be neither markup nor a statement, and is shown as it is.
package draw

import (
	"slices"
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/frames"
	"gcf-lsp/value"
)

// Node is a symbol, a frame, or what a frame relates to.
type Node struct {
	Name, Kind, Group string
}

// Edge leads from one node to another, both as indexes.
type Edge struct {
	From, To     int
	Type, Status string // Status is "added", "removed" or ""
}

// Graph is what is drawn.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// OfGraph returns the graph of a full payload of the graph profile. Lines that
// cannot be read are left out; a symbol of an earlier payload has its id as name.
func OfGraph(doc *ast.Document) *Graph {
	g := &Graph{}
	at := make(map[uint64]int)
	group := ""
	for i := range doc.Nodes {
		line := ast.NodeID(i)
		switch doc.Nodes[i].Kind {
		case ast.KindGroup:
			group = doc.GroupName(line)
		case ast.KindSymbol, ast.KindReference:
			f := doc.GraphFields(line)
			if len(f) == 0 {
				continue
			}
			id, ok := ast.SymbolID(f[0])
			if _, twice := at[id]; !ok || twice {
				continue
			}
			n := Node{Name: f[0], Kind: "reference", Group: group}
			if doc.Nodes[i].Kind == ast.KindSymbol && len(f) > 2 {
				n.Kind, n.Name = f[1], f[2]
			}
			at[id] = len(g.Nodes)
			g.Nodes = append(g.Nodes, n)
		case ast.KindEdge:
			f := doc.GraphFields(line)
			if len(f) < 2 {
				continue
			}
			target, source, ok := ast.EdgeEnds(f[0])
			from, known := at[source]
			to, knownToo := at[target]
			if !ok || !known || !knownToo {
				continue
			}
			e := Edge{From: from, To: to, Type: f[1]}
			if len(f) > 2 {
				e.Status = f[2]
			}
			g.Edges = append(g.Edges, e)
		}
	}
	return g
}

// OfFrames returns the frames of a document and the relations that lead from
// them, such as the calls of a code graph: to other frames by their uri, else to
// a node of the group "related".
func OfFrames(view *frames.View) *Graph {
	g := &Graph{}
	at := make(map[string]int) // by uri
	var all []*frames.Frame
	for _, r := range view.Results {
		for i := range r.Frames {
			f := &r.Frames[i]
			name, ok := f.Text(frames.Title)
			if !ok {
				name, _ = f.Text(frames.ID)
			}
			kind, _ := f.Text(frames.Kind)
			if uri, ok := f.Text(frames.URI); ok {
				if _, twice := at[uri]; !twice {
					at[uri] = len(g.Nodes)
				}
			}
			all = append(all, f)
			g.Nodes = append(g.Nodes, Node{name, kind, "frames"})
		}
	}
	text := func(v value.Value, key string) string {
		if m, ok := v.Get(key); ok && m.Kind() == value.String {
			return m.Str()
		}
		return ""
	}
	for from, f := range all {
		relations, _ := f.Get(frames.Relations)
		if relations.Kind() != value.Array {
			continue
		}
		for _, r := range relations.Elems() {
			if r.Kind() != value.Object {
				continue
			}
			uri := text(r, "target_uri")
			to, known := at[uri]
			if !known {
				to = len(g.Nodes)
				at[uri] = to
				name := text(r, "display_name")
				if name == "" {
					name = uri
				}
				g.Nodes = append(g.Nodes, Node{name, "uri", "related"})
			}
			g.Edges = append(g.Edges, Edge{From: from, To: to, Type: text(r, "rel")})
		}
	}
	return g
}

// Filter says what of a graph is drawn. An empty list is no condition.
type Filter struct {
	Groups, Kinds, EdgeTypes []string
	Focus                    []int // nodes; those within Depth edges of them stay
	Depth                    int
}

// Keep returns what passes a filter: first nodes and edges by their names, and
// of what is left the neighbours of the focus, whichever way the edges lead. Its
// cost is linear.
func (g *Graph) Keep(f Filter) *Graph {
	passes := func(list []string, name string) bool { return len(list) == 0 || slices.Contains(list, name) }
	keep := make([]bool, len(g.Nodes))
	for i, n := range g.Nodes {
		keep[i] = passes(f.Groups, n.Group) && passes(f.Kinds, n.Kind)
	}
	follows := func(e Edge) bool { return keep[e.From] && keep[e.To] && passes(f.EdgeTypes, e.Type) }
	if f.Focus != nil {
		keep = g.near(f, keep, follows)
	}
	out := &Graph{}
	at := make([]int, len(g.Nodes))
	for i, n := range g.Nodes {
		if keep[i] {
			at[i] = len(out.Nodes)
			out.Nodes = append(out.Nodes, n)
		}
	}
	for _, e := range g.Edges {
		if keep[e.From] && keep[e.To] && passes(f.EdgeTypes, e.Type) {
			e.From, e.To = at[e.From], at[e.To]
			out.Edges = append(out.Edges, e)
		}
	}
	return out
}

// near returns the nodes within a number of edges of the focus.
func (g *Graph) near(f Filter, keep []bool, follows func(Edge) bool) []bool {
	next := make([][]int, len(g.Nodes))
	for _, e := range g.Edges {
		if follows(e) {
			next[e.From] = append(next[e.From], e.To)
			next[e.To] = append(next[e.To], e.From)
		}
	}
	seen := make([]bool, len(g.Nodes))
	var ring []int
	reach := func(i int) {
		if keep[i] && !seen[i] {
			seen[i] = true
			ring = append(ring, i)
		}
	}
	for _, i := range f.Focus {
		reach(i)
	}
	for depth := 0; depth < f.Depth && len(ring) > 0; depth++ {
		last := ring
		ring = nil
		for _, i := range last {
			for _, j := range next[i] {
				reach(j)
			}
		}
	}
	return seen
}

// Named returns the nodes of a name.
func (g *Graph) Named(name string) (found []int) {
	for i, n := range g.Nodes {
		if n.Name == name {
			found = append(found, i)
		}
	}
	return found
}

// groups returns the nodes by group, the groups in the order of the document.
func (g *Graph) groups() (names []string, nodes [][]int) {
	at := make(map[string]int)
	for i, n := range g.Nodes {
		k, known := at[n.Group]
		if !known {
			k = len(names)
			at[n.Group] = k
			names, nodes = append(names, n.Group), append(nodes, nil)
		}
		nodes[k] = append(nodes[k], i)
	}
	return names, nodes
}

// label is the text of an edge.
func (e *Edge) label() string {
	if e.Status == "" {
		return e.Type
	}
	return e.Type + " (" + e.Status + ")"
}

// id is the name of a node in a format: no text of a document.
func id(node int) string { return "n" + strconv.Itoa(node) }
