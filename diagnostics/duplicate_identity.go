package diagnostics

import "gcf-lsp/ast"

var duplicateIdentity = Rule{
	Code:     ast.DuplicateIdentity,
	Severity: Error,
	Summary:  "Two rows have the same identity",
	Spec:     "10a.1",
	Page: Page{
		What: "The values of the `@` column must differ within the set. In a delta an identity appears once, in one section.",
		Why:  "The identity says which row a delta replaces or removes.",
		Bad: `GCF profile=generic delta=true base_root=sha256:aa new_root=sha256:bb key=id
## added [2]{@id,total}
1001|59.98
1001|29.99
`,
		Good: `GCF profile=generic delta=true base_root=sha256:aa new_root=sha256:bb key=id
## added [2]{@id,total}
1001|59.98
1002|29.99
`,
		Fix: "Correct the identity or remove one of the rows.",
	},
	report: func(s site) report {
		return s.say("the identity %s is already on line %d: identities must differ", show(unquoted(s.text())), s.lineNumber(int(s.RelStart))).
			see("the first row with this identity", int(s.RelStart), int(s.RelEnd))
	},
}
