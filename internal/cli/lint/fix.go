package lint

import (
	"gcf-lsp/internal/check/fix"
	"gcf-lsp/internal/cli/report"
)

// Fixed is what became of a text by fixing it.
type Fixed struct {
	Text    string
	Applied []report.Fixed // in the order of their application
	Found   *report.File   // what was wrong before
	Left    *report.File   // what is wrong with Text
}

// Fix applies the fixes to the text of a file that help, until none is left: the
// safe ones, and with unsafe those that need a decision, too, the first of each
// finding. Suppressed findings are left alone.
func Fix(name, text string, o Options, unsafe bool) Fixed {
	found := Check(name, text, o)
	repaired := fix.Repair(text, problems(found), func(text string) []fix.Problem {
		return problems(Check(name, text, o))
	}, unsafe)
	r := Fixed{Text: repaired.Text, Found: found, Left: found}
	for i := range repaired.Applied {
		a := &repaired.Applied[i]
		r.Applied = append(r.Applied, report.Fixed{File: name, Code: a.Code, Title: a.Title, Line: a.Line, Column: a.Column})
	}
	if r.Text != text {
		r.Left = Check(name, r.Text, o)
	}
	return r
}

func problems(f *report.File) []fix.Problem {
	all := make([]fix.Problem, len(f.Findings))
	for i := range f.Findings {
		d := &f.Findings[i]
		all[i] = fix.Problem{Code: d.Code, Severity: d.Severity, Start: d.Start, End: d.End}
		if !d.Suppressed {
			all[i].Fixes = d.Fixes
		}
	}
	return all
}

// Fixable says whether a finding has a fix that is applied.
func Fixable(f *report.Finding, unsafe bool) bool { return fix.Choose(f.Fixes, unsafe) != nil }
