package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
)

// takeFixes writes or shows what was fixed in a source. Written is false where
// the file has its old content.
func (r *checkRun) takeFixes(c checked) (written bool, err error) {
	if !r.fix && !r.diff {
		return true, nil
	}
	changed := c.fixed.Text != c.before
	if changed {
		r.tally.fixedFiles++
		r.tally.fixes += len(c.fixed.Applied)
	}
	switch {
	case r.diff:
		if !changed {
			return true, nil
		}
		r.progress.clear()
		_, err = io.WriteString(r.stdout, r.painted(unifiedDiff(c.source.name, c.before, c.fixed.Text)))
		return true, err
	case c.source.path == "":
		_, err = io.WriteString(r.stdout, c.fixed.Text)
		return true, err
	case changed:
		if err := files.Write(r.dir, c.source.path, []byte(c.before), []byte(c.fixed.Text)); err != nil {
			r.tally.fixedFiles--
			r.tally.fixes -= len(c.fixed.Applied)
			r.fail(c.source.name, err)
			return false, nil
		}
	}
	return true, nil
}

// sayFixes says what was fixed, or would be.
func (r *checkRun) sayFixes(all []report.Fixed) {
	verb := "fixed"
	if r.diff {
		verb = "would fix"
	}
	for _, f := range all {
		r.progress.clear()
		fmt.Fprintf(r.stderr, "%s: %s:%d:%d: %s [%s]\n", verb, report.Safe(f.File), f.Line, f.Column, report.Safe(f.Title), f.Code)
	}
}

// painted returns a diff for standard output, in colours where that has them.
func (a *app) painted(diff string) string {
	if !a.colors(a.stdout) {
		return diff
	}
	return report.PaintDiff(diff)
}

// unifiedDiff is a diff that patch and git apply take.
func unifiedDiff(name, before, after string) string {
	return udiff.Unified(diffName("a/"+name), diffName("b/"+name), before, after)
}

// diffName writes a name into the header of a diff as git does: in quotes, as in
// C, where it needs them, and with a tab at the end where the end of a name with
// spaces would not be seen.
func diffName(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == 0x7f }) {
		if strings.Contains(name, " ") {
			name += "\t"
		}
		return name
	}
	const plain, letters = "\a\b\t\n\v\f\r\"\\", `abtnvfr"\`
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		switch c := name[i]; {
		case strings.IndexByte(plain, c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(letters[strings.IndexByte(plain, c)])
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
