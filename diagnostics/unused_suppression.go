package diagnostics

import "gcf-lsp/ast"

var unusedSuppression = Rule{
	Code:     ast.UnusedSuppression,
	Severity: Warning,
	Summary:  "A suppression comment suppresses nothing",
	Page: Page{
		What: "The codes that the comment names are not reported where it holds. An `off` that silences nothing, and an `on` without an `off` before it, are reported as well; so are `fmt on` without `fmt off`, and a second `fmt off`.",
		Why:  "Such a comment hides the next mistake instead of the one that it was written for.",
		Bad: `GCF profile=graph symbols=2 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [1]
# gcf-lsp: ignore unknown_edge_status
@0<@1 calls added
`,
		Good: `GCF profile=graph symbols=2 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [1]
# gcf-lsp: ignore unknown_edge_status
@0<@1 calls renamed
`,
		Fix: "Remove the code, or the whole comment: this is a safe fix.",
	},
}
