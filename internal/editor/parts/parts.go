// Package parts finds what stands in a line beyond what the tree keeps: its
// runs between blanks, the place of its declaration and of the names in it.
// All offsets are bytes of the source.
package parts

import (
	"strings"

	"gcf-lsp/ast"
)

// Fields splits a graph line at its runs of blanks (spec 5).
func Fields(doc *ast.Document, id ast.NodeID) []ast.Span {
	var fields []ast.Span
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
