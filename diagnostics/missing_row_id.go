package diagnostics

import (
	"fmt"

	"gcf-lsp/ast"
)

var missingRowID = Rule{
	Code:     ast.MissingRowID,
	Severity: Error,
	Summary:  "A row with an attachment has no @N",
	Spec:     "7.4.4",
	Page: Page{
		What: "A row with a `^` or `^{…}` cell begins with `@N` and a space, N being the number of the row, from 0.",
		Why:  "It tells the row from the lines of the attachments around it.",
		Bad: `GCF profile=generic
## users [1]{id,tags}
1|^
.tags [2]: a,b
`,
		Good: `GCF profile=generic
## users [1]{id,tags}
@0 1|^
.tags [2]: a,b
`,
		Fix: "Add the number. The fix is safe: the number is not data.",
	},
	report: func(s site) report {
		id := fmt.Sprintf("@%d", s.doc.Nodes[s.Node].Index)
		start, _ := s.doc.Span(s.Node)
		return s.say("a row with a `^` cell begins with its number: expected `%s ` before %s", id, show(s.line())).
			safely("Add `"+id+"`", insert(start, id+" "))
	},
}
