package diagnostics

import "gcf-lsp/ast"

var duplicateSymbolID = Rule{
	Code:     ast.DuplicateSymbolID,
	Severity: Error,
	Summary:  "Two symbols have the same id",
	Spec:     "5",
	Page: Page{
		What: "Each `@id` is declared once in a payload.",
		Why:  "Edges refer to symbols by id; with two of one id they would be ambiguous.",
		Bad: `GCF profile=graph symbols=2
## targets
@0 fn pkg.Run 0.95 lsp
@0 fn pkg.Main 0.90 lsp
`,
		Good: `GCF profile=graph symbols=2
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
`,
		Fix: "Give the second symbol the next free id, and check the edges that mean it.",
	},
	report: func(s site) report {
		return s.say("the symbol id %s is already on line %d: ids must differ", s.shown(), s.lineNumber(int(s.RelStart))).
			see("the first is here", int(s.RelStart), int(s.RelEnd))
	},
}
