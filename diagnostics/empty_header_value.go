package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var emptyHeaderValue = Rule{
	Code:     ast.EmptyHeaderValue,
	Severity: Warning,
	Summary:  "A header field has no value",
	Spec:     "4",
	Page: Page{
		What: "A header field is `key=value`, and the value has at least one character. `tool=` with nothing after it is read as if the field were absent; some encoders write it.",
		Why:  "Strict readers may refuse it.",
		Bad: `GCF profile=generic tool=
name=Alice
`,
		Good: `GCF profile=generic
name=Alice
`,
		Fix: "Remove the field: this is a safe fix.",
	},
	report: func(s site) report {
		key, _, _ := strings.Cut(s.text(), "=")
		r := s.say("the header field %s has no value: leave the field out", show(key))
		for i := range s.doc.Header.Fields {
			f := &s.doc.Header.Fields[i]
			if f.KeyStart == s.start() || f.ValueStart == s.end() || f.KeyEnd == s.end() {
				at := s.of(ast.Problem{Start: uint32(f.KeyStart)}).tokenStart()
				return r.safely("Remove "+show(f.Key+"="), remove(at, f.ValueEnd))
			}
		}
		return r
	},
}
