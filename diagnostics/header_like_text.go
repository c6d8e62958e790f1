package diagnostics

import "gcf-lsp/ast"

var headerLikeText = Rule{
	Code:     ast.HeaderLikeText,
	Severity: Warning,
	Summary:  "A text in a cell looks like the header of an attachment",
	Spec:     "2.1",
	Page: Page{
		What: "Only exactly `^` and `^{…}` are markers in a cell. Anything else that begins so, such as `^.items [1]{sku,qty}`, is a text, and no body below the row belongs to it.",
		Why:  "Whoever writes such a cell mostly means an attachment, which has its header on a line of its own under the row. Decoders read a text and say nothing.",
		Bad: `GCF profile=generic
## orders [2]{id,items}
1001|^.items [1]{sku,qty}
A1|2
`,
		Good: `GCF profile=generic
## orders [1]{id,items}
@0 1001|^
.items [1]{sku,qty}
    A1|2
`,
		Fix: "Write `^` in the cell, and the header under its row with the rows of its body, indented by four spaces. Where it is text, quote it.",
	},
	report: func(s site) report {
		return s.say("%s is a text here, not an attachment: that has `^` in the cell, and its header on a line of its own under the row", s.shown()).
			unsafely("Quote it as text", s.replace(quoted(s.text())))
	},
}
