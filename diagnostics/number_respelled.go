package diagnostics

import (
	"strconv"

	"gcf-lsp/ast"
)

var numberRespelled = Rule{
	Code:     ast.NumberRespelled,
	Severity: Information,
	Summary:  "A number is not in its canonical spelling",
	Spec:     "2.3.1",
	Page: Page{
		What: "`1.0`, `2.40` and `1E3` are the numbers 1, 2.4 and 1000, and are written so by encoders. The spelling is not kept when the document is decoded.",
		Why:  "A version `1.0` or a price `2.40` that is meant as text has become a number.",
		Bad: `GCF profile=generic
version=1.0
`,
		Good: `GCF profile=generic
version="1.0"
`,
		Fix: "Quote it if it is text (unsafe: a number becomes a string), else write the canonical spelling (safe).",
	},
	report: func(s site) report {
		number := canonicalNumber(s.text())
		r := s.say("%s is the number %s: write `%s`, or quote it if it is text", s.shown(), number, number)
		if number != s.text() {
			r = r.safely("Write `"+number+"`", s.replace(number))
		}
		return r.unsafely("Quote it as text", s.replace(quoted(s.text())))
	},
}

// canonicalNumber is the spelling of spec 2.3.1 for a number token, or the
// token itself where it is beyond the numeric domain.
func canonicalNumber(token string) string {
	if n, err := strconv.ParseInt(token, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	x, err := strconv.ParseFloat(token, 64)
	if err != nil || ast.ClassifyScalar(token) != ast.ScalarDouble {
		return token
	}
	return ast.CanonicalDouble(x)
}
