package diagnostics

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/text/nearest"
)

var unknownEdgeStatus = Rule{
	Code:     ast.UnknownEdgeStatus,
	Severity: Warning,
	Summary:  "An edge has a status that the spec does not know",
	Spec:     "6",
	Page: Page{
		What: "After the type of an edge one more word may follow, `added` or `removed`.",
		Why:  "A reader of a diff knows these two only. A second word is often the rest of a type that was written with a space.",
		Bad: `GCF profile=graph symbols=2 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [1]
@0<@1 calls twice
`,
		Good: `GCF profile=graph symbols=2 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [1]
@0<@1 calls added
`,
		Fix: "Write `added` or `removed`, or nothing.",
	},
	report: func(s site) report {
		r := s.say("the edge status %s is not known to the spec: expected `added`, `removed` or nothing", s.shown())
		if near := nearest.Word(s.text(), []string{"added", "removed"}); near != "" {
			r = r.unsafely("Write `"+near+"`", s.replace(near))
		}
		return r
	},
}
