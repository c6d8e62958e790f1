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
	if next := s.Node + 1; next < s.doc.Nodes[s.Node].Next && s.doc.Nodes[next].Kind == ast.KindError {
		return r // something stands there, and is wrong
	}
	if strings.HasPrefix(text, "^{") && s.namesUsed() {
		return r // the names count for the rows below, too
	}
	return r.
		unsafely("Write `~` (absent)", s.replace("~")).
		unsafely("Write `-` (null)", s.replace("-")).
		unsafely("Write `\"^\"` (the text)", s.replace(quoted(text)))
}

// namesUsed reports whether a row below may have a body without names of its
// own.
func (s site) namesUsed() bool {
	const most = 100 // lines
	end := s.doc.Nodes[s.doc.Nodes[s.Node].Parent].Next
	for id := s.doc.Nodes[s.Node].Next; id < end; id++ {
		if s.doc.Nodes[id].Kind == ast.KindInlineBody || id-s.Node > most {
			return true
		}
	}
	return false
}
