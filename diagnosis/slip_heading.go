package diagnosis

import (
	"math/rand/v2"
	"strings"
	"unicode"

	"gcf-lsp/ast"
)

var (
	looseHeading  = lazily(`^(\s*)(#{1,6})(\s*)([^\s#!].*?)\s*:?$`)
	heading       = lazily(`^(\s*)## (\S.*)$`)
	parenthesized = lazily(`^(\s*(?:##\s*)?[^\s(\[{]*)\s*\(\s*(?:N\s*=\s*)?(\d+)(?:\s*(?:rows|items|entries))?\s*\)\s*(\{.*)?$`)
	declaration   = lazily(`\[\s*(\d+|\?)\s*:?\s*\]`)
	fieldList     = lazily(`^(.*?\[[^\]]*\]\s*)\{([^{}"]*)\}(\s*:?)$`)
)

// headingSpace is a heading with another number of `#`, or without the blank.
var headingSpace = Slip{
	Name:  "heading_marks",
	Cause: "a section or table begins with `## `, two hashes and one blank",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := pick(r, "##", "### ", "#### ", "##  "), 0
		if style == "##  " {
			style = "###"
		}
		return rewriteLines(doc, func(line string) string {
			if m := heading.FindStringSubmatch(line); m != nil {
				n++
				return m[1] + style + m[2]
			}
			return line
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		right, level := 0, Safe
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if heading.MatchString(line) {
				right++
			}
			m := looseHeading.FindStringSubmatch(line)
			if m == nil || m[2] == "##" && m[3] != "" || m[2] == "#" && !declaration.MatchString(m[4]) {
				return "", false
			}
			if m[2] == "#" && m[3] != "" && s.Doc.Nodes[id].Kind != ast.KindComment {
				return "", false
			}
			name := strings.TrimLeftFunc(m[4], unicode.IsSpace)
			if name != m[4] {
				level = Decision // other blanks stand in the line, too: see strangeBlanks
			}
			return m[1] + "## " + name, true
		})
		if len(edits) == 1 && right > 0 {
			return oneCandidate(edits, Decision) // once among others: it may be damage
		}
		return oneCandidate(edits, level)
	},
}

// countParentheses is `rows (2)` for `rows [2]`.
var countParentheses = Slip{
	Name:  "count_in_parentheses",
	Cause: "the number of rows stands in brackets, as `[2]`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := pick(r, "(", " (", "(N="), 0
		return rewriteLines(doc, func(line string) string {
			m := heading.FindStringSubmatch(line)
			i := strings.IndexByte(line, '[')
			if m == nil || i < 0 || strings.ContainsAny(line, `"?:(`) {
				return line
			}
			n++
			right := strings.Replace(line[i+1:], "]", ")", 1)
			return strings.TrimRight(line[:i], " ") + " " + strings.TrimLeft(style, " ") + strings.Replace(right, "){", ") {", 1)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if !s.Faulty(id) && s.Doc.Nodes[id].Kind != ast.KindSection {
				return "", false
			}
			m := parenthesized.FindStringSubmatch(line)
			if m == nil {
				return "", false
			}
			return strings.TrimRight(m[1], " ") + " [" + m[2] + "]" + m[3], true
		})
		c := oneCandidate(edits, Safe)
		if len(c) > 0 {
			c[0].Syntax = []string{"N"}
			c[0].Syntax = append(c[0].Syntax, s.parenthesizedCounts()...)
		}
		return c
	},
}

func (s *Site) parenthesizedCounts() (all []string) {
	for _, line := range s.Lines() {
		if m := parenthesized.FindStringSubmatch(line); m != nil {
			all = append(all, m[2])
		}
	}
	return all
}

// fieldListSeparator is `{id|name}` or `{id, name}` for `{id,name}`.
var fieldListSeparator = Slip{
	Name:  "field_list_separator",
	Cause: "the names in braces are separated by commas alone, as `{id,name}`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		sep, n := pick(r, "|", "; ", ", ", ";", " | "), 0
		return rewriteLines(doc, func(line string) string {
			m := fieldList.FindStringSubmatch(line)
			if m == nil || !strings.HasPrefix(strings.TrimSpace(line), "##") || !strings.Contains(m[2], ",") || strings.Contains(m[2], ">") {
				return line
			}
			n++
			return m[1] + "{" + strings.ReplaceAll(m[2], ",", sep) + "}" + m[3]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		edits := s.Rewrite(func(_ ast.NodeID, line string) (string, bool) {
			m := fieldList.FindStringSubmatch(line)
			if m == nil || !strings.ContainsAny(m[2], "|; ") {
				return "", false
			}
			sep := strings.TrimLeft(m[2], "@_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
			sep = sep[:len(sep)-len(strings.TrimLeft(sep, "|;, "))]
			if sep == "" {
				return "", false
			}
			names := strings.Split(m[2], sep)
			for i := range names {
				names[i] = strings.TrimSpace(names[i])
				if !ast.IsBareKey(strings.TrimPrefix(names[i], "@")) {
					return "", false
				}
			}
			return strings.TrimRight(m[1], " ") + "{" + strings.Join(names, ",") + "}" + m[3], true
		})
		return oneCandidate(edits, Safe)
	},
}
