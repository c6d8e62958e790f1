package diagnostics

import "gcf-lsp/ast"

var unknownSuppression = Rule{
	Code:     ast.UnknownSuppression,
	Severity: Warning,
	Summary:  "A suppression comment cannot be understood",
	Page: Page{
		What: "`# gcf-lsp: ignore CODE, CODE -- reason` silences these codes on the next line of data, `# gcf-lsp: ignore-file CODE` above the first line of data silences them in the whole document, `# gcf-lsp: off` and `# gcf-lsp: on` enclose a region in which all is silent, `# gcf-lsp: fmt off` and `# gcf-lsp: fmt on` one that the formatter leaves as it is. This comment names a code that does not exist, or is none of these.",
		Why:  "A suppression with a slip in it does nothing, and nobody would notice.",
		Bad: `GCF profile=graph symbols=2 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [1]
# gcf-lsp: ignore unknown_edge_state
@0<@1 calls
`,
		Good: `GCF profile=graph symbols=2 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [1]
# gcf-lsp: ignore unknown_edge_status -- our reader knows it
@0<@1 calls renamed
`,
		Fix: "Correct the comment. Where a known code is near, the fix writes it.",
	},
}
