package diagnostics

import "gcf-lsp/ast"

var duplicateFieldName = Rule{
	Code:     ast.DuplicateFieldName,
	Severity: Error,
	Summary:  "A field list names the same field twice",
	Spec:     "2a.2",
	Page: Page{
		What: "The names between `{` and `}` must differ. This holds for tables, keyed tables and inline schemas.",
		Why:  "Each column is one member of the row's object, and an object cannot have a key twice.",
		Bad: `GCF profile=generic
## users [1]{id,name,name}
1|Alice|Smith
`,
		Good: `GCF profile=generic
## users [1]{id,name,surname}
1|Alice|Smith
`,
		Fix: "Rename one of the columns. Its name is a decision, so there is no automatic fix.",
	},
	report: func(s site) report {
		return s.say("the field list names %s twice: field names must differ", show(unquoted(s.text()))).
			see("the first is here", int(s.RelStart), int(s.RelEnd))
	},
}
