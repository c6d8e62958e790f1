package diagnostics

import "gcf-lsp/ast"

var tooManyProblems = Rule{
	Code:     ast.TooManyProblems,
	Severity: Information,
	Summary:  "There are more problems than are shown",
	Needs:    "a limit on the number of problems",
	Page: Page{
		What: "The number of problems that are shown for one document is limited. The most severe ones are kept; this one says how many were left out.",
		Why:  "A text that is not GCF at all can have a problem on every line, and an editor has to show them all.",
		Bad: `GCF profile=generic
a = 1
b = 2
`,
		Good: `GCF profile=generic
a=1
b=2
`,
		Fix: "Mend the problems that are shown, or raise the limit.",
	},
}
