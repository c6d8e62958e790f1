package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var (
	markedName = lazily("^(\\s*)(##\\s+)?(['\"`*_<“]*)(\\pL[\\pL\\pN_]*)(['\"`*_>”]*)\\s*([:=–—-]?)\\s*(\\[[^\\[\\]]*\\](?:\\{.*\\})?)?$")
	bracedName = lazily(`^(\s*)## ([A-Za-z_]\w*|"(?:[^"\\]|\\.)*")\s*\{\s*\}\s*:?$`)
	notedLine  = lazily(`^(\s*)((?:## |\.)\S.*?)\s+(?:#|//|--)\s+(\S.*)$`)
	closing    = lazily(`^\s*(?:##\s*/\s*|##\s*(?i:end)(?: of)?[ _:]+|</\s*|\[/\s*)([A-Za-z_]\w*)\s*[>\]]?\s*$`)
)

// headingName is a heading whose name stands between marks, or before one.
var headingName = Slip{
	Name:  "heading_name",
	Cause: "the name in a heading stands alone, as `## database` or `## rows [2]{id,name}`, without other quotes, stars or a colon",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := pick(r, "'%'", "`%`", "**%**", "%:", "<%>"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			m := markedName.FindStringSubmatch(line)
			if k := doc.Nodes[id].Kind; k != ast.KindArray && k != ast.KindSection || m == nil || m[2] == "" || m[3]+m[5]+m[6] != "" {
				return line
			}
			n++
			return strings.TrimRight(m[1]+m[2]+strings.Replace(style, "%", m[4], 1)+" "+m[7], " ")
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		return oneCandidate(s.RewriteFaulty(func(line string) (string, bool) {
			if m := bracedName.FindStringSubmatch(line); m != nil {
				return m[1] + "## " + m[2], true
			}
			m := markedName.FindStringSubmatch(line)
			if m == nil || m[3]+m[5]+m[6] == "" || strings.Contains(m[3]+m[5], `"`) || m[2] == "" && (m[7] == "" || !strings.Contains(m[7], "{") || m[3] == "") {
				return "", false
			}
			if len([]rune(m[3])) != len([]rune(m[5])) {
				return "", false
			}
			name := m[4]
			if !ast.IsBareKey(name) {
				name = quoted(name)
			}
			return strings.TrimRight(m[1]+"## "+name+" "+m[7], " "), true
		}), Safe)
	},
}

// noteBehind is a comment behind a heading.
var noteBehind = Slip{
	Name:  "comment_behind",
	Cause: "a comment is a line of its own, `# ` and the text; nothing stands behind a heading",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if k := doc.Nodes[id].Kind; k != ast.KindArray && k != ast.KindSection || strings.Contains(line, "#"+" #") {
				return line
			}
			n++
			return line + "  # note"
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		c := oneCandidate(s.RewriteFaulty(func(line string) (string, bool) {
			m := notedLine.FindStringSubmatch(line)
			if m == nil || strings.Count(m[2], `"`)%2 != 0 {
				return "", false
			}
			return m[1] + "# " + m[3] + "\n" + m[1] + m[2], true
		}), Safe)
		for i := range c {
			c[i].Moves, c[i].Title = true, "Write the comments on lines of their own"
		}
		return c
	},
}

// closingLines is a line that closes what a heading has opened.
var closingLines = Slip{
	Name:  "closing_line",
	Cause: "a section ends where the next line is indented less; no line closes it",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := pick(r, "## /%", "## end %", "</%>"), 0
		var b strings.Builder
		at := 0
		for id := range doc.Outside {
			m := markedName.FindStringSubmatch(doc.Text(id))
			if doc.Nodes[id].Kind != ast.KindSection || doc.Nodes[id].Parent != 0 || m == nil || m[3] != "" {
				continue
			}
			end := doc.SubtreeEnd(id)
			b.WriteString(withFinalNewline(doc.Source[at:end]) + strings.Replace(style, "%", m[4], 1) + "\n")
			at = end
			n++
		}
		b.WriteString(doc.Source[at:])
		return b.String(), n > 0
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		opened := map[string]int{}
		for id, line := range s.Lines() {
			if m := closing.FindStringSubmatch(line); m != nil && s.Faulty(id) {
				if opened[m[1]]--; opened[m[1]] < 0 {
					return nil // it closes nothing
				}
				edits = append(edits, s.RemoveLine(id))
			} else if m := markedName.FindStringSubmatch(line); m != nil {
				opened[m[4]]++
			}
		}
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Outside, c[i].Title = true, "Remove the closing lines"
		}
		return c
	},
}
