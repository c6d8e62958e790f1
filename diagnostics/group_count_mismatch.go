package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
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
		Fix: "Correct the count or leave it out. The fix corrects it; it is safe where it raises the count, since lines may be missing where it is lower.",
	},
	report: func(s site) report {
		n := groupItems(s.doc, s.Node)
		start, end := s.countPlace()
		noun := "symbol"
		if strings.HasPrefix(s.doc.Key(s.Node), "edges") {
			noun = "edge"
		}
		return s.say("%s declares %s, but %s: correct the count", show(s.text()), printable.Count(int(s.Want), noun), follow(n)).
			fix(fmt.Sprintf("Set the count to %d", n), n > int(s.Want), []Edit{{Start: start, End: end, Text: fmt.Sprint(n)}})
	},
}
