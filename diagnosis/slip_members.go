package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var colonPair = lazily(`^(\s*)("(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_]*)\s*:[ \t]*(\S.*?),?\s*$`)

// moreNames is a value that holds further names: see namedCells.
var moreNames = lazily(`[,;|]\s*\w+\s*[:=]`)

// colonMember is `name: Ann` for `name=Ann`.
var colonMember = Slip{
	Name:  "colon_for_equals",
	Cause: "a name and its value are joined by `=`, not by a colon as in YAML",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			key := doc.KeySpan(id)
			if doc.Nodes[id].Kind != ast.KindKeyValue {
				return line
			}
			n++
			i := key.End - int(doc.Nodes[id].Start)
			return line[:i] + ": " + line[i+1:]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		level, cost := Safe, 0
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			m := colonPair.FindStringSubmatch(line)
			if m == nil || !s.Faulty(id) {
				return "", false
			}
			if strings.HasSuffix(s.Doc.Text(id-1), "=") {
				level = Decision // it may be the value of the key above
			}
			if strings.HasPrefix(m[3], "[") || m[3][0] == '=' || m[3][0] == ':' || moreNames.MatchString(m[3]) {
				return "", false // see arrayCount, namedCells
			}
			if commaList.MatchString(line) {
				level, cost = Decision, Usual
			}
			if strings.ContainsAny(m[3][:1], "[{|>&*'") || strings.ContainsAny(m[3], "=|") || strings.Contains(m[3], "]:") {
				level = Decision // YAML for something else than a text, or a key that was split
			}
			return m[1] + m[2] + "=" + m[3], true
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Cost = cost
		}
		return c
	},
}

// wideIndent is four blanks or a tab for each level.
var wideIndent = Slip{
	Name:  "wide_indent",
	Cause: "a level is indented by two blanks",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		unit, n := pick(r, "    ", "\t", "   "), 0
		return rewriteLines(doc, func(line string) string {
			text := strings.TrimLeft(line, " ")
			if text == line {
				return line
			}
			n++
			return strings.Repeat(unit, (len(line)-len(text))/2) + text
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidIndent, ast.TabIndentation) {
			return nil
		}
		var all []Candidate
		for _, unit := range []string{"\t", "    ", "   ", "        "} {
			odd, blocks, inside, section := false, 0, false, false
			edits := s.Rewrite(func(_ ast.NodeID, line string) (string, bool) {
				text := strings.TrimLeft(line, " \t")
				lead := line[:len(line)-len(text)]
				if text == "" || lead == "" {
					inside = false
					section = strings.HasPrefix(text, "## ") && !strings.Contains(text, "[")
					return "", false
				}
				if !inside {
					inside = true
					if section {
						blocks++
					}
				}
				if strings.Repeat(unit, len(lead)/len(unit)) != lead {
					odd = true
					return "", false
				}
				return strings.Repeat("  ", len(lead)/len(unit)) + text, true
			})
			level := Safe
			if blocks < 2 && unit != "\t" {
				level = Decision // the line of a level between may be lost
			}
			if !odd {
				all = append(all, oneCandidate(edits, level)...)
			}
		}
		return all
	},
}
