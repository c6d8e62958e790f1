package diagnostics

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

// render writes diagnostics for a golden file: the line of each range with a
// caret line under it, the message, the related places, and for each fix the
// lines that it changes.
func render(doc *ast.Document, found []Diagnostic) string {
	var b strings.Builder
	for i, d := range found {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s %s: %s\n", d.Severity, d.Code, d.Message)
		if d.Suppressed {
			fmt.Fprintf(&b, "  suppressed: %q\n", d.Reason)
		}
		caret(&b, doc.Source, d.Start, d.End)
		for _, rel := range d.Related {
			fmt.Fprintf(&b, "  see: %s\n", rel.Message)
			caret(&b, doc.Source, rel.Start, rel.End)
		}
		for _, fix := range d.Fixes {
			kind := "unsafe"
			if fix.Safe {
				kind = "safe"
			}
			fmt.Fprintf(&b, "  fix (%s): %s\n", kind, fix.Title)
			changes(&b, doc.Source, applyEdits(doc.Source, fix.Edits))
		}
	}
	return b.String()
}

// caret writes the line of a range and marks the range below it.
func caret(b *strings.Builder, src string, start, end int) {
	from := strings.LastIndexByte(src[:start], '\n') + 1
	line, _, _ := strings.Cut(src[from:], "\n")
	fmt.Fprintf(b, "    %s\n    ", printable.Text(line, 1<<20))
	column := utf8.RuneCountInString(printable.Text(src[from:start], 1<<20))
	width := utf8.RuneCountInString(printable.Text(src[start:end], 1<<20))
	if start == end {
		b.WriteString(strings.Repeat(" ", column) + "|\n")
		return
	}
	b.WriteString(strings.Repeat(" ", column) + strings.Repeat("^", width) + "\n")
}

// changes writes the lines that differ: those between the common beginning and
// the common end of two texts.
func changes(b *strings.Builder, before, after string) {
	x, y := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	for _, line := range x {
		fmt.Fprintf(b, "    - %s\n", printable.Text(strings.TrimSuffix(line, "\n"), 1<<20))
	}
	for _, line := range y {
		fmt.Fprintf(b, "    + %s\n", printable.Text(strings.TrimSuffix(line, "\n"), 1<<20))
	}
}
