package format

import (
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// readGraph reads a payload in the ecosystem's JSON shape.
func readGraph(v value.Value) (*graph, error) {
	if v.Kind() != value.Object {
		return nil, fault(ast.NoCode, "a graph payload is an object with symbols and edges, not "+article(v.Kind()))
	}
	unchanged, _ := v.Get("unchanged")
	if _, ok := v.Get("symbols"); !ok || unchanged.Bool() {
		return nil, fault(ast.NoCode, "the payload is no complete graph: it has no symbols, or is a delta or an answer that nothing changed; those are written from two snapshots")
	}
	r := graphReader{}
	g := &graph{
		tool:     r.text(v, "tool"),
		packRoot: r.text(v, "packRoot"),
		budget:   r.integer(v, "tokenBudget"),
		tokens:   r.integer(v, "tokensUsed"),
	}
	symbols, edges := r.list(v, "symbols"), r.list(v, "edges")
	for _, field := range [...]struct{ name, text string }{{"tool", g.tool}, {"packRoot", g.packRoot}} {
		r.keep(at(checkHeader(field.name, field.text), field.name))
	}
	if r.err != nil {
		return nil, r.err
	}
	byName := make(map[string][]int, len(symbols))
	for i, s := range symbols {
		sym, err := readSymbol(s)
		if err != nil {
			return nil, at(at(err, strconv.Itoa(i)), "symbols")
		}
		g.symbols = append(g.symbols, sym)
		byName[sym.QualifiedName] = append(byName[sym.QualifiedName], i)
	}
	for i, e := range edges {
		edge, err := readEdge(e)
		if err == nil {
			err = g.addEdge(&edge, byName)
		}
		if err != nil {
			return nil, at(at(err, strconv.Itoa(i)), "edges")
		}
	}
	return g, nil
}

func readSymbol(v value.Value) (graphSymbol, error) {
	var r graphReader
	if v.Kind() != value.Object {
		return graphSymbol{}, fault(ast.NoCode, "a symbol is an object, not "+article(v.Kind()))
	}
	s := graphSymbol{
		Symbol: Symbol{
			Kind:          r.text(v, "kind"),
			QualifiedName: r.text(v, "qualifiedName"),
			Score:         r.number(v, "score"),
			Provenance:    r.text(v, "provenance"),
			Distance:      int(r.integer(v, "distance")),
			Group:         r.text(v, "group"),
		},
	}
	r.keep(s.check())
	return s, r.err
}

func readEdge(v value.Value) (Edge, error) {
	var r graphReader
	if v.Kind() != value.Object {
		return Edge{}, fault(ast.NoCode, "an edge is an object, not "+article(v.Kind()))
	}
	e := Edge{
		Source:     r.text(v, "source"),
		Target:     r.text(v, "target"),
		Type:       r.text(v, "edgeType"),
		Status:     r.text(v, "status"),
		SourceKind: r.text(v, "sourceKind"),
		TargetKind: r.text(v, "targetKind"),
	}
	r.keep(e.check())
	return e, r.err
}

// check says what keeps the type and the status of an edge from being written.
func (e *Edge) check() error {
	if err := checkWord(ast.InvalidEdgeSyntax, "the edge type", e.Type); err != nil {
		return at(err, "edgeType")
	}
	if e.Status != "" {
		return at(checkWord(ast.InvalidEdgeSyntax, "the status", e.Status), "status")
	}
	return nil
}

// addEdge finds the symbols at the ends of an edge (spec 6).
func (g *graph) addEdge(e *Edge, byName map[string][]int) (err error) {
	edge := graphEdge{kind: e.Type, status: e.Status}
	if edge.source, err = g.end("source", e.Source, e.SourceKind, byName); err != nil {
		return err
	}
	if edge.target, err = g.end("target", e.Target, e.TargetKind, byName); err != nil {
		return err
	}
	g.edges = append(g.edges, edge)
	return nil
}

// end returns the position of the symbol that an edge names.
func (g *graph) end(role, name, kind string, byName map[string][]int) (int, error) {
	found := byName[name]
	if kind == "" && len(found) > 0 {
		for _, i := range found[1:] {
			if value.AbbreviateKind(g.symbols[i].Kind) != value.AbbreviateKind(g.symbols[found[0]].Kind) {
				return 0, at(fault(ast.UnknownEdgeReference, "the "+role+" "+quote(name)+" is the name of symbols of several kinds; say which with "+role+"Kind"), role)
			}
		}
		return found[0], nil
	}
	for _, i := range found {
		if value.AbbreviateKind(g.symbols[i].Kind) == value.AbbreviateKind(kind) {
			return i, nil
		}
	}
	what := quote(name)
	if kind != "" {
		what = kind + " " + what
	}
	return 0, at(fault(ast.UnknownEdgeReference, "the "+role+" "+what+" is not among the symbols; declare it, or leave the edge out"), role)
}

// graphReader reads members and keeps the first error.
type graphReader struct{ err error }

func (r *graphReader) keep(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *graphReader) wrong(key, want string, v value.Value) {
	r.keep(at(fault(ast.NoCode, key+" must be "+want+", not "+article(v.Kind())), key))
}

// text reads a string; absent and null are "".
func (r *graphReader) text(v value.Value, key string) string {
	m, _ := v.Get(key)
	if m.Kind() != value.String && m.Kind() != value.Null {
		r.wrong(key, "a string", m)
	}
	return m.Str()
}

// number reads a number; absent and null are 0.
func (r *graphReader) number(v value.Value, key string) float64 {
	m, _ := v.Get(key)
	switch m.Kind() {
	case value.Int, value.Double, value.Null:
	default:
		r.wrong(key, "a number", m)
	}
	return m.Double()
}

// integer reads an integer that is not negative; absent and null are 0.
func (r *graphReader) integer(v value.Value, key string) int64 {
	m, _ := v.Get(key)
	n := m.Int()
	switch m.Kind() {
	case value.Int, value.Null:
	case value.Double:
		if n = int64(m.Double()); !value.Equal(m, value.NewInt(n)) {
			r.wrong(key, "an integer", m)
		}
	default:
		r.wrong(key, "an integer", m)
	}
	if n < 0 {
		r.keep(at(fault(ast.OutOfRange, key+" is "+strconv.FormatInt(n, 10)+"; it must be 0 or more"), key))
	}
	return n
}

// list reads an array; absent and null are empty.
func (r *graphReader) list(v value.Value, key string) []value.Value {
	m, _ := v.Get(key)
	if m.Kind() != value.Array && m.Kind() != value.Null {
		r.wrong(key, "an array", m)
	}
	return m.Elems()
}

// article returns the name of a kind with its article.
func article(k value.Kind) string {
	switch k {
	case value.Null:
		return "null"
	case value.Int, value.Array, value.Object:
		return "an " + k.String()
	}
	return "a " + k.String()
}
