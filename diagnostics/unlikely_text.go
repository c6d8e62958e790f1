package diagnostics

import "gcf-lsp/ast"

// Package diagnosis finds these; it knows how writers get GCF wrong.
var unlikelyText = Rule{
	Code:     ast.UnlikelyText,
	Severity: Hint,
	Summary:  "A text was most likely meant as something else",
	Spec:     "2.1",
	Needs:    "what writers of GCF mostly mean",
	DataOnly: true,
	Page: Page{
		What: "All values of a column, or of one member, read as texts that look like something else in another notation: `True` or `None` of Python, `1,200.50`, `[1,2]` or `{\"a\":1}` of JSON, `- ` of a list before each row, the field's own name before each value, a comment at the end of a value.",
		Why:  "The document is right, so no decoder says anything; the reader gets a text where the writer meant a boolean, null, a number or an array.",
		Bad: `GCF profile=generic
## users [2]{id,active}
1|True
2|False
`,
		Good: `GCF profile=generic
## users [2]{id,active}
1|true
2|false
`,
		Fix: "Write `true`, `false`, `-` for null, numbers without separators, arrays in a form of their own. Where the text is meant, switch the hint off for the line or for the project.",
	},
}
