package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var notCanonical = Rule{
	Code:     ast.NotCanonical,
	Severity: Hint,
	Summary:  "The formatter would write this differently",
	Spec:     "4.2",
	Page: Page{
		What: "The document is valid here, but an encoder would write other bytes: blanks around `=`, `|` or `,`, more than one blank between header fields, an empty value without quotes, quotes around a value that does not need them.",
		Why:  "Canonical text is the shortest, and two producers of the same data give the same bytes.",
		Bad: `GCF profile=generic
name = Alice
`,
		Good: `GCF profile=generic
name=Alice
`,
		Fix: "Format the document, or apply the fix; it is safe.",
	},
	report: reportNotCanonical,
}

func reportNotCanonical(s site) report {
	text := s.text()
	switch s.Cause {
	case ast.CauseSpaces:
		want, say := "", "the blanks are not needed here"
		if s.betweenWords() {
			want, say = " ", "one blank is enough here"
		}
		r := s.say("%s: the formatter removes them", say)
		if strings.Trim(text, " \t") != "" {
			return r
		}
		return r.safely("Remove the blanks", s.replace(want))
	case ast.CauseEmptyToken:
		return s.say("nothing stands here, and that is the empty string: the formatter writes `\"\"`").
			safely("Write `\"\"`", s.emptyToken())
	case ast.CauseQuotedPlain:
		r := s.say("the quotes of %s are not needed: the formatter writes it without", s.shown())
		if plain, err := ast.Unquote(text); err == nil && ast.ClassifyScalar(plain) == ast.ScalarBare {
			r = r.safely("Remove the quotes", s.replace(plain))
		}
		return r
	}
	return s.say("the formatter writes %s differently", s.shown())
}

// betweenWords reports whether the range separates two words of a line whose
// words are separated by blanks: the header, the summary, a graph line.
func (s site) betweenWords() bool {
	switch s.doc.Nodes[s.Node].Kind {
	case ast.KindHeader, ast.KindSummary, ast.KindSymbol, ast.KindEdge, ast.KindReference,
		ast.KindDeltaSymbol, ast.KindDeltaEdge, ast.KindGroup, ast.KindSection, ast.KindArray:
		return true
	}
	return false
}

// emptyToken writes the empty string where the range marks its place: the range
// is empty, or the delimiter beside it.
func (s site) emptyToken() Edit {
	text := s.text()
	switch {
	case strings.Trim(text, " \t") == "":
		return s.replace(`""`)
	case strings.HasPrefix(text, "="):
		return insert(s.end(), `""`)
	}
	return insert(s.start(), `""`)
}
