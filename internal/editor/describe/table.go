package describe

import (
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/cursor"
)

// shownColumns is the number of columns of a table that are listed.
const shownColumns = 40

// array describes a `## name [N]{…}` line: the table, the array or, where the
// offset is in a field name, the column.
func (h *hover) array() { h.container(h.title()) }

// title says what a container is.
func (h *hover) title() string {
	decl := h.DeclOf(h.line)
	switch {
	case h.isDelta():
		return "delta section"
	case decl == nil || decl.Object:
		return "object"
	case decl.Keyed:
		return "keyed table"
	case cursor.Fields(h.Document, h.line) != nil:
		return "table"
	case decl.CountZero():
		return "empty array"
	}
	return "array"
}

// isDelta reports whether the line is a section of a generic delta (spec
// 10a.2).
func (h *hover) isDelta() bool {
	return h.Header.Is("delta") && h.Node(h.line).Parent == 0
}

// container describes a container that a line declares, or one of its columns.
func (h *hover) container(title string) {
	own := h.DeclOf(h.line)
	fields := cursor.Fields(h.Document, h.line)
	if h.at.Kind == cursor.Column && (h.at.Offset < h.at.Span.End || h.at.Column == len(own.Fields)-1) {
		h.span = h.at.Span
		h.column(h.line, own, h.at.Column)
		return
	}
	h.heading(h.line, title)
	switch {
	case h.attached() && h.SubtreeEnd(h.line)-int(h.Node(h.line).Start) <= sourceBytes:
		// What is short is shown rather than counted.
		h.text.Line(words(h.count(own, fields)))
		h.json(h.line)
	case fields == nil:
		h.items(own)
	default:
		h.table(own, fields)
	}
}

// attached reports whether the line is a container below a row or in an array.
func (h *hover) attached() bool {
	kind := h.Node(h.line).Kind
	return kind == ast.KindAttachment || kind == ast.KindItem
}

// count says how many items a container has.
func (h *hover) count(own, fields *ast.Decl) string {
	switch {
	case own != nil && own.Object:
		return counted(h.memberCount(), "member")
	case fields == nil:
		return declared(own, cursor.RowsOf(h.Document, h.line, ast.KindItem).Count, "item")
	}
	noun := "row"
	if fields.Keyed {
		noun = "member"
	}
	facts := declared(own, cursor.RowsOf(h.Document, h.line, ast.KindRow).Count, noun) + " · " + counted(len(fields.Fields), "column")
	if h.Node(h.line).Flags&ast.FlagShared != 0 {
		facts += ", shared with an earlier row (spec 7.4.5.3)"
	}
	return facts
}

// heading is the first line: the path and what is there.
func (h *hover) heading(id ast.NodeID, what string) {
	if path := Path(h.Document, id); path != "" {
		h.text.Line(markup.Code(path), words(" · ", what))
	} else {
		h.text.Line(words("the root · ", what))
	}
}

// items tells of an array without columns: how many items, of what types.
func (h *hover) items(decl *ast.Decl) {
	if decl != nil && decl.Object {
		h.members()
		return
	}
	r := cursor.RowsOf(h.Document, h.line, ast.KindItem)
	h.text.Line(words(declared(decl, r.Count, "item")))
	seen := map[string]int{}
	var order []string
	looked := r.Sample(sampleRows, func(id ast.NodeID) {
		what := itemKind(h.Document, id)
		if seen[what] == 0 {
			order = append(order, what)
		}
		seen[what]++
	})
	var list [][]markup.Span
	for _, what := range order {
		list = append(list, []markup.Span{words(number(seen[what]), " × ", what)})
	}
	h.text.List(list...)
	if looked < r.Count {
		h.text.Line(words("Counted in a sample of ", number(looked), " items."))
	}
}

// itemKind says what an item of an expanded array is.
func itemKind(doc *ast.Document, id ast.NodeID) string {
	decl := doc.DeclOf(id)
	switch {
	case decl == nil:
		if cells := doc.Cells(id); len(cells) == 1 {
			return kindNames[kindOf(cells[0].Scalar)]
		}
		return "unreadable"
	case decl.Object:
		return "object"
	case decl.Keyed:
		return "object (keyed table)"
	}
	return "array"
}

// table tells of a table: its rows, and what is in its columns.
func (h *hover) table(own, fields *ast.Decl) {
	s := statsOf(h.Document, h.line, len(fields.Fields), -1)
	facts := h.count(own, fields)
	if size := h.SubtreeEnd(h.line) - int(h.Node(h.line).Start); size >= 1024 {
		facts += " · " + printable.Bytes(size)
	}
	h.text.Line(words(facts))
	var list [][]markup.Span
	for i := range fields.Fields {
		if i == shownColumns {
			break
		}
		c, f := s.columns[i], &fields.Fields[i]
		list = append(list, []markup.Span{
			showName(f.Name), words(h.role(fields, i, c.types())),
			words(noZero(c.seen[kindNull])), words(noZero(c.seen[kindAbsent])), words(c.distinct()),
			markup.Code(c.least, 24), markup.Code(c.most, 24),
		})
	}
	h.text.Table([]string{"column", "type", "null", "absent", "distinct", "least", "most"}, list...)
	if more := len(fields.Fields) - shownColumns; more > 0 {
		h.text.Line(words("… and ", counted(more, "column"), " more"))
	}
	if note := s.sampled(); note != "" {
		h.text.Line(words(note))
	}
}

// role adds to a column's types what the column is for.
func (h *hover) role(decl *ast.Decl, i int, types string) string {
	f := &decl.Fields[i]
	note := ""
	switch {
	case f.Identity:
		note = "identity"
	case decl.Keyed && i == 0:
		note = "key"
	}
	if note != "" && types != "" {
		return types + " (" + note + ")"
	}
	return types + note
}

func noZero(n int) string {
	if n == 0 {
		return ""
	}
	return number(n)
}

// fewValues is up to how many values of a column are listed.
const fewValues = 12

// column describes a column of a table.
func (h *hover) column(table ast.NodeID, decl *ast.Decl, i int) {
	f := &decl.Fields[i]
	path := pathTo(h.Document, table)
	switch {
	case decl.Keyed && i == 0:
		h.text.Line(showName(f.Name), words(" · the keys of the members of "), rootOr(path))
		h.text.Line(words("The name is a label only: it is no member of the objects (spec 7.2a.2)."))
	default:
		whole := path + "[]"
		if decl.Keyed {
			whole = path + ".*"
		}
		for _, name := range names(f) {
			whole += member(name)
		}
		h.text.Line(markup.Code(whole), words(" · column ", strconv.Itoa(i+1), " of ", strconv.Itoa(len(decl.Fields))))
		if f.Path != nil {
			h.text.Line(words("A path column: the member "), showName(f.Path[len(f.Path)-1]),
				words(" of a nested object (spec 7.4.6)."))
		}
		if f.Identity {
			h.text.Line(words("The identity of the rows in deltas (spec 10a.1)."))
		}
	}
	s := statsOf(h.Document, table, len(decl.Fields), i)
	c := s.columns[i]
	h.columnFacts(c, s.rows)
	if note := s.sampled(); note != "" {
		h.text.Line(words(note))
	}
}

func rootOr(path string) markup.Span {
	if path == "" {
		return words("the root")
	}
	return markup.Code(path)
}

// columnFacts tells what was seen in a column or an inline array.
func (h *hover) columnFacts(c *column, rows int) {
	if rows == 0 {
		h.text.Line(words("no rows"))
		return
	}
	var list [][]markup.Span
	for k := kindString; k < kinds; k++ {
		if c.seen[k] > 0 {
			list = append(list, []markup.Span{words(kindNames[k]), words(number(c.seen[k]))})
		}
	}
	h.text.Table([]string{"type", "times"}, list...)
	switch {
	case len(c.values) == 0:
	case c.numbers || c.seen[kindString] > 0:
		h.text.Line(words(c.distinct(), " distinct · least "), value(c.least), words(" · most "), value(c.most))
	default: // booleans have no order that tells anything
		h.text.Line(words(c.distinct(), " distinct"))
	}
	if top := c.top(); len(top) > 1 && len(top) <= fewValues && !c.more {
		var spans []markup.Span
		for i, v := range top {
			if i > 0 {
				spans = append(spans, words(", "))
			}
			spans = append(spans, value(v.Value), words(" × ", number(v.Times)))
		}
		h.text.Line(spans...)
	}
}

// value is a value in a list.
func value(s string) markup.Span {
	if s == "" {
		return words("the empty string")
	}
	return markup.Code(s, markup.CellLimit)
}
