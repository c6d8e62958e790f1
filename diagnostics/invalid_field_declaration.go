package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var invalidFieldDeclaration = Rule{
	Code:     ast.InvalidFieldDeclaration,
	Severity: Error,
	Summary:  "A field list is malformed",
	Spec:     "2a.3",
	Page: Page{
		What: "A field list is `{`, names between commas, `}`. A name is plain or quoted; there are no blanks, no empty names and no values in it. One name may have an `@` before it, in payloads that take part in deltas.",
		Why:  "The list gives every cell of the table its name.",
		Bad: `GCF profile=generic
## users [1]{id,,name}
1|x|Alice
`,
		Good: `GCF profile=generic
## users [1]{id,code,name}
1|x|Alice
`,
		Fix: "Correct the list. A form such as `{id,region=us-east}` belongs to a newer version of the spec: write the values into the rows.",
	},
	report: func(s site) report {
		if s.Cause == ast.CauseNewerSpec {
			return s.say("%s is a form of a newer GCF spec than 3.5: name the field only, and write its value in each row", s.shown())
		}
		if s.Cause == ast.CauseSpaces {
			return reportBlanks(s)
		}
		if s.Cause == ast.CauseJunkAfter {
			key := s.doc.KeySpan(s.Node)
			return s.say("%s is not a section header: the section of an object is `## key`, without braces", show(s.line())).
				safely("Remove "+s.shown(), remove(key.End, s.end()))
		}
		if strings.Trim(s.text(), "{, \t}") == "" {
			return s.say("a name is missing at %s in the field list: expected names between commas, such as `{id,\"full name\"}`", s.shown())
		}
		return s.say("%s is not a field list: expected `{` with names between commas and `}`, such as `{id,\"full name\"}`", s.shown())
	},
}
