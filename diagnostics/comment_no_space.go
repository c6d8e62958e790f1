package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

// reportCommentNoSpace is for `#note`. It belongs to several rules.
func reportCommentNoSpace(s site) report {
	r := s.say("%s is not a comment: a comment needs a space after the `#`", show(s.line()))
	start, end := s.start(), s.end()
	if s.Node != 0 {
		start, end = s.doc.Span(s.Node)
	}
	if s.slice(start, end) == "" || s.doc.Source[start] != '#' {
		return r
	}
	if rest := strings.TrimLeft(s.slice(start, end), "# \t"); isTableName(rest) {
		return r.unsafely("Write "+show("## "+rest), Edit{Start: start, End: end, Text: "## " + rest}).
			unsafely("Make it a comment", insert(start+1, " "))
	}
	if data := dataIn(s.slice(start+1, end)); data != "" || strings.Contains(s.slice(start+1, end), "#") {
		return r.unsafely("Make it a comment", insert(start+1, " ")) // it may be a row or a section
	}
	return r.safely("Add the space", insert(start+1, " "))
}

// commentHint is what a message adds when the line looks like a comment.
func (s site) commentHint() string {
	if line := s.line(); strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "##") && s.doc.Nodes[s.Node].Kind != ast.KindComment {
		return "; a comment needs a space after the `#`"
	}
	return ""
}
