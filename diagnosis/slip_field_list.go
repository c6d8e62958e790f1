package diagnosis

import (
	"math/rand/v2"
	"slices"
	"strings"

	"gcf-lsp/ast"
)

var (
	listOfFields = lazily(`^(\s*(?:## |\.).*?\[[^\]]*\]\s*)\{([^{}]*)\}(\s*:?)$`)
	quotedField  = lazily("^\\s*(?:'(\\w+)'|`(\\w+)`|‘(\\w+)’|“(\\w+)”|<(\\w+)>|\\*+(\\w+)\\*+|\\$\\{?(\\w+)\\}?|[*+!#](\\w+)|(\\w+)[?*!]|\\d+ *[:=.)] *([A-Za-z_]\\w*)|(?:fields|columns|cols|keys) *[:=] *([A-Za-z_]\\w*))\\s*$")
	openList     = lazily(`^(\s*(?:## |\.).*?\[[^\]]*\]\s*)(\{?)\s*(@?[A-Za-z_"][^{}|\[\]]*?),?\s*(\}?)\s*$`)
	surplusComma = lazily(`^\s*,|,\s*(?:,|$)`)
)

// fieldQuotes is names in braces between other quotes than `"`.
var fieldQuotes = Slip{
	Name:  "field_quotes",
	Cause: "the names in braces stand alone, as `{id,name}`, without quotes and marks; only a name with other signs than letters, digits and `_` stands in double quotes",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		quote := pick(r, "'", "`")
		n := 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			m := listOfFields.FindStringSubmatch(line)
			if doc.Nodes[id].Kind != ast.KindArray || m == nil || strings.ContainsAny(m[2], `"@>=`) {
				return line
			}
			n++
			return m[1] + "{" + quote + strings.ReplaceAll(m[2], ",", quote+","+quote) + quote + "}" + m[3]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidKey, ast.InvalidFieldDeclaration, ast.InvalidSectionHeader, ast.OrphanAttachment, ast.MissingAttachment) {
			return nil
		}
		var syntax []string
		c := oneCandidate(s.Rewrite(func(_ ast.NodeID, line string) (string, bool) {
			m := listOfFields.FindStringSubmatch(line)
			if m == nil {
				return "", false
			}
			fields, n := splitCells(m[2], ","), 0
			for i, f := range fields {
				if q := quotedField.FindStringSubmatch(f); q != nil {
					fields[i] = strings.Join(q[1:], "")
					syntax = append(syntax, words(f, nil)...)
					syntax = slices.DeleteFunc(syntax, func(w string) bool { return w == fields[i] })
					n++
				}
				if name := strings.Trim(fields[i], ` "`); !ast.IsBareKey(name) {
					return "", false
				}
			}
			return m[1] + "{" + strings.Join(fields, ",") + "}" + m[3], n > 0
		}), Safe)
		for i := range c {
			c[i].Syntax = syntax
		}
		return c
	},
}

// fieldListEnds is a field list that lacks a brace, or has a comma too many.
var fieldListEnds = Slip{
	Name:  "field_list_ends",
	Cause: "the names of the columns stand between `{` and `}`, with one comma between two of them and none at the ends",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := r.IntN(3), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			m := listOfFields.FindStringSubmatch(line)
			if doc.Nodes[id].Kind != ast.KindArray || m == nil || strings.ContainsAny(m[2], `">`) || !strings.Contains(m[2], ",") {
				return line
			}
			n++
			return m[1] + [...]string{"{" + m[2], m[2] + "}", "{" + m[2] + ",}"}[style]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidKey, ast.InvalidFieldDeclaration, ast.InvalidSectionHeader, ast.RowWidthMismatch, ast.CountMismatch) {
			return nil
		}
		level := Safe
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			m := openList.FindStringSubmatch(line)
			if m == nil || !s.Faulty(id) && s.Doc.Nodes[id].Kind != ast.KindArray || int(id)+1 >= len(s.Doc.Nodes) {
				return "", false
			}
			if m[2] != "" && m[4] != "" && !surplusComma.MatchString(strings.Trim(line[strings.LastIndexByte(line, '{')+1:], "} ")) {
				return "", false
			}
			var names []string
			for _, f := range splitCells(m[3], ",") {
				f = strings.TrimSpace(f)
				if f == "" {
					continue
				}
				if bare := strings.TrimPrefix(f, "@"); !ast.IsBareKey(bare) && !strings.HasPrefix(bare, `"`) {
					return "", false
				}
				names = append(names, f)
			}
			if len(splitCells(withoutNumber(strings.TrimSpace(s.Doc.Text(id+1))), "|")) != len(names) {
				level = Decision
			}
			return strings.TrimRight(m[1], " ") + "{" + strings.Join(names, ",") + "}", true
		})
		return oneCandidate(edits, level)
	},
}
