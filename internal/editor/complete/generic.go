package complete

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/tree/cursor"
)

// generic offers what can stand in a line of the generic profile that is no
// section: cells, attachments, keys.
func (c *completion) generic(text string) {
	if open := lastOpen(text); open > 0 && text[open] == '[' && ast.IsBareKey(strings.TrimRight(text[:open], " ")) && c.brackets(text) {
		return
	}
	switch c.kind() {
	case ast.KindComment, ast.KindSummary, ast.KindScalar, ast.KindInlineArray, ast.KindInlineBody:
		return
	case ast.KindKeyValue:
		if strings.Contains(text, "=") {
			return
		}
	case ast.KindSection, ast.KindArray, ast.KindHeader:
		return // in front of the `##`
	}
	if c.lineEnd > c.at.Offset && c.kind() == ast.KindBlank {
		c.at.Indent = len(c.typed) // blanks behind the place do not count
	}
	if strings.HasPrefix(text, ".") {
		c.attachment(text)
		return
	}
	table, decl := cursor.Table(c.Document, c.at.Line, c.at.Indent)
	if c.kind() == ast.KindBlank || c.kind() == ast.KindError {
		c.missingAttachments(c.at.Offset)
	}
	if table != 0 {
		c.cell(table, decl)
		return
	}
	if k := c.kind(); k == ast.KindBlank || k == ast.KindError || k == ast.KindItem {
		c.nextItem(text)
	}
	if strings.IndexFunc(text, func(r rune) bool { return !ast.IsBareKey(string(r)) && (r < '0' || r > '9') }) < 0 {
		c.replace(c.at.Offset-len(text), "=[")
		c.keys()
	}
}

// Limits of what is looked at for a column.
const (
	sampleRows = 2000
	fewValues  = 20
)

// cell offers the values of a column, where they are few, and the markers.
func (c *completion) cell(table ast.NodeID, decl *ast.Decl) {
	start, i, id := c.at.Offset, 0, false
	if c.kind() == ast.KindRow || c.kind() == ast.KindError {
		if i = c.at.Cell; i < 0 {
			return // in the id of the row
		}
		start = min(c.at.Offset, c.at.Cells[i].Start)
		id = c.Node(c.at.Line).Flags&ast.FlagRowID != 0
	}
	if i >= len(decl.Fields) {
		return
	}
	if strings.HasPrefix(c.source()[start:c.at.Offset], "^{") {
		c.fieldName(decl)
		return
	}
	c.Start, c.End = start, c.at.Offset
	if c.kind() == ast.KindRow {
		c.End = max(c.at.Offset, c.at.Cells[i].End)
	}
	if strings.HasPrefix(c.word(), `"`) && strings.Contains(c.word()[1:], `"`) {
		return // behind a closed string
	}
	c.Trivial = true
	for _, v := range c.values(table, i) {
		c.Trivial = c.Trivial && !isBoolean(v)
		c.offer(Item{Label: markup.Safe(v, 60), Text: v, Filter: v, Kind: Value, Detail: decl.Fields[i].Name})
	}
	if decl.Keyed && i == 0 || c.isIdentity(table, &decl.Fields[i]) {
		return
	}
	name := decl.Fields[i].Name
	c.offer(Item{Label: "-", Detail: "null", Kind: Keyword})
	c.offer(Item{Label: "~", Detail: "no member " + markup.Safe(name, 40), Kind: Keyword})
	if decl.Fields[i].Path != nil {
		return // a leaf is a scalar
	}
	marker := Item{Label: "^", Detail: "an attachment follows", Kind: Keyword}
	// A row with an attachment has an id (spec 7.4.4).
	switch {
	case id:
	case c.kind() == ast.KindBlank:
		rows := cursor.RowsOf(c.Document, table, ast.KindRow)
		marker.Text = rowID(rows.Before(c.at.Line)) + "^"
	case c.kind() == ast.KindRow:
		prefix := rowID(int(c.Node(c.at.Line).Index))
		if rowStart, _ := c.Span(c.at.Line); rowStart == c.Start {
			marker.Text = prefix + "^"
		} else {
			marker.Also = Insertion{rowStart, prefix}
		}
	}
	c.offer(marker)
}

// isIdentity reports whether a column tells the rows of a set apart (spec
// 10a.1): each holds a plain value there.
func (c *completion) isIdentity(table ast.NodeID, f *ast.Field) bool {
	key := c.Header.Field("key")
	return f.Identity || c.Header.Is("delta") && (key != nil && f.Name == key.Value || c.Key(table) == "removed")
}

func rowID(index int) string { return "@" + strconv.Itoa(index) + " " }

// values are the tokens in a column that stand there several times, the most
// frequent first, where the column has few.
func (c *completion) values(table ast.NodeID, column int) []string {
	seen := map[string]int{}
	total, more := 0, false
	var cells []ast.Cell
	r := cursor.RowsOf(c.Document, table, ast.KindRow)
	r.Sample(sampleRows, func(id ast.NodeID) {
		if id == c.at.Line || more {
			return // what is being typed is no value yet
		}
		cells = c.AppendCells(cells[:0], id)
		if column >= len(cells) {
			return
		}
		switch cells[column].Scalar {
		case ast.ScalarNull, ast.ScalarMissing, ast.ScalarAttachment, ast.ScalarInlineSchema:
			return
		}
		token := c.CellText(cells[column])
		if token == "" || len(token) > 200 {
			return
		}
		total++
		seen[token]++
		more = len(seen) > fewValues
	})
	if repeats := total - len(seen); more || (repeats == 0 || repeats*2 < len(seen)) && !onlyBooleans(seen) {
		return nil
	}
	return byTimes(seen)
}

func onlyBooleans(seen map[string]int) bool {
	for token := range seen {
		if !isBoolean(token) {
			return false
		}
	}
	return true
}

func isBoolean(token string) bool { return token == "true" || token == "false" }

// byTimes returns the keys of a tally, the most frequent first.
func byTimes(seen map[string]int) []string {
	all := make([]string, 0, len(seen))
	for name := range seen {
		all = append(all, name)
	}
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(cmp.Compare(seen[b], seen[a]), cmp.Compare(a, b))
	})
	return all
}

// attachment offers the attachments that are missing under a row, and inside
// the brackets of one its count and its columns.
func (c *completion) attachment(text string) {
	if c.brackets(text) {
		return
	}
	if strings.ContainsAny(text, " =") {
		return
	}
	c.missingAttachments(c.at.Offset - len(text))
}

// missingAttachments offers the attachments that the row above lacks, in place
// of what is typed from start on.
func (c *completion) missingAttachments(start int) {
	row := cursor.Row(c.Document, c.at.Line, c.at.Indent)
	if row == 0 {
		return
	}
	decl := c.DeclOf(row)
	if decl == nil {
		return
	}
	c.replace(start, "[{=")
	missing := cursor.MissingOf(c.Document, row)
	if c.kind() == ast.KindAttachment {
		// The half-typed line is the attachment itself.
		if i := c.Node(c.at.Line).Index; int(i) < len(decl.Fields) {
			missing = append(missing, cursor.Missing{Column: i})
		}
	}
	for _, m := range missing {
		if m.Schema != "" || int(m.Column) >= len(decl.Fields) {
			continue
		}
		c.attachmentForms(row, m.Column, &decl.Fields[m.Column])
	}
}

// attachmentForms offers an attachment in the form that other rows have it, or
// in all forms.
func (c *completion) attachmentForms(row ast.NodeID, column uint32, f *ast.Field) {
	key, err := format.AppendKey([]byte("."), f.Name)
	if err != nil {
		return
	}
	form := func(detail, format string, literals ...string) {
		c.form(Item{Kind: Field, Detail: detail}, "%s"+format, append([]string{string(key)}, literals...)...)
	}
	if like := c.otherAttachment(row, column); like != 0 {
		decl := c.DeclOf(like)
		shares := c.Node(like).Parent == cursor.FirstRow(c.Document, c.Node(row).Parent)
		switch {
		case decl == nil:
		case decl.Object:
			form("as in other rows", " {}")
			return
		case decl.Inline:
			form("as in other rows", " [${1:1}]: ${2}")
			return
		case decl.Keyed && decl.HasFields:
			form("as in other rows", " [${1:2}:]%s", fieldList(decl))
			return
		case decl.HasFields && shares:
			form("the columns of the first row", " [${1:1}]")
			return
		case decl.HasFields:
			form("as in other rows", " [${1:1}]%s", fieldList(decl))
			return
		}
	}
	form("an object", " {}")
	form("scalars", " [${1:1}]: ${2}")
	form("a table", " [${1:1}]{${2:name}}")
	form("any items", " [${1:1}]")
}

// otherAttachment finds the attachment of a column in another row of the same
// table.
func (c *completion) otherAttachment(row ast.NodeID, column uint32) ast.NodeID {
	like := ast.NodeID(0)
	r := cursor.RowsOf(c.Document, c.Node(row).Parent, ast.KindRow)
	first := cursor.FirstRow(c.Document, c.Node(row).Parent)
	look := func(id ast.NodeID) {
		if like != 0 || id == row {
			return
		}
		if a := cursor.Attachment(c.Document, id, column); a != 0 && c.Node(a).Kind == ast.KindAttachment {
			like = a
		}
	}
	look(first)
	r.Sample(200, look)
	return like
}
