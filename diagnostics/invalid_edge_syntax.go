package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var invalidEdgeSyntax = Rule{
	Code:     ast.InvalidEdgeSyntax,
	Severity: Error,
	Summary:  "An edge line is malformed",
	Spec:     "6",
	Page: Page{
		What: "An edge is `@target<@source type`, optionally with a status after it. There are no blanks around `<`, which points at the target: `@0<@1 calls` says that symbol 1 calls symbol 0.",
		Why:  "Arrows of other notations point the other way, so a decoder does not guess.",
		Bad: `GCF profile=graph symbols=2 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [1]
@1->@0 calls
`,
		Good: `GCF profile=graph symbols=2 edges=1
## targets
@0 fn pkg.Run 0.95 lsp
@1 fn pkg.Main 0.90 lsp
## edges [1]
@0<@1 calls
`,
		Fix: "Write the edge as `@target<@source type`. For `@a->@b` an unsafe fix turns it round.",
	},
	report: reportInvalidEdgeSyntax,
}

func reportInvalidEdgeSyntax(s site) report {
	line := s.line()
	r := s.say("%s is not an edge: expected `@target<@source type`, such as `@0<@1 calls`", show(line))
	start, end := s.doc.Span(s.Node)
	if target, source, ok := strings.Cut(line, "<"); ok && strings.HasPrefix(target, "@") {
		text := strings.TrimSpace(target) + "<" + strings.TrimSpace(source)
		if text != line && strings.HasPrefix(strings.TrimSpace(source), "@") {
			return r.safely("Remove the blanks around `<`", Edit{Start: start, End: end, Text: text})
		}
	}
	for _, arrow := range []string{"->", "-->", "=>"} {
		source, rest, ok := strings.Cut(line, arrow)
		if words := strings.Fields(rest); ok && len(words) > 0 {
			text := words[0] + "<" + strings.TrimSpace(source)
			if len(words) > 1 {
				text += " " + strings.Join(words[1:], " ")
			}
			return r.unsafely("Write "+show(text), Edit{Start: start, End: end, Text: text})
		}
	}
	return r
}
