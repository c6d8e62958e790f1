package diagnostics

import "gcf-lsp/ast"

var invalidSurrogate = Rule{
	Code:     ast.InvalidSurrogate,
	Severity: Error,
	Summary:  "A surrogate stands alone or in a wrong pair",
	Spec:     "2.2",
	Page: Page{
		What: "`\\uD800` to `\\uDBFF` must be followed at once by `\\uDC00` to `\\uDFFF`; together they are one character. Either of them alone is no character, and neither may appear as raw bytes.",
		Why:  "Half a character cannot be written as UTF-8. Usually a string was cut in the middle of an emoji.",
		Bad: `GCF profile=generic
mood="\ud83d"
`,
		Good: `GCF profile=generic
mood=😀
`,
		Fix: "Complete the pair or write the character itself. Replacing the half by U+FFFD, the replacement character, is offered as an unsafe fix.",
	},
	report: func(s site) report {
		return s.say("%s is half of a surrogate pair and no character by itself", s.shown()).
			unsafely("Replace it by U+FFFD", s.replace("\uFFFD"))
	},
}
