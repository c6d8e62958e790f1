package diagnostics

import "gcf-lsp/ast"

// The parser finds these where it looks at the paths of a declaration.
var prototypeSegment = Rule{
	Code:     ast.PrototypeSegment,
	Severity: Information,
	Summary:  "A path column leads through a name that is special in JavaScript",
	Spec:     "7.4.6.2",
	Page: Page{
		What: "A segment of a path column is `constructor`, `prototype` or `__proto__`. The spec allows it, and the member is written as any other.",
		Why:  "A decoder in JavaScript that makes plain objects finds something under these names in every object, and guards against writing to it: the member is lost, or the payload is refused.",
		Bad: `GCF profile=generic
## classes [1]{id,"constructor>arity"}
1|2
`,
		Good: `GCF profile=generic
## classes [1]{id,"ctor>arity"}
1|2
`,
		Fix: "Rename the member if JavaScript reads the data, or write the object as an attachment.",
	},
	report: func(s site) report {
		return s.say("the path of %s leads through a name that is special in JavaScript: consumers there may lose the member", s.shown())
	},
}
