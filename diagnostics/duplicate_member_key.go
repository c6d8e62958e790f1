package diagnostics

import "gcf-lsp/ast"

var duplicateMemberKey = Rule{
	Code:     ast.DuplicateMemberKey,
	Severity: Error,
	Summary:  "Two rows of a keyed table have the same key",
	Spec:     "7.2a.4",
	Page: Page{
		What: "A keyed table `[N:]` is an object: the first cell of each row is the key of a member. Keys must differ.",
		Why:  "An object cannot hold two members with one key; one of the rows would be lost.",
		Bad: `GCF profile=generic
## [2:]{key,cpu,mem}
web-01|23|61
web-01|41|83
`,
		Good: `GCF profile=generic
## [2:]{key,cpu,mem}
web-01|23|61
web-02|41|83
`,
		Fix: "Correct the key. If the rows really share it, the data is an array: write `[N]` instead of `[N:]`.",
	},
	report: func(s site) report {
		return s.say("the member key %s is already on line %d: the keys of a keyed table must differ", show(unquoted(s.text())), s.lineNumber(int(s.RelStart))).
			see("the first row with this key", int(s.RelStart), int(s.RelEnd))
	},
}
