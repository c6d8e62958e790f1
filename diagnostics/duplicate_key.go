package diagnostics

import "gcf-lsp/ast"

var duplicateKey = Rule{
	Code:     ast.DuplicateKey,
	Severity: Error,
	Summary:  "A key appears twice in one object",
	Spec:     "2a.2",
	Page: Page{
		What: "The members of an object have different keys, whatever form they are written in: `a=1`, `## a` and `a[2]: 1,2` all define `a`. Keys are compared byte by byte after decoding, so `a` and `\"a\"` are the same key.",
		Why:  "The second would replace the first or be lost, depending on the reader.",
		Bad: `GCF profile=generic
name=Alice
name=Bob
`,
		Good: `GCF profile=generic
name=Alice
nickname=Bob
`,
		Fix: "Rename or remove one of them. Removing the later one, with all that belongs to it, is offered as an unsafe fix.",
	},
	report: func(s site) report {
		return s.say("the key %s is already on line %d: keys of one object must differ", show(unquoted(s.text())), s.lineNumber(int(s.RelStart))).
			see("the first is here", int(s.RelStart), int(s.RelEnd)).
			unsafely("Remove the second", remove(s.lineStart(), s.doc.SubtreeEnd(s.Node)))
	},
}
