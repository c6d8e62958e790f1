// Package lenses says what stands above the tables of a document and above a
// delta: how much is in it, and what the same data takes as JSON. Enter it at
// [Of].
package lenses

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/value"
)

// Lens is a line above a line of the document.
type Lens struct {
	Line ast.NodeID
	Kind Kind
}

// Kind says what a lens is about.
type Kind uint8

// The kinds of lenses.
const (
	Size  Kind = iota // of a table or a group: see [Text]
	Delta             // the header of a delta, which can be applied
)

// Limit is how many lenses a document has at most.
const Limit = 500

// Of returns the lenses of a document. The tables that are attached to rows
// have none.
func Of(doc *ast.Document) []Lens {
	var all []Lens
	if h := &doc.Header; h.Node != 0 && h.Is("delta") {
		all = append(all, Lens{h.Node, Delta})
	}
	for id := ast.NodeID(1); int(id) < len(doc.Nodes) && len(all) < Limit; {
		n := doc.Node(id)
		next := id + 1
		switch {
		case n.Kind == ast.KindGroup, n.Kind == ast.KindArray && cursor.Fields(doc, id) != nil:
			all = append(all, Lens{id, Size})
			next = n.Next
		case n.Kind == ast.KindRow || n.Kind == ast.KindItem:
			next = n.Next
		}
		id = next
	}
	return all
}

// sampleRows is how many rows are made JSON to tell the size of a long table.
const sampleRows = 500

// Text says how many rows and bytes a table or group has, and for a table what
// its data takes as JSON without blanks. Of a long table a part is looked at;
// the text says so with a `≈`.
func Text(doc *ast.Document, id ast.NodeID) string {
	n := doc.Node(id)
	rows := 0
	for child := range doc.Children(id) {
		switch doc.Node(child).Kind {
		case ast.KindBlank, ast.KindComment:
		default:
			rows++
		}
	}
	bytes := doc.SubtreeEnd(id) - int(n.Start)
	noun := "row"
	if n.Kind == ast.KindGroup {
		if noun = "node"; strings.HasPrefix(doc.Key(id), "edges") {
			noun = "edge"
		}
		return printable.Count(rows, noun) + " · " + printable.Bytes(bytes)
	}
	json, exact := jsonSize(doc, id, rows)
	about := ""
	if !exact {
		about = "≈ "
	}
	text := fmt.Sprintf("%s · %s · as JSON %s%s", printable.Count(rows, noun), printable.Bytes(bytes), about, printable.Bytes(json))
	if json > bytes && bytes > 0 {
		text += fmt.Sprintf(" (%.1f×)", float64(json)/float64(bytes))
	}
	return text
}

// jsonSize returns the size of a table's data as compact JSON, and whether it
// is exact.
func jsonSize(doc *ast.Document, table ast.NodeID, rows int) (bytes int, exact bool) {
	step := (rows + sampleRows - 1) / sampleRows
	seen, i := 0, 0
	keyed := false
	if decl := doc.DeclOf(table); decl != nil {
		keyed = decl.Keyed
	}
	var buf []byte
	for row := range doc.Children(table) {
		if doc.Node(row).Kind != ast.KindRow {
			continue
		}
		if i++; (i-1)%step != 0 {
			continue
		}
		v, ok := value.DecodeNode(doc, row)
		if !ok {
			continue
		}
		buf = buf[:0]
		if keyed {
			if cells := doc.Cells(row); len(cells) > 0 {
				buf = append(value.AppendQuoted(buf, doc.CellString(cells[0])), ':')
			}
		}
		buf, _ = value.AppendJSON(buf, v) // what JSON cannot hold counts as far as it goes
		bytes += len(buf)
		seen++
	}
	if seen == 0 {
		return len("[]"), true
	}
	if seen < rows {
		bytes = int(float64(bytes) / float64(seen) * float64(rows))
	}
	return bytes + len("[]") + rows - 1, seen == rows
}
