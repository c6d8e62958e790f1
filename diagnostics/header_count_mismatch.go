package diagnostics

import (
	"fmt"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

var headerCountMismatch = Rule{
	Code:     ast.HeaderCountMismatch,
	Severity: Warning,
	Summary:  "A count in the header does not fit the body",
	Spec:     "3.2",
	Page: Page{
		What: "`symbols=` and `edges=` say how many symbol lines and edge lines the payload has. The body has another number.",
		Why:  "Nothing is decoded wrongly, but a reader that trusts the header is misled, and a payload with fewer symbols than it says was probably cut off.",
		Bad: `GCF profile=graph symbols=3
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Good: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Fix: "Correct the number: this is a safe fix.",
	},
	report: func(s site) report {
		key, value, at := s.headerField()
		noun := "symbol"
		if key == "edges" {
			noun = "edge"
		}
		return s.say("the header says `%s=%s`, but the body has %s", printable.Text(key, showLimit), printable.Text(value, showLimit), printable.Count(int(s.Have), noun)).
			safely(fmt.Sprintf("Write `%s=%d`", key, s.Have), Edit{Start: at, End: at + len(value), Text: fmt.Sprint(s.Have)})
	},
}
