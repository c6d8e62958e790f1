package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var tabIndentation = Rule{
	Code:     ast.TabIndentation,
	Severity: Error,
	Summary:  "A line is indented with a tab",
	Spec:     "4.1",
	Page: Page{
		What: "Indentation is made of spaces, two for each level. A tab among the leading blanks of a line is an error. A tab inside a value is not.",
		Why:  "Indentation carries the structure, and the width of a tab is a matter of taste.",
		Bad: `GCF profile=generic
## database
` + "\thost=db.example.com" + `
`,
		Good: `GCF profile=generic
## database
  host=db.example.com
`,
		Fix: "Replace each tab by two spaces. The fix is unsafe: check that each line still belongs to the object that you mean.",
	},
	report: func(s site) report {
		start := s.lineStart()
		end := start + s.doc.Indent(s.Node)
		blanks := s.slice(start, end)
		r := s.say("the indentation has a tab: use two spaces for each level")
		if strings.Contains(blanks, "\t") {
			r = r.unsafely("Replace tabs by two spaces", Edit{Start: start, End: end, Text: strings.ReplaceAll(blanks, "\t", "  ")})
		}
		return r
	},
}
