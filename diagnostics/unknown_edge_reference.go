package diagnostics

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

var unknownEdgeReference = Rule{
	Code:     ast.UnknownEdgeReference,
	Severity: Error,
	Summary:  "An edge refers to a symbol that is not declared",
	Spec:     "6",
	Page: Page{
		What: "Both ids of an edge must be declared by a symbol line above it. In a session payload a line `@N  # previously transmitted` declares the id, too.",
		Why:  "An edge to nowhere cannot be drawn. Often the payload was cut, or the edge was counted from 1.",
		Bad: `GCF profile=graph symbols=1 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
## edges [1]
@0<@7 calls
`,
		Good: `GCF profile=graph symbols=2 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [1]
@0<@1 calls
`,
		Fix: "Declare the symbol, correct the id, or remove the edge.",
	},
	report: func(s site) report {
		if id, ok := s.doc.Symbols.Lookup(uint64(s.Have)); ok && id > s.Node {
			start, end := s.doc.Span(id)
			return s.say("the symbol %s is declared only further down, on line %d: an edge may refer to symbols above it", s.shown(), int(id)).
				see("the symbol is declared here", start, end)
		}
		return s.say("no symbol %s is declared above this edge; %s", s.shown(), s.declaredSymbols())
	},
}

// declaredSymbols says what ids there are.
func (s site) declaredSymbols() string {
	switch n := s.doc.Symbols.Len(); n {
	case 0:
		return "the payload declares no symbols"
	case 1:
		return "the payload declares 1 symbol"
	default:
		return "the payload declares " + printable.Count(n, "symbol")
	}
}
