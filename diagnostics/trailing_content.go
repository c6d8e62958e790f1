package diagnostics

import "gcf-lsp/ast"

var trailingContent = Rule{
	Code:     ast.TrailingContent,
	Severity: Error,
	Summary:  "Something follows the end of the payload",
	Spec:     "7.1",
	Page: Page{
		What: "The body of a generic payload is one value. After a root scalar, a root array or a root keyed table only comments, blank lines and the `##! summary` line may follow. An inline array and an empty object have nothing below them, either.",
		Why:  "Data that belongs to nothing would be lost in silence.",
		Bad: `GCF profile=generic
=42
name=Alice
`,
		Good: `GCF profile=generic
value=42
name=Alice
`,
		Fix: "Remove what follows, or write the payload as an object with a key for each part. Removing is offered as an unsafe fix, except for a Markdown fence.",
	},
	report: func(s site) report {
		if s.Cause == ast.CauseFenceTail {
			return reportFenceTail(s)
		}
		if s.Node == 0 {
			return s.say("%s follows the end of the payload: its root is one value, and that is complete", show(firstLine(s.text())))
		}
		return s.say("%s follows the end of the payload: its root is one value, and that is complete", show(s.line())).
			see("the root value", int(s.RelStart), int(s.RelEnd)).
			unsafely("Remove the line and what belongs to it", remove(s.lineStart(), s.doc.SubtreeEnd(s.Node)))
	},
}
