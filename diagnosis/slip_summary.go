package diagnosis

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"gcf-lsp/ast"
)

var (
	summaryLine  = lazily(`^\s*##\s*!\s*(?i:summary)\s*:?\s*(\S.*)$`)
	summaryCount = lazily(`(?:"?(?i:counts?|rows|items|records|totals?)"?)\s*[=:]\s*[\[({]?\s*((?:"?[A-Za-z_]\w*"?\s*[:=]\s*)?\d+(?:\s*[,;|/ ]\s*(?:"?[A-Za-z_]\w*"?\s*[:=]\s*)?\d+)*)\s*[\])}]?`)
	summaryField = lazily(`"?\b(symbols|edges)"?\s*[=:]\s*"?(\d+)"?`)
	number       = lazily(`(?:"?[A-Za-z_]\w*"?\s*[:=]\s*)?(\d+)`)
)

// summaryForm is the summary of a stream whose parts are there, in other signs.
var summaryForm = Slip{
	Name:  "summary_form",
	Cause: "the summary at the end of a stream is written `##! summary counts=3,2`: the numbers of rows in the order of the tables, with commas and no blanks between them, and no names or brackets",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		if doc.Summary == 0 || doc.Profile != ast.ProfileGeneric {
			return "", false
		}
		line := doc.Text(doc.Summary)
		counts, ok := strings.CutPrefix(line, "##! summary counts=")
		if !ok {
			return "", false
		}
		with := pick(r, "##! summary: counts=", "##! summary counts=[", "##! summary counts: ", "##! summary {")
		switch {
		case strings.HasSuffix(with, "["):
			with += counts + "]"
		case strings.HasSuffix(with, "{"):
			with += `"counts":[` + counts + "]}"
		default:
			with += counts
		}
		return strings.Replace(doc.Source, line, with, 1), true
	},
	Undo: func(s *Site) []Candidate {
		var syntax []string
		edits := s.RewriteFaulty(func(line string) (string, bool) {
			m := summaryLine.FindStringSubmatch(line)
			if m == nil {
				return "", false
			}
			right := "##! summary"
			for _, f := range summaryField.FindAllStringSubmatch(m[1], -1) {
				if !strings.Contains(right, " "+f[1]+"=") && s.Doc.Profile == ast.ProfileGraph {
					right += " " + f[1] + "=" + f[2]
				}
			}
			c := summaryCount.FindStringSubmatch(m[1])
			if c == nil {
				return "", false
			}
			var counts []string
			for _, n := range number.FindAllStringSubmatch(c[1], -1) {
				counts = append(counts, n[1])
			}
			right += " counts=" + strings.Join(counts, ",")
			syntax = append(syntax, words(line, nil)...)
			return right, right != line
		})
		c := oneCandidate(edits, Safe)
		for i := range c {
			c[i].Syntax = append(syntax, "counts", "count", "summary")
		}
		return c
	},
}

// summaryPlace is the summary before what it sums up.
var summaryPlace = Slip{
	Name:  "summary_place",
	Cause: "the summary of a stream, `##! summary`, is its last line; move it to the end",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		if doc.Summary == 0 || len(doc.Nodes) < 4 {
			return "", false
		}
		line := doc.Text(doc.Summary) + "\n"
		head := int(doc.Nodes[2].Start)
		return doc.Source[:head] + line + strings.Replace(doc.Source[head:], line, "", 1), strings.HasSuffix(doc.Source, line)
	},
	Undo: func(s *Site) []Candidate {
		if s.Doc.Summary == 0 || int(s.Doc.Summary) == len(s.Doc.Nodes)-1 || !s.Faulty(s.Line) {
			return nil
		}
		for id := s.Doc.Summary + 1; int(id) < len(s.Doc.Nodes); id++ {
			if strings.HasPrefix(strings.TrimSpace(s.Doc.Text(id)), "##!") {
				return nil
			}
		}
		end := len(s.Text)
		line := s.Doc.Text(s.Doc.Summary) + "\n"
		if !strings.HasSuffix(s.Text, "\n") {
			line = "\n" + line
		}
		c := oneCandidate([]Edit{s.RemoveLine(s.Doc.Summary), {Start: end, End: end, Text: line}}, Safe)
		c[0].Moves, c[0].Title = true, "Move the summary to the end"
		return c
	},
}

// summaryWrong is a summary whose numbers are not those of the rows.
var summaryWrong = Slip{
	Name:  "summary_wrong",
	Cause: "the numbers in the summary are not those of the rows above it: either is wrong",
	Cost:  Usual,
	Undo: func(s *Site) []Candidate {
		if s.Doc.Summary == 0 || s.Doc.Profile != ast.ProfileGeneric || !s.At(ast.CountMismatch) || s.Problem.Node != s.Doc.Summary && int(s.Problem.Start) < int(s.Doc.Nodes[s.Doc.Summary].Start) {
			return nil
		}
		line := s.Doc.Text(s.Doc.Summary)
		if !strings.HasPrefix(line, "##! summary counts=") || summaryCount.FindStringSubmatch(line) == nil {
			return nil
		}
		var counts []string
		for id := range s.Doc.Outside {
			if decl := s.Doc.DeclOf(id); s.Doc.Nodes[id].Kind == ast.KindArray && decl != nil && decl.Count == ast.CountDeferred && id < s.Doc.Summary {
				n := 0
				for range s.Doc.Children(id) {
					n++
				}
				counts = append(counts, strconv.Itoa(n))
			}
		}
		right := "##! summary counts=" + strings.Join(counts, ",")
		if len(counts) == 0 || right == line {
			return nil
		}
		c := oneCandidate([]Edit{lineEdit(int(s.Doc.Nodes[s.Doc.Summary].Start), line, right)}, Decision)
		c[0].Syntax = append(words(line, nil), words(right, nil)...)
		return c
	},
}
