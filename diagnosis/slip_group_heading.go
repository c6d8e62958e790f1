package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// looseGroup is the name of a group, or of the edges, among the marks of headings
// in other notations, with a number or without.
var looseGroup = lazily(`^\s*(?:#{1,6}\s*|[-*•]\s+)?[*_\[("'` + "`" + `<]*(?i:(edges?|relationships?|relations|targets?|related|extended)|distance[ _:-]*(\d+))[*_\])"'` + "`" + `>]*\s*[:=-]?\s*(?:[\[(]\s*(\d+)?\s*[\])])?\s*(?i:symbols|nodes)?[*_]*\s*:?\s*$`)

// groupNames are the other words for what the format has one for.
var groupNames = map[string]string{
	"edge": "edges", "relationship": "edges", "relationships": "edges", "relations": "edges", "target": "targets",
}

// groupMarks is the line above symbols or edges in other marks.
var groupMarks = Slip{
	Name:  "group_heading",
	Cause: "symbols stand below `## targets`, `## related`, `## extended` or `## distance_3`, and edges below `## edges [2]`, with their number",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		n, form := 0, pick(r, "**%s**", "%s:", "[%s]", "- %s")
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			name := strings.TrimPrefix(line, "## ")
			if doc.Nodes[id].Kind != ast.KindGroup || spec.GroupOf(name) == nil || doc.Header.Is("delta") {
				return line
			}
			n++
			return fmt.Sprintf(form, name)
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Profile != ast.ProfileGraph || s.Doc.Header.Is("delta") {
			return nil
		}
		level := Safe
		var syntax []string
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			m := looseGroup.FindStringSubmatch(line)
			if m == nil || id < 2 || int(id)+1 >= len(s.Doc.Nodes) {
				return "", false
			}
			name := strings.ToLower(m[1])
			if to := groupNames[name]; to != "" {
				name = to
			}
			right := "## " + name
			switch {
			case name == "":
				right = "## " + spec.DistancePrefix + m[2]
			case name == "edges":
				edges := 0
				for next := id + 1; int(next) < len(s.Doc.Nodes) && rightEdge.MatchString(strings.TrimSpace(s.Doc.Text(next))); next++ {
					edges++
				}
				if edges == 0 {
					return "", false // see looseEdges
				}
				if m[3] != "" && m[3] != fmt.Sprint(edges) || m[3] == "" && s.Doc.Header.Is("session") {
					level = Decision
				}
				right = fmt.Sprintf("## edges [%d]", edges)
			case !strings.HasPrefix(strings.TrimSpace(s.Doc.Text(id+1)), "@"):
				return "", false // see looseSymbols
			}
			syntax = append(syntax, words(line, nil)...)
			syntax = append(syntax, m[1], m[2], m[3], "distance", spec.DistancePrefix+m[2])
			return right, right != line && !edgesStream.MatchString(line)
		})
		return structured(edits, level, append(syntax, "edges"), "")
	},
}

// edgesStream is the right line above the edges of a stream.
var edgesStream = lazily(`^## edges \[\?\]\s*$`)
