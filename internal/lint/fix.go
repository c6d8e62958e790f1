package lint

import (
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/fix"
	"gcf-lsp/internal/report"
)

// Fixed is what became of a text by fixing it.
type Fixed struct {
	Text    string
	Applied []string     // the titles of the fixes, in the order of their application
	Left    *report.File // what is wrong with Text
}

// maxRounds bounds how often a text is fixed again. Fixes of one round make
// room for others, but not for long.
const maxRounds = 64

// Fix applies fixes to the text of a file until none is left: the safe ones,
// and with unsafe those that need a decision, too, the first of each finding.
// Suppressed findings are left alone.
func Fix(name, text string, o Options, unsafe bool) Fixed {
	r := Fixed{Text: text, Left: Check(name, text, o)}
	seen := map[string]bool{text: true}
	for range maxRounds {
		fixes := fixesOf(r.Left.Findings, unsafe)
		text, applied := fix.Apply(r.Text, fixes)
		if len(applied) == 0 || seen[text] {
			break
		}
		seen[text] = true
		for _, i := range applied {
			r.Applied = append(r.Applied, fixes[i].Title)
		}
		r.Text, r.Left = text, Check(name, text, o)
	}
	return r
}

func fixesOf(findings []report.Finding, unsafe bool) []diagnostics.Fix {
	var fixes []diagnostics.Fix
	for i := range findings {
		if f := choose(findings[i].Fixes, unsafe); f != nil && !findings[i].Suppressed {
			fixes = append(fixes, *f)
		}
	}
	return fixes
}

// choose returns the fix of a finding that is applied: the first safe one,
// else, where that is wanted, the first.
func choose(fixes []diagnostics.Fix, unsafe bool) *diagnostics.Fix {
	for i := range fixes {
		if fixes[i].Safe {
			return &fixes[i]
		}
	}
	if unsafe && len(fixes) > 0 {
		return &fixes[0]
	}
	return nil
}

// Fixable says whether a finding has a fix that is applied.
func Fixable(f *report.Finding, unsafe bool) bool { return choose(f.Fixes, unsafe) != nil }
