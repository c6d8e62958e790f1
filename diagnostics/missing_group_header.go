package diagnostics

import "gcf-lsp/ast"

var missingGroupHeader = Rule{
	Code:     ast.MissingGroupHeader,
	Severity: Error,
	Summary:  "A symbol or edge stands above the first group header",
	Spec:     "6a",
	Page: Page{
		What: "Symbols stand under `## targets`, `## related`, `## extended` or `## distance_N`, edges under `## edges`. The group says how far a symbol is from the query.",
		Why:  "Without a group a symbol has no distance.",
		Bad: `GCF profile=graph symbols=1
@0 fn pkg.Run 0.95 lsp
`,
		Good: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Fix: "Add the group header. The fix adds `## targets` and is unsafe, because it decides the distance.",
	},
	report: func(s site) report {
		return s.say("%s stands above the first group header: expected `## targets` or another group before it", show(s.line())).
			unsafely("Add `## targets`", insert(s.lineStart(), "## targets"+s.eol()))
	},
}
