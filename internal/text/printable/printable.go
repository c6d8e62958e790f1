// Package printable makes text from documents safe to show in an editor's lists:
// one line, of bounded length, that looks like what it is.
package printable

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// joiner holds emoji and the letters of some scripts together. Between others it
// is invisible.
const joiner = '\u200D'

// Text returns at most limit characters of s, with an ellipsis where there are
// more. Control characters, characters that turn the writing direction,
// invisible ones and bytes that are no UTF-8 are written as escapes (spec 17).
// It reads no more of s than it shows.
func Text(s string, limit int) string {
	clean := len(s) <= limit
	for i := 0; clean && i < len(s); i++ {
		clean = s[i] >= ' ' && s[i] < 0x7f
	}
	if clean {
		return s
	}
	var b strings.Builder
	before := rune(0)
	for i := 0; i < len(s); {
		if limit == 0 {
			b.WriteString("…")
			break
		}
		limit--
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == ' ' || r == joiner && before > unicode.MaxASCII || unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r):
			b.WriteString(s[i : i+size])
		case r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		before = r
		i += size
	}
	return b.String()
}

// Name is Text for what needs a name: an empty one is shown as `""`.
func Name(s string, limit int) string {
	if s == "" {
		return `""`
	}
	return Text(s, limit)
}

// Count is a number with its noun: "1 row", "100 000 rows", "2 entries".
func Count(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "y"):
		noun = strings.TrimSuffix(noun, "y") + "ies"
	default:
		noun += "s"
	}
	return Number(n) + " " + noun
}

// Number groups the digits of a number in threes: 100 000.
func Number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + " " + s[i:]
	}
	return s
}

// Bytes is a size in units of a thousand: 9 999 bytes, 12.3 kB, 4.5 MB.
func Bytes(n int) string {
	switch {
	case n < 10_000:
		return Count(n, "byte")
	case n < 1_000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
