package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// proseAround is an answer that holds the payload between other text: a label, a
// fence, a thought, a farewell.
var proseAround = Slip{
	Name:  "prose_around",
	Cause: "text stands around the payload, which begins with the line `GCF profile=…` and ends with its last line; give the payload alone",
	Cost:  Everyday,
	Make: func(r *rand.Rand, doc *ast.Document) (string, bool) {
		src := withFinalNewline(doc.Source)
		switch r.IntN(4) {
		case 0:
			return "```gcf\n" + src + "```\n", true
		case 1:
			return "Sure! Here is the data:\n\n```\n" + src + "```\n\nHope this helps.\n", true
		case 2:
			return "<think>\nI need to output GCF.\n</think>\n" + src, true
		}
		return "Here is the payload:\n" + src, true
	},
	Undo: func(s *Site) []Candidate {
		header, fence := ast.NodeID(0), false
		for id, line := range s.Lines() {
			text := strings.TrimSpace(line)
			if strings.HasPrefix(text, "GCF ") && strings.Contains(text, "profile") {
				header = id
				break
			}
			if spec.IsFence(text) {
				fence = true
			} else if text != "" {
				fence = false
			}
		}
		if header == 0 || header > 1 && strings.TrimSpace(s.Text[s.Doc.Nodes[header].End:]) == "" && dataLike(s.Doc.Text(1)) {
			return nil // see headerLast
		}
		c := Candidate{Outside: true, Title: "Remove the text around the payload"}
		if header > 1 && strings.TrimSpace(s.Text[:s.Doc.Nodes[header].Start]) != "" {
			c.Edits = append(c.Edits, Edit{End: int(s.Doc.Nodes[header].Start)})
			for id := ast.NodeID(1); id < header; id++ {
				if dataLike(s.Doc.Text(id)) {
					c.Outside, c.Level = false, Decision // lines of the payload have come before its first
				}
			}
		}
		for id := header + 1; int(id) < len(s.Doc.Nodes); id++ {
			if text := strings.TrimSpace(s.Doc.Text(id)); spec.IsFence(text) && (fence || s.Faulty(id)) {
				c.Edits = append(c.Edits, Edit{Start: int(s.Doc.Nodes[id].Start), End: len(s.Text)})
				end := s.Doc.Nodes[id].End
				for id++; int(id) < len(s.Doc.Nodes); id++ {
					if dataLike(s.Doc.Text(id)) {
						c.Outside, c.Level = false, Decision
						c.Cause = "more data follows the fence; give one payload, alone"
						break
					}
				}
				if !fence && strings.TrimSpace(s.Text[end:]) != "" {
					c.Level = Decision // what follows may be more of the payload
				}
				break
			}
		}
		if len(c.Edits) == 1 && c.Edits[0].End < len(s.Text) && header > 1 {
			if from := s.farewell(header); from > 0 {
				c.Edits = append(c.Edits, Edit{Start: int(s.Doc.Nodes[from].Start), End: len(s.Text)})
			}
		}
		if len(c.Edits) == 0 {
			return nil
		}
		return []Candidate{c}
	},
}

// farewell is the first of the lines of text at the end of a document, behind a
// blank line or a closing tag, or 0.
func (s *Site) farewell(header ast.NodeID) ast.NodeID {
	from := ast.NodeID(0)
	for id := ast.NodeID(len(s.Doc.Nodes) - 1); id > header; id-- {
		line := s.Doc.Text(id)
		switch {
		case strings.TrimSpace(line) == "":
			if from != 0 {
				return from
			}
		case closingTag.MatchString(line):
			return id
		case dataLike(line) || !proseEnd.MatchString(line) || !s.Faulty(id):
			return 0
		default:
			from = id
		}
	}
	return 0
}

var (
	closingTag = lazily(`^\s*(?:</[A-Za-z_:-]+>\s*)+$`)
	proseEnd   = lazily(`^\s*\pL[^|=\[\]{}<>]* [^|=\[\]{}<>]*[.!?:)]\s*$`)
)

var dataLine = lazily(`^\s*(?:GCF |##?\s*[\w\["]|@\d|\.\w+ [\[{]|(?:\w+|"[^"]*")(?:\[\d+\])?[=:]\S)|[|]`)

// dataLike reports whether a line may be one of a payload.
func dataLike(line string) bool { return dataLine.MatchString(line) }

func withFinalNewline(s string) string {
	if strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}
