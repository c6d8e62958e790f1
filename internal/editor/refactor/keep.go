package refactor

import (
	"regexp"
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/check/fix"
	"gcf-lsp/parser"
)

// Keep returns the text with counts, summaries and ids that fit its data, and
// false where nothing is to be done or something else is wrong too. It is for a
// document that was right before it was edited: only then do the data tell
// which count is meant.
func Keep(doc *ast.Document, check Check) (text string, changed bool) {
	repaired := fix.Repair(doc.Source, keepable(doc.Source, check(doc)), func(text string) []fix.Problem {
		return keepable(text, check(parser.Parse(text)))
	}, false)
	if repaired.Rounds == 0 || diagnostics.HasErrors(parser.Parse(repaired.Text)) {
		return "", false
	}
	return repaired.Text, true
}

// said is what such a fix replaces and what it writes: a count, an id, a
// summary, never a word of the data.
var said = regexp.MustCompile(`^(@?[0-9]* ?|##! summary [^\n]*)$`)

// keepable are the findings as problems, with the one fix that may be made.
// Wherever a row too many is found, the fix corrects the count.
func keepable(text string, found []diagnostics.Diagnostic) []fix.Problem {
	all := problems(found, ast.NoCode)
	for i := range found {
		fixes := all[i].Fixes
		all[i].Fixes = nil
		if found[i].Severity != diagnostics.Error && found[i].Code != ast.SummaryMismatch && found[i].Code != ast.HeaderCountMismatch {
			continue
		}
		at := slices.IndexFunc(fixes, func(f diagnostics.Fix) bool {
			return !slices.ContainsFunc(f.Edits, func(e diagnostics.Edit) bool {
				return e.Text == "" || !said.MatchString(text[e.Start:e.End]) || !said.MatchString(e.Text)
			})
		})
		if at >= 0 {
			safe := fixes[at]
			safe.Safe = true
			all[i].Fixes = []diagnostics.Fix{safe}
		}
	}
	return all
}

// Changed returns the edits by lines that lead from one text to another.
func Changed(before, after string) []format.Edit {
	var edits []format.Edit
	for _, e := range udiff.Lines(before, after) {
		edits = append(edits, format.Edit{Start: e.Start, End: e.End, Text: e.New})
	}
	return edits
}
