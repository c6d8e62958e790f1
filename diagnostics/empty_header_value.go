package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var emptyHeaderValue = Rule{
	Code:     ast.EmptyHeaderValue,
	Severity: Warning,
	Summary:  "A header field has no value",
	Spec:     "4",
	Page: Page{
		What: "A header field is `key=value`, and the value has at least one character. `tool=` with nothing after it is read as if the field were absent; some encoders write it.",
		Why:  "Strict readers may refuse it.",
		Bad: `GCF profile=generic tool=
name=Alice
`,
		Good: `GCF profile=generic
name=Alice
`,
		Fix: "Remove the field: this is a safe fix.",
	},
	report: func(s site) report {
		key, _, _ := strings.Cut(s.text(), "=")
		r := s.say("the header field %s has no value: leave the field out", show(key))
		for i := range s.doc.Header.Fields {
			f := &s.doc.Header.Fields[i]
			if f.KeyStart == s.start() || f.ValueStart == s.end() || f.KeyEnd == s.end() {
				if next := s.nextHeaderField(i); next != nil && next.ValueStart == 0 {
					value := s.slice(next.KeyStart, next.KeyEnd)
					return s.say("the header field %s has no value, and a word follows it: there is no blank after the `=`", show(key)).
						unsafely("Write "+show(f.Key+"="+value), remove(f.ValueEnd, next.KeyStart))
				}
				at := s.of(ast.Problem{Start: uint32(f.KeyStart)}).tokenStart()
				return r.safely("Remove "+show(f.Key+"="), remove(at, f.ValueEnd))
			}
		}
		return r
	},
}

// nextHeaderField is the header field after the one with this index, or nil.
func (s site) nextHeaderField(i int) *ast.HeaderField {
	if i+1 < len(s.doc.Header.Fields) {
		return &s.doc.Header.Fields[i+1]
	}
	return nil
}
