package diagnosis

import (
	"strings"

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
				level := Decision
				if d.Code == ast.TrailingCharacters || d.Code == ast.InvalidKey && strings.Contains(f.Title, ">") {
					level = Lossy // which signs are data is a guess
				}
				for _, e := range f.Edits {
					if e.Start == e.End && isRowNumber(e.Text) && strayNumber.MatchString(strings.TrimLeft(s.Text[e.Start:], " ")) {
						level = Lossy // it has a number, in other signs
					}
					if strings.Count(s.Text[e.Start:e.End], "^") > strings.Count(e.Text, "^") {
						level = Lossy // what the cell announces is given up
					}
				}
				all = append(all, Candidate{Edits: f.Edits, Level: level, Cost: 2 * i, Cause: d.Message, Title: f.Title, At: ast.Span{Start: d.Start, End: d.End}})
			}
		}
		return all
	},
}

// isRowNumber reports whether a text is `@0 `.
func isRowNumber(text string) bool {
	number, ok := strings.CutSuffix(text, " ")
	return ok && isNumber(number, "@")
}
