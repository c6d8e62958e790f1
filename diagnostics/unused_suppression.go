package diagnostics

import "gcf-lsp/ast"

var unusedSuppression = Rule{
	Code:     ast.UnusedSuppression,
	Severity: Warning,
	Summary:  "A suppression comment suppresses nothing",
	Page: Page{
		What: "The codes that the comment names are not reported where it holds. An `off` that silences nothing, and an `on` without an `off` before it, are reported as well.",
		Why:  "Such a comment hides the next mistake instead of the one that it was written for.",
		Bad: `GCF profile=generic
# gcf-lsp: ignore number_respelled
price=2.4
`,
		Good: `GCF profile=generic
# gcf-lsp: ignore number_respelled
price=2.40
`,
		Fix: "Remove the code, or the whole comment: this is a safe fix.",
	},
}
