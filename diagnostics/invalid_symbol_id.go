package diagnostics

import "gcf-lsp/ast"

var invalidSymbolID = Rule{
	Code:     ast.InvalidSymbolID,
	Severity: Error,
	Summary:  "A symbol id is not a number",
	Spec:     "5",
	Page: Page{
		What: "After `@` stand decimal digits, in symbol lines and on both sides of an edge.",
		Why:  "Edges refer to symbols by this number.",
		Bad: `GCF profile=graph symbols=1
## targets
@run fn pkg.Run 0.95 lsp
`,
		Good: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Fix: "Write the number of the symbol; ids count from 0.",
	},
	report: func(s site) report {
		return s.say("%s is not a symbol id: expected `@` and a decimal number, such as `@0`", s.shown())
	},
}
