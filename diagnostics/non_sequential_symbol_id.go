package diagnostics

import "gcf-lsp/ast"

var nonSequentialSymbolID = Rule{
	Code:     ast.NonSequentialSymbolID,
	Severity: Warning,
	Summary:  "Symbol ids are not 0, 1, 2, …",
	Spec:     "5",
	Page: Page{
		What: "Outside a session the symbols of a payload are numbered from 0 in the order in which they appear.",
		Why:  "It is required of encoders. A gap may mean that a symbol was lost.",
		Bad: `GCF profile=graph symbols=2
## targets
@1 fn pkg.Run 0.95 lsp
@2 fn pkg.Main 0.90 lsp
`,
		Good: `GCF profile=graph symbols=2
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
`,
		Fix: "Format the document: the formatter numbers symbols and edges anew. For a session payload add `session=true`.",
	},
	report: func(s site) report {
		return s.say("the symbol %s should be `@%d`: outside a session ids count 0, 1, 2, … in the order of the symbols", s.shown(), s.Want)
	},
}
