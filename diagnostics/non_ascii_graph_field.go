package diagnostics

import "gcf-lsp/ast"

var nonAsciiGraphField = Rule{
	Code:     ast.NonAsciiGraphField,
	Severity: Warning,
	Summary:  "A field of a graph or of the header has characters other than printable ASCII",
	Spec:     "4",
	Page: Page{
		What: "Qualified names, provenance and edge types of the graph profile are printable ASCII without blanks, and so are the values of header fields in both profiles.",
		Why:  "The fields are separated by blanks, and other alphabets have blanks of their own. Strict decoders may refuse the line.",
		Bad: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Größe 0.95 lsp
`,
		Good: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Groesse 0.95 lsp
`,
		Fix: "Write the name in ASCII, or use the generic profile, which takes any text.",
	},
	report: func(s site) report {
		return s.say("%s has characters other than printable ASCII, which may not stand here", s.shown())
	},
}
