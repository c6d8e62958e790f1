package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/lint"
	"gcf-lsp/internal/cli/report"
)

// tally counts what a run of check found.
type tally struct {
	files      int
	counts     [diagnostics.Hint + 1]int // by severity
	codes      map[string]*codeCount
	fixable    int
	unsafe     int // that only fixes which need a decision repair
	listed     int // findings in the report
	fixedFiles int
	fixes      int
}

type codeCount struct {
	code     string
	severity diagnostics.Severity
	n        int
	fixable  int
}

func (t *tally) add(f *report.File, unsafe bool) {
	t.files++
	for i := range f.Findings {
		d := &f.Findings[i]
		if d.Suppressed {
			continue
		}
		t.counts[d.Severity]++
		if t.codes == nil {
			t.codes = map[string]*codeCount{}
		}
		c := t.codes[d.Code]
		if c == nil {
			c = &codeCount{code: d.Code, severity: d.Severity}
			t.codes[d.Code] = c
		}
		c.n++
		c.severity = min(c.severity, d.Severity)
		if lint.Fixable(d, unsafe) {
			c.fixable++
			t.fixable++
		} else if lint.Fixable(d, true) {
			t.unsafe++
		}
	}
}

// limit takes from a file what is beyond the greatest number of findings that
// are listed. What is suppressed is not counted.
func (t *tally) limit(f *report.File, greatest int) {
	kept := make([]report.Finding, 0, len(f.Findings))
	for _, d := range f.Findings {
		if d.Suppressed {
			kept = append(kept, d)
		} else if greatest == 0 || t.listed < greatest {
			t.listed++
			kept = append(kept, d)
		}
	}
	f.Findings = kept
}

func (t *tally) total() int {
	n := 0
	for _, c := range t.counts {
		n += c
	}
	return n
}

// write prints the counts by code, the most frequent first.
func (t *tally) write(w io.Writer) {
	var all []*codeCount
	for _, c := range t.codes {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b *codeCount) int {
		if a.n != b.n {
			return b.n - a.n
		}
		return strings.Compare(a.code, b.code)
	})
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range all {
		fixable := ""
		if c.fixable > 0 {
			fixable = fmt.Sprintf("%d fixable", c.fixable)
		}
		fmt.Fprintf(table, "%6d\t%s\t%s\t%s\n", c.n, c.code, c.severity, fixable)
	}
	table.Flush()
}

// summary says in a line what was found, and what can be done about it.
func (t *tally) summary(w io.Writer, f *checkFlags) {
	if f.fix || f.diff {
		verb := "fixed"
		if f.diff {
			verb = "would fix"
		}
		fmt.Fprintf(w, "%s %s in %s\n", verb, counted(t.fixes, "problem"), counted(t.fixedFiles, "file"))
	}
	if f.diff {
		return
	}
	var parts []string
	for s, name := range []string{"", "error", "warning", "information", "hint"} {
		if n := t.counts[s]; n > 0 {
			if name == "information" { // has no plural
				parts = append(parts, fmt.Sprintf("%d %s", n, name))
				continue
			}
			parts = append(parts, counted(n, name))
		}
	}
	if parts == nil {
		parts = []string{"no problems"}
	}
	line := fmt.Sprintf("%s in %s", strings.Join(parts, ", "), counted(t.files, "file"))
	var offers []string
	if t.fixable > 0 && !f.fix {
		offers = append(offers, fmt.Sprintf("--fix repairs %d", t.fixable))
	}
	if t.unsafe > 0 && !f.unsafeFixes {
		offers = append(offers, fmt.Sprintf("--fix --unsafe-fixes %d more", t.unsafe))
	}
	if offers != nil {
		line += "; " + strings.Join(offers, ", ")
	}
	fmt.Fprintln(w, line)
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
