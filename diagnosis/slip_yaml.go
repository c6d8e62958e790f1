package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/value"
)

// yamlBody is a body in YAML: names with a colon, what belongs to them indented,
// lists with dashes.
var yamlBody = Slip{
	Name:  "yaml",
	Cause: "this is YAML, not GCF: a nested object is a section `## name` with its members indented by two blanks, a list of values is `tags[2]: a,b`, a list of records is a table",
	Cost:  Usual,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		if doc.Profile != ast.ProfileGeneric {
			return "", false
		}
		v, err := value.Decode(doc)
		if err != nil || v.Kind() != value.Object || v.Len() == 0 {
			return "", false
		}
		w := yamlWriter{ok: true}
		w.object(v, "", 0)
		return "GCF profile=generic\n" + w.String(), w.ok && w.nested
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGeneric || !s.At(ast.InvalidLine, ast.InvalidKey, ast.InvalidIndent, ast.OrphanInlineAttachment, ast.DuplicateKey) {
			return nil
		}
		y := yamlReader{}
		for id, line := range s.Lines() {
			text := strings.TrimSpace(line)
			switch {
			case id == 1 && strings.HasPrefix(text, "GCF "), text == "", text == "---" && len(y.lines) == 0:
				continue
			case strings.HasPrefix(text, "#"), strings.Contains(line, "\t"), strings.HasPrefix(text, "##"):
				return nil // comments would be lost
			}
			y.lines = append(y.lines, yamlLine{len(line) - len(strings.TrimLeft(line, " ")), text})
		}
		if len(y.lines) < 2 || !y.shaped() {
			return nil
		}
		v, ok := y.block(0, 0)
		if !ok || y.at < len(y.lines) {
			return nil
		}
		written, err := format.Generic(v, format.Options{})
		if err != nil {
			return nil
		}
		c := Candidate{Recodes: true, Title: "Write it as GCF", At: ast.Span{Start: int(s.Problem.Start), End: int(s.Problem.End)}}
		_, body, _ := strings.Cut(string(written), "\n")
		if strings.HasPrefix(s.Text, "GCF ") && len(s.Doc.Nodes) > 2 {
			c.Edits = []Edit{{Start: int(s.Doc.Nodes[2].Start), End: len(s.Text), Text: body}}
		} else {
			c.Edits = []Edit{{End: len(s.Text), Text: string(written)}}
		}
		return []Candidate{c}
	},
}

type yamlLine struct {
	indent int
	text   string
}

// yamlReader reads the part of YAML that people write by hand: mappings, lists,
// plain and quoted scalars.
type yamlReader struct {
	lines []yamlLine
	at    int
}

// deepestYAML bounds how deep blocks are read.
const deepestYAML = 64

var (
	yamlPair = lazily(`^("(?:[^"\\]|\\.)*"|[A-Za-z_][\w .-]*?)\s*:(?:\s+(.*))?$`)
	yamlItem = lazily(`^-(?:\s+(.*))?$`)
)

// shaped reports whether the lines have the shape of YAML, and something that no
// slip of a single line explains: a name with nothing behind its colon.
func (y *yamlReader) shaped() bool {
	opens := false
	for _, l := range y.lines {
		m := yamlPair.FindStringSubmatch(l.text)
		if m == nil && !yamlItem.MatchString(l.text) {
			return false
		}
		opens = opens || m != nil && m[2] == ""
	}
	return opens
}

// block reads the mapping or the list whose lines have an indentation.
func (y *yamlReader) block(indent, depth int) (value.Value, bool) {
	if depth > deepestYAML || y.at >= len(y.lines) {
		return value.Value{}, false
	}
	if yamlItem.MatchString(y.lines[y.at].text) {
		return y.list(indent, depth)
	}
	var members []value.Member
	seen := map[string]bool{}
	for y.at < len(y.lines) && y.lines[y.at].indent == indent {
		m := yamlPair.FindStringSubmatch(y.lines[y.at].text)
		if m == nil {
			break
		}
		key := m[1]
		if inner, broken := ast.Unquote(key); broken == nil {
			key = inner
		}
		if seen[key] {
			return value.Value{}, false
		}
		seen[key] = true
		y.at++
		v, ok := y.behind(m[2], indent, depth)
		if !ok {
			return v, false
		}
		members = append(members, value.Member{Key: key, Value: v})
	}
	return value.NewObject(members), len(members) > 0 && y.ended(indent)
}

// ended reports whether a block may end here: no line goes on deeper.
func (y *yamlReader) ended(indent int) bool {
	return y.at >= len(y.lines) || y.lines[y.at].indent <= indent
}

// behind reads what belongs to a name: the scalar behind its colon, or the block
// below. A list may stand at the indentation of its name.
func (y *yamlReader) behind(text string, indent, depth int) (value.Value, bool) {
	if text != "" {
		return yamlScalar(text)
	}
	if y.at < len(y.lines) {
		if next := y.lines[y.at]; next.indent > indent || next.indent == indent && yamlItem.MatchString(next.text) {
			return y.block(next.indent, depth+1)
		}
	}
	return value.Value{}, false // nothing: null, or something was lost
}

func (y *yamlReader) list(indent, depth int) (value.Value, bool) {
	var items []value.Value
	for y.at < len(y.lines) && y.lines[y.at].indent == indent {
		m := yamlItem.FindStringSubmatch(y.lines[y.at].text)
		if m == nil {
			break
		}
		if yamlPair.MatchString(m[1]) || m[1] == "" {
			// The members of an item stand where the first one does.
			line := &y.lines[y.at]
			if m[1] == "" {
				y.at++
				if y.at >= len(y.lines) || y.lines[y.at].indent <= indent {
					return value.Value{}, false
				}
			} else {
				line.indent += len(line.text) - len(m[1])
				line.text = m[1]
			}
			v, ok := y.block(y.lines[y.at].indent, depth+1)
			if !ok {
				return v, false
			}
			items = append(items, v)
			continue
		}
		y.at++
		v, ok := yamlScalar(m[1])
		if !ok {
			return v, false
		}
		items = append(items, v)
	}
	return value.NewArray(items), len(items) > 0 && y.ended(indent)
}

// yamlScalar reads a plain or quoted scalar, an empty collection, or a list of
// plain scalars in brackets.
func yamlScalar(text string) (value.Value, bool) {
	switch text {
	case "null", "~":
		return value.Value{}, true
	case "[]":
		return value.NewArray(nil), true
	case "{}":
		return value.NewObject(nil), true
	}
	switch text[0] {
	case '"':
		v, err := value.FromJSON(text, value.KeepNumbers())
		return v, err == nil
	case '\'':
		inner, ok := strings.CutSuffix(text[1:], "'")
		if strings.Contains(strings.ReplaceAll(inner, "''", ""), "'") {
			return value.Value{}, false
		}
		return value.NewString(strings.ReplaceAll(inner, "''", "'")), ok
	case '[':
		inner, ok := strings.CutSuffix(text[1:], "]")
		if !ok || strings.ContainsAny(inner, `[]{}"'`) {
			return value.Value{}, false
		}
		var items []value.Value
		for item := range strings.SplitSeq(inner, ",") {
			item = strings.TrimSpace(item)
			if item == "" {
				return value.Value{}, false
			}
			v, ok := yamlScalar(item)
			if !ok {
				return v, false
			}
			items = append(items, v)
		}
		return value.NewArray(items), true
	case '{', '|', '>', '&', '*', '!', '%', '@', '`':
		return value.Value{}, false
	}
	if strings.Contains(text, " #") || strings.Contains(text, ": ") {
		return value.Value{}, false
	}
	if ast.ClassifyScalar(text).IsNumber() || text == "true" || text == "false" {
		v, err := value.FromJSON(text, value.KeepNumbers())
		return v, err == nil
	}
	return value.NewString(text), true
}

// yamlWriter writes YAML, for the campaign.
type yamlWriter struct {
	strings.Builder
	nested, ok bool
}

func (w *yamlWriter) object(v value.Value, indent string, depth int) {
	for i, m := range v.Members() {
		if i > 0 || !strings.HasSuffix(w.String(), "- ") {
			w.WriteString(indent)
		}
		key := m.Key
		if !ast.IsBareKey(key) {
			key = quoted(key)
		}
		w.WriteString(key + ":")
		w.value(m.Value, indent+"  ", depth+1)
	}
}

func (w *yamlWriter) value(v value.Value, indent string, depth int) {
	if depth > deepestYAML/2 {
		w.ok = false
		return
	}
	switch {
	case v.IsScalar(), v.Len() == 0:
		json, err := value.AppendJSON(nil, v)
		w.ok = w.ok && err == nil
		text := string(json)
		if s := v.Str(); v.Kind() == value.String && !ast.NeedsQuotes(s) && !strings.ContainsAny(s, ":#'{}[]&*!|>%@`,") && !strings.HasPrefix(s, "-") {
			text = s
		}
		w.WriteString(" " + text + "\n")
	case v.Kind() == value.Object:
		w.nested = true
		w.WriteString("\n")
		w.object(v, indent, depth)
	default:
		w.nested = true
		w.WriteString("\n")
		for _, e := range v.Elems() {
			w.WriteString(indent + "- ")
			switch {
			case e.Kind() == value.Object && e.Len() > 0:
				w.object(e, indent+"  ", depth+1)
			case e.IsScalar() || e.Len() == 0:
				text := w.Len()
				w.value(e, indent, depth+1)
				s := w.String()
				w.Reset()
				w.WriteString(s[:text] + strings.TrimPrefix(s[text:], " "))
			default:
				w.ok = false
			}
		}
	}
}
