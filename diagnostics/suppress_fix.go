package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// Suppress returns the edit that silences a diagnostic by a comment: `ignore`
// above its line, or `ignore-file` under the header for one on the header line,
// above which nothing may stand. It returns false for diagnostics that no
// comment can silence: those of comments, of blank lines and of a document
// without a header.
func Suppress(doc *ast.Document, d Diagnostic) (Fix, bool) {
	_, _, line := clamp(doc, d.Start, d.End, 0)
	if line == 0 || doc.Header.Node == 0 || line < doc.Header.Node ||
		d.Code == ast.NoCode || d.Code == ast.UnknownSuppression || d.Code == ast.UnusedSuppression {
		return Fix{}, false
	}
	s := site{Problem: &ast.Problem{Node: line}, doc: doc}
	name := d.Code.String()
	fix := Fix{Title: "Ignore " + name + " on this line"}
	switch doc.Nodes[line].Kind {
	case ast.KindComment, ast.KindBlank:
		return Fix{}, false
	case ast.KindHeader:
		text, at := "# "+spec.DirectivePrefix+" ignore-file "+name, s.lineEnd()
		if at == int(doc.Nodes[line].End) { // the header is the last line and has no line end
			text = s.eol() + text
		} else {
			text += s.eol()
		}
		fix.Title = "Ignore " + name + " in this document"
		fix.Edits = []Edit{insert(at, text)}
		return fix, true
	}
	if at, ok := ignoreAbove(doc, line); ok {
		fix.Edits = []Edit{insert(at, ", "+name)}
		return fix, true
	}
	// A tab would be reported in the comment, too.
	indent := strings.ReplaceAll(doc.Source[s.lineStart():s.lineStart()+doc.Indent(line)], "\t", "  ")
	fix.Edits = []Edit{insert(s.lineStart(), indent+"# "+spec.DirectivePrefix+" ignore "+name+s.eol())}
	return fix, true
}

// ignoreAbove finds an `ignore` comment right above a line, and where its codes
// end.
func ignoreAbove(doc *ast.Document, line ast.NodeID) (at int, ok bool) {
	above := line - 1
	if above < 1 || doc.Nodes[above].Kind != ast.KindComment {
		return 0, false
	}
	text, offset, ok := spec.DirectiveText(doc.Text(above))
	if !ok {
		return 0, false
	}
	d, ok := parseDirective(text)
	if !ok || d.Verb.Text != "ignore" || len(d.Codes) == 0 {
		return 0, false
	}
	last := d.Codes[len(d.Codes)-1]
	return int(doc.Nodes[above].Start) + offset + last.end(), true
}
