package diagnostics

import (
	"strconv"

	"gcf-lsp/ast"
)

var invalidScore = Rule{
	Code:     ast.InvalidScore,
	Severity: Error,
	Summary:  "A score is not a decimal with two places",
	Spec:     "5",
	Page: Page{
		What: "The fourth field of a symbol line is its score: digits, a point and exactly two digits, such as `0.78`. A minus sign may stand before it.",
		Why:  "The fixed form makes two encoders write the same bytes, and the pack root depends on it.",
		Bad: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Run 0.9 lsp
`,
		Good: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Run 0.90 lsp
`,
		Fix: "Write two decimal places. The fix is safe where it only adds zeros, and unsafe where it has to round.",
	},
	report: func(s site) report {
		r := s.say("%s is not a score: expected a number with exactly two decimal places, such as `0.78`", s.shown())
		x, err := strconv.ParseFloat(s.text(), 64)
		if err != nil || !ast.ClassifyScalar(s.text()).IsNumber() || x > 1e15 || x < -1e15 {
			return r
		}
		two := strconv.FormatFloat(x, 'f', 2, 64)
		if back, err := strconv.ParseFloat(two, 64); err == nil && back == x {
			return r.safely("Write `"+two+"`", s.replace(two))
		}
		return r.unsafely("Round to `"+two+"`", s.replace(two))
	},
}
