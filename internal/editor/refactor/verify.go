package refactor

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// sameValue reports whether two texts are documents with one value.
func sameValue(before, after string) bool {
	a, err := value.Decode(parser.Parse(before), value.KeepLexemes)
	if err != nil {
		return false
	}
	b, err := value.Decode(parser.Parse(after), value.KeepLexemes)
	return err == nil && value.Equal(a, b)
}

// comments returns the texts of the comments of a document, in order.
func comments(doc *ast.Document) []string {
	var all []string
	for id := range doc.Nodes {
		if doc.Nodes[id].Kind == ast.KindComment {
			start, end := doc.Span(ast.NodeID(id))
			all = append(all, doc.Source[start:end])
		}
	}
	return all
}

// plainName is a key in a message.
func plainName(key string) string { return printable.Name(key, 40) }
