package outline

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
)

// Selections returns what a selection at an offset grows to, each span inside
// the next: the word, the text inside quotes, the cell, key or field, the
// declaration, the line, the line with all below it, and so on for what is
// around it, up to the whole document. There are at most maxDepth.
func Selections(doc *ast.Document, offset int) []ast.Span {
	g := growing{doc: doc, offset: offset}
	id := doc.Line(offset)
	if id != 0 {
		g.insideLine(id)
		start, end := doc.Span(id)
		g.to(start, end)
		for ; id != 0 && len(g.spans) < maxDepth-2; id = doc.Node(id).Parent {
			g.to(int(doc.Node(id).Start), contentEnd(doc, id))
			if parent := doc.Node(id).Parent; parent != 0 {
				g.to(int(doc.Node(parent+1).Start), contentEnd(doc, parent))
			}
		}
	}
	g.to(0, len(doc.Source))
	return g.spans
}

// growing is a list of spans, each around the one before.
type growing struct {
	doc    *ast.Document
	offset int
	spans  []ast.Span
}

// to adds a span if it holds the offset and is larger than the last one. An
// offset right behind a span counts as inside.
func (g *growing) to(start, end int) {
	if g.offset < start || g.offset > end || start >= end {
		return
	}
	if n := len(g.spans); n > 0 {
		last := g.spans[n-1]
		if start > last.Start || end < last.End || start == last.Start && end == last.End {
			return
		}
	}
	g.spans = append(g.spans, ast.Span{Start: start, End: end})
}

// quoted adds a token, first without its quotes.
func (g *growing) quoted(start, end int) {
	src := g.doc.Source
	if end-start >= 2 && src[start] == '"' && src[end-1] == '"' {
		g.to(start+1, end-1)
	}
	g.to(start, end)
}

// bracketed adds what is between brackets and then the brackets, of which the
// closing one may be missing.
func (g *growing) bracketed(start, end int, closing byte) {
	if end-start >= 2 && g.doc.Source[end-1] == closing {
		g.to(start+1, end-1)
	}
	g.to(start, end)
}

// insideLine adds the parts of a line.
func (g *growing) insideLine(id ast.NodeID) {
	doc := g.doc
	start, end := doc.Span(id)
	g.word(start, end)
	switch doc.Node(id).Kind {
	case ast.KindHeader:
		g.pairs(doc.Header.Fields)
	case ast.KindSummary:
		if id == doc.Summary {
			g.pairs(doc.Trailer)
		}
	case ast.KindComment:
		g.to(min(start+2, end), end)
	case ast.KindSymbol, ast.KindReference, ast.KindEdge, ast.KindDeltaSymbol, ast.KindDeltaEdge:
		g.graphFields(id)
	default:
		key := doc.KeySpan(id)
		g.quoted(key.Start, key.End)
		g.declaration(id)
		for _, c := range doc.Cells(id) {
			g.quoted(c.Start, c.End)
		}
		g.to(start, ast.RowIDEnd(doc.Source[:end], start))
	}
}

// word adds the word at the offset: letters, digits and what else is not
// punctuation of the format.
func (g *growing) word(start, end int) {
	const stops = " \t\"|,={}[]:<>@#^.;/()"
	src := g.doc.Source
	from := min(max(g.offset, start), end)
	to := from
	for from > start && strings.IndexByte(stops, src[from-1]) < 0 {
		from--
	}
	for to < end && strings.IndexByte(stops, src[to]) < 0 {
		to++
	}
	g.to(from, to)
}

func (g *growing) pairs(fields []ast.HeaderField) {
	for i := range fields {
		f := &fields[i]
		g.to(f.KeyStart, f.KeyEnd)
		g.to(f.ValueStart, f.ValueEnd)
		g.to(f.KeyStart, f.End())
	}
}

func (g *growing) graphFields(id ast.NodeID) {
	for _, f := range graph.Fields(g.doc, id) {
		text := g.doc.Source[f.Start:f.End]
		if i := strings.IndexByte(text, '<'); i > 0 && g.doc.Node(id).Kind == ast.KindEdge {
			g.to(f.Start, f.Start+i)
			g.to(f.Start+i+1, f.End)
		}
		g.to(f.Start, f.End)
	}
}

// declaration adds the parts of a line's own declaration.
func (g *growing) declaration(id ast.NodeID) {
	d, at, ok := cursor.OwnDecl(g.doc, id)
	if !ok || g.offset < at || g.offset > at+d.End {
		return
	}
	for i := range d.Fields {
		f := &d.Fields[i]
		name := cursor.FieldSpan(f, at)
		g.quoted(name.Start, name.End)
		g.to(at+f.Start, at+f.End)
	}
	g.bracketed(at+d.FieldsStart, at+d.FieldsEnd, '}')
	g.bracketed(at+d.CountStart, at+d.CountEnd, ']')
	g.to(at, at+d.End)
}
