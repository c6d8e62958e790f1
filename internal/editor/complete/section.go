package complete

import (
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/editor/describe"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/spec"
)

// section offers what can stand in a `## …` line: the names of sections and
// groups, counts, columns, and where nothing is typed yet templates.
func (c *completion) section() {
	text := strings.TrimLeft(c.typed, " \t")
	if c.brackets(text) {
		return
	}
	hashes := c.at.Offset - len(text)
	rest := strings.TrimLeft(text[2:], " \t")
	if strings.ContainsAny(rest, "[{") {
		return // behind the declaration
	}
	c.Start, c.End = hashes, c.lineEnd
	if end := strings.IndexAny(c.source()[c.at.Offset:c.lineEnd], " \t[{"); end >= 0 {
		c.End = c.at.Offset + end
	}
	switch {
	case c.Profile == ast.ProfileGraph:
		c.groups()
	case c.Header.Is("delta"):
		c.deltaSections()
	default:
		c.sections()
	}
	c.trailer()
}

// heading offers a `## …` line. The whole line is replaced, so that the same
// comes out whatever part of it was typed; a declaration that is there stays.
func (c *completion) heading(item Item, format string, literals ...string) {
	if strings.Contains(c.source()[c.at.Offset:c.lineEnd], "[") {
		var found bool
		if format, _, found = strings.Cut(format, " ["); found {
			literals = literals[:strings.Count(format, "%s")]
		}
	}
	c.form(item, "## "+format, literals...)
}

// sections offers the names of sections that stand elsewhere in the document,
// and templates.
func (c *completion) sections() {
	here := c.siblings()
	for _, s := range c.namesOf(ast.KindSection, ast.KindArray) {
		if here[s.name] {
			continue
		}
		key, err := format.AppendKey(nil, s.name)
		if err != nil {
			continue
		}
		item := Item{Detail: "an object, as elsewhere", Kind: Field}
		decl := c.DeclOf(s.line)
		if decl == nil {
			c.heading(item, "%s", string(key))
			continue
		}
		item.Detail = "as elsewhere"
		count := " [${1:1}]"
		if decl.Keyed {
			count = " [${1:2}:]"
		}
		fields := ""
		if decl.HasFields {
			fields = fieldList(decl)
		}
		c.heading(item, "%s"+count+"%s", string(key), fields)
	}
	c.templates()
}

// fieldList is the `{…}` of a declaration. One that breaks off gets its end.
func fieldList(d *ast.Decl) string {
	list := d.Text[d.FieldsStart:d.FieldsEnd]
	if !strings.HasSuffix(list, "}") {
		if strings.Count(list, `"`)%2 == 1 {
			list += `"`
		}
		list += "}"
	}
	return list
}

func isClosed(quoted string) bool {
	end, closed := ast.QuotedEnd(quoted, 0)
	return closed && end == len(quoted)
}

// templates offers the forms of sections as snippets.
func (c *completion) templates() {
	for _, t := range []struct{ label, text, detail string }{
		{"## table", "## ${1:name} [${2:1}]{${3:id},${4:name}}\n${5:1}|${6:value}", "a table of objects (spec 7.4)"},
		{"## keyed table", "## ${1:name} [${2:2}:]{${3:key},${4:value}}\n${5:first}|${6:1}\n${7:second}|${8:2}", "an object of objects (spec 7.2a)"},
		{"## object", "## ${1:name}\n  ${2:key}=${3:value}", "an object (spec 7.2)"},
		{"## array", "## ${1:name} [${2:1}]\n@0 ${3:=value}", "an array of any items (spec 7.6)"},
		{"## stream", "## ${1:name} [?]{${2:id},${3:name}}\n${4:1}|${5:value}\n##! summary counts=${6:1}", "a table whose count comes last (spec 8)"},
	} {
		c.offer(Item{Label: t.label, Text: t.text, Snippet: true, Detail: t.detail, Kind: Template})
	}
}

// deltaSections offers the sections of a generic delta that are not there yet.
func (c *completion) deltaSections() {
	here := c.siblings()
	key, ok := c.Header.Get("key")
	if !ok || key == "" {
		key = "id"
	}
	fields, literal := "{@%s,${2:name}}", key
	for i := range c.Decls {
		if d := &c.Decls[i]; len(d.Fields) > 1 && d.Identity >= 0 {
			fields, literal = "%s", fieldList(d)
			break
		}
	}
	for _, name := range []string{"added", "changed", "removed"} {
		item := Item{Detail: "rows that the delta has " + name, Kind: Keyword}
		switch {
		case here[name]:
		case name == "removed":
			c.heading(item, "removed [${1:1}]{@%s}", key)
		default:
			c.heading(item, name+" [${1:1}]"+fields, literal)
		}
	}
}

// groups offers the groups of a graph.
func (c *completion) groups() {
	here := map[string]bool{}
	for id := range c.Children(0) {
		if id != c.at.Line && c.Node(id).Kind == ast.KindGroup {
			here[c.Key(id)] = true
		}
	}
	names := spec.GroupNames(c.Header.Is("delta"))
	if i := slices.Index(names, "edges"); i >= 0 {
		names = slices.Replace(names, i, i+1, spec.DistancePrefix+"${1:3}", "edges [${1:1}]")
	}
	for _, name := range names {
		bare, _, _ := strings.Cut(placeholder.ReplaceAllString(name, "$1"), " ")
		if here[bare] {
			continue
		}
		item := Item{Detail: describe.Group(bare), Kind: Keyword, About: About{"group", bare}}
		if n := c.edgesBelow(); bare == "edges" && n > 0 {
			c.heading(item, "edges [%s]", strconv.Itoa(n))
		} else {
			c.heading(item, name)
		}
	}
}

// edgesBelow counts the edge lines under the heading that is being typed.
func (c *completion) edgesBelow() int {
	n := 0
	for id := c.at.Line + 1; int(id) < len(c.Nodes) && c.Node(id).Kind != ast.KindGroup; id++ {
		if c.Node(id).Kind == ast.KindEdge {
			n++
		}
	}
	return n
}

// siblings are the names of the members of the object that the line is in.
func (c *completion) siblings() map[string]bool {
	parent := c.parent()
	names := map[string]bool{}
	left := scanLimit
	for id := range c.Children(parent) {
		if left--; left < 0 {
			break
		}
		if id == c.at.Line {
			continue
		}
		switch c.Node(id).Kind {
		case ast.KindKeyValue, ast.KindSection, ast.KindArray, ast.KindInlineArray:
			names[c.Key(id)] = true
		}
	}
	return names
}

// parent returns the object that the line is a member of, or would be; 0 is the
// root.
func (c *completion) parent() ast.NodeID {
	if int(c.at.Line) < len(c.Nodes) {
		switch n := c.Node(c.at.Line); n.Kind {
		case ast.KindKeyValue, ast.KindSection, ast.KindArray, ast.KindInlineArray:
			return n.Parent
		}
	}
	for id := cursor.Above(c.Document, c.at.Line); id > 0; id = c.Node(id).Parent {
		inside := c.Indent(id) + 2
		switch c.Node(id).Kind {
		case ast.KindSection:
		case ast.KindItem, ast.KindAttachment:
			if decl := c.DeclOf(id); decl == nil || !decl.Object {
				continue
			}
			if c.Node(id).Kind == ast.KindAttachment {
				inside += 2
			}
		default:
			continue
		}
		if inside == c.at.Indent {
			return id
		}
	}
	return 0
}

// named is a name with a line that has it.
type named struct {
	name string
	line ast.NodeID
}

// scanLimit is the number of lines that are looked at for names.
const scanLimit = 20000

// namesOf returns the keys of the lines of some kinds, each once, in source
// order. Rows of tables have none and are passed over.
func (c *completion) namesOf(kinds ...ast.Kind) []named {
	var all []named
	seen := map[string]bool{}
	left := scanLimit
	for id := ast.NodeID(1); int(id) < len(c.Nodes) && left > 0 && len(all) < limit; left-- {
		n := c.Node(id)
		for _, k := range kinds {
			if n.Kind != k || id == c.at.Line {
				continue
			}
			if s := c.KeySpan(id); s.Start < s.End {
				if key := c.Key(id); !seen[key] {
					seen[key] = true
					all = append(all, named{key, id})
				}
			}
		}
		if n.Kind == ast.KindRow || n.Kind == ast.KindArray && c.DeclOf(id) != nil && c.DeclOf(id).HasFields {
			id = n.Next
		} else {
			id++
		}
	}
	return all
}

// keys offers the keys of members that stand elsewhere, and templates; on a
// blank line sections and the summary too.
func (c *completion) keys() {
	here := c.siblings()
	for _, s := range c.namesOf(ast.KindKeyValue, ast.KindInlineArray) {
		c.key(s, here)
	}
	if c.word() == "" {
		c.sections()
		c.trailer()
	} else {
		c.templates()
	}
}

func (c *completion) key(s named, here map[string]bool) {
	if here[s.name] {
		return
	}
	key, err := format.AppendKey(nil, s.name)
	if err != nil {
		return
	}
	item := Item{Label: string(key) + "=", Kind: Field, Detail: "as elsewhere"}
	if c.Node(s.line).Kind == ast.KindInlineArray {
		item.Label, item.Text = string(key)+"[1]:", string(key)+"[1]: "
	}
	c.offer(item)
}

// brackets offers a count inside the brackets of a declaration and columns
// inside its braces. It reports whether the place is in either.
func (c *completion) brackets(text string) bool {
	open := lastOpen(text)
	if open < 0 {
		return false
	}
	at := c.at.Offset - len(text) + open
	if text[open] == '[' {
		c.replace(at+1, "]{")
		if int(c.at.Line) < len(c.Nodes) {
			rows := cursor.RowsOf(c.Document, c.at.Line, ast.KindRow)
			if c.Profile == ast.ProfileGraph {
				rows = cursor.RowsOf(c.Document, c.at.Line, ast.KindEdge)
			} else if rows.Count == 0 {
				rows = cursor.RowsOf(c.Document, c.at.Line, ast.KindItem)
			}
			if n := c.inlineValues(); n > 0 {
				rows.Count = n
			}
			if rows.Count > 0 {
				c.offer(Item{Label: strconv.Itoa(rows.Count), Kind: Value, Detail: "as many as there are"})
			}
		}
		c.offer(Item{Label: "?", Kind: Keyword, Detail: "the summary at the end counts (spec 8.2)"})
		return true
	}
	if strings.IndexByte(".@", text[0]) >= 0 && !strings.HasSuffix(strings.TrimRight(text[:open], " \t"), "]") {
		return true // `{}` of an object, in which nothing stands (spec 7.4.4)
	}
	c.fieldName(c.own())
	return true
}

// inlineValues counts the values behind the count that is being typed, in an
// array on one line.
func (c *completion) inlineValues() int {
	_, values, inline := strings.Cut(c.source()[c.at.Offset:c.lineEnd], "]:")
	if values = strings.TrimSpace(values); !inline || values == "" {
		return 0
	}
	n := 1
	for i := 0; i < len(values); i++ {
		switch values[i] {
		case ',':
			n++
		case '"':
			end, _ := ast.QuotedEnd(values, i)
			i = end - 1
		}
	}
	return n
}

// nextItem offers the number of the next item of an array whose items stand in
// lines of their own (spec 7.6).
func (c *completion) nextItem(text string) {
	if strings.Trim(text, "@0123456789") != "" || len(text) > 0 && text[0] != '@' {
		return
	}
	for id := cursor.Above(c.Document, c.at.Line); id > 0; id = c.Node(id).Parent {
		if c.Node(id).Kind != ast.KindItem || c.Indent(id) != c.at.Indent {
			continue
		}
		items := cursor.RowsOf(c.Document, c.Node(id).Parent, ast.KindItem)
		c.replace(c.at.Offset-len(text), " ")
		c.offer(Item{Label: rowID(items.Before(c.at.Line)) + "…", Text: rowID(items.Before(c.at.Line)), Filter: rowID(items.Before(c.at.Line)), Kind: Keyword, Detail: "the next item"})
		return
	}
}

// own is the declaration of the line itself.
func (c *completion) own() *ast.Decl {
	if int(c.at.Line) < len(c.Nodes) {
		return c.DeclOf(c.at.Line)
	}
	return nil
}

// lastOpen returns the offset of the bracket or brace that is open at the end
// of a text, or -1. Those in quotes do not count.
func lastOpen(text string) int {
	open := -1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			end, closed := ast.QuotedEnd(text, i)
			if !closed {
				return -1 // in a quoted name: any text
			}
			i = end - 1
		case '[', '{':
			open = i
		case ']', '}':
			open = -1
		}
	}
	return open
}

// fieldName offers the names of columns that other declarations have.
func (c *completion) fieldName(own *ast.Decl) {
	start := c.at.Offset
	for start > c.lineStart && strings.IndexByte("{, ", c.source()[start-1]) < 0 {
		start--
	}
	c.replace(start, ",}|")
	here := map[string]bool{}
	if own != nil && c.kind() != ast.KindRow {
		for i := range own.Fields {
			here[own.Fields[i].Name] = true
		}
		delete(here, strings.TrimPrefix(c.source()[c.Start:c.End], "@"))
	}
	seen := map[string]bool{}
	for i := range c.Decls {
		if i == scanLimit {
			break
		}
		d := &c.Decls[i]
		for j := range d.Fields {
			f := &d.Fields[j]
			written := d.Text[f.Start:f.End]
			if written == "" || written[0] == '"' && !isClosed(written) || here[f.Name] || seen[written] || d == own && c.kind() != ast.KindRow {
				continue
			}
			seen[written] = true
			if !c.offer(Item{Label: markup.Safe(written, 60), Text: written, Filter: written, Kind: Field, Detail: "a column elsewhere"}) {
				return
			}
		}
	}
}
