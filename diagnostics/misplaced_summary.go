package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var misplacedSummary = Rule{
	Code:     ast.MisplacedSummary,
	Severity: Error,
	Summary:  "The summary line is not the last line, or is there twice",
	Spec:     "8.4",
	Page: Page{
		What: "`##! summary` is a trailer: one line, at the very end, not indented.",
		Why:  "It holds counts of all that came before. Data after it would not be counted.",
		Bad: `GCF profile=generic
## users [?]{id,name}
1|Alice
2|Bob
##! summary counts=2
##! summary counts=2
`,
		Good: `GCF profile=generic
## users [?]{id,name}
1|Alice
2|Bob
##! summary counts=2
`,
		Fix: "Move the summary to the end and correct its counts, or remove it. Both are offered as unsafe fixes.",
	},
	report: func(s site) report {
		r := s.say("the `##! summary` line must be the last one, and there is more after it: move it to the end")
		if s.RelEnd != 0 && s.RelStart < s.Start {
			r = s.say("a second `##! summary` line: a payload has one, at its end").
				see("the first is here", int(s.RelStart), int(s.RelEnd))
		} else {
			r = r.see("this comes after it", int(s.RelStart), int(s.RelEnd))
		}
		if s.sharesRows() {
			return r // without it the lines after it would be rows
		}
		if s.Node == s.doc.Summary && strings.HasSuffix(s.doc.Source, "\n") {
			r = r.unsafely("Move the summary to the end", remove(s.lineStart(), s.lineEnd()),
				insert(len(s.doc.Source), s.slice(s.lineStart(), s.lineEnd())))
		}
		return r.unsafely("Remove this summary", remove(s.lineStart(), s.lineEnd()))
	},
}

// sharesRows reports whether the summary keeps the lines behind it apart from an
// array without a count before it.
func (s site) sharesRows() bool {
	if next := s.slice(s.lineEnd(), s.lineEnd()+2); next == "" || next == "##" {
		return false
	}
	id := s.Node - 1
	for id > 0 && (s.doc.Nodes[id].Kind == ast.KindBlank || s.doc.Nodes[id].Kind == ast.KindComment) {
		id--
	}
	for ; id > 0; id = s.doc.Nodes[id].Parent {
		if decl := s.doc.DeclOf(id); decl != nil && s.doc.Nodes[id].Kind != ast.KindRow && decl.Count == ast.CountDeferred {
			return true
		}
	}
	return false
}
