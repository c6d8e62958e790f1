package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

var (
	// oddCount is a declaration whose brackets hold something else than a count.
	oddCount = lazily(`^(\s*(?:##\s+|\.|@\d+\s+)?(?:"(?:[^"\\]|\\.)*"|[^\[\](){}|"=:]*?))(\s*)\[([^\[\]]*)\](:?)(\s*\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|: .*|)\s*:?\s*$`)
	// outsideCount is a count in other brackets, or in none.
	outsideCount = lazily(`^(\s*(?:##\s+|\.)[A-Za-z_]\w*)\s*(?:[<({]\s*|[x×*#-]\s*|\s)(?:(?:n|N|len|count|rows|size)\s*[=:]?\s*)?(\d+)\s*(?:rows|items|entries|records)?\s*[>)}]?\s*:?\s*(\{[^{}]*\})\s*:?\s*$`)
	colonBehind  = lazily(`^(\s*(?:##\s+|\.)[A-Za-z_]\w*)\s*\[(\d+)\]\s*[:=]\s*(\{[^{}]*\})\s*$`)

	rightCount   = regexp.MustCompile(`^(?:0|[1-9]\d*|\?):?$`)
	digitsAndOne = regexp.MustCompile(`^\d+[^\s\d]$`)
	aNumber      = regexp.MustCompile(`\d+`)
)

// countSpelling is a count in another spelling, or a stand-in for one.
var countSpelling = Slip{
	Name:  "count_spelling",
	Cause: "the number of rows stands in brackets behind the name, in digits alone, as `[2]`",
	Cost:  Usual,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		style, n := r.IntN(8), 0
		return rewriteNodes(doc, func(id ast.NodeID, line string) string {
			decl := doc.DeclOf(id)
			if doc.Nodes[id].Kind != ast.KindArray || decl == nil || decl.Count != ast.CountExact || !decl.HasFields || decl.Keyed || decl.N < 2 || strings.Contains(line, `"`) {
				return line
			}
			i, j := strings.IndexByte(line, '['), strings.IndexByte(line, ']')
			if i < 0 || j < i || strings.TrimSpace(line[:i]) == "##" {
				return line
			}
			n++
			count := line[i+1 : j]
			to := [...]string{"[" + count + " rows]", "[N=" + count + "]", "[N]", "[]", "[{{count}}]", "<" + count + ">", "[0" + count + "]", "[" + count + "/" + count + "]"}[style]
			return line[:i] + to + line[j+1:]
		}), n > 0
	},
	Undo: func(s *Site) []Candidate {
		if !s.At(ast.InvalidCount, ast.InvalidSectionHeader, ast.InvalidKey, ast.InvalidFieldDeclaration, ast.InvalidLine, ast.OrphanInlineAttachment, ast.RowWidthMismatch) {
			return nil
		}
		level := Safe
		var syntax []string
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			if m := outsideCount.FindStringSubmatch(line); m != nil && !strings.Contains(line, "[") {
				if m[2] != strconv.Itoa(s.dataBelow(id)) {
					level = Decision
				}
				syntax = append(syntax, m[2], "n", "N", "len", "count", "rows", "size", "items", "entries", "records")
				return m[1] + " [" + m[2] + "]" + strings.TrimLeft(m[3], " "), true
			}
			m := oddCount.FindStringSubmatch(line)
			if m == nil || rightCount.MatchString(m[3]) || m[4] == ":" && m[5] != "" {
				return "", false
			}
			if !strings.HasPrefix(strings.TrimSpace(line), "##") && m[5] == "" && !strings.HasPrefix(strings.TrimSpace(line), ".") && !strings.HasPrefix(strings.TrimSpace(line), "@") {
				return "", false
			}
			rows := 0
			if strings.HasPrefix(m[5], ": ") {
				rows = len(splitCells(m[5][2:], ","))
			} else {
				rows = s.dataBelow(id)
			}
			if digitsAndOne.MatchString(m[3]) || strings.TrimSpace(m[3]) == ":" {
				level = Decision // is it the `:` of a keyed table?
			}
			count, keyed := "", ""
			if strings.HasSuffix(strings.TrimSpace(m[3]), ":") {
				keyed = ":"
			}
			for _, n := range aNumber.FindAllString(m[3], -1) {
				n = strings.TrimLeft(n, "0")
				if count != "" && count != n {
					return "", false
				}
				count = n
			}
			switch {
			case rows == 0:
				return "", false
			case count == "": // a stand-in: the rows are what it stands for
				count = strconv.Itoa(rows)
			case count != strconv.Itoa(rows):
				level = Decision
			}
			syntax = append(syntax, words(m[3], nil)...)
			blank := m[2]
			if strings.HasPrefix(strings.TrimSpace(line), "##") {
				blank = " "
			}
			return strings.TrimRight(m[1], " ") + blank + "[" + count + keyed + "]" + strings.TrimLeft(m[5], " "), true
		})
		var all []Candidate
		for _, c := range oneCandidate(edits, level) {
			c.Syntax = syntax
			all = append(all, c)
		}
		// `[2]:` is `[2]`, or the `[2:]` of a keyed table.
		for _, form := range []string{"%s [%s]%s", "%s [%s:]%s"} {
			edits := s.Rewrite(func(_ ast.NodeID, line string) (string, bool) {
				m := colonBehind.FindStringSubmatch(line)
				if m == nil {
					return "", false
				}
				return fmt.Sprintf(form, m[1], m[2], m[3]), true
			})
			all = append(all, oneCandidate(edits, Decision)...)
		}
		return all
	},
}

// dataBelow is how many rows or items follow a line that should declare them: data
// lines at its margin, or deeper, down to the next section.
func (s *Site) dataBelow(id ast.NodeID) int {
	if t, ok := s.TableAbove(id); ok && t.Header == id {
		return t.Rows
	}
	n := 0
	for next := id + 1; int(next) < len(s.Doc.Nodes); next++ {
		text := strings.TrimSpace(s.Doc.Text(next))
		switch {
		case text == "" && n > 0, strings.HasPrefix(text, "##"), strings.HasPrefix(text, "."):
			return n
		case text == "" || strings.HasPrefix(text, "# "):
		case dataLike(text) || !strings.Contains(text, "="):
			n++
		default:
			return n
		}
	}
	return n
}
