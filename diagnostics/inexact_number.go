package diagnostics

import (
	"strconv"

	"gcf-lsp/ast"
)

var inexactNumber = Rule{
	Code:     ast.InexactNumber,
	Severity: Warning,
	Summary:  "A number has more digits than a double keeps",
	Spec:     "2.3.2",
	Page: Page{
		What: "A number with a fraction or an exponent is an IEEE-754 double, which keeps about 17 digits. A decoder reads the nearest double, and the rest is gone.",
		Why:  "GCF has no decimal type. Exact decimals, money above all, are modelled as strings.",
		Bad: `GCF profile=generic
ratio=0.12345678901234567890
`,
		Good: `GCF profile=generic
ratio="0.12345678901234567890"
`,
		Fix: "Quote the number if its digits matter. The fix is unsafe: it turns a number into a string.",
	},
	report: func(s site) report {
		read, err := strconv.ParseFloat(s.text(), 64)
		if err != nil {
			return s.say("%s has more digits than a double keeps: decoders read another number; quote it if the digits matter", s.shown()).
				unsafely("Quote the number", s.replace(quoted(s.text())))
		}
		if read == 0 {
			return s.say("%s is too small for a double: decoders read `0`; quote it if it matters", s.shown()).
				unsafely("Quote the number", s.replace(quoted(s.text())))
		}
		return s.say("%s has more digits than a double keeps: decoders read `%s`; quote it if the digits matter", s.shown(), ast.CanonicalDouble(read)).
			unsafely("Quote the number", s.replace(quoted(s.text())))
	},
}
