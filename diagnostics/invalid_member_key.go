package diagnostics

import "gcf-lsp/ast"

var invalidMemberKey = Rule{
	Code:     ast.InvalidMemberKey,
	Severity: Error,
	Summary:  "The key cell of a keyed table holds -, ~ or ^",
	Spec:     "7.2a.3",
	Page: Page{
		What: "The first cell of a keyed table's row is the key of a member, and a key is a string. `-`, `~` and `^` are null, absent and attached.",
		Why:  "A member cannot have null for a name.",
		Bad: `GCF profile=generic
## [2:]{key,cpu,mem}
-|23|61
db-01|41|83
`,
		Good: `GCF profile=generic
## [2:]{key,cpu,mem}
"-"|23|61
db-01|41|83
`,
		Fix: "Quote the cell if it is the key, else write the right key. The fix quotes and is unsafe.",
	},
	report: func(s site) report {
		if decl := s.doc.DeclOf(s.Node); decl != nil && !decl.Keyed {
			return s.say("%s cannot be the identity of a row: expected a string, a number or another scalar; as text it is written %s", s.shown(), show(quoted(s.text()))).
				unsafely("Quote the identity", s.replace(quoted(s.text())))
		}
		return s.say("%s cannot be the key of a member: expected a string; as text it is written %s", s.shown(), show(quoted(s.text()))).
			unsafely("Quote the key", s.replace(quoted(s.text())))
	},
}
