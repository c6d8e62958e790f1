package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var (
	markedCount = lazily(`^(\s*(?:## ?|\.|@\d+ ?)?(?:[A-Za-z_]\w*|"(?:[^"\\]|\\.)*")?\s*)\[(\{\{.*?\}\}|\$\{.*?\}|[^\[\]{}|]*)\](.*)$`)
	countIn     = lazily(`^\s*(?:(?i:n|len|length|count|size|rows|total)\s*[=:]\s*|#\s*)?["']?(?:1-|\d+/)?0*(\d+)["']?(?:\.0+)?\s*(?:[+,;.]|(?i:rows?|items?|entries|records|elements|total))?\s*$`)
	noCountIn   = lazily(`^\s*(?:[*#_~-]|\?{2,}|\.{2,3}|…|-1|[A-Za-z]+|\{\{.*\}\}|\$\{.*\}|<.*>|%\w*)?\s*$`)
)

// countForm is a count with other signs in its brackets, or a placeholder there.
var countForm = Slip{
	Name:  "count_form",
	Cause: "in the brackets stands the number of rows or values alone, as `[2]`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := pick(r, "[%d rows]", "[n=%d]", "[0%d]", "[%d,]", `["%d"]`, "[#%d]"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			decl := doc.DeclOf(id)
			count := ""
			if decl != nil {
				count = fmt.Sprintf("[%d]", decl.N)
			}
			if doc.Nodes[id].Kind != ast.KindArray || decl.Count != ast.CountExact || decl.N == 0 || strings.Count(line, count) != 1 || strings.Contains(line, `"`) {
				return line
			}
			n++
			return strings.Replace(line, count, fmt.Sprintf(style, decl.N), 1)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidCount, ast.InvalidLine, ast.InvalidKey, ast.InvalidSectionHeader, ast.InvalidFieldDeclaration, ast.CountMismatch) {
			return nil
		}
		level, cause := Safe, ""
		var syntax []string
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			m := markedCount.FindStringSubmatch(line)
			if m == nil || !s.Faulty(id) || m[3] != "" && !strings.ContainsAny(m[3][:1], "{:( ") {
				return "", false
			}
			written := m[2]
			if n := countIn.FindStringSubmatch(written); n != nil {
				if n[1] == "" || written == n[1] {
					return "", false
				}
				syntax = append(syntax, words(written, nil)...)
				return m[1] + "[" + n[1] + "]" + m[3], true
			}
			t, ok := s.TableAbove(id)
			if !noCountIn.MatchString(written) || strings.Contains(m[2], ":") {
				return "", false
			}
			if !ok || t.Header != id || t.Rows == 0 {
				if strings.TrimSpace(written) != "" || m[3] != "" || !strings.HasPrefix(strings.TrimSpace(m[1]), ".") || int(id)+1 < len(s.Doc.Nodes) && s.Doc.Indent(id+1) > s.Doc.Indent(id) {
					return "", false
				}
				level, cause = Decision, "an empty list has the count 0, as `.items [0]`"
				return m[1] + "[0]", true
			}
			level = Decision // rows may be missing, and nothing says so
			cause = "in the brackets stands the number of rows, as `[2]`, or `?` where it is not known"
			syntax = append(syntax, words(written, nil)...)
			return m[1] + fmt.Sprintf("[%d]", t.Rows) + m[3], true
		})
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Syntax, c[i].Cause = syntax, cause
			if level > Safe {
				c[i].Cost = Usual // see countSpelling
			}
		}
		return c
	},
}
