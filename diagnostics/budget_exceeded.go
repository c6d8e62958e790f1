package diagnostics

import (
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

var budgetExceeded = Rule{
	Code:     ast.BudgetExceeded,
	Severity: Warning,
	Summary:  "The payload says that it took more tokens than its budget",
	Spec:     "3.2",
	Page: Page{
		What: "`budget=` is the number of tokens that the consumer asked for, `tokens=` the number that the payload took.",
		Why:  "The payload may not fit where it was to go. Neither number is checked against the text.",
		Bad: `GCF profile=graph budget=1000 tokens=1847 symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Good: `GCF profile=graph budget=2000 tokens=1847 symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Fix: "Ask the producer for less, or raise the budget.",
	},
	find: func(doc *ast.Document) []ast.Problem {
		tokens, budget := doc.Header.Field("tokens"), doc.Header.Field("budget")
		if tokens == nil || budget == nil {
			return nil
		}
		spent, err1 := strconv.ParseInt(tokens.Value, 10, 64)
		had, err2 := strconv.ParseInt(budget.Value, 10, 64)
		if err1 != nil || err2 != nil || had <= 0 || spent <= had {
			return nil
		}
		return []ast.Problem{{
			Code: ast.BudgetExceeded, Node: doc.Header.Node, Start: uint32(tokens.ValueStart), End: uint32(tokens.ValueEnd),
			RelStart: uint32(budget.ValueStart), RelEnd: uint32(budget.ValueEnd),
		}}
	},
	report: func(s site) report {
		tokens, _ := s.doc.Header.Get("tokens")
		budget, _ := s.doc.Header.Get("budget")
		r := s.say("the payload took %s tokens, more than its budget of %s", printable.Text(tokens, showLimit), printable.Text(budget, showLimit))
		if f := s.doc.Header.Field("budget"); f != nil {
			r = r.see("the budget", f.KeyStart, f.ValueEnd)
		}
		return r
	},
}
