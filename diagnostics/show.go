package diagnostics

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gcf-lsp/ast"
)

// showLimit is the number of characters of a document's text that a message
// repeats at most.
const showLimit = 60

// show quotes text of a document for a message: in back quotes, shortened in
// its middle, and safe to print anywhere. Control characters, bidirectional
// controls, other invisible characters and bytes that are not UTF-8 are
// written as escapes, so that a message can neither move a terminal's cursor
// nor look like something it is not (spec section 17).
func show(text string) string {
	if text == "" {
		return "an empty text"
	}
	return "`" + plain(text, showLimit) + "`"
}

// plain is show without the quotes: at most limit characters, made printable.
func plain(text string, limit int) string {
	var b strings.Builder
	n := 0
	for i := 0; i < len(text); {
		if n == limit {
			b.WriteString("…")
			break
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == ' ' || unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r):
			b.WriteString(text[i : i+size])
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += size
		n++
	}
	return b.String()
}

// counted is a number with its noun: "1 cell", "4 cells".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "y") {
		noun = strings.TrimSuffix(noun, "y") + "ie"
	}
	return fmt.Sprintf("%d %ss", n, noun)
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
