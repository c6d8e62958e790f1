// Package describe says what stands at a place of a document, for a person
// who points at it: what a header field means, what a column holds, what a
// cell decodes to and why, where an edge leads. It also gives the signature of
// the line that is being typed.
//
// Everything is worked out from the tree when asked. What would have to look
// at all rows of a large table looks at a sample and says so. Documents may be
// broken: what can be told is told.
//
// Enter at [At] and [Help].
package describe

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
)

// Description is what is told about a place.
type Description struct {
	Text markup.Text
	Span ast.Span // what it is about, in bytes of the source
}

// Source is a document with what is computed of it when needed.
type Source struct {
	*ast.Document
	Edges func() *graph.Index
}

// At describes what stands at a byte offset. It returns false where nothing
// does.
func At(src Source, offset int) (Description, bool) {
	at := cursor.At(src.Document, offset)
	if int(at.Line) >= len(src.Nodes) {
		return Description{}, false
	}
	start, end := src.Span(at.Line)
	if offset > end {
		return Description{}, false // in the line end
	}
	h := hover{Source: src, at: at, line: at.Line}
	h.span = ast.Span{Start: start, End: end}
	h.describe()
	// Blanks beside what is described belong to it: editors want a range that
	// holds the place.
	h.span.Start, h.span.End = min(h.span.Start, offset), max(h.span.End, offset)
	return Description{h.text, h.span}, !h.text.Empty()
}

// hover is a description in the making.
type hover struct {
	Source
	at   cursor.Place
	line ast.NodeID
	text markup.Text
	span ast.Span
}

func (h *hover) describe() {
	switch h.Node(h.line).Kind {
	case ast.KindHeader:
		h.header()
	case ast.KindComment:
		h.comment()
	case ast.KindError:
		h.unreadable()
	case ast.KindSummary:
		h.summary()
	case ast.KindSection:
		h.section()
	case ast.KindArray:
		h.array()
	case ast.KindKeyValue, ast.KindScalar:
		h.keyValue()
	case ast.KindInlineArray:
		h.inlineArray()
	case ast.KindRow:
		h.row()
	case ast.KindItem:
		h.item()
	case ast.KindAttachment:
		h.attachment()
	case ast.KindInlineBody:
		h.inlineBody()
	case ast.KindGroup:
		h.group()
	case ast.KindSymbol:
		h.symbol()
	case ast.KindReference:
		h.reference()
	case ast.KindEdge:
		h.edge()
	case ast.KindDeltaSymbol:
		h.deltaSymbol()
	case ast.KindDeltaEdge:
		h.deltaEdge()
	}
}

// in reports whether the offset is in a span or right behind it.
func (h *hover) in(s ast.Span) bool {
	return s.Start <= h.at.Offset && h.at.Offset <= s.End && s.Start < s.End
}

func (h *hover) slice(s ast.Span) string { return h.Source.Source[s.Start:s.End] }
