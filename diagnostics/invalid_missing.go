package diagnostics

import "gcf-lsp/ast"

var invalidMissing = Rule{
	Code:     ast.InvalidMissing,
	Severity: Error,
	Summary:  "The token ~ stands outside a table cell",
	Spec:     "2.1",
	Page: Page{
		What: "`~` says that a row does not have a field. It has a meaning in cells of a table only, not in `key=value` lines, inline arrays, items or a root value.",
		Why:  "An object says that it lacks a member by not having the line. An array element cannot be absent.",
		Bad: `GCF profile=generic
name=Alice
email=~
`,
		Good: `GCF profile=generic
name=Alice
email=-
`,
		Fix: "Remove the line, write `-` for null, or `\"~\"` for the text. All change the data and are unsafe.",
	},
	report: func(s site) report {
		return s.say("`~` means that a field is absent, and only a table cell may say so: leave the member out, write `-` for null or `\"~\"` for the text").
			unsafely("Write `-` (null)", s.replace("-")).
			unsafely("Write `\"~\"` (the text)", s.replace(`"~"`))
	},
}
