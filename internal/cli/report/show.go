package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// tabWidth is how far apart the tab stops of a shown source line are.
const tabWidth = 4

// shownWidth is how many columns of a long source line are shown.
const shownWidth = 160

// Safe returns text with everything escaped that a terminal would act on or
// that would make it show something else than is there: control characters,
// characters that turn the writing direction, invisible ones, bytes that are
// no UTF-8.
func Safe(s string) string {
	clean := true
	for i, r := range s {
		if unsafeRune(r) || r == utf8.RuneError && invalidAt(s, i) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && invalidAt(s, i):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unsafeRune(r):
			b.WriteString(escapeRune(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func invalidAt(s string, i int) bool {
	_, size := utf8.DecodeRuneInString(s[i:])
	return size == 1
}

func unsafeRune(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r < ' ' || r == 0x7f
	case unicode.IsControl(r):
		return true
	case r == 0x200C || r == 0x200D: // joiners hold emoji and scripts together
		return false
	case r == 0x2028 || r == 0x2029:
		return true
	}
	return unicode.Is(unicode.Cf, r)
}

func escapeRune(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < utf8.RuneSelf:
		return fmt.Sprintf(`\x%02x`, r)
	case r <= 0xFFFF:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// showLine returns a source line as a terminal can show it, and the columns of
// the terminal between which the bytes from start to end of the line stand. A
// line that is too long is cut to a window around start.
func showLine(line string, start, end int) (shown string, from, to int) {
	var b strings.Builder
	column := 0
	from, to = -1, -1
	cut := "" // what stands for the part of the line before the window
	if start > shownWidth/2 && len(line) > shownWidth {
		skip := start - shownWidth/2
		for skip < start && !utf8.RuneStart(line[skip]) {
			skip++
		}
		cut = "…"
		line, start, end = line[skip:], start-skip, end-skip
		column = 1
		b.WriteString(cut)
	}
	state := -1
	for at := 0; at < len(line); {
		if column >= shownWidth {
			b.WriteString("…")
			break
		}
		cluster, _, width, next := uniseg.FirstGraphemeClusterInString(line[at:], state)
		state = next
		if at+len(cluster) > start && from < 0 {
			from = column
		}
		if cluster == "\t" {
			width = tabWidth - column%tabWidth
			b.WriteString(strings.Repeat(" ", width))
		} else if safe := Safe(cluster); safe != cluster {
			width = uniseg.StringWidth(safe)
			b.WriteString(safe)
		} else {
			b.WriteString(cluster)
		}
		column += width
		at += len(cluster)
		if at >= end && to < 0 {
			to = column
		}
	}
	if from < 0 {
		from = column
	}
	if to < 0 {
		to = column
	}
	return b.String(), from, max(to, from+1)
}
