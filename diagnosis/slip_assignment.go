package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var signedName = lazily(`^(\s*)(?:--?|[$@%+!?&])([A-Za-z_]\w*=[^|]*)$`)

var assignment = lazily(`^(\s*)(?:(export|let|const|var|set|declare|my|def)\s+)?([A-Za-z_]\w*|"(?:[^"\\]|\\.)*")(\s*(?:-+>|=+>|:=|→|<-|===?|\t+|=)\s*)([^\s=].*?)(;?)\s*$`)

// assignmentSign is `name -> Ann`, `name := Ann` or `export name=Ann` for
// `name=Ann`.
var assignmentSign = Slip{
	Name:  "assignment_sign",
	Cause: "a name and its value are joined by `=` alone, as `name=Ann`, and no word stands before the name",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := pick(r, " -> ", " => ", " := ", "\t", "export"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			if doc.Nodes[id].Kind != ast.KindKeyValue {
				return line
			}
			n++
			i := doc.KeySpan(id).End - int(doc.Nodes[id].Start)
			lead := len(line) - len(strings.TrimLeft(line, " "))
			if style == "export" {
				return line[:lead] + "export " + line[lead:]
			}
			return line[:i] + style + line[i+1:]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidLine, ast.InvalidKey) || s.Doc.Profile == ast.ProfileGraph {
			return nil
		}
		level := Safe
		var syntax []string
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			if m := signedName.FindStringSubmatch(line); m != nil {
				syntax = append(syntax, "")
				return m[1] + m[2], true
			}
			m := assignment.FindStringSubmatch(line)
			if m == nil || m[2] == "" && m[4] == "=" {
				return "", false
			}
			if strings.ContainsAny(m[5], "|{[") {
				level = Decision
			}
			if m[2] == "" && m[6] != "" {
				m[5] += m[6]
			}
			syntax = append(syntax, m[2])
			return m[1] + m[3] + "=" + m[5], true
		})
		if len(edits) == 1 && len(syntax) == 1 && syntax[0] == "" && !strings.Contains(s.Doc.Text(s.Line), ">") {
			level = Decision // once, it may be damage
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}
