package format

import "gcf-lsp/ast"

// Rewrite is Document without the quick look at documents that are canonical.
var Rewrite = rewrite

// IsCanonical is that quick look.
var IsCanonical = isCanonical

// Reordered reports whether formatting puts comments in another order, because
// their data goes in another order.
func Reordered(doc *ast.Document, o DocumentOptions) bool {
	out, err := layOut(doc, o)
	return err == nil && out.reordered
}
