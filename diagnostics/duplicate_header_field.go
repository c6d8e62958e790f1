package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var duplicateHeaderField = Rule{
	Code:     ast.DuplicateHeaderField,
	Severity: Error,
	Summary:  "A header field appears more than once",
	Spec:     "3.1",
	Page: Page{
		What: "Each key may appear once in a header, `profile` included.",
		Why:  "Decoders would have to choose one of the two values, and would choose differently.",
		Bad: `GCF profile=generic tool=search tool=query
name=Alice
`,
		Good: `GCF profile=generic tool=search
name=Alice
`,
		Fix: "Keep one of the two. The fix removes the later one; it is safe where both have the same value.",
	},
	report: reportDuplicateHeaderField,
}

func reportDuplicateHeaderField(s site) report {
	start, end := s.tokenStart(), s.end()
	key, _, _ := strings.Cut(s.text(), "=")
	r := s.say("the header has the field %s twice", show(key)).
		see("the first is here", int(s.RelStart), int(s.RelEnd))
	title := "Remove " + s.shown()
	if s.text() == s.related() {
		return r.safely(title, remove(start, end))
	}
	return r.unsafely(title, remove(start, end))
}
