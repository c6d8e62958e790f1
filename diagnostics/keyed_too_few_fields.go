package diagnostics

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

var keyedTooFewFields = Rule{
	Code:     ast.KeyedTooFewFields,
	Severity: Error,
	Summary:  "A keyed table declares fewer than two fields",
	Spec:     "7.2a.2",
	Page: Page{
		What: "A keyed table `[N:]` declares the key column and at least one more field, the members of the value.",
		Why:  "With the key alone there is no value for the keys to point at.",
		Bad: `GCF profile=generic
## servers [2:]{key}
web-01
db-01
`,
		Good: `GCF profile=generic
servers[2]: web-01,db-01
`,
		Fix: "Add the fields of the values, or write an array of the keys. What is meant is a decision, so there is no automatic fix.",
	},
	report: func(s site) report {
		n := 0
		if decl := s.doc.DeclOf(s.Node); decl != nil {
			n = len(decl.Fields)
		}
		return s.say("a keyed table needs the key column and at least one field for the values: %s has %s", show(s.line()), printable.Count(n, "field"))
	},
}
