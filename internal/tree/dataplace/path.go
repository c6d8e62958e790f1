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
	line := doc.Line(offset)
	if line == 0 || doc.Profile != ast.ProfileGeneric {
		return nil, span, false
	}
	n := doc.Node(line)
	path = Of(doc, line)
	span.Start, span.End = doc.Span(line)
	switch n.Kind {
	case ast.KindRow, ast.KindInlineBody:
		cells := doc.Cells(line)
		i := cursor.Cell(doc, cells, offset)
		decl := doc.DeclOf(line)
		if i < 0 || decl == nil || i >= len(decl.Fields) {
			return path, span, true
		}
		span = ast.Span{Start: cells[i].Start, End: cells[i].End}
		if decl.Keyed && i == 0 {
			return path, span, true
		}
		return append(path, fieldPath(&decl.Fields[i])...), span, true
	case ast.KindKeyValue:
		if key := doc.KeySpan(line); offset <= key.End {
			span = key
		} else if cells := doc.Cells(line); len(cells) == 1 {
			span = ast.Span{Start: cells[0].Start, End: cells[0].End}
		}
		return path, span, true
	case ast.KindSection:
		return path, doc.KeySpan(line), true
	case ast.KindArray, ast.KindInlineArray, ast.KindAttachment, ast.KindItem:
		if decl, at, ok := cursor.OwnDecl(doc, line); ok {
			for i := range decl.Fields {
				f := &decl.Fields[i]
				if at+f.Start <= offset && offset <= at+f.End && !(decl.Keyed && i == 0) {
					span = ast.Span{Start: at + f.Start, End: at + f.End}
					return append(append(path, Any), fieldPath(f)...), span, true
				}
			}
		}
		cells := doc.Cells(line)
		if i := cursor.Cell(doc, cells, offset); i >= 0 {
			span = ast.Span{Start: cells[i].Start, End: cells[i].End}
			if decl := doc.DeclOf(line); decl != nil {
				path = append(path, strconv.Itoa(i))
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
