package snapshot

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// Graph is an immutable set of symbols and of edges between them.
type Graph struct {
	symbols []node
	edges   []link
	records func() []string // sorted, symbols before edges
	root    func() string
	byID    func() map[string]int32 // symbols by identity
	score   func(float64) float64   // how scores are kept: rounded, or exact
}

// node is a symbol, its kind abbreviated, with its canonical record (spec 10.2).
type node struct {
	Symbol
	record string
}

// id returns the identity as text: the kind, abbreviated, a tab and the name.
func (n *node) id() string {
	return n.record[2 : 2+len(n.Kind)+1+len(n.QualifiedName)]
}

// link is an edge, the kinds of its ends abbreviated, with its canonical record.
type link struct {
	Edge
	record string
}

// ends returns the identities of the source and of the target.
func (l *link) ends() (source, target string) {
	a := 2 + len(l.SourceKind) + 1 + len(l.Source)
	b := a + 1 + len(l.TargetKind) + 1 + len(l.Target)
	return l.record[2:a], l.record[a+1 : b]
}

// NewGraph returns a graph of these symbols and edges. Scores are rounded to
// the two decimals that a payload carries (spec 5), so that the root is the
// one that a consumer of the payload computes; see [NewExactGraph]. The error
// is a [*DataError]: a field that a graph line cannot hold, a symbol or an
// edge that is there twice, an edge whose end is missing or ambiguous.
func NewGraph(symbols []Symbol, edges []Edge) (*Graph, error) {
	return newGraph(symbols, edges, round, graphOrigin{})
}

// NewExactGraph is [NewGraph] with the scores as they are. Its root is what a
// producer announces that hashes its scores before it writes them; no consumer
// can verify that where a score has more than two decimals.
func NewExactGraph(symbols []Symbol, edges []Edge) (*Graph, error) {
	return newGraph(symbols, edges, func(score float64) float64 { return score }, graphOrigin{})
}

// graphOrigin says which lines of a document symbols and edges came from.
type graphOrigin struct{ symbols, edges []ast.NodeID }

func at(lines []ast.NodeID, i int) ast.NodeID {
	if i < len(lines) {
		return lines[i]
	}
	return 0
}

func newGraph(symbols []Symbol, edges []Edge, score func(float64) float64, from graphOrigin) (*Graph, error) {
	nodes := make([]node, len(symbols))
	byID := make(map[string]int32, len(symbols))
	for i := range symbols {
		n := node{Symbol: symbols[i]}
		n.Kind, n.Score = value.AbbreviateKind(n.Kind), score(n.Score)
		fault := checkSymbol(&n.Symbol)
		if fault == "" {
			n.seal()
			if _, twice := byID[n.id()]; twice {
				fault = "is there twice"
			}
		}
		if fault != "" {
			return nil, &DataError{What: n.identity().String(), Detail: fault, Node: at(from.symbols, i)}
		}
		byID[n.id()] = int32(i)
		nodes[i] = n
	}
	links := make([]link, 0, len(edges))
	if len(edges) > 0 {
		names := nameTable(nodes)
		seen := make(map[string]bool, len(edges))
		for i := range edges {
			l, reason, detail := resolve(edges[i], names, func(id string) bool { _, ok := byID[id]; return ok })
			switch {
			case reason != ReasonNone:
				detail = strings.TrimPrefix(reason.String()+": "+detail, ReasonMalformed.String()+": ")
			case seen[l.record]:
				detail = "is there twice"
			}
			if detail != "" {
				return nil, &DataError{What: edges[i].String(), Detail: detail, Node: at(from.edges, i)}
			}
			seen[l.record] = true
			links = append(links, l)
		}
	}
	g := &Graph{symbols: nodes, edges: links, score: score}
	g.byID = func() map[string]int32 { return byID }
	g.seal(func() []string {
		records := make([]string, 0, len(nodes)+len(links))
		for i := range nodes {
			records = append(records, nodes[i].record)
		}
		for i := range links {
			records = append(records, links[i].record)
		}
		slices.Sort(records[:len(nodes)])
		slices.Sort(records[len(nodes):])
		return records
	})
	return g, nil
}

// seal makes the records and the root come from sort, once, when needed.
func (g *Graph) seal(sort func() []string) {
	g.records = sync.OnceValue(sort)
	g.root = sync.OnceValue(func() string { return hashRecords(g.records()) })
}

// seal writes the canonical record of a symbol.
func (n *node) seal() {
	b := make([]byte, 0, 48+len(n.QualifiedName)+len(n.Provenance))
	b = append(b, "S\t"...)
	b = append(b, n.Kind...)
	b = append(b, '\t')
	b = append(b, n.QualifiedName...)
	b = append(b, '\t')
	b = value.AppendNumber(b, value.NewDouble(n.Score))
	b = append(b, '\t')
	b = append(b, n.Provenance...)
	b = append(b, '\t')
	b = strconv.AppendInt(b, int64(n.Distance), 10)
	b = append(b, '\n')
	n.record = string(b)
}

func (n *node) identity() Identity { return Identity{n.Kind, n.QualifiedName} }

// expanded returns the symbol with its kind in full.
func (n *node) expanded() Symbol {
	s := n.Symbol
	s.Kind = value.ExpandKind(s.Kind)
	return s
}

// nameTable finds symbols by their name alone. Names that several kinds have
// map to ambiguous.
func nameTable(nodes []node) map[string]string {
	names := make(map[string]string, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		if _, twice := names[n.QualifiedName]; twice {
			names[n.QualifiedName] = ambiguous
		} else {
			names[n.QualifiedName] = n.Kind
		}
	}
	return names
}

// ambiguous stands for the kind of a name that symbols of several kinds have.
const ambiguous = "\x00"

// resolve finds the kinds of an edge's ends and writes its canonical record.
func resolve(e Edge, kinds map[string]string, has func(id string) bool) (l link, reason Reason, detail string) {
	for _, part := range [...]struct{ what, word string }{{"source", e.Source}, {"target", e.Target}, {"type", e.Type}} {
		if fault := checkWord(part.word); fault != "" {
			return l, ReasonMalformed, part.what + " " + fault
		}
	}
	if e.Status != "" {
		if fault := checkWord(e.Status); fault != "" {
			return l, ReasonMalformed, "status " + fault
		}
	}
	for _, end := range [...]struct {
		name string
		kind *string
	}{{e.Source, &e.SourceKind}, {e.Target, &e.TargetKind}} {
		if *end.kind != "" {
			if *end.kind = value.AbbreviateKind(*end.kind); !has(*end.kind + "\t" + end.name) {
				return l, ReasonUnknownEnd, *end.kind + " " + end.name
			}
			continue
		}
		switch kind, ok := kinds[end.name]; {
		case !ok:
			return l, ReasonUnknownEnd, end.name
		case kind == ambiguous:
			return l, ReasonAmbiguousEnd, end.name
		default:
			*end.kind = kind
		}
	}
	l.record = "E\t" + e.SourceKind + "\t" + e.Source + "\t" + e.TargetKind + "\t" + e.Target + "\t" + e.Type + "\n"
	l.Edge = e
	return l, ReasonNone, ""
}

// Profile returns ast.ProfileGraph.
func (g *Graph) Profile() ast.Profile { return ast.ProfileGraph }

// Root returns the pack root (spec 10.2).
func (g *Graph) Root() string { return g.root() }

// Records returns the canonical records, symbols before edges, each sorted by
// its bytes. The slice is shared and must not be changed.
func (g *Graph) Records() []string { return g.records() }

// Len returns the number of symbols.
func (g *Graph) Len() int { return len(g.symbols) }

// Symbols returns the symbols in the order they were given in, their kinds in
// full.
func (g *Graph) Symbols() []Symbol {
	all := make([]Symbol, len(g.symbols))
	for i := range g.symbols {
		all[i] = g.symbols[i].expanded()
	}
	return all
}

// Edges returns the edges in the order they were given in, with the kinds of
// their ends.
func (g *Graph) Edges() []Edge {
	all := make([]Edge, len(g.edges))
	for i := range g.edges {
		all[i] = g.edges[i].Edge
		all[i].SourceKind, all[i].TargetKind = value.ExpandKind(all[i].SourceKind), value.ExpandKind(all[i].TargetKind)
	}
	return all
}

// Symbol returns the symbol with this identity.
func (g *Graph) Symbol(id Identity) (s Symbol, ok bool) {
	i, ok := g.byID()[value.AbbreviateKind(id.Kind)+"\t"+id.QualifiedName]
	if !ok {
		return Symbol{}, false
	}
	return g.symbols[i].expanded(), true
}
