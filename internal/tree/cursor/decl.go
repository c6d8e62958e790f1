package cursor

import (
	"strings"

	"gcf-lsp/ast"
)

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
