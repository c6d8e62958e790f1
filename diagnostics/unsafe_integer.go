package diagnostics

import "gcf-lsp/ast"

var unsafeInteger = Rule{
	Code:     ast.UnsafeInteger,
	Severity: Off,
	Summary:  "An integer is beyond what JavaScript holds exactly",
	Spec:     "2.3.2",
	Page: Page{
		What: "The integer is valid GCF, but beyond ±9007199254740991 (2^53 - 1). The JavaScript decoder refuses it by default. The rule is off unless the configuration turns it on.",
		Why:  "Time stamps in nanoseconds and 64-bit identifiers are always that large.",
		Bad: `GCF profile=generic
time=1767225600000000000
`,
		Good: `GCF profile=generic
time=1767225600000
`,
		Fix: "Use milliseconds, or model the value as a string in quotes. The fix quotes and is unsafe.",
	},
	report: func(s site) report {
		return s.say("the integer %s is beyond ±9007199254740991 (2^53 - 1): JavaScript consumers refuse it by default; model it as a string", s.shown()).
			unsafely("Quote the number", s.replace(quoted(s.text())))
	},
}
