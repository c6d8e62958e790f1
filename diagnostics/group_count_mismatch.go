package diagnostics

import (
	"fmt"

	"gcf-lsp/ast"
	"gcf-lsp/internal/plain"
)

var groupCountMismatch = Rule{
	Code:     ast.GroupCountMismatch,
	Severity: Warning,
	Summary:  "The count of a symbol group does not fit",
	Spec:     "6a",
	Page: Page{
		What: "The spec gives a count to `## edges` only. Where another group has one, it should be right.",
		Why:  "Decoders ignore the number; people and models do not.",
		Bad: `GCF profile=graph symbols=1
## targets [2]
@0 fn pkg.Run 0.95 lsp
`,
		Good: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Fix: "Correct the count or leave it out. The fix corrects it and is safe.",
	},
	report: func(s site) report {
		n := groupItems(s.doc, s.Node)
		start, end := s.countPlace()
		return s.say("%s declares %s, but %s", s.shown(), plain.Count(int(s.Want), "symbol"), follow(n)).
			safely(fmt.Sprintf("Set the count to %d", n), Edit{Start: start, End: end, Text: fmt.Sprint(n)})
	},
}
