package diagnostics

import (
	"strings"

	"gcf-lsp/ast"
)

// reportHeaderInCell is for `^ [1]{sku,qty}` and `.items [1]{sku,qty}` in a
// cell. It belongs to two rules.
func reportHeaderInCell(s site) report {
	text := s.text()
	at := strings.IndexByte(text, '[')
	if at < 0 {
		at = strings.IndexByte(text, '{')
	}
	if at < 0 {
		at = len(text)
	}
	decl := strings.TrimSpace(text[at:])
	name := s.columnName()
	if strings.HasPrefix(text, ".") {
		name = strings.TrimSpace(text[1:at])
	}
	header := "." + name + " " + decl
	return s.say("the attachment header belongs on its own line: write `^` in the cell and %s under the row, not %s", show(header), show(text)).
		safely("Move the attachment header under the row", s.moveHeader(name, header)...)
}

// moveHeader writes `^` in the cell and the header on its own line: in place of
// an attachment line that has the name and no declaration, else after the row
// and its positional bodies.
func (s site) moveHeader(name, header string) []Edit {
	if s.Node == 0 || name == "" {
		return nil
	}
	edits := []Edit{s.replace("^")}
	at := s.lineEnd()
	for child := range s.doc.Children(s.Node) {
		start, end := s.doc.Span(child)
		line := s.doc.Source[start:end]
		if line == "."+name {
			return append(edits, Edit{Start: start, End: end, Text: header})
		}
		if s.doc.Nodes[child].Kind == ast.KindInlineBody {
			at = s.afterLine(child)
		}
	}
	indent := s.doc.Source[s.lineStart() : s.lineStart()+s.doc.Indent(s.Node)]
	if at == len(s.doc.Source) && !strings.HasSuffix(s.doc.Source, "\n") {
		return append(edits, insert(at, s.eol()+indent+header))
	}
	return append(edits, insert(at, indent+header+s.eol()))
}

// columnName is the written name of the column whose cell the range is.
func (s site) columnName() string {
	decl := s.doc.DeclOf(s.Node)
	if decl == nil {
		return ""
	}
	for i, cell := range s.doc.Cells(s.Node) {
		if int(cell.Start) <= s.start() && s.start() <= int(cell.End) && i < len(decl.Fields) {
			f := decl.Fields[i]
			return strings.TrimPrefix(decl.Text[f.Start:f.End], "@")
		}
	}
	return ""
}
