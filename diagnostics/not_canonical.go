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
		What: "The document is valid here, but an encoder would write other bytes: blanks around `=`, `|` or `,`, more than one blank between header fields, an empty value without quotes, a text without the quotes that it needs not to be taken for something else, such as `05` or `.5`.",
		Why:  "Canonical text is the shortest, and two producers of the same data give the same bytes.",
		Bad: `GCF profile=generic
name= Alice
`,
		Good: `GCF profile=generic
name=Alice
`,
		Fix: "Format the document, or apply the fix; it is safe.",
	},
	report: reportNotCanonical,
}

func reportNotCanonical(s site) report {
	switch s.Cause {
	case ast.CauseSpaces:
		return s.reportSpaces()
	case ast.CauseEmptyToken:
		return s.say("nothing stands here, and that is the empty string: the formatter writes `\"\"`").
			safely("Write `\"\"`", s.emptyToken())
	case ast.CauseCommentNoSpace:
		return s.say("%s is a cell here: a comment needs a space after the `#`, and the formatter quotes text that begins with it", s.shown()).
			safely("Quote it as text", s.replace(quoted(s.text()))).
			unsafely("Make it a comment", insert(s.start()+1, " "))
	}
	if s.Cause == ast.CauseUnquoted {
		return s.say("%s is a text; encoders quote one like it, so that nothing reads it as something else", s.shown()).
			safely("Quote it", s.replace(quoted(s.text())))
	}
	return s.say("the formatter writes %s differently", s.shown())
}

// reportSpaces is for blanks that the formatter takes away, or makes one.
func (s site) reportSpaces() report {
	text := s.text()
	if strings.HasPrefix(text, "##") && strings.Trim(text, "# \t") == "" {
		// `##   key`, and `## key [N]: a,b` for an inline array.
		if s.doc.Nodes[s.Node].Kind == ast.KindInlineArray {
			return s.say("an inline array has no `## `: the formatter removes it").
				safely("Remove `## `", s.replace(""))
		}
		return s.say("one blank follows `##`: the formatter removes the others").
			safely("Remove the other blanks", s.replace("## "))
	}
	if strings.Trim(text, " \t") != "" {
		return s.say("the formatter writes %s differently", s.shown())
	}
	if s.betweenWords() {
		return s.say("one blank is enough here: the formatter removes the others").
			safely("Leave one blank", s.replace(" "))
	}
	return s.say("no blank is needed here: the formatter removes it").
		safely("Remove the blanks", s.replace(""))
}

// betweenWords reports whether the blanks under the range separate two words,
// so that one of them must stay.
func (s site) betweenWords() bool {
	switch s.doc.Nodes[s.Node].Kind {
	case ast.KindHeader, ast.KindSummary, ast.KindSymbol, ast.KindEdge, ast.KindReference,
		ast.KindDeltaSymbol, ast.KindDeltaEdge, ast.KindGroup, ast.KindSection, ast.KindArray:
		return true
	}
	start, _ := s.doc.Span(s.Node)
	before := s.slice(start, s.start())
	if before == "##" {
		return true
	}
	if strings.HasSuffix(before, ":") && strings.HasSuffix(before, "]:") {
		return true
	}
	if strings.HasPrefix(before, "@") && strings.Trim(before[1:], "0123456789") == "" {
		return true
	}
	next := s.slice(s.end(), s.end()+1)
	return s.doc.Nodes[s.Node].Kind == ast.KindAttachment && (next == "[" || next == "{" || next == "=")
}

// emptyToken writes the empty string behind the delimiter under the range, or
// before it where a row begins with it.
func (s site) emptyToken() Edit {
	if s.start() == s.lineStart() && s.text() == "|" {
		return insert(s.start(), `""`)
	}
	return insert(s.end(), `""`)
}
