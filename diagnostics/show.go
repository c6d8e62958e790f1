package diagnostics

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

// showLimit is the number of characters of a document's text that a message
// repeats at most.
const showLimit = 60

// show quotes text of a document for a message: in back quotes, shortened, and
// safe to print anywhere, so that a message can neither move a terminal's cursor
// nor look like something it is not (spec section 17).
func show(text string) string {
	if text == "" {
		return "an empty text"
	}
	return "`" + printable.Text(text, showLimit) + "`"
}

// unquoted is what a key or token spells: the string between its quotes, or the
// text itself where it has none or they are broken.
func unquoted(written string) string {
	if strings.HasPrefix(written, `"`) {
		if text, err := ast.Unquote(written); err == nil {
			return text
		}
	}
	return written
}

// quoted is text as a GCF string in quotes (spec 2.2). Bytes that are not
// UTF-8 stay what they are.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		default:
			if c < 0x20 {
				fmt.Fprintf(&b, `\u%04x`, c)
			} else {
				b.WriteByte(c)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}
