package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

var invalidLine = Rule{
	Code:     ast.InvalidLine,
	Severity: Error,
	Summary:  "A line is nothing that GCF knows at this place",
	Spec:     "4",
	Page: Page{
		What: "In an object a line is `key=value`, `key[N]: a,b`, `## key …` or a comment `# …`. In an expanded array it begins with `@N`. In a graph it is a symbol, an edge or a group header.",
		Why:  "A line that is none of these is lost data, or prose that does not belong into the payload.",
		Bad: `GCF profile=generic
name: Alice
`,
		Good: `GCF profile=generic
name=Alice
`,
		Fix: "Write the line in one of the forms. Fixes are offered for `key: value`, for a comment without its space, for a missing space, and for a Markdown fence or sentences behind the payload; they are unsafe where what they remove may be data. A second payload belongs into a document of its own.",
	},
	report: reportInvalidLine,
}

func reportInvalidLine(s site) report {
	switch s.Cause {
	case ast.CauseCommentNoSpace:
		return reportCommentNoSpace(s)
	case ast.CauseSpaceMissing:
		return reportSpaceMissing(s)
	case ast.CauseRowsWithoutHeader:
		return reportRowsWithoutHeader(s)
	case ast.CauseFenceTail:
		return reportFenceTail(s)
	case ast.CauseYAML:
		return reportYAML(s)
	case ast.CauseSpaces:
		return reportBlanks(s)
	case ast.CauseJunkAfter:
		return reportJunkAfter(s)
	case ast.CauseSecondPayload:
		return s.say("a second payload begins here, %s: one document holds one payload, and what follows is not read", show(s.line()))
	}
	expected := "a line in an object is `key=value`, `key[N]: a,b` or `## key`"
	switch {
	case s.doc.Profile == ast.ProfileGraph:
		expected = "a line is a group header `## …`, a symbol `@0 kind name score provenance` or an edge `@0<@1 type`"
	case s.doc.Nodes[s.doc.Nodes[s.Node].Parent].Kind == ast.KindArray:
		expected = "an item begins with `@N` and is `=value`, `{}` or `[N]…`"
	}
	return s.say("%s is not a line that can stand here: %s%s", show(s.line()), expected, s.commentHint())
}

// reportJunkAfter is for what follows the declaration of an attachment or an
// item: the colon of `.a {}:` above all.
func reportJunkAfter(s site) report {
	form := "@N"
	if s.doc.Nodes[s.Node].Kind == ast.KindAttachment {
		form = ".field"
	}
	r := s.say("nothing may follow the declaration in %s: %s does, and the forms are `%s {}`, `%s [N]` and `%s [N]{…}`", show(s.line()), s.shown(), form, form, form)
	if s.text() != ":" {
		return r
	}
	decl, _ := s.doc.DeclSpan(s.Node)
	return r.safely("Remove the colon", remove(decl.End, s.end()))
}

// reportYAML is for `key: value`.
func reportYAML(s site) report {
	start, end := s.doc.Span(s.Node)
	key, value, ok := strings.Cut(s.slice(start, end), ":")
	r := s.say("%s is YAML: GCF writes `key=value`", show(s.line()))
	key = strings.TrimSpace(key)
	if value = strings.TrimSpace(value); !ok || value == "" || key == "" || strings.ContainsAny(value[:1], "[{|>&*!") {
		return r
	}
	if !ast.IsBareKey(key) && !strings.HasPrefix(key, `"`) {
		key = quoted(key)
	}
	return r.safely("Write "+show(key+"="+value), Edit{Start: start, End: end, Text: key + "=" + value})
}

// reportFenceTail is for a closing fence after the payload. It belongs to two
// rules. What follows the fence is no payload any more, so the fix removes it,
// too.
func reportFenceTail(s site) report {
	edit := remove(s.lineStart(), len(s.doc.Source))
	if data := afterFence(s.doc.Source[s.lineEnd():]); data != "" {
		return s.say("a Markdown code fence ends the payload, and %s after it is not read: remove the fence, and what is not the payload", show(data)).
			unsafely("Remove the code fence and the text after it", edit)
	}
	return s.say("a Markdown code fence closes the payload: remove it").
		safely("Remove the code fence", edit)
}
