package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var missingAttachment = Rule{
	Code:     ast.MissingAttachment,
	Severity: Error,
	Summary:  "A ^ cell has no attachment under its row",
	Spec:     "7.4.4",
	Page: Page{
		What: "Each `^` cell needs its value below the row: a line `.field …`, or for `^{…}` a line with one value for each of its names.",
		Why:  "The marker says that there is a nested value; without it the field has none.",
		Bad: `GCF profile=generic
## orders [1]{id,items}
@0 1001|^
`,
		Good: `GCF profile=generic
## orders [1]{id,items}
@0 1001|^
.items [1]{sku,qty}
    A1|2
`,
		Fix: "Add the attachment. If the row has no value there, write `~` (absent) or `-` (null); that is a decision, so these fixes are unsafe.",
	},
	report: reportMissingAttachment,
}

func reportMissingAttachment(s site) report {
	name := s.columnAt(s.Node, s.start())
	key, text := unquoted(name), s.text()
	r := s.say("the cell `^` of %s has no attachment: expected a line %s under the row", show(key), show("."+name+" …"))
	if strings.HasPrefix(text, "^{") {
		r = s.say("the cell %s of %s has no body: expected a line with its values under the row", show(text), show(key))
	}
	return r.
		unsafely("Write `~` (absent)", s.replace("~")).
		unsafely("Write `-` (null)", s.replace("-")).
		unsafely("Write `\"^\"` (the text)", s.replace(quoted(text)))
}
