package diagnostics

import "gcf-lsp/ast"

var invalidSectionHeader = Rule{
	Code:     ast.InvalidSectionHeader,
	Severity: Error,
	Summary:  "A line that begins with ## is not a section header",
	Spec:     "4",
	Page: Page{
		What: "A section header is `## key`, `## key [N]`, `## key [N]{a,b}` or one of these without a key, at the root. One space stands after `##` and one before `[`; nothing may follow.",
		Why:  "The header decides how all lines below it are read.",
		Bad: `GCF profile=generic
## users[2]{id,name}
1|Alice
2|Bob
`,
		Good: `GCF profile=generic
## users [2]{id,name}
1|Alice
2|Bob
`,
		Fix: "Write the header in one of these forms. A missing space has a safe fix.",
	},
	report: func(s site) report {
		if s.Cause == ast.CauseSpaceMissing {
			return reportSpaceMissing(s)
		}
		if s.Cause == ast.CauseSpaces {
			return reportBlanks(s)
		}
		return s.say("%s is not a section header: expected `## key`, `## key [N]` or `## key [N]{…}`, with nothing after it", show(s.line()))
	},
}
