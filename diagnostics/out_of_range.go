package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var outOfRange = Rule{
	Code:     ast.OutOfRange,
	Severity: Error,
	Summary:  "A number lies outside the range of GCF",
	Spec:     "2.3.2",
	Page: Page{
		What: "Integers are signed 64-bit numbers, from -9223372036854775808 to 9223372036854775807. Other numbers are IEEE-754 doubles, up to about 1.8e308. The same holds for the scores and distances of a graph and for the counts of a header.",
		Why:  "A decoder may not approximate a number that it cannot hold. Identifiers of unsigned 64-bit and exact decimals are modelled as strings.",
		Bad: `GCF profile=generic
id=18446744073709551615
`,
		Good: `GCF profile=generic
id="18446744073709551615"
`,
		Fix: "Model a value of the data as a string: put it in quotes, best in the program that writes it. The fix is unsafe, because it turns a number into a string.",
	},
	report: reportOutOfRange,
}

func reportOutOfRange(s site) report {
	if s.Cause == ast.CauseNotACell {
		if strings.Contains(s.text(), ".") {
			return s.say("the score %s is beyond a 64-bit double (about ±1.8e308)", s.shown())
		}
		return s.say("the integer %s is outside the 64-bit range: the largest is 9223372036854775807", s.shown())
	}
	fix := s.replace(`"` + s.text() + `"`)
	if strings.ContainsAny(s.text(), ".eE") {
		return s.say("the number %s is beyond a 64-bit double (about ±1.8e308): model it as a string, in quotes", s.shown()).
			unsafely("Quote the number", fix)
	}
	return s.say("the integer %s is outside the 64-bit range -9223372036854775808 to 9223372036854775807: model it as a string, in quotes", s.shown()).
		unsafely("Quote the number", fix)
}
