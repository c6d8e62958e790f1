package markup

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Safe returns text that can be shown anywhere on one line, at most limit code
// points of it: control characters, bidirectional controls, other invisible
// characters and bytes that are not UTF-8 are written as escapes (spec section
// 17). The joiners that hold emoji and scripts together stay.
func Safe(s string, limit int) string {
	if isPlainASCII(s) && len(s) <= limit {
		return s
	}
	var b strings.Builder
	n := 0
	for i := 0; i < len(s); n++ {
		if n == limit {
			b.WriteString("…")
			break
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		writeSafe(&b, s[i:i+size], r)
		i += size
	}
	return b.String()
}

// safeLines is Safe for a text of several lines.
func safeLines(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == '\n' {
			b.WriteByte('\n')
		} else {
			writeSafe(&b, s[i:i+size], r)
		}
		i += size
	}
	return b.String()
}

// writeSafe writes one code point, given also as its bytes.
func writeSafe(b *strings.Builder, bytes string, r rune) {
	switch {
	case r == utf8.RuneError && len(bytes) == 1:
		fmt.Fprintf(b, `\x%02x`, bytes[0])
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case r == 0x200C || r == 0x200D || r == ' ':
		b.WriteString(bytes)
	case unicode.IsGraphic(r) && !unicode.Is(unicode.Zs, r):
		b.WriteString(bytes)
	case r > 0xFFFF:
		fmt.Fprintf(b, `\U%08x`, r)
	default:
		fmt.Fprintf(b, `\u%04x`, r)
	}
}

func isPlainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func runes(s string) int { return utf8.RuneCountInString(s) }

// escape returns our own words as Markdown: every ASCII character that could
// mean something there is escaped.
func escape(s string) string {
	if !strings.ContainsAny(s, "\\`*_{}[]<>#|~&") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.IndexByte("\\`*_{}[]<>#|~&", s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// codeSpan returns a text, which is safe, as a code span. Inside, nothing is
// interpreted but the fence, and in a table the pipe.
func codeSpan(s string, inTable bool) string {
	fence := strings.Repeat("`", longestRun(s, '`')+1)
	if inTable {
		s = strings.ReplaceAll(s, "|", `\|`)
	}
	// One blank on each side is taken off again where both are there.
	if s[0] == '`' || s[len(s)-1] == '`' || s[0] == ' ' && s[len(s)-1] == ' ' {
		s = " " + s + " "
	}
	return fence + s + fence
}

func longestRun(s string, c byte) int {
	longest, run := 0, 0
	for i := 0; i < len(s); i++ {
		if s[i] != c {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
