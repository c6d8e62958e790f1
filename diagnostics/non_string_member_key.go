package diagnostics

import "gcf-lsp/ast"

var nonStringMemberKey = Rule{
	Code:     ast.NonStringMemberKey,
	Severity: Warning,
	Summary:  "The key cell of a keyed table is not a string",
	Spec:     "7.2a.3",
	Page: Page{
		What: "The first cell of a keyed table's row is a key, and keys are strings. A bare `5` or `true` is a number or a boolean; it is read as the key `\"5\"`.",
		Why:  "Encoders must quote such a key. A strict reader may refuse the cell.",
		Bad: `GCF profile=generic
## [2:]{key,cpu,mem}
5|23|61
db-01|41|83
`,
		Good: `GCF profile=generic
## [2:]{key,cpu,mem}
"5"|23|61
db-01|41|83
`,
		Fix: "Quote the key: this is a safe fix, the key stays the same.",
	},
	report: func(s site) report {
		return s.say("the member key %s is not a string: write it as %s", s.shown(), show(quoted(s.text()))).
			safely("Quote the key", s.replace(quoted(s.text())))
	},
}
