package dataplace

import (
	"slices"
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
)

// Any is the token of a path that stands for all elements of an array.
const Any = "*"

// At returns the path to the data that an offset is about, from the root, and
// the range of the token there: a cell, a key, a name in a column list (whose
// path has [Any] for the row). It returns false where there are no data. It
// looks at the line and at those above that it is inside of.
func At(doc *ast.Document, offset int) (path []string, span ast.Span, ok bool) {
	p := cursor.At(doc, offset)
	line := p.Line
	if int(line) >= len(doc.Nodes) || doc.Profile != ast.ProfileGeneric {
		return nil, span, false
	}
	path = Of(doc, line)
	span.Start, span.End = doc.Span(line)
	switch doc.Node(line).Kind {
	case ast.KindRow, ast.KindInlineBody:
		decl := doc.DeclOf(line)
		if p.Cell < 0 || decl == nil || p.Cell >= len(decl.Fields) {
			return path, span, true
		}
		span = ast.Span{Start: p.Cells[p.Cell].Start, End: p.Cells[p.Cell].End}
		if decl.Keyed && p.Cell == 0 {
			return path, span, true
		}
		return append(path, fieldPath(&decl.Fields[p.Cell])...), span, true
	case ast.KindKeyValue:
		if key := doc.KeySpan(line); offset <= key.End {
			span = key
		} else if len(p.Cells) == 1 {
			span = ast.Span{Start: p.Cells[0].Start, End: p.Cells[0].End}
		}
		return path, span, true
	case ast.KindSection:
		return path, doc.KeySpan(line), true
	case ast.KindArray, ast.KindInlineArray, ast.KindAttachment, ast.KindItem:
		decl := doc.DeclOf(line)
		if p.Kind == cursor.Column && !(decl.Keyed && p.Column == 0) {
			return append(append(path, Any), fieldPath(&decl.Fields[p.Column])...), p.Span, true
		}
		if p.Cell >= 0 {
			span = ast.Span{Start: p.Cells[p.Cell].Start, End: p.Cells[p.Cell].End}
			if decl != nil {
				path = append(path, strconv.Itoa(p.Cell))
			}
			return path, span, true
		}
		if key := doc.KeySpan(line); key.End > key.Start {
			span = key
		}
		return path, span, true
	}
	return nil, span, false
}

// Of returns the path to the value that a line begins or is.
func Of(doc *ast.Document, line ast.NodeID) []string {
	var reversed []string
	push := func(tokens ...string) {
		for i := len(tokens) - 1; i >= 0; i-- {
			reversed = append(reversed, tokens[i])
		}
	}
	for id := line; id != 0; id = doc.Node(id).Parent {
		n := doc.Node(id)
		switch n.Kind {
		case ast.KindKeyValue, ast.KindSection:
			push(doc.Key(id))
		case ast.KindArray, ast.KindInlineArray:
			if key := doc.KeySpan(id); key.End > key.Start {
				push(doc.Key(id))
			}
		case ast.KindRow:
			if decl := doc.DeclOf(id); decl != nil && decl.Keyed {
				if cells := doc.Cells(id); len(cells) > 0 {
					push(doc.CellString(cells[0]))
				}
				continue
			}
			push(strconv.FormatUint(uint64(n.Index), 10))
		case ast.KindItem:
			push(strconv.FormatUint(uint64(n.Index), 10))
		case ast.KindAttachment, ast.KindInlineBody:
			decl := doc.DeclOf(n.Parent)
			switch {
			case doc.Node(n.Parent).Kind == ast.KindRow && decl != nil && n.Index != ast.NoColumn && int(n.Index) < len(decl.Fields):
				push(fieldPath(&decl.Fields[n.Index])...)
			case n.Kind == ast.KindAttachment:
				push(doc.Key(id))
			}
		}
	}
	slices.Reverse(reversed)
	return reversed
}

func fieldPath(f *ast.Field) []string {
	if f.Path != nil {
		return f.Path
	}
	return []string{f.Name}
}
