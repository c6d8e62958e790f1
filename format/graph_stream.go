package format

import (
	"io"
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// GraphStreamOptions are the header fields of a streamed graph, and how its
// trailer is written. Zero fields are left out.
type GraphStreamOptions struct {
	Tool     string
	Budget   int
	Tokens   int
	PackRoot string
	// LabeledCounts writes the trailer's counts with their names (spec 8.4.1).
	LabeledCounts bool
}

// GraphStream writes a graph as its symbols and edges become known (spec 8):
// each line goes to the writer at once. What it keeps in memory is the name
// and the id of each symbol, which edges need.
//
// Symbols come before edges, best in canonical order: by distance, then by
// score. A stream is for one goroutine. After an error of the writer every
// call returns that error.
type GraphStream struct {
	w       io.Writer
	options GraphStreamOptions
	buf     []byte
	err     error

	names  graph // only to find the ends of edges
	byName map[string][]int
	group  string
	counts []groupCount
	edges  int
	closed bool
}

type groupCount struct {
	name string
	n    int
}

// NewGraphStream writes the header and returns the stream.
func NewGraphStream(w io.Writer, o GraphStreamOptions) (*GraphStream, error) {
	for _, f := range [...]struct{ name, text string }{{"tool", o.Tool}, {"pack_root", o.PackRoot}} {
		if err := checkHeader(f.name, f.text); err != nil {
			return nil, err
		}
	}
	s := &GraphStream{w: w, options: o, byName: make(map[string][]int)}
	b := append(s.buf, "GCF profile=graph"...)
	if o.Tool != "" {
		b = append(append(b, " tool="...), o.Tool...)
	}
	b = appendCount(b, " budget=", int64(max(o.Budget, 0)))
	b = appendCount(b, " tokens=", int64(max(o.Tokens, 0)))
	if o.PackRoot != "" {
		b = append(append(b, " pack_root="...), o.PackRoot...)
	}
	return s, s.write(append(b, '\n'))
}

// Symbol writes a symbol. The group header is written when the distance
// differs from that of the symbol before.
func (s *GraphStream) Symbol(sym Symbol) error {
	if err := s.ready("a symbol"); err != nil {
		return err
	}
	if s.edges > 0 {
		return fault(ast.NoCode, "a symbol cannot follow an edge; write all symbols first")
	}
	if err := sym.check(); err != nil {
		return err
	}
	b := s.buf[:0]
	if name := sym.groupName(); name != s.group {
		s.group = name
		if sym.Group == "" {
			s.counts = append(s.counts, groupCount{name, 0})
		}
		b = append(append(append(b, "## "...), name...), '\n')
	}
	id := len(s.names.symbols)
	b = append(appendSymbol(b, uint64(id), &sym, ""), '\n')
	if err := s.write(b); err != nil {
		return err
	}
	if sym.Group == "" { // the trailer counts distance groups
		s.counts[len(s.counts)-1].n++
	}
	s.names.symbols = append(s.names.symbols, graphSymbol{Symbol: Symbol{Kind: value.AbbreviateKind(sym.Kind)}})
	s.byName[sym.QualifiedName] = append(s.byName[sym.QualifiedName], id)
	return nil
}

// Edge writes an edge between two symbols that have been written.
func (s *GraphStream) Edge(e Edge) error {
	if err := s.ready("an edge"); err != nil {
		return err
	}
	err := e.check()
	if err == nil {
		err = s.names.addEdge(&e, s.byName)
	}
	if err != nil {
		return err
	}
	edge := s.names.edges[0]
	s.names.edges = s.names.edges[:0]
	b := s.buf[:0]
	if s.edges == 0 {
		b = append(b, "## edges [?]\n"...)
	}
	s.edges++
	return s.write(append(appendEdge(b, uint64(edge.source), uint64(edge.target), edge.kind, edge.status), '\n'))
}

// Close writes the trailer (spec 8.4). It does not close the writer.
func (s *GraphStream) Close() error {
	if err := s.ready("a trailer"); err != nil {
		return err
	}
	s.closed = true
	b := append(s.buf[:0], "##! summary symbols="...)
	b = strconv.AppendInt(b, int64(len(s.names.symbols)), 10)
	b = strconv.AppendInt(append(b, " edges="...), int64(s.edges), 10)
	b = appendGraphCounts(append(b, " counts="...), s.counts, s.edges, s.options.LabeledCounts)
	return s.write(append(b, '\n'))
}

// appendGraphCounts writes the counts of a graph's trailer: one for each group
// header that has symbols, in their order, then the edges.
func appendGraphCounts(b []byte, groups []groupCount, edges int, labeled bool) []byte {
	for _, g := range append(groups[:len(groups):len(groups)], groupCount{"edges", edges}) {
		if labeled {
			b = append(append(b, g.name...), ':')
		}
		b = append(strconv.AppendInt(b, int64(g.n), 10), ',')
	}
	return b[:len(b)-1]
}

func (s *GraphStream) ready(what string) error {
	if s.err == nil && s.closed {
		return fault(ast.NoCode, what+" cannot follow the end of the stream")
	}
	return s.err
}

func (s *GraphStream) write(b []byte) error {
	s.buf = b[:0]
	_, s.err = s.w.Write(b)
	return s.err
}
