package outline

import "gcf-lsp/ast"

// Names calls yield for each symbol of a document that a user may look for by
// its name: graph nodes, sections and arrays with a key. They have no children
// and no detail. Container is the name of the section or group around one.
func Names(doc *ast.Document) func(yield func(symbol Symbol, container string) bool) {
	return func(yield func(Symbol, string) bool) {
		b := builder{doc: doc}
		parent, container := ast.NodeID(0), ""
		for i := range doc.Nodes {
			id := ast.NodeID(i)
			n := &doc.Nodes[i]
			switch n.Kind {
			case ast.KindSymbol, ast.KindDeltaSymbol:
			case ast.KindSection, ast.KindArray, ast.KindInlineArray:
				if key := doc.KeySpan(id); key.Start == key.End {
					continue
				}
			default:
				continue
			}
			if n.Parent != parent {
				parent, container = n.Parent, ""
				if parent != 0 {
					container = b.symbol(parent).Name
				}
			}
			if !yield(b.symbol(id), container) {
				return
			}
		}
	}
}
