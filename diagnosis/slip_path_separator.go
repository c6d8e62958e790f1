package diagnosis

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"gcf-lsp/ast"
)

var (
	looseFields = regexp.MustCompile(`^(.*\]\s*)\{([^{}]*)\}(\s*)$`)
	rightPath   = regexp.MustCompile(`^\s*"([A-Za-z_]\w*)>`)
	loosePath   = regexp.MustCompile(`^([A-Za-z_]\w*)([;./>]|->|::)([A-Za-z_]\w*)$`)
)

// pathSeparator is a column of a nested object named in another way than
// `"customer>id"`.
var pathSeparator = Slip{
	Name:  "path_separator",
	Cause: "the column of a member of a nested object is named in quotes, with `>` before the member, as `\"customer>id\"`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		sep, n := pick(r, ";", "/", ">", "->"), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			decl := doc.DeclOf(id)
			if decl == nil || doc.Nodes[id].Kind != ast.KindArray {
				return line
			}
			paths := 0
			for _, f := range decl.Fields {
				if len(f.Path) == 2 && ast.IsBareKey(f.Path[0]) && ast.IsBareKey(f.Path[1]) {
					paths++
					line = strings.Replace(line, `"`+f.Name+`"`, f.Path[0]+sep+f.Path[1], 1)
				}
			}
			if paths > 1 {
				n++
			}
			return line
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		level := Safe
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			m := looseFields.FindStringSubmatch(line)
			if m == nil || !strings.Contains(line, "##") && !strings.HasPrefix(strings.TrimSpace(line), ".") {
				return "", false
			}
			names := splitCells(m[2], ",")
			prefixes, right := map[string]int{}, map[string]int{}
			seps := map[string]bool{}
			for i, name := range names {
				p := loosePath.FindStringSubmatch(name)
				if q := rightPath.FindStringSubmatch(name); q != nil {
					right[q[1]]++
				}
				if p == nil {
					if strings.ContainsAny(name, ";/") && !strings.HasPrefix(name, `"`) {
						return "", false
					}
					continue
				}
				names[i] = `"` + p[1] + ">" + p[3] + `"`
				prefixes[p[1]]++
				seps[p[2]] = true
			}
			if len(prefixes) == 0 {
				return "", false
			}
			for prefix, n := range prefixes {
				if n+right[prefix] < 2 {
					return "", false // one alone may be two names, or a name of its own
				}
			}
			if len(seps) > 1 || seps["."] {
				level = Decision // a dot may be part of a name
			}
			return m[1] + "{" + strings.Join(names, ",") + "}" + m[3], true
		})
		return oneCandidate(edits, level)
	},
}
