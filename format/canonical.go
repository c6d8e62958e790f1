package format

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// isCanonical reports whether formatting a document would change nothing,
// where that can be told without decoding its tables; false may mean that it
// cannot. Most documents that are formatted are formatted already, and most of
// a large one are rows of scalars: it is enough to look at their tokens.
func isCanonical(doc *ast.Document, o DocumentOptions) bool {
	if doc.Profile != ast.ProfileGeneric || doc.Header.Is("delta") || doc.Header.Is("unchanged") || o.LineEnds != KeepLineEnds ||
		!strings.HasSuffix(doc.Source, "\n") {
		return false
	}
	for i := range doc.Problems {
		switch doc.Problems[i].Code {
		case ast.UnsafeInteger, ast.InexactNumber:
		default:
			return false // it may say that a token is not canonical
		}
	}
	tables := findPlainTables(doc, o.NoFlatten)
	v := value.DecodeWithout(doc, func(id ast.NodeID) bool { return tables.fields[id] != nil })
	t := &tracer{doc: doc, keepStreaming: o.KeepStreaming, tables: tables}
	out := layout{doc: doc, trace: t, buf: make([]byte, 0, len(doc.Source)+64)}
	if out.generic(v, o.Options) != nil {
		return false
	}
	return sameLines(doc, out.buf)
}

// sameLines compares the data lines of a document with those of the result,
// and the indentation of its comments with what it would be.
func sameLines(doc *ast.Document, want []byte) bool {
	before := ""
	comments := 0 // of the comments since the line before
	for i := range doc.Nodes[1:] {
		id := ast.NodeID(i + 1)
		text := doc.Text(id)
		switch doc.Nodes[id].Kind {
		case ast.KindBlank, ast.KindError:
			return false
		case ast.KindComment:
			comments++
			continue
		}
		if len(want) <= len(text) || want[len(text)] != '\n' || string(want[:len(text)]) != text {
			return false
		}
		want = want[len(text)+1:]
		if comments > 0 && !commentsInPlace(doc, id-ast.NodeID(comments), id, before, text) {
			return false
		}
		before, comments = text, 0
	}
	end := ast.NodeID(len(doc.Nodes))
	return len(want) == 0 && (comments == 0 || commentsInPlace(doc, end-ast.NodeID(comments), end, before, ""))
}

// commentsInPlace reports whether the comments between two data lines are as
// they would be written.
func commentsInPlace(doc *ast.Document, from, to ast.NodeID, before, after string) bool {
	low := indentOf(after)
	for id := from; id < to; id++ {
		if commentText(doc, id, low, before, low) != doc.Text(id) {
			return false
		}
	}
	return true
}
