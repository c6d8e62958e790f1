package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"regexp"
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
		c := oneCandidate(edits, level)
		for i := range c {
			c[i].Outside, c[i].Title = true, "Leave the names out"
		}
		return c
	},
}

var totalCell = regexp.MustCompile(`^(?i)\W*(?:(?:grand|sub)[ -]?)?(?:totals?|sums?|averages?|count)\W*$`)

// totalsRow is a row that sums the others up.
var totalsRow = Slip{
	Name:  "totals_row",
	Cause: "a row of totals is no record; leave it out, or count it and keep it",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		word := pick(r, "Total", "TOTAL", "**Total**", "Sum")
		return rewriteTables(doc, func(name string, fields, rows []string) string {
			return fmt.Sprintf("## %s[%d]{%s}\n%s\n%s%s\n", name, len(rows), strings.Join(fields, ","), strings.Join(rows, "\n"), word, strings.Repeat("|", len(fields)-1))
		})
	},
	Shared: true,
	Undo: func(s *Site) []Candidate {
		edits, fits := s.surplusLines(func(_ Table, cells []string, _ string) bool {
			return len(cells) > 0 && totalCell.MatchString(strings.TrimSpace(cells[0]))
		})
		c := oneCandidate(edits, Lossy)
		for i := range c {
			c[i].Title = "Leave the totals out"
			if !fits {
				c[i].Cost = Rare
			}
		}
		return c
	},
}

var leftOut = regexp.MustCompile(`^(?i)\W*(?:\.{2,}|…|etc\.?|and so on|\(?\s*(?:and\s+)?(?:\d+|many|several)\s+(?:more|other|further|additional)\b.*|\(?(?:remaining|rest|truncated|omitted|snip(?:ped)?)\b.*)\W*$`)

// rowsLeftOut is a mark where rows were left out.
var rowsLeftOut = Slip{
	Name:  "rows_left_out",
	Cause: "rows were left out here; a payload has all its rows, and the number in brackets is theirs",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		mark, n := pick(r, "...", "…", "(97 more rows)", "... and 12 more", "[truncated]"), 0
		text, ok := rewriteTables(doc, func(name string, fields, rows []string) string {
			if len(rows) < 3 {
				return fmt.Sprintf("## %s[%d]{%s}\n%s\n", name, len(rows), strings.Join(fields, ","), strings.Join(rows, "\n"))
			}
			n++
			return fmt.Sprintf("## %s[%d]{%s}\n%s\n%s\n", name, len(rows), strings.Join(fields, ","), strings.Join(rows[:2], "\n"), mark)
		})
		return text, ok && n > 0
	},
	Shared: true,
	Undo: func(s *Site) []Candidate {
		marks, _ := s.surplusLines(func(_ Table, cells []string, line string) bool {
			return len(cells) == 1 && leftOut.MatchString(line)
		})
		if len(marks) == 0 {
			return nil
		}
		// The counts follow the rows that are there.
		var edits []Edit
		for _, e := range marks {
			t, _ := s.TableAbove(s.Doc.Line(e.Start))
			rows := s.rows[t.Header]
			if s.Doc.Nodes[s.Doc.Line(e.Start)].Kind != ast.KindAttachment {
				rows-- // the mark was counted
			}
			if count, ok := s.countEdit(t, rows); ok {
				edits = append(edits, count)
			}
			edits = append(edits, e)
		}
		return []Candidate{{Edits: edits, Level: Lossy, Title: "Keep the rows that are there", At: ast.Span{Start: marks[0].Start, End: marks[0].End}}}
	},
}

// countEdit is the edit that sets the count of a table.
func (s *Site) countEdit(t Table, n int) (Edit, bool) {
	line := s.Doc.Text(t.Header)
	i := strings.Index(line, t.Decl.Text)
	if i < 0 || t.Decl.Count != ast.CountExact {
		return Edit{}, false
	}
	at := int(s.Doc.Nodes[t.Header].Start) + i + t.Decl.CountStart + 1
	return Edit{Start: at, End: at + len(fmt.Sprint(t.Decl.N)), Text: fmt.Sprint(n)}, true
}

// rowTwice is a row that stands there twice, so that the count is one too low.
var rowTwice = Slip{
	Name:  "row_twice",
	Cause: "this row stands here twice, and the count does not include the second",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		return rewriteTables(doc, func(name string, fields, rows []string) string {
			return fmt.Sprintf("## %s[%d]{%s}\n%s\n%s\n", name, len(rows), strings.Join(fields, ","), strings.Join(rows, "\n"), rows[len(rows)-1])
		})
	},
	Shared: true,
	Undo: func(s *Site) []Candidate {
		before := ""
		edits, fits := s.surplusLines(func(_ Table, cells []string, line string) bool {
			same := line == before && len(cells) > 1
			before = line
			return same
		})
		if !fits {
			return nil
		}
		c := oneCandidate(edits, Lossy)
		for i := range c {
			c[i].Title = "Leave the second out"
		}
		return c
	},
}

var plainSummary = regexp.MustCompile(`^##\s*!?\s*(?:_)?summary\s+(.*=.*)$`)

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
