package describe

import (
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/tree/cursor"
	valuepkg "gcf-lsp/value"
)

// row describes a cell of a row, or the whole row where the offset is in front
// of its first cell or at its edge.
func (h *hover) row() {
	decl := h.DeclOf(h.line)
	cells, i := h.at.Cells, h.at.Cell
	if decl == nil {
		return
	}
	// The first cell is told of too, also where it has but one character.
	if i < 0 || h.at.Offset == cells[0].Start && cells[0].End > cells[0].Start+1 {
		h.wholeRow(decl, cells)
		return
	}
	c := cells[i]
	h.span = ast.Span{Start: c.Start, End: c.End}
	if i >= len(decl.Fields) {
		h.text.Line(words("cell ", strconv.Itoa(i+1), " of a row with ", counted(len(decl.Fields), "column"), ": it belongs to no column"))
		h.scalar(c, inCell)
		return
	}
	f := &decl.Fields[i]
	where := " · column " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(decl.Fields)) + ", row " + strconv.Itoa(int(h.Node(h.line).Index)+1)
	if decl.Keyed && i == 0 {
		h.text.Line(markup.Code(pathTo(h.Document, h.line)), words(" · the key of a member", where))
		h.scalar(c, inKey)
		return
	}
	h.text.Line(markup.Code(pathTo(h.Document, h.line, names(f)...)), words(" · ", kindNames[kindOf(c.Scalar)], where))
	if kindOf(c.Scalar) == kindAttachment {
		h.marker(c, uint32(i))
		return
	}
	if c.Scalar == ast.ScalarMissing {
		h.text.Line(words("absent: the object has no member "), showName(names(f)[len(names(f))-1]), words(" (spec 7.4.2, rule 3 of spec 2.1)"))
		return
	}
	h.scalar(c, inCell)
}

// wholeRow shows a row as a small table.
func (h *hover) wholeRow(decl *ast.Decl, cells []ast.Cell) {
	what := "row " + strconv.Itoa(int(h.Node(h.line).Index)+1)
	if decl.Keyed {
		what = "member " + strconv.Itoa(int(h.Node(h.line).Index)+1)
	}
	h.text.Line(markup.Code(Path(h.Document, h.line)), words(" · ", what))
	h.cellTable(decl, cells)
}

// cellTable shows the cells of a row or an inline body with their columns.
func (h *hover) cellTable(decl *ast.Decl, cells []ast.Cell) {
	var list [][]markup.Span
	for i := range decl.Fields {
		if i == shownColumns {
			break
		}
		row := []markup.Span{showName(decl.Fields[i].Name), words("no cell")}
		if i < len(cells) {
			c := cells[i]
			row[1] = words(kindNames[kindOf(c.Scalar)])
			if shown, ok := h.short(c, uint32(i)); ok {
				row = append(row, shown)
			}
		}
		list = append(list, row)
	}
	h.text.Table([]string{"column", "type", "value"}, list...)
	if more := len(decl.Fields) - shownColumns; more > 0 {
		h.text.Line(words("… and ", counted(more, "column"), " more"))
	}
	if len(cells) > len(decl.Fields) {
		h.text.Line(words(counted(len(cells)-len(decl.Fields), "cell"), " too many"))
	}
}

// short is the value of a cell in one table cell.
func (h *hover) short(c ast.Cell, column uint32) (markup.Span, bool) {
	switch kindOf(c.Scalar) {
	case kindNull, kindAbsent:
		return markup.Span{}, false
	case kindAttachment:
		if body := cursor.Attachment(h.Document, h.line, column); body != 0 {
			if v, ok := h.decode(body); ok {
				if text, err := valuepkg.AppendJSON(nil, v); err == nil {
					return markup.Code(string(text), markup.CellLimit), true
				}
			}
		}
		return markup.Span{}, false
	}
	return value(h.CellString(c)), true
}

// where a scalar stands.
type scalarPlace uint8

const (
	inCell scalarPlace = iota
	inKey              // the key cell of a keyed table
	inLine             // anywhere else
)

// scalar tells what a token decodes to, and which rule of spec 2.1 says so.
func (h *hover) scalar(c ast.Cell, place scalarPlace) {
	token := h.CellText(c)
	switch {
	case place == inKey:
		h.decoded(h.CellString(c))
		if !c.Scalar.IsString() {
			h.text.Line(words("A key is a string whatever it looks like; an encoder quotes it (spec 7.2a.3)."))
		}
	case c.Scalar == ast.ScalarQuoted:
		s := h.CellString(c)
		h.decoded(s)
		rule := "A quoted string (rule 1 of spec 2.1)."
		if bare := ast.ClassifyScalar(s); !bare.IsString() {
			rule += " Without the quotes it would be " + withArticle(kindOf(bare)) + "."
		} else if strings.Contains(token, `\`) {
			rule += " Escapes are resolved."
		}
		h.text.Line(words(rule))
	case c.Scalar == ast.ScalarNull:
		h.text.Line(markup.Code("null"))
		h.text.Line(words("Null (rule 2 of spec 2.1): the member is there, its value is null."))
	case c.Scalar == ast.ScalarMissing:
		h.text.Line(words("Absent, which only a cell of a table can be (rule 3 of spec 2.1)."))
	case kindOf(c.Scalar) == kindAttachment:
		h.text.Line(words("An attachment marker stands in cells of tables only (rule 4 of spec 2.1)."))
	case kindOf(c.Scalar) == kindBoolean:
		h.text.Line(markup.Code(token))
		h.text.Line(words("A boolean (rule 5 of spec 2.1). As a text it would need quotes."))
	case c.Scalar.IsNumber():
		h.number(token)
	default:
		h.decoded(token)
		h.text.Line(words("A bare string: no other rule fits it (rule 7 of spec 2.1)."))
	}
}

// withArticle is a kind in a sentence.
func withArticle(k kind) string {
	switch k {
	case kindNull, kindAbsent:
		return kindNames[k]
	case kindInteger, kindAttachment:
		return "an " + kindNames[k]
	}
	return "a " + kindNames[k]
}

// number tells which number a token is.
func (h *hover) number(token string) {
	v, err := valuepkg.ParseNumber(token)
	if err != nil {
		h.text.Line(markup.Code(token))
		h.text.Line(words("A number (rule 6 of spec 2.1) that is out of range: model it as a string, in quotes (spec 2.3.2)."))
		return
	}
	canonical := string(valuepkg.AppendNumber(nil, v))
	h.text.Line(markup.Code(canonical))
	kind := "An integer, exact in 64 bits"
	if v.Kind() == valuepkg.Double {
		kind = "A double"
	}
	rule := kind + " (rule 6 of spec 2.1)."
	switch {
	case !valuepkg.IsExact(token):
		rule += " A double does not keep all these digits."
	case canonical != token:
		rule += " Its canonical spelling is the one above."
	}
	h.text.Line(words(rule))
}

// decoded shows a decoded string.
func (h *hover) decoded(s string) {
	switch {
	case s == "":
		h.text.Line(words("the empty string"))
	case strings.ContainsAny(s, "\n"):
		h.text.Source("text", cut(s))
	default:
		h.text.Line(markup.Code(s))
	}
}

// keyValue describes a `key=value` line or the root scalar.
func (h *hover) keyValue() {
	if len(h.at.Cells) == 0 {
		return
	}
	c := h.at.Cells[0]
	what := kindNames[kindOf(c.Scalar)]
	if h.at.Kind == cursor.Key && h.at.Offset < h.at.Span.End || h.at.Kind == cursor.Value && c.Start < c.End {
		h.span = h.at.Span
	}
	h.heading(h.line, what)
	h.scalar(c, inLine)
}

// inlineArray describes an array on one line, or one of its elements.
func (h *hover) inlineArray() {
	if h.element() {
		return
	}
	h.heading(h.line, "array")
	h.elements()
}

// element describes the element of an inline array that the offset is in.
func (h *hover) element() bool {
	i := h.at.Cell
	if i < 0 {
		return false
	}
	c := h.at.Cells[i]
	path := Path(h.Document, h.line)
	if decl := h.DeclOf(h.line); decl != nil && decl.Inline {
		path += "[" + strconv.Itoa(i) + "]"
	}
	h.span = ast.Span{Start: c.Start, End: c.End}
	h.text.Line(markup.Code(path), words(" · ", kindNames[kindOf(c.Scalar)]))
	h.scalar(c, inLine)
	return true
}

// elements tells of all elements of an inline array.
func (h *hover) elements() {
	c, cells := newColumn(), h.at.Cells
	for i, cell := range cells {
		if i == sampleCells {
			break
		}
		c.add(h.Document, cell)
	}
	h.text.Line(words(declared(h.DeclOf(h.line), len(cells), "element")))
	h.columnFacts(c, len(cells))
	if len(cells) > sampleCells {
		h.text.Line(words("Types and values are those of the first ", number(sampleCells), " elements."))
	}
}
