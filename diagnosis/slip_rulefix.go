package diagnosis

import (
	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// ruleFix takes what the rules of package diagnostics offer for the first error.
// A rule does not know what else the text may mean, so it is always a decision.
var ruleFix = Slip{
	Name:  "rule_fix",
	Cause: "the line breaks a rule of the format",
	Cost:  Rare,
	Undo: func(s *Site) []Candidate {
		var all []Candidate
		for _, d := range diagnostics.Check(s.Doc, diagnostics.Options{Limit: 8}) {
			if d.Severity != diagnostics.Error || d.Start > int(s.Problem.Start) && len(all) > 0 {
				continue
			}
			for i, f := range d.Fixes {
				all = append(all, Candidate{Edits: f.Edits, Level: Decision, Cost: 2 * i, Cause: d.Message, Title: f.Title, At: ast.Span{Start: d.Start, End: d.End}})
			}
		}
		return all
	},
}
