package diagnostics

import (
	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

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
		have, limit := int(s.Have), printable.Number(int(s.Want))
		switch s.Cause {
		case ast.CauseDepth:
			return s.say("this is nested %s deep, and the limit is %s", printable.Count(have, "level"), limit)
		case ast.CauseColumns:
			return s.say("the declaration has %s, and the limit is %s", printable.Count(have, "column"), limit)
		case ast.CauseMembers:
			return s.say("there are %s here, and the limit is %s", printable.Count(have, "member"), limit)
		case ast.CausePaths:
			return s.say("the path columns stand for %s from here on, more than %s, which a document of this size may have", printable.Count(have, "object"), limit)
		}
		return s.say("the document has more than %s bytes, the size that is read", limit)
	},
}
