package diagnostics

import "gcf-lsp/ast"

var limitExceeded = Rule{
	Code:     ast.LimitExceeded,
	Severity: Error,
	Summary:  "The document exceeds a configured limit",
	Spec:     "12",
	Needs:    "a limit in the configuration or in the tool",
	Page: Page{
		What: "The spec lets a reader limit nesting, line length, field count and size, and asks it to refuse what exceeds the limit rather than to cut it. The defaults are met by no honest document: 10,000 levels, in which a path column counts with its segments, 100,000 columns, 4 GiB, and path columns that stand for many times more objects than the document has bytes.",
		Why:  "A limit protects against payloads that were made to exhaust a reader.",
		Bad: `GCF profile=generic
## a
  ## b
    c=1
`,
		Good: `GCF profile=generic
## a
  b=1
`,
		Fix: "Make the document smaller, or raise the limit if you trust where it comes from.",
	},
	report: func(s site) report {
		if s.Want == 0 {
			return s.say("the document exceeds the size that can be read")
		}
		return s.say("the document exceeds a limit: %d, and the limit is %d", s.Have, s.Want)
	},
}
