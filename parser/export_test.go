package parser

import "gcf-lsp/ast"

// TakenOver returns how many lines Reparse takes over from a document.
func TakenOver(before *ast.Document, src string, change ast.Splice) int {
	if !reusable(before, src, change) {
		return 0
	}
	p := reparse(before, src, change)
	return p.before.taken
}
