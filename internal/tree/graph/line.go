// Package graph reads the lines of the graph profile into their fields, on
// demand, and indexes the edges of a document by the symbols that they join.
// It takes lines as they are, also half-typed ones: a field that is not there
// is an empty span at the place where it would be.
//
// All offsets are bytes of the source. Enter at [Symbol], [Edge] and
// [NewIndex].
package graph

import "gcf-lsp/ast"

// SymbolLine is the fields of `@id kind qname score provenance` with, in a
// delta, a distance (spec 5, 10.1).
type SymbolLine struct {
	ID                                              ast.Span // with its `@`
	Kind, Name, Score, Provenance, Distance, Beyond ast.Span // Beyond: whatever follows
}

// EdgeLine is the fields of `@target<@source type status` (spec 6).
type EdgeLine struct {
	Target, Source ast.Span // with their `@`
	Type, Status   ast.Span
}

// DeltaEdgeLine is the fields of `source -> target type` (spec 10.1).
type DeltaEdgeLine struct {
	Source, Target, Type ast.Span
}

// Fields returns all fields of a line.
func Fields(doc *ast.Document, id ast.NodeID) []ast.Span { return appendFields(nil, doc, id) }

func appendFields(fields []ast.Span, doc *ast.Document, id ast.NodeID) []ast.Span {
	n := &doc.Nodes[id]
	return ast.AppendGraphFields(fields, doc.Source, int(n.Start), int(n.End))
}

// mostFields is how many fields a line may have, and one.
const mostFields = 7

// split returns the first fields of a line; those that are not there are empty,
// where the line ends.
func split(doc *ast.Document, id ast.NodeID) (f [mostFields]ast.Span) {
	var room [mostFields]ast.Span
	n := copy(f[:], appendFields(room[:0], doc, id))
	for end := int(doc.Nodes[id].End); n < mostFields; n++ {
		f[n] = ast.Span{Start: end, End: end}
	}
	return f
}

// Symbol returns the fields of a node line or of a reference, whose fields
// after the id mean nothing.
func Symbol(doc *ast.Document, id ast.NodeID) SymbolLine {
	f := split(doc, id)
	return SymbolLine{ID: f[0], Kind: f[1], Name: f[2], Score: f[3], Provenance: f[4], Distance: f[5], Beyond: f[6]}
}

// DeltaSymbol returns the kind and the name of `kind qname` (spec 10.1).
func DeltaSymbol(doc *ast.Document, id ast.NodeID) (kind, name ast.Span) {
	f := split(doc, id)
	return f[0], f[1]
}

// Edge returns the fields of an edge line.
func Edge(doc *ast.Document, id ast.NodeID) EdgeLine {
	f := split(doc, id)
	e := EdgeLine{Type: f[1], Status: f[2]}
	e.Target, e.Source = ast.CutEdge(doc.Source, f[0])
	return e
}

// DeltaEdge returns the fields of an edge line of a delta.
func DeltaEdge(doc *ast.Document, id ast.NodeID) DeltaEdgeLine {
	f := split(doc, id)
	return DeltaEdgeLine{Source: f[0], Target: f[2], Type: f[3]} // f[1] is the arrow
}

// ID reads the `@N` in a span.
func ID(doc *ast.Document, s ast.Span) (uint64, bool) {
	return ast.SymbolID(doc.Source[s.Start:s.End])
}

// Declares returns the line that declares the symbol with the id in a span:
// a node line or a session reference.
func Declares(doc *ast.Document, s ast.Span) (ast.NodeID, bool) {
	n, ok := ID(doc, s)
	if !ok {
		return 0, false
	}
	return doc.Symbols.Lookup(n)
}
