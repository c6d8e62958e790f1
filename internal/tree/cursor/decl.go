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

// InlineDecl returns the parsed field list of a `^{…}` cell, whose offsets count
// from the cell's second byte, or nil.
func InlineDecl(doc *ast.Document, row ast.NodeID, column int, c ast.Cell) *ast.Decl {
	text := doc.Source[c.Start+1 : c.End]
	if d := bodyDecl(doc, row, column, text); d != nil {
		return d
	}
	for i := range doc.Decls {
		if doc.Decls[i].Text == text {
			return &doc.Decls[i]
		}
	}
	return nil
}

// bodyDecl returns the field list of the positional body of a row in a column
// if it is spelled so.
func bodyDecl(doc *ast.Document, row ast.NodeID, column int, text string) *ast.Decl {
	for body := range doc.Children(row) {
		n := doc.Node(body)
		if n.Kind == ast.KindInlineBody && int(n.Index) == column {
			if d := doc.DeclOf(body); d.Text == text {
				return d
			}
		}
	}
	return nil
}
