package markup

import (
	"strings"
	"unicode/utf8"

	"gcf-lsp/internal/text/printable"
)

// Safe returns text that can be shown anywhere on one line, at most limit code
// points of it; see [printable.Text].
func Safe(s string, limit int) string { return printable.Text(s, limit) }

// safeLines is Safe for all of a text of several lines.
func safeLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = printable.Text(l, len(l))
	}
	return strings.Join(lines, "\n")
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
// interpreted but the fence, and in a table the pipe. Whether a backslash before
// an escaped pipe counts there renderers do not agree on: such a text is
// escaped words.
func codeSpan(s string, inTable bool) string {
	if inTable && strings.Contains(s, `\|`) {
		return escape(s)
	}
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
