package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var invalidAttachmentMarker = Rule{
	Code:     ast.InvalidAttachmentMarker,
	Severity: Error,
	Summary:  "An attachment marker stands where none may, or is malformed",
	Spec:     "7.4.4",
	Page: Page{
		What: "`^` and `^{…}` are cells of a table that say: the value of this field is below the row. They may not stand in a `key=value` line, an inline array, an item or a root value, and `^{…}` must hold a field list. The header of the attachment, `.items [2]{sku,qty}`, has a line of its own under the row; it is not part of the cell.",
		Why:  "Outside a table nothing can be attached, so the marker would have no value.",
		Bad: `GCF profile=generic
## orders [1]{id,items}
@0 1001|^ [1]{sku,qty}
    A1|2
`,
		Good: `GCF profile=generic
## orders [1]{id,items}
@0 1001|^
.items [1]{sku,qty}
    A1|2
`,
		Fix: "Give the attachment header its own line, quote the token if it is text, or write the value itself.",
	},
	report: reportInvalidAttachmentMarker,
}

func reportInvalidAttachmentMarker(s site) report {
	if s.Cause == ast.CauseHeaderInCell {
		return reportHeaderInCell(s)
	}
	text := s.text()
	if strings.HasPrefix(text, "^{") && s.inTable() {
		return s.say("%s is not a valid inline schema: expected `^{` with names between commas and `}`", s.shown()).
			unsafely("Quote it as text", s.replace(quoted(text)))
	}
	return s.say("%s is an attachment marker, and only a table cell may hold one: write the value itself, or quote it if it is text", s.shown()).
		unsafely("Quote it as text", s.replace(quoted(text)))
}

// inTable reports whether the problem's line is a row.
func (s site) inTable() bool { return s.doc.Nodes[s.Node].Kind == ast.KindRow }
