package describe

import (
	"strings"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/cursor"
	valuepkg "gcf-lsp/value"
)

// decodeLimit is the size in bytes of a subtree up to which its value is
// decoded to be shown.
const decodeLimit = 64 << 10

// decode returns the value of a line with what belongs to it.
func (h *hover) decode(id ast.NodeID) (valuepkg.Value, bool) {
	if h.SubtreeEnd(id)-int(h.Node(id).Start) > decodeLimit {
		return valuepkg.Value{}, false
	}
	return valuepkg.DecodeNode(h.Document, id)
}

// json shows the value of a line, cut to what one looks at in a hover.
func (h *hover) json(id ast.NodeID) {
	size := h.SubtreeEnd(id) - int(h.Node(id).Start)
	if size > decodeLimit {
		h.text.Line(words("Too large to be shown here: ", printable.Bytes(size), "."))
		return
	}
	v, ok := h.decode(id)
	if !ok {
		return
	}
	text, err := valuepkg.AppendJSON(nil, v, valuepkg.Indent("  "))
	if err == nil {
		h.text.Source("json", cut(string(text)))
	}
}

// Limits of a text of several lines.
const (
	sourceLines = 30
	sourceBytes = 2000
)

// cut shortens a text of several lines.
func cut(s string) string {
	short := s
	if len(short) > sourceBytes {
		short = short[:sourceBytes]
		for len(short) > 0 && !utf8.RuneStart(s[len(short)]) {
			short = short[:len(short)-1]
		}
	}
	end := 0
	for range sourceLines {
		i := strings.IndexByte(short[end:], '\n')
		if i < 0 {
			end = len(short)
			break
		}
		end += i + 1
	}
	short = strings.TrimRight(short[:end], "\n")
	if len(short) < len(strings.TrimRight(s, "\n")) {
		short += "\n…"
	}
	return short
}

// marker describes a `^` cell: what is attached.
func (h *hover) marker(c ast.Cell, column uint32) {
	body := cursor.Attachment(h.Document, h.line, column)
	if body == 0 {
		h.text.Line(words("The attachment is missing: the cell says that one follows the row (spec 7.4.4)."))
		return
	}
	how := "Attached below the row (spec 7.4.4):"
	if h.Node(body).Kind == ast.KindInlineBody {
		how = "Attached below the row, in the columns that an inline schema declares (spec 7.4.5.1):"
	}
	h.text.Line(words(how))
	h.json(body)
}

// attachment describes a `.field …` line.
func (h *hover) attachment() {
	if h.at.Offset >= h.KeySpan(h.line).End && h.element() {
		return
	}
	what := h.title()
	if decl := h.DeclOf(h.line); decl == nil {
		what = "scalar"
	} else if decl.Inline {
		what = "array"
	}
	what += ", attached to row " + number(int(h.Node(h.Node(h.line).Parent).Index)+1)
	if h.Node(h.line).Index == ast.NoColumn {
		what += ", of no column"
	}
	switch decl := h.DeclOf(h.line); {
	case decl == nil:
		h.heading(h.line, what)
		h.json(h.line)
	case decl.Inline && h.Node(h.line).Flags&ast.FlagShared == 0:
		h.heading(h.line, what)
		h.elements()
	default:
		h.container(what)
	}
}

// inlineBody describes a positional attachment (spec 7.4.5.1) or a cell of it.
func (h *hover) inlineBody() {
	decl := h.DeclOf(h.line)
	cells, i := h.at.Cells, h.at.Cell
	if decl == nil {
		return
	}
	if i < 0 || h.at.Offset == cells[0].Start {
		h.heading(h.line, "object, attached to row "+number(int(h.Node(h.Node(h.line).Parent).Index)+1)+" by an inline schema")
		h.cellTable(decl, cells)
		return
	}
	c := cells[i]
	h.span = ast.Span{Start: c.Start, End: c.End}
	if i >= len(decl.Fields) {
		h.text.Line(words("value ", number(i+1), " of an inline schema with ", counted(len(decl.Fields), "field"), ": it belongs to none"))
	} else {
		h.text.Line(markup.Code(pathTo(h.Document, h.line, decl.Fields[i].Name)), words(" · ", kindNames[kindOf(c.Scalar)],
			" · field ", number(i+1), " of ", number(len(decl.Fields)), " of an inline schema"))
	}
	h.scalar(c, inLine)
}

// item describes an `@N …` line of an expanded array.
func (h *hover) item() {
	start, end := h.Span(h.line)
	if h.at.Offset >= ast.RowIDEnd(h.Source.Source[:end], start) && h.element() {
		return
	}
	if decl := h.DeclOf(h.line); decl != nil && h.at.Offset > start && decl.HasFields {
		h.container(h.title())
		return
	}
	h.heading(h.line, itemKind(h.Document, h.line))
	h.json(h.line)
}

// section describes a `## key` line that opens an object.
func (h *hover) section() {
	h.heading(h.line, "object")
	h.members()
}

// shownMembers is the number of members of an object that are listed.
const shownMembers = 20

// members tells of the members of an object.
func (h *hover) members() {
	count := 0
	var list [][]markup.Span
	for child := range h.Children(h.line) {
		if !isMember(h.Node(child).Kind) {
			continue
		}
		if count++; count <= shownMembers {
			list = append(list, []markup.Span{showName(h.Key(child)), words(memberKind(h.Document, child))})
		}
	}
	size := h.SubtreeEnd(h.line) - int(h.Node(h.line).Start)
	h.text.Line(words(counted(count, "member"), " · ", printable.Bytes(size)))
	h.text.Table([]string{"member", "type"}, list...)
	if count > shownMembers {
		h.text.Line(words("… and ", counted(count-shownMembers, "member"), " more"))
	}
}

func (h *hover) memberCount() int {
	count := 0
	for child := range h.Children(h.line) {
		if isMember(h.Node(child).Kind) {
			count++
		}
	}
	return count
}

// isMember reports whether a line of a kind is the member of an object.
func isMember(k ast.Kind) bool {
	return k == ast.KindKeyValue || k == ast.KindSection || k == ast.KindInlineArray || k == ast.KindArray
}

// memberKind says what the member of an object on a line is.
func memberKind(doc *ast.Document, id ast.NodeID) string {
	switch doc.Node(id).Kind {
	case ast.KindKeyValue:
		if cells := doc.Cells(id); len(cells) > 0 {
			return kindNames[kindOf(cells[0].Scalar)]
		}
		return kindNames[kindString]
	case ast.KindArray:
		if decl := doc.DeclOf(id); decl != nil && decl.Keyed {
			return "object"
		}
	case ast.KindSection:
		return "object"
	}
	return "array"
}
