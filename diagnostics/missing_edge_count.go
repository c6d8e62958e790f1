package diagnostics

import (
	"fmt"

	"gcf-lsp/ast"
)

var missingEdgeCount = Rule{
	Code:     ast.MissingEdgeCount,
	Severity: Warning,
	Summary:  "The edges group has no count",
	Spec:     "6a",
	Page: Page{
		What: "The group of edges is written `## edges [N]` with their number, or `## edges [?]` in a stream.",
		Why:  "With the count a reader sees that no edge was lost.",
		Bad: `GCF profile=graph symbols=2 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges
@0<@1 calls
`,
		Good: `GCF profile=graph symbols=2 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [1]
@0<@1 calls
`,
		Fix: "Add the number of edges: this is a safe fix.",
	},
	report: func(s site) report {
		n := groupItems(s.doc, s.Node)
		end := s.doc.KeySpan(s.Node).End
		r := s.say("`## edges` has no count: expected `## edges [%d]`", n)
		if end != int(s.doc.Nodes[s.Node].End) {
			return r
		}
		return r.safely(fmt.Sprintf("Add `[%d]`", n), insert(end, fmt.Sprintf(" [%d]", n)))
	},
}
