package diagnostics

import "gcf-lsp/ast"

var invalidSessionReference = Rule{
	Code:     ast.InvalidSessionReference,
	Severity: Error,
	Summary:  "A reference to an earlier payload stands outside a session",
	Spec:     "9",
	Page: Page{
		What: "`@N  # previously transmitted` stands for a symbol that an earlier payload of the same session has declared. It is allowed only when the header says `session=true`, and never in a delta.",
		Why:  "Without a session there is nothing that the reference could mean.",
		Bad: `GCF profile=graph symbols=1
## targets
@0  # previously transmitted
`,
		Good: `GCF profile=graph symbols=1 session=true
## targets
@0  # previously transmitted
`,
		Fix: "Add `session=true` if the payload belongs to a session, else declare the symbol in full. The fix is unsafe.",
	},
	report: func(s site) report {
		r := s.say("%s refers to an earlier payload, but the header does not say `session=true`: declare the symbol in full", show(s.line()))
		if header := s.doc.Header.Node; header != 0 && s.doc.Header.Field("session") == nil {
			_, end := s.doc.Span(header)
			r = r.unsafely("Add `session=true` to the header", insert(end, " session=true"))
		}
		return r
	},
}
