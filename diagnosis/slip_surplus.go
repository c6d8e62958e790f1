package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

// surplusLines are lines among the rows of tables that are no rows.
func (s *Site) surplusLines(is func(t Table, cells []string, line string) bool) (edits []Edit, fits bool) {
	fits = true
	left := map[ast.NodeID]int{}
	for id, line := range s.Lines() {
		t, ok := s.TableAbove(id)
		if !ok || t.Header == id {
			continue
		}
		if k := s.Doc.Nodes[id].Kind; k != ast.KindRow && k != ast.KindError && k != ast.KindInlineBody && !(k == ast.KindAttachment && strings.HasPrefix(strings.TrimSpace(line), "..")) {
			continue
		}
		text := withoutNumber(strings.TrimSpace(line))
		if is(t, splitCells(strings.Trim(text, "|"), "|"), text) {
			edits = append(edits, s.RemoveLine(id))
			left[t.Header]++
		}
	}
	for header, n := range left {
		if decl := s.declOf(header); decl.Count == ast.CountExact && uint64(s.rows[header]-n) != decl.N {
			fits = false
		}
	}
	return edits, fits
}

// namesAgain is the names of the columns once more, as the first row.
var namesAgain = Slip{
	Name:  "names_again",
	Cause: "the names of the columns stand in the header; a row that repeats them is no record",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return rewriteTables(doc, func(name string, fields, rows []string) string {
			return fmt.Sprintf("## %s[%d]{%s}\n%s\n%s\n", name, len(rows), strings.Join(fields, ","), strings.Join(fields, "|"), strings.Join(rows, "\n"))
		})
	},
	Undo: func(s *Site) []Candidate {
		edits, fits := s.surplusLines(func(t Table, cells []string, _ string) bool {
			if len(cells) != len(t.Decl.Fields) || len(cells) < 2 {
				return false
			}
			for i, c := range cells {
				if !strings.EqualFold(strings.TrimSpace(c), t.Decl.Fields[i].Name) {
					return false
				}
			}
			return true
		})
		level := Safe
		if !fits {
			level = Decision
		}
		for _, e := range edits {
			if id := s.Doc.Line(e.Start); id == 0 || s.Doc.Nodes[id-1].Kind != ast.KindArray {
				level = Decision // further down it may be a record
			}
		}
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Outside, c[i].Title = true, "Leave the names out"
		}
		return c
	},
}

var plainSummary = lazily(`^##\s*!?\s*(?:_)?summary\s+(.*=.*)$`)

// summaryMark is the summary of a stream without its mark.
var summaryMark = Slip{
	Name:  "summary_mark",
	Cause: "the summary at the end of a stream begins with `##! summary`",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		if doc.Summary == 0 {
			return "", false
		}
		return strings.Replace(doc.Source, "##! summary", pick(r, "## summary", "##!summary", "## _summary", "## ! summary"), 1), true
	},
	Undo: func(s *Site) []Candidate {
		edits := s.Rewrite(func(id ast.NodeID, line string) (string, bool) {
			m := plainSummary.FindStringSubmatch(line)
			if m == nil || s.Doc.Nodes[id].Kind == ast.KindSummary {
				return "", false
			}
			return "##! summary " + m[1], true
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Syntax = []string{"_summary", "summary"}
		}
		return c
	},
}
