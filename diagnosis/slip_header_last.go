package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

var lastHeader = lazily(`^GCF profile=(?:generic|graph)(?: [a-z_]+=\S+)*\s*$`)

// headerLast is the first line of a payload at its end.
var headerLast = Slip{
	Name:  "header_last",
	Cause: "the line `GCF profile=…` is the first one of a payload, and stands behind its data here",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		header, body, ok := strings.Cut(withFinalNewline(doc.Source), "\n")
		return body + header + "\n", ok && lastHeader.MatchString(header) && dataLike(strings.TrimSpace(body))
	},
	Undo: func(s *Site) []Candidate {
		last := ast.NodeID(len(s.Doc.Nodes) - 1)
		for last > 1 && strings.TrimSpace(s.Doc.Text(last)) == "" {
			last--
		}
		line := s.Doc.Text(last)
		if last < 2 || !lastHeader.MatchString(line) || !s.At(ast.MissingHeader) {
			return nil
		}
		return []Candidate{{Edits: []Edit{{Text: strings.TrimSpace(line) + "\n"}, s.RemoveLine(last)}, Moves: true, Syntax: words(line, nil), Title: "Move the line to the beginning"}}
	},
}
