package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

var (
	countedList = lazily(`^(\s*)((?:\.|@\d+ |## )?(?:[A-Za-z_]\w*|"(?:[^"\\]|\\.)*")?\s?)\[(\d+)\](:?)\s*(\S.*)$`)
	listHead    = lazily(`^(\s*)(?:## )?([A-Za-z_]\w*|"(?:[^"\\]|\\.)*")\s?(?:\[(\d+)\])?:?\s*$`)
	// strayMark is a sign, or two, where the colon behind the count belongs.
	strayMark = lazily(`^[^\pL\d"\s]{1,2}\s+(\S.*)$`)
	dashItem  = lazily(`^\s*[-*•] +(\S.*?),?\s*$`)
)

// listSeparator is a list on one line whose values are parted by another sign
// than the comma, or whose count has no colon behind it.
var listSeparator = Slip{
	Name:  "list_separator",
	Cause: "a list on one line is `tags[2]: a,b`: the count, a colon, a blank, and the values with commas between them",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		sep, n := pick(r, "|", ";", " | ", "nocolon"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			m := countedList.FindStringSubmatch(line)
			if doc.Nodes[id].Kind != ast.KindInlineArray || m == nil || strings.ContainsAny(m[5], "\"|; ") || !strings.Contains(m[5], ",") {
				return line
			}
			n++
			if sep == "nocolon" {
				return m[1] + m[2] + "[" + m[3] + "] " + m[5]
			}
			return m[1] + m[2] + "[" + m[3] + "]: " + strings.ReplaceAll(m[5], ",", sep)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.CountMismatch, ast.InvalidLine, ast.InvalidSectionHeader, ast.InvalidKey) {
			return nil
		}
		level := Safe
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			m := countedList.FindStringSubmatch(line)
			if m == nil || strings.HasPrefix(m[5], "{") || strings.HasPrefix(m[5], "=") {
				return "", false
			}
			if mark := strayMark.FindStringSubmatch(m[5]); mark != nil {
				m[4], m[5] = "", mark[1]
				level = Decision // or a part of the first value
			}
			for _, sep := range []string{",", "|", ";", "、", "，", "\t", " "} {
				values := splitCells(m[5], sep)
				if strconv.Itoa(len(values)) != m[3] || sep == "," && m[4] != "" || len(values) < 2 && m[4] != "" {
					continue
				}
				for i := range values {
					if values[i] = strings.TrimSpace(values[i]); values[i] == "" || strings.Contains(values[i], ",") && values[i][0] != '"' {
						return "", false
					}
				}
				if len(values) < 2 || sep == " " {
					level = Decision
				}
				return m[1] + m[2] + "[" + m[3] + "]: " + strings.Join(values, ","), true
			}
			return "", false
		})
		return oneCandidate(edits, level)
	},
}

// listBelow is a list whose values stand on lines of their own, as in YAML.
var listBelow = Slip{
	Name:  "list_below",
	Cause: "the values of a list stand on its own line, as `tags[2]: a,b`, and not on lines below it",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n, bare := 0, r.IntN(2) == 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			m := countedList.FindStringSubmatch(line)
			if doc.Nodes[id].Kind != ast.KindInlineArray || m == nil || strings.ContainsAny(m[5], "\"[") || m[2] == "## " {
				return line
			}
			n++
			text := m[1] + m[2] + "[" + m[3] + "]:"
			if bare {
				text = m[1] + m[2] + ":"
			}
			for _, v := range strings.Split(m[5], ",") {
				text += "\n" + m[1] + "  - " + v
			}
			return text
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		level := Safe
		for id := ast.NodeID(2); int(id)+1 < len(s.Doc.Nodes); id++ {
			m := listHead.FindStringSubmatch(s.Doc.Text(id))
			if m == nil {
				continue
			}
			var values []string
			end := id + 1
			for ; int(end) < len(s.Doc.Nodes); end++ {
				d := dashItem.FindStringSubmatch(s.Doc.Text(end))
				if d == nil || s.Doc.Indent(end) < len(m[1]) {
					break
				}
				value := d[1]
				if namedPair.MatchString(value) {
					values = nil
					break // a record: see yamlRows
				}
				if strings.Contains(value, ",") && value[0] != '"' {
					value = quoted(value)
				}
				values = append(values, value)
			}
			if len(values) == 0 || !s.Faulty(id) && !s.Faulty(id+1) {
				continue
			}
			if m[3] != "" && m[3] != strconv.Itoa(len(values)) {
				continue
			}
			if m[3] == "" && len(values) == 1 {
				level = Decision
			}
			until := len(s.Text)
			if int(end) < len(s.Doc.Nodes) {
				until = int(s.Doc.Nodes[end].Start)
			}
			edits = append(edits, Edit{Start: int(s.Doc.Nodes[id].Start), End: until, Text: fmt.Sprintf("%s%s[%d]: %s\n", m[1], m[2], len(values), strings.Join(values, ","))})
			id = end - 1
		}
		return oneCandidate(edits, level)
	},
}

// namedPair is a name and a value, not a value alone.
var namedPair = lazily(`^[A-Za-z_]\w*\s*[:=](?:\s|$)|^[A-Za-z_]\w*=`)

// itemsBare is the items of an array without `@0 =` before them.
var itemsBare = Slip{
	Name:  "items_bare",
	Cause: "each item of a list of lines begins with its number, and a plain value with `=`, as `@0 =lint`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		form, n := pick(r, "- ", "", "@%d ", "@%d: "), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			before, after, ok := strings.Cut(line, " =")
			if doc.Nodes[id].Kind != ast.KindItem || !ok || strings.TrimLeft(before, " ") != fmt.Sprintf("@%d", doc.Nodes[id].Index) || strings.ContainsAny(after, "[{=") {
				return line
			}
			for sibling := range doc.Children(doc.Nodes[id].Parent) {
				if !strings.Contains(doc.Text(sibling), " =") {
					return line
				}
			}
			n++
			lead := line[:len(line)-len(strings.TrimLeft(line, " "))]
			return lead + strings.ReplaceAll(form, "%d", fmt.Sprint(doc.Nodes[id].Index)) + after
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidLine, ast.InvalidItemID, ast.MissingRowID, ast.CountMismatch, ast.InvalidCount) {
			return nil
		}
		level, next, table := Safe, 0, ast.NodeID(0)
		var syntax []string
		left := uint64(0)
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if m := headerNoFields.FindStringSubmatch(line); m != nil && s.Doc.Nodes[id].Kind == ast.KindArray {
				table, next, left = id, 0, 0
				if d := s.Doc.DeclOf(id); d != nil {
					left = d.N
				}
				return "", false
			}
			text := strings.TrimSpace(line)
			if table == 0 || text == "" || left == 0 || s.Doc.Indent(id) > s.Doc.Indent(table)+2 {
				return "", false
			}
			if strings.HasPrefix(text, "##") {
				table = 0
				return "", false
			}
			if !s.Faulty(id) {
				if strings.HasPrefix(text, "@") {
					next++
					left--
				}
				return "", false
			}
			lead := line[:len(line)-len(strings.TrimLeft(line, " "))]
			m := looseItem.FindStringSubmatch(text)
			number := strconv.Itoa(next)
			if m == nil || m[1] != "" && m[1] != number || strings.Contains(m[2], "|") || namedPair.MatchString(m[2]) || strings.HasPrefix(strings.TrimPrefix(m[2], "="), "{") || strings.HasPrefix(m[2], ".") {
				return "", false
			}
			value := m[2]
			syntax = append(syntax, number)
			next++
			left--
			if strings.HasPrefix(value, "[") {
				if !strings.HasSuffix(value, "]") || strings.ContainsAny(value[1:len(value)-1], "[]{}") {
					return "", false
				}
				values := splitCells(value[1:len(value)-1], ",")
				for i := range values {
					values[i] = strings.TrimSpace(values[i])
				}
				return fmt.Sprintf("%s@%s [%d]: %s", lead, number, len(values), strings.Join(values, ",")), true
			}
			return lead + "@" + number + " =" + strings.TrimPrefix(value, "="), true
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}

var looseItem = lazily(`^(?:@(\d+):?\s*|[-*•]\s+)?(\S.*)$`)

var openBraceList = lazily(`^\s*(?:## |\.|@\d).*\{[^{}]*$`)

// lineWrapped is a header or a list that goes on in the next line.
var lineWrapped = Slip{
	Name:  "line_wrapped",
	Cause: "a header, and a list with its values, is one line however long it is",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			at := strings.Index(line, ",")
			if k := doc.Nodes[id].Kind; k != ast.KindArray && k != ast.KindInlineArray || at < 0 || strings.Contains(line, `"`) {
				return line
			}
			n++
			return line[:at+1] + "\n  " + line[at+1:]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		level := Safe
		for id := ast.NodeID(2); int(id)+1 < len(s.Doc.Nodes); id++ {
			line := strings.TrimRight(s.Doc.Text(id), " ")
			if !s.Faulty(id) && !(strings.HasSuffix(line, ",") && s.Faulty(id+1)) {
				continue
			}
			last := id
			switch m := countedList.FindStringSubmatch(line); {
			case openBraceList.MatchString(line):
				for next := id + 1; int(next) < len(s.Doc.Nodes) && next-id <= 20; next++ {
					if text := s.Doc.Text(next); strings.ContainsAny(text, "|{") {
						break
					} else if strings.HasSuffix(strings.TrimRight(text, " :"), "}") {
						last = next
						break
					}
				}
			case m != nil && m[4] != "" && !strings.HasPrefix(m[5], "{"):
				want, _ := strconv.Atoi(m[3])
				have := len(splitCells(strings.TrimSuffix(line, ","), ","))
				for next := id + 1; int(next) < len(s.Doc.Nodes) && next-id <= 20 && s.Faulty(next) && have < want; next++ {
					text := strings.Trim(s.Doc.Text(next), " ,")
					if strings.HasPrefix(text, "#") || strings.HasPrefix(text, "- ") || strings.Contains(text, "]:") {
						break
					}
					if have += len(splitCells(text, ",")); have == want {
						last = next
					}
				}
			}
			for at := id; at < last; at++ {
				to := ""
				if t := strings.TrimRight(s.Doc.Text(at), " "); !strings.HasSuffix(t, ",") && !strings.HasSuffix(t, "{") && !strings.HasPrefix(strings.TrimLeft(s.Doc.Text(at+1), " "), ",") && !strings.HasPrefix(strings.TrimSpace(s.Doc.Text(at+1)), "}") {
					to = ","
					level = Decision // or one value goes on
				}
				next := s.Doc.Text(at + 1)
				edits = append(edits, Edit{Start: int(s.Doc.Nodes[at].Start) + len(strings.TrimRight(s.Doc.Text(at), " ")), End: int(s.Doc.Nodes[at+1].Start) + len(next) - len(strings.TrimLeft(next, " ")), Text: to})
			}
			id = last
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Title = "Join the lines"
		}
		return c
	},
}
