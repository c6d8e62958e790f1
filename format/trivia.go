package format

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// Trivia returns the changes to a document that are safe without
// understanding it, for a document with errors: blanks at the end of a line
// and blank lines go, the last line gets its end. Lines with an error and the
// blank lines beside them stay as they are, but for the end of a document that
// does not look cut off; so does a document without a header.
func Trivia(doc *ast.Document, ends LineEnds) []Edit {
	if doc.Header.Node == 0 {
		return nil
	}
	broken := brokenLines(doc)
	d := differ{doc: doc, ends: ends, newline: newlineOf(doc.Source, ends)}
	last := ast.NodeID(len(doc.Nodes) - 1)
	end := last // blank lines behind it end the document
	for end > doc.Header.Node && doc.Nodes[end].Kind == ast.KindBlank && !broken[end] {
		end--
	}
	for i := doc.Header.Node; i <= last; i++ {
		if broken[i] {
			if i == last && !cutOff(doc) {
				d.line(i, doc.Text(i))
			}
			continue
		}
		if doc.Nodes[i].Kind == ast.KindBlank {
			if i > end || !broken[i-1] && (i == last || !broken[i+1]) {
				d.region(i, i+1, nil)
			}
			continue
		}
		text := doc.Text(i)
		trimmed := strings.TrimRight(text, " \t")
		if doc.Nodes[i].Kind == ast.KindComment && strings.TrimLeft(trimmed, " \t") == "#" {
			trimmed = text // without its blank it would be no comment
		}
		d.line(i, trimmed)
	}
	return d.all
}

// cutOff reports whether a document looks as if its end was lost. It is told by
// the line end that is missing, too.
func cutOff(doc *ast.Document) bool {
	return slices.ContainsFunc(doc.Problems, func(p ast.Problem) bool { return p.Cause == ast.CauseTruncated })
}

// brokenLines says which lines have an error of their own or are a part of
// something that has one.
func brokenLines(doc *ast.Document) []bool {
	broken := make([]bool, len(doc.Nodes))
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		broken[i] = n.Kind == ast.KindError || n.Flags&ast.FlagInvalid != 0
	}
	for i := range doc.Problems {
		p := &doc.Problems[i]
		if !value.IsError(p.Code) {
			continue
		}
		broken[p.Node] = true
		for id := doc.Line(int(p.Start)); id > 0 && int(id) < len(doc.Nodes) && doc.Nodes[id].Start < p.End; id++ {
			broken[id] = true
		}
	}
	broken[0] = false // a problem of the document as a whole is in no line
	return broken
}
