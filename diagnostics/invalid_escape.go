package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var invalidEscape = Rule{
	Code:     ast.InvalidEscape,
	Severity: Error,
	Summary:  "A quoted string has an escape sequence that GCF does not have",
	Spec:     "2.2",
	Page: Page{
		What: "Inside quotes the escapes are those of JSON: `\\\"` `\\\\` `\\/` `\\b` `\\f` `\\n` `\\r` `\\t` and `\\u` with four hexadecimal digits. A control character may not stand in a string as it is.",
		Why:  "`\\|` and `\\,` are habits of other formats. In GCF the quotes already protect `|` and `,`.",
		Bad: `GCF profile=generic
path="C:\data"
`,
		Good: `GCF profile=generic
path="C:\\data"
`,
		Fix: "Write a backslash that is text as `\\\\`, or leave it out. Both are offered as unsafe fixes, because only the writer knows which one was meant.",
	},
	report: reportInvalidEscape,
}

func reportInvalidEscape(s site) report {
	text := s.text()
	if !strings.HasPrefix(text, `\`) {
		r := s.say("the character %s may not stand in a quoted string as it is: write it as an escape", s.shown())
		if body := quoted(text); len(body) > 2 && body[1:len(body)-1] != text {
			r = r.safely("Escape it", s.replace(body[1:len(body)-1]))
		}
		return r
	}
	if strings.HasPrefix(text, `\u`) {
		return s.say("%s is not an escape: `\\u` takes four hexadecimal digits", s.shown()).
			unsafely("Write the backslash as `\\\\`", insert(s.start(), `\`))
	}
	return s.say("%s is not an escape of a quoted string: the escapes are those of JSON, and a backslash itself is written `\\\\`", s.shown()).
		unsafely("Write the backslash as `\\\\`", insert(s.start(), `\`)).
		unsafely("Remove the backslash", remove(s.start(), s.start()+1))
}
