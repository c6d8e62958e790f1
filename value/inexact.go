package value

import (
	"strconv"
	"unicode/utf8"

	"gcf-lsp/ast"
)

// InexactOf returns which numbers of a document are others when they are read.
func InexactOf(doc *ast.Document) (all Inexact) {
	for i := range doc.Problems {
		pr := &doc.Problems[i]
		if pr.Code != ast.InexactNumber {
			continue
		}
		if all.Count++; all.Count == 1 {
			start := int(pr.Start)
			all.Token = doc.Source[start:pr.End]
			all.Read, _ = strconv.ParseFloat(all.Token, 64)
			line := doc.Line(start) // node i is line i
			all.Line, all.Column = int(line), 1+utf8.RuneCountInString(doc.Source[doc.Nodes[line].Start:start])
		}
	}
	return all
}
