package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/nearest"
)

var invalidNodeLine = Rule{
	Code:     ast.InvalidNodeLine,
	Severity: Error,
	Summary:  "A symbol line does not have its five fields",
	Spec:     "5",
	Page: Page{
		What: "A symbol is `@id kind qualified_name score provenance`, five fields between spaces. Under `## added` of a delta a sixth follows, the distance. None of them holds a space, and nothing is quoted.",
		Why:  "The fields have no names, only their order.",
		Bad: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Run 0.95
`,
		Good: `GCF profile=graph symbols=1
## targets
@0 fn pkg.Run 0.95 lsp_resolved
`,
		Fix: "Write all five fields. If this is the last line of a payload, it was probably cut off.",
	},
	report: func(s site) report {
		if s.Have == 0 && s.doc.Nodes[s.Node].Kind == ast.KindReference {
			r := s.say("%s is not a reference to an earlier payload: expected `# previously transmitted`", s.shown())
			const right = "# previously transmitted"
			words := strings.Fields(s.text())
			same := nearest.Word(s.text(), []string{right}) != "" || len(words) == 3 && strings.EqualFold(words[1], "previously")
			if !same || len(words) > 3 {
				return r.unsafely("Write `"+right+"`", s.replace(right)) // it may say something else
			}
			return r.safely("Write `"+right+"`", s.replace(right))
		}
		want := int(s.Want)
		if want == 0 {
			want = 5
		}
		form := "`@id kind qualified_name score provenance`"
		if want == 6 {
			form = "`@id kind qualified_name score provenance distance`"
		}
		if line := s.line(); len(strings.Fields(line)) == want && !strings.HasPrefix(line, "@") {
			return s.say("a symbol line begins with its id, %s; %s begins with %s", form, show(line), show(firstWord(line)))
		}
		return s.say("a symbol line has %d fields, %s; %s has %d", want, form, show(s.line()), len(strings.Fields(s.line())))
	},
}
