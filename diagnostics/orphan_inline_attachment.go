package diagnostics

import "gcf-lsp/ast"

var orphanInlineAttachment = Rule{
	Code:     ast.OrphanInlineAttachment,
	Severity: Error,
	Summary:  "A line of values belongs to no table and no inline attachment",
	Spec:     "7.4.5.2",
	Page: Page{
		What: "A line with `|` is a row of a table or the body of a `^{…}` cell. This one stands where neither is expected: there is no header `## name [N]{…}` above it, or the row before it has no more `^` cells that wait for a body.",
		Why:  "Values have no names by themselves; without a field list they cannot be decoded.",
		Bad: `GCF profile=generic
1|Alice|95000
2|Bob|72000
`,
		Good: `GCF profile=generic
## [2]{id,name,salary}
1|Alice|95000
2|Bob|72000
`,
		Fix: "Add the header with the names of the columns, or remove the line. The header that the fix adds has made-up names, so it is unsafe.",
	},
	report: func(s site) report {
		switch s.Cause {
		case ast.CauseRowsWithoutHeader:
			return reportRowsWithoutHeader(s)
		case ast.CauseSurplus:
			return reportCountMismatch(s)
		}
		return s.say("%s belongs to no `^{…}` cell: the row has no marker that waits for values, and no table is open here", show(s.line())).
			see("its row", int(s.RelStart), int(s.RelEnd)).
			unsafely("Remove the line", remove(s.lineStart(), s.lineEnd()))
	},
}
