package diagnostics

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

var inlineWidthMismatch = Rule{
	Code:     ast.InlineWidthMismatch,
	Severity: Error,
	Summary:  "The body of an inline attachment has the wrong number of values",
	Spec:     "7.4.5.2",
	Page: Page{
		What: "A cell `^{id,name,email}` is followed by a line with one value for each of its names, between `|`. Later rows reuse the names with a plain `^`.",
		Why:  "The values get their names by position. A value with `|` in it needs quotes.",
		Bad: `GCF profile=generic
## orders [1]{id,customer,total}
@0 1001|^{id,name,email}|59.98
1|Alice
`,
		Good: `GCF profile=generic
## orders [1]{id,customer,total}
@0 1001|^{id,name,email}|59.98
1|Alice|alice@example.com
`,
		Fix: "Add the missing value or remove the extra one.",
	},
	report: func(s site) report {
		r := s.say("%s for %s: %s; the schema is %s", printable.Count(int(s.Have), "value"), printable.Count(int(s.Want), "name"), show(s.line()), s.fieldList()).
			see("the names are declared here", int(s.RelStart), int(s.RelEnd))
		if s.Have == s.Want+1 && s.text() != s.line() {
			r = r.unsafely("Remove the value "+s.shown(), s.dropCell(s.start(), s.end()))
		}
		return r
	},
}
