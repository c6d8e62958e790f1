// Package parts splits the lines of a document into what stands in them,
// beyond what the tree keeps: the fields of graph lines, the ends of edges,
// the place of a declaration. All offsets are bytes of the source.
package parts

import (
	"strings"

	"gcf-lsp/ast"
)

// AppendFields splits a graph line at its runs of blanks (spec 5) and appends
// the fields.
func AppendFields(fields []ast.Span, doc *ast.Document, id ast.NodeID) []ast.Span {
	i, end := doc.Span(id)
	src := doc.Source
	for i < end {
		start := i
		for i < end && src[i] != ' ' && src[i] != '\t' {
			i++
		}
		fields = append(fields, ast.Span{Start: start, End: i})
		for i < end && (src[i] == ' ' || src[i] == '\t') {
			i++
		}
	}
	return fields
}

// Fields is AppendFields to nothing.
func Fields(doc *ast.Document, id ast.NodeID) []ast.Span { return AppendFields(nil, doc, id) }

// Edge is the first field of an edge line, `@target<@source` (spec 6).
type Edge struct {
	Target, Source     ast.Span // with their `@`
	TargetID, SourceID uint64
}

// EdgeEnds reads the ends of an edge from a line that begins like one, be the
// rest of it right or wrong.
func EdgeEnds(doc *ast.Document, id ast.NodeID) (e Edge, ok bool) {
	start, end := doc.Span(id)
	src := doc.Source[:end]
	var i int
	if e.TargetID, i, ok = symbolID(src, start); !ok || i >= end || src[i] != '<' {
		return e, false
	}
	e.Target = ast.Span{Start: start, End: i}
	source := i + 1
	if e.SourceID, i, ok = symbolID(src, source); !ok || i < end && src[i] != ' ' && src[i] != '\t' {
		return e, false
	}
	e.Source = ast.Span{Start: source, End: i}
	return e, true
}

// SymbolID reads the `@N` that begins a node line. The span holds the `@`.
func SymbolID(doc *ast.Document, id ast.NodeID) (n uint64, span ast.Span, ok bool) {
	start, end := doc.Span(id)
	n, i, ok := symbolID(doc.Source[:end], start)
	return n, ast.Span{Start: start, End: i}, ok
}

// symbolID reads the `@N` at i and returns where it ends.
func symbolID(src string, i int) (n uint64, end int, ok bool) {
	if i >= len(src) || src[i] != '@' {
		return 0, i, false
	}
	first := i + 1
	for i = first; i < len(src) && src[i]-'0' <= 9; i++ {
		if n > (1<<64-1)/10-1 {
			return 0, i, false // no id is that large
		}
		n = n*10 + uint64(src[i]-'0')
	}
	return n, i, i > first
}

// OwnDecl returns the declaration that is written in a line, and where: the
// offsets in it count from there.
func OwnDecl(doc *ast.Document, id ast.NodeID) (d *ast.Decl, at int, ok bool) {
	d = doc.DeclOf(id)
	span, has := doc.DeclSpan(id)
	if !has || d == nil || !strings.HasPrefix(doc.Source[span.Start:], d.Text) {
		return nil, 0, false
	}
	return d, span.Start, true
}

// FieldSpan returns the range of a field's name as written, without the `@` of
// an identity field, where its declaration is at an offset.
func FieldSpan(f *ast.Field, at int) ast.Span {
	s := ast.Span{Start: at + f.Start, End: at + f.End}
	if f.Identity {
		s.Start++
	}
	return s
}
