package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var (
	bracketName = lazily(`^(\s*)\[([A-Za-z_]\w*)\]\s*$`)
	colonName   = lazily(`^(\s*)([A-Za-z_]\w*|"(?:[^"\\]|\\.)*"):\s*$`)
	openBrace   = lazily(`^(\s*)(?:## ?)?(\.(?:[A-Za-z_]\w*|"(?:[^"\\]|\\.)*")|@\d+|[A-Za-z_]\w*|"(?:[^"\\]|\\.)*")\s*[:=]?\s*\{\s*$`)
	closeBrace  = lazily(`^\s*\}\s*[,;]?\s*$`)
)

// sectionForm is the name of a nested object as INI or YAML writes it.
var sectionForm = Slip{
	Name:  "section_form",
	Cause: "a nested object begins with `## name`, and its members stand two blanks deeper",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := pick(r, "[%]", "%:"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			m := markedName.FindStringSubmatch(line)
			if doc.Nodes[id].Kind != ast.KindSection || m == nil || m[3]+m[7] != "" || doc.Nodes[id].Next == id+1 {
				return line
			}
			n++
			return m[1] + strings.Replace(style, "%", m[4], 1)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile == ast.ProfileGraph {
			return nil
		}
		level := Safe
		flat := false
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			m := bracketName.FindStringSubmatch(line)
			if m == nil {
				m = colonName.FindStringSubmatch(line)
			}
			if m == nil || int(id)+1 >= len(s.Doc.Nodes) || !s.Faulty(id) {
				if flat && strings.TrimSpace(line) != "" && nestedMember.MatchString(line) && s.Doc.Indent(id) == 0 {
					return "  " + line, true
				}
				flat = flat && strings.TrimSpace(line) == ""
				return "", false
			}
			flat = false
			next := s.Doc.Text(id + 1)
			if len(next)-len(strings.TrimLeft(next, " \t")) <= len(m[1]) {
				if m[1] != "" || !strings.HasPrefix(line, "[") || !nestedMember.MatchString(next) {
					return "", false
				}
				flat, level = true, Decision // where it ends, nothing says
			} else if bullet.MatchString(next) {
				return "", false // see listBelow
			}
			return m[1] + "## " + m[2], true
		})
		return oneCandidate(edits, level)
	},
}

// bodyBraces is braces around what belongs to a section, an item or an
// attachment.
var bodyBraces = Slip{
	Name:  "body_braces",
	Cause: "what belongs to an object is indented below it; no braces stand around it",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := pick(r, "## % {", "% {", "%: {"), 0
		var b strings.Builder
		at := 0
		for id := range doc.Outside {
			m := markedName.FindStringSubmatch(doc.Text(id))
			if doc.Nodes[id].Kind != ast.KindSection || doc.Nodes[id].Parent != 0 || m == nil || m[3] != "" || doc.Nodes[id].Next == id+1 {
				continue
			}
			start, end := doc.Span(id)
			last := doc.SubtreeEnd(id)
			b.WriteString(doc.Source[at:start] + strings.Replace(style, "%", m[4], 1) + withFinalNewline(doc.Source[end:last]) + "}\n")
			at = last
			n++
		}
		b.WriteString(doc.Source[at:])
		return b.String(), n > 0
	},
	Undo: func(s *Site) []Candidate {
		var edits []Edit
		open, faulty := 0, false
		for id, line := range s.Lines() {
			at := int(s.Doc.Nodes[id].Start)
			if m := openBrace.FindStringSubmatch(line); m != nil {
				right := m[1] + "## " + m[2]
				if strings.HasPrefix(m[2], ".") || strings.HasPrefix(m[2], "@") {
					right = m[1] + m[2] + " {}"
				}
				edits = append(edits, lineEdit(at, line, right))
				faulty = faulty || s.Faulty(id)
				open++
			} else if closeBrace.MatchString(line) && open > 0 {
				edits = append(edits, s.RemoveLine(id))
				open--
			}
		}
		if open != 0 || !faulty {
			return nil
		}
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Title = "Remove the braces"
		}
		return c
	},
}
