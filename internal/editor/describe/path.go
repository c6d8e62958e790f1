package describe

import (
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

// pathLimit is the number of steps of a path that are shown; documents may be
// nested ten thousand levels deep.
const pathLimit = 12

// Path returns where a line's value is in the decoded value, as programs
// write it: orders[3].customer, ["a b"][0]. It is "" for the root. Beyond a
// depth the first steps are left out.
func Path(doc *ast.Document, id ast.NodeID) string { return pathTo(doc, id) }

// PathTo returns where the value of a row's column is, see [Path].
func PathTo(doc *ast.Document, row ast.NodeID, f *ast.Field) string {
	return pathTo(doc, row, names(f)...)
}

// pathTo is the path of a line, with the names of a column behind it.
func pathTo(doc *ast.Document, id ast.NodeID, more ...string) string {
	var steps []string // from the inside out
	for ; id != 0; id = doc.Node(id).Parent {
		if len(steps) > pathLimit {
			steps = append(steps, "…")
			break
		}
		steps = append(steps, step(doc, id))
	}
	slices.Reverse(steps)
	for _, name := range more {
		steps = append(steps, member(name))
	}
	return strings.TrimPrefix(strings.Join(steps, ""), ".")
}

// step is what one line adds to a path.
func step(doc *ast.Document, id ast.NodeID) string {
	n := doc.Node(id)
	switch n.Kind {
	case ast.KindKeyValue, ast.KindSection, ast.KindAttachment:
		return member(doc.Key(id))
	case ast.KindArray, ast.KindInlineArray:
		if s := doc.KeySpan(id); s.Start < s.End {
			return member(doc.Key(id))
		}
	case ast.KindRow:
		if decl := doc.DeclOf(id); decl != nil && decl.Keyed {
			if cells := doc.Cells(id); len(cells) > 0 {
				return member(doc.CellString(cells[0]))
			}
		}
		return "[" + strconv.Itoa(int(n.Index)) + "]"
	case ast.KindItem:
		return "[" + strconv.Itoa(int(n.Index)) + "]"
	case ast.KindInlineBody:
		// It belongs to a column of its row.
		if decl := doc.DeclOf(n.Parent); decl != nil && int(n.Index) < len(decl.Fields) {
			return member(decl.Fields[n.Index].Name)
		}
	}
	return ""
}

// member is the step to a member of an object.
func member(name string) string {
	if ast.IsBareKey(name) {
		return "." + name
	}
	return "[" + strconv.Quote(name) + "]"
}

// names are the steps from a row to the value of a column.
func names(f *ast.Field) []string {
	if f.Path != nil {
		return f.Path
	}
	return []string{f.Name}
}
