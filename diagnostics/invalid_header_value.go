package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
)

var invalidHeaderValue = Rule{
	Code:     ast.InvalidHeaderValue,
	Severity: Error,
	Summary:  "A header field has a value of the wrong type",
	Spec:     "3.2",
	Page: Page{
		What: "`budget`, `tokens`, `symbols`, `edges` and `count` are decimal integers. `session`, `delta` and `unchanged` are `true` or `false`.",
		Why:  "These fields steer how the body is read: with `delta=yes` a decoder cannot tell whether it holds a whole payload or a change to one.",
		Bad: `GCF profile=graph tool=search symbols=one
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Good: `GCF profile=graph tool=search symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Fix: "Write the number in digits without separators, or `true` or `false` in small letters.",
	},
	report: reportInvalidHeaderValue,
}

func reportInvalidHeaderValue(s site) report {
	key, value, at := s.headerField()
	edit := func(text string) Edit { return Edit{Start: at, End: at + len(value), Text: text} }
	if key == "session" || key == "delta" || key == "unchanged" {
		r := s.say("`%s=%s`: expected `true` or `false`", key, printable.Text(value, showLimit))
		for _, word := range []string{"true", "false"} {
			if strings.EqualFold(value, word) {
				r = r.safely("Write `"+word+"`", edit(word))
			}
		}
		return r
	}
	r := s.say("`%s=%s`: expected a decimal integer such as `%s=12`", printable.Text(key, showLimit), printable.Text(value, showLimit), printable.Text(key, showLimit))
	digits := strings.NewReplacer(",", "", "_", "").Replace(value)
	if digits != value && digits != "" && strings.Trim(digits, "0123456789") == "" {
		r = r.safely("Write `"+digits+"`", edit(digits))
	}
	return r
}

// headerField is the key, the value and the offset of the value of the header
// field that the range belongs to.
func (s site) headerField() (key, value string, at int) {
	for i := range s.doc.Header.Fields {
		f := &s.doc.Header.Fields[i]
		if f.KeyStart <= s.start() && s.start() <= f.ValueEnd {
			return f.Key, f.Value, f.ValueStart
		}
	}
	key, value, _ = strings.Cut(s.text(), "=")
	return key, value, s.end() - len(value)
}
