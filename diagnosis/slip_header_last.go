package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
)

var lastHeader = lazily(`^GCF profile=(?:generic|graph)(?: [a-z_]+=\S+)*\s*$`)

// headerLast is the first line of a payload at its end.
var headerLast = Slip{
	Name:  "header_last",
	Cause: "the line `GCF profile=…` is the first one of a payload, and stands behind its data here",
	Cost:  Everyday,
	Make: func(_ *rand.Rand, doc *ast.Document) (string, bool) {
		header, body, ok := strings.Cut(withFinalNewline(doc.Source), "\n")
		return body + header + "\n", ok && lastHeader.MatchString(header) && dataLike(strings.TrimSpace(body)) && !severalParts(doc.Source)
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
		edits := []Edit{{Text: strings.TrimSpace(line) + "\n"}, s.RemoveLine(last)}
		level := Safe
		if text, ok := Apply(s.Text, edits); !ok || severalParts(text) {
			level = Decision // the line may have changed places with the one above
		}
		return []Candidate{{Edits: edits, Level: level, Moves: true, Syntax: words(line, nil), Title: "Move the line to the beginning"}}
	},
}

// severalParts reports whether a payload has more than one line at its margin that
// is not below another, so that their order tells something.
func severalParts(text string) bool {
	doc := parser.Parse(text)
	n := 0
	for id := range doc.Children(0) {
		if k := doc.Nodes[id].Kind; k != ast.KindHeader && k != ast.KindBlank && k != ast.KindComment {
			n++
		}
	}
	return n > 1
}
