// Package graph reads the lines of the graph profile into their fields, on
// demand, and indexes the edges of a document by the symbols that they join.
// It takes lines as they are, also half-typed ones: a field that is not there
// is an empty span at the place where it would be.
//
// All offsets are bytes of the source. Enter at [Symbol], [Edge] and
// [NewIndex].
package graph

import (
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

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

// fields is the splitter of lines.
type fields struct {
	src string // up to the end of the line
	i   int
}

// next returns the next run of characters other than blanks.
func (f *fields) next() ast.Span {
	for f.i < len(f.src) && isBlank(f.src[f.i]) {
		f.i++
	}
	start := f.i
	for f.i < len(f.src) && !isBlank(f.src[f.i]) {
		f.i++
	}
	return ast.Span{Start: start, End: f.i}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func split(doc *ast.Document, id ast.NodeID) fields {
	return fields{src: doc.Source[:doc.Nodes[id].End], i: int(doc.Nodes[id].Start)}
}

// Fields returns all fields of a line.
func Fields(doc *ast.Document, id ast.NodeID) (all []ast.Span) {
	f := split(doc, id)
	for s := f.next(); s.End > s.Start; s = f.next() {
		all = append(all, s)
	}
	return all
}

// Symbol returns the fields of a node line or of a reference, whose fields
// after the id mean nothing.
func Symbol(doc *ast.Document, id ast.NodeID) SymbolLine {
	f := split(doc, id)
	s := SymbolLine{ID: f.next(), Kind: f.next(), Name: f.next(), Score: f.next(), Provenance: f.next(), Distance: f.next()}
	s.Beyond = f.next()
	return s
}

// DeltaSymbol returns the kind and the name of `kind qname` (spec 10.1).
func DeltaSymbol(doc *ast.Document, id ast.NodeID) (kind, name ast.Span) {
	f := split(doc, id)
	return f.next(), f.next()
}

// Edge returns the fields of an edge line.
func Edge(doc *ast.Document, id ast.NodeID) EdgeLine {
	f := split(doc, id)
	ends := f.next()
	e := EdgeLine{Type: f.next(), Status: f.next()}
	bar := strings.IndexByte(doc.Source[ends.Start:ends.End], '<')
	if bar < 0 {
		e.Target, e.Source = ends, ast.Span{Start: ends.End, End: ends.End}
		return e
	}
	e.Target = ast.Span{Start: ends.Start, End: ends.Start + bar}
	e.Source = ast.Span{Start: ends.Start + bar + 1, End: ends.End}
	return e
}

// DeltaEdge returns the fields of an edge line of a delta.
func DeltaEdge(doc *ast.Document, id ast.NodeID) DeltaEdgeLine {
	f := split(doc, id)
	e := DeltaEdgeLine{Source: f.next()}
	f.next() // the arrow
	e.Target, e.Type = f.next(), f.next()
	return e
}

// ID reads `@N`. The ids of GCF have no leading zeros of meaning, and no bound
// but that of uint64.
func ID(doc *ast.Document, s ast.Span) (uint64, bool) {
	digits, ok := strings.CutPrefix(doc.Source[s.Start:s.End], "@")
	if !ok || digits == "" || digits[0] == '+' {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, err == nil
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
