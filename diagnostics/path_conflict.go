package diagnostics

import "gcf-lsp/ast"

var pathConflict = Rule{
	Code:     ast.PathConflict,
	Severity: Error,
	Summary:  "Two columns claim the same place in the row's object",
	Spec:     "7.4.6",
	Page: Page{
		What: "A quoted column with `>` in its name is a path: `\"customer>name\"` is the member `name` of the object `customer`. Then there can be no column `customer` of its own, and no `\"customer>name>first\"`.",
		Why:  "One field cannot be a scalar and an object at once.",
		Bad: `GCF profile=generic
## orders [1]{id,customer,"customer>name"}
1|x|Alice
`,
		Good: `GCF profile=generic
## orders [1]{id,"customer>code","customer>name"}
1|x|Alice
`,
		Fix: "Rename one of the two columns.",
	},
	report: func(s site) report {
		return s.say("the column %s collides with %s: a field is a value or an object, not both", s.shown(), show(s.related())).
			see("the other column", int(s.RelStart), int(s.RelEnd))
	},
}
