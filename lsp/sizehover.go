package lsp

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/cli/stats"
	"gcf-lsp/internal/text/markup"
)

// sizeHover says what a document takes in other forms, where its header speaks
// of its size.
func (s *server) sizeHover(doc *snapshot, offset int) (markup.Text, ast.Span) {
	return stats.At(doc.tree(), offset)
}
