package diagnosis

import (
	"fmt"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/value"
)

var (
	sqlRow    = lazily(`^(\s*)(?i:insert into \S+(?: \([^()]*\))? values\s*|values\s*)?\((.*)\)\s*[,;]?\s*$`)
	htmlRow   = lazily(`^(\s*)<tr>\s*((?:<t[dh]>[^<>]*</t[dh]>\s*)+)</tr>\s*$`)
	htmlCell  = lazily(`<t[dh]>([^<>]*)</t[dh]>`)
	wholeRow  = lazily(`^(\s*)"([^"]*\|[^"]*)",?\s*$`)
	listedRow = lazily(`^(\s*)@\d+\s*[:.)]?\s*(\w+\s*[=:]\s*.*[,;].*)$`)
	memberRow = lazily(`^(\s*)"((?:[^"\\]|\\.)*)":\s*(\{.*\}),?\s*$`)
)

// rowsWrapped is rows in the form of another language: SQL, HTML, a string, or
// the members of a JSON object.
var rowsWrapped = Slip{
	Name:  "rows_wrapped",
	Cause: "a row is its values with `|` between them and nothing around them, as `1|Ann`",
	Cost:  Everyday,
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.RowWidthMismatch, ast.CountMismatch, ast.TrailingCharacters, ast.InvalidItemID, ast.InvalidLine) {
			return nil
		}
		joined := false // the values of one column on one line
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			t, ok := s.TableAbove(id)
			if !ok || t.Header == id {
				return "", false
			}
			width := len(t.Decl.Fields)
			if values := splitCells(strings.TrimSpace(line), ","); width == 1 && t.Rows == 1 && len(values) > 1 && t.Decl.Count == ast.CountExact && uint64(len(values)) == t.Decl.N {
				for i := range values {
					values[i] = strings.TrimSpace(values[i])
				}
				joined = true
				return strings.Join(values, "\n"), true
			}
			var cells []string
			lead := ""
			if m := memberRow.FindStringSubmatch(line); m != nil && t.Decl.Keyed {
				v, err := value.FromJSON(m[3], value.KeepNumbers())
				if err != nil || v.Len() != width-1 {
					return "", false
				}
				lead = m[1]
				cells = append(cells, keyCell(m[2]))
				for i := range t.Decl.Fields[1:] {
					cell, ok := v.Get(t.Decl.Fields[i+1].Name)
					scalar, err := format.AppendScalar(nil, cell)
					if !ok || err != nil || !cell.IsScalar() {
						return "", false
					}
					cells = append(cells, string(scalar))
				}
			} else if m := sqlRow.FindStringSubmatch(line); m != nil {
				lead = m[1]
				for _, c := range splitCells(strings.ReplaceAll(m[2], "'", `"`), ",") {
					c = strings.TrimSpace(c)
					if text := strings.Trim(c, `"`); c != text && ast.ClassifyScalar(text) == ast.ScalarBare && !strings.ContainsAny(text, "|,") && text != "" {
						c = text
					}
					cells = append(cells, c)
				}
			} else if m := htmlRow.FindStringSubmatch(line); m != nil {
				lead = m[1]
				for _, c := range htmlCell.FindAllStringSubmatch(m[2], -1) {
					cells = append(cells, strings.TrimSpace(c[1]))
				}
			} else if m := wholeRow.FindStringSubmatch(line); m != nil {
				lead, cells = m[1], splitCells(m[2], "|")
			} else if m := listedRow.FindStringSubmatch(line); m != nil {
				lead = m[1]
				for i, c := range splitCells(m[2], ",") {
					p := namedCell.FindStringSubmatch(c)
					if p == nil || i >= width || t.Decl.Fields[i].Name != p[1] {
						return "", false
					}
					cells = append(cells, p[2])
				}
			}
			if len(cells) != width || width < 2 {
				return "", false
			}
			return lead + strings.Join(cells, "|"), true
		})
		level := Safe
		if !s.AllRows(edits) && !joined {
			level = Decision
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Recodes = true
		}
		return c
	},
}

// keyCell is the key of a member as a cell.
func keyCell(key string) string {
	if ast.ClassifyScalar(key) == ast.ScalarBare && !strings.ContainsAny(key, `|"\#@.`) && key != "" {
		return key
	}
	return quoted(key)
}

var (
	countBare   = lazily(`^(\s*)##\s+([A-Za-z_]\w*)\s+(?:(\d+)|\{(\d+)\}|<(\d+)>|[x×#](\d+))\s*(\{[^{}]*\})\s*:?$`)
	nameBehind  = lazily(`^(\s*)##\s+(\[(?:\d+|\?):?\]\{[^{}]*\})\s+([A-Za-z_]\w*)\s*$`)
	wordBefore  = lazily(`^(\s*)##\s+(?i:table|array|list|object|section|name)\s*[:=]?\s+([A-Za-z_]\w*)\s*(\[(?:\d+|\?):?\].*)?$`)
	colonFields = lazily(`^(\s*)##\s+([A-Za-z_]\w*)\s*\[(\d+|\?)\]\s*:\s*(\w+(?:\s*,\s*\w+)+)\s*$`)
	fieldsAlone = lazily(`^\s*(\{[^{}]*\})\s*$`)
	keyInCount  = lazily(`^(\s*##\s+(?:[A-Za-z_]\w*\s+)?)\[(\d+|\?)\s*:\s*([A-Za-z_]\w*)\]\{([^{}]*)\}\s*$`)
	arrayFields = lazily(`^(\s*##\s+(?:[A-Za-z_]\w*\s+)?\[(?:\d+|\?):?\])\s*\[("\w+"(?:\s*,\s*"\w+")*)\]\s*$`)
)

// headerParts is a table's header whose parts stand in other places.
var headerParts = Slip{
	Name:  "header_parts",
	Cause: "a table begins with `## name [2]{id,name}`: the name, the number of rows in brackets, the names of the columns in braces, on one line in this order",
	Cost:  Everyday,
	Undo: func(s *Site) []Candidate {
		var syntax []string
		var edits []Edit
		level := Safe
		for id, line := range s.Lines() {
			right, until := "", id
			if int(id)+1 >= len(s.Doc.Nodes) {
				break
			}
			below := len(splitCells(withoutNumber(strings.TrimSpace(s.Doc.Text(id+1))), "|"))
			if m := countBare.FindStringSubmatch(line); m != nil {
				n := m[3] + m[4] + m[5] + m[6]
				syntax = append(syntax, n)
				right = m[1] + "## " + m[2] + " [" + n + "]" + m[7]
			} else if m := nameBehind.FindStringSubmatch(line); m != nil {
				right = m[1] + "## " + m[3] + " " + m[2]
			} else if m := wordBefore.FindStringSubmatch(line); m != nil && s.Faulty(id) {
				syntax = append(syntax, words(strings.TrimSpace(line), nil)[0])
				right = strings.TrimRight(m[1]+"## "+m[2]+" "+m[3], " ")
			} else if m := colonFields.FindStringSubmatch(line); m != nil && s.Faulty(id) && below == len(strings.Split(m[4], ",")) {
				right = m[1] + "## " + m[2] + " [" + m[3] + "]{" + strings.ReplaceAll(m[4], " ", "") + "}"
			} else if m := arrayFields.FindStringSubmatch(line); m != nil {
				right = m[1] + "{" + strings.NewReplacer(`"`, "", " ", "").Replace(m[2]) + "}"
			} else if m := keyInCount.FindStringSubmatch(line); m != nil {
				syntax = append(syntax, m[2], m[3])
				right = m[1] + "[" + m[2] + ":]{" + m[3] + "," + m[4] + "}"
			} else if m := headerNoFields.FindStringSubmatch(line); m != nil {
				f := fieldsAlone.FindStringSubmatch(s.Doc.Text(id + 1))
				if f == nil {
					continue
				}
				right, until = strings.TrimRight(line, " {}")+f[1], id+1
			}
			if right == "" || right == line {
				continue
			}
			edits = append(edits, Edit{Start: int(s.Doc.Nodes[id].Start), End: int(s.Doc.Nodes[until].Start) + len(s.Doc.Text(until)), Text: right})
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax, c[i].Moves = syntax, true
		}
		return c
	},
}

var (
	parenMember  = lazily(`^(\s*)([A-Za-z_]\w*)\(([^()]*)\);?\s*$`)
	xmlMember    = lazily(`^(\s*)<([A-Za-z_]\w*)>([^<>]*)</([A-Za-z_]\w*)>\s*$`)
	markedMember = lazily("^(\\s*)(?:[-*•]\\s+)?(?:\\*\\*|__|`)([A-Za-z_]\\w*)(?::(?:\\*\\*|__|`)|(?:\\*\\*|__|`)\\s*[:=])\\s*(\\S.*?)\\s*$")
	parenList    = lazily(`^(\s*)([A-Za-z_]\w*)\((\d+)\)\s*:\s*(\S.*)$`)
	bracedList   = lazily(`^(\s*)([A-Za-z_]\w*)\s?\[(\d+)\]\s*:?\s*[{(]([^{}()]*)[})]\s*$`)
	tailedList   = lazily(`^(\s*)([A-Za-z_]\w*)\[(\d+)\]: (.*?)\s*,\s*$`)
	singleList   = lazily(`^(\s*)([A-Za-z_]\w*)\[(\d+)\]: ('[^']*'(?:\s*,\s*'[^']*')*)\s*$`)
	andList      = lazily(`^(\s*)([A-Za-z_]\w*)\[(\d+)\]: (.*\S) (?:and|&) (\S.*)$`)
	itemMember   = lazily(`^(\s*)@(\d+)\s+([A-Za-z_]\w*=[^|]*)$`)
	hashItem     = lazily(`^(\s*)#(\d+)\s+(=.*|\{\}|\[.*)$`)
)

// memberMarkup is a member between the marks of another language.
var memberMarkup = Slip{
	Name:  "member_markup",
	Cause: "a name and its value are written `name=Ann`, without the marks of another language",
	Cost:  Everyday,
	Undo: func(s *Site) []Candidate {
		var syntax []string
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			for _, p := range []pattern{parenMember, xmlMember, markedMember} {
				if m := p.FindStringSubmatch(line); m != nil && (len(m) < 5 || m[4] == m[2]) {
					syntax = append(syntax, m[2]) // XML has it twice
					return m[1] + m[2] + "=" + m[3], true
				}
			}
			return "", false
		})
		level := Safe
		if len(edits) == 1 {
			level = Decision
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}

// listForm is a list on one line whose values stand in other signs.
var listForm = Slip{
	Name:  "list_form",
	Cause: "a list on one line is `tags[2]: a,b`: the count in brackets, a colon, a blank, and the values with commas between them alone",
	Cost:  Everyday,
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile == ast.ProfileGraph {
			return nil
		}
		level := Safe
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			for i, p := range []pattern{singleList, andList, parenList, bracedList, tailedList} {
				m := p.FindStringSubmatch(line)
				if m == nil {
					continue
				}
				text := m[4]
				switch i {
				case 0:
					text = strings.ReplaceAll(text, "'", `"`)
				case 1:
					text = strings.TrimRight(text, ",") + "," + m[5]
				}
				values := splitCells(text, ",")
				if fmt.Sprint(len(values)) != m[3] {
					continue
				}
				for i := range values {
					values[i] = strings.TrimSpace(values[i])
				}
				if len(values) == 1 && i > 1 {
					level = Decision // the brackets may be a part of the one value
				}
				return m[1] + m[2] + "[" + m[3] + "]: " + strings.Join(values, ","), true
			}
			return "", false
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = []string{"and"}
			for _, e := range edits {
				if m := parenList.FindStringSubmatch(s.Doc.Text(s.Doc.Line(e.Start))); m != nil {
					c[i].Syntax = append(c[i].Syntax, m[3])
				}
			}
		}
		return c
	},
}

// itemForm is an item whose members stand behind its number, or whose number has
// another sign.
var itemForm = Slip{
	Name:  "item_form",
	Cause: "an item begins with `@0`: `@0 =value` is a plain value, `@0 {}` an object whose members stand below it",
	Cost:  Everyday,
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile == ast.ProfileGraph || !s.At(ast.InvalidLine, ast.CountMismatch, ast.MissingRowID) {
			return nil
		}
		var syntax []string
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if m := itemMember.FindStringSubmatch(line); m != nil && s.Faulty(id) {
				return m[1] + "@" + m[2] + " {}\n" + m[1] + "  " + m[3], true
			}
			if m := hashItem.FindStringSubmatch(line); m != nil {
				syntax = append(syntax, m[2])
				return m[1] + "@" + m[2] + " " + m[3], true
			}
			return "", false
		})
		level := Safe
		if len(edits) == 1 {
			level = Decision
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}

// headerTwice is the first line once more, at once.
var headerTwice = Slip{
	Name:  "header_twice",
	Cause: "the first line stands twice; once is enough",
	Cost:  Everyday,
	Undo: func(s *Site) []Candidate {
		if len(s.Doc.Nodes) < 4 || !strings.HasPrefix(s.Doc.Text(1), "GCF profile=") || s.Doc.Text(2) != s.Doc.Text(1) {
			return nil
		}
		return []Candidate{{Edits: []Edit{s.RemoveLine(2)}, Outside: true, Cost: -Everyday, Title: "Remove the second first line"}}
	},
}
