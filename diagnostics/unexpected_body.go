package diagnostics

import "gcf-lsp/ast"

var unexpectedBody = Rule{
	Code:     ast.UnexpectedBody,
	Severity: Error,
	Summary:  "A payload that says unchanged=true has a body",
	Spec:     "10.3",
	Page: Page{
		What: "`unchanged=true` says that the pack root which the consumer holds is still right. Such a payload is its header line alone.",
		Why:  "With a body it is not clear whether the data replaces what the consumer holds.",
		Bad: `GCF profile=graph unchanged=true pack_root=sha256:aa symbols=1
## targets
@0 fn pkg.Run 0.95 lsp
`,
		Good: `GCF profile=graph unchanged=true pack_root=sha256:aa symbols=1
`,
		Fix: "Remove `unchanged=true` to send the data, or remove the body. Which one is a decision, so both fixes are unsafe.",
	},
	report: func(s site) report {
		r := s.say("the header says `unchanged=true`, so nothing may follow it, but %s does", show(firstLine(s.text())))
		if f := s.doc.Header.Field("unchanged"); f != nil {
			r = r.see("`unchanged=true` is here", f.KeyStart, f.ValueEnd).
				unsafely("Remove `unchanged=true`", remove(f.KeyStart-1, f.ValueEnd))
		}
		if header := s.doc.Header.Node; header != 0 {
			r = r.unsafely("Remove the body", remove(s.afterLine(header), len(s.doc.Source)))
		}
		return r
	},
}
