package diagnosis

import (
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
)

// pick returns one of some things.
func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// rewriteLines is the text of a document with each line written anew.
func rewriteLines(doc *ast.Document, to func(line string) string) string {
	var b strings.Builder
	for line := range strings.Lines(doc.Source) {
		text, ended := strings.CutSuffix(line, "\n")
		b.WriteString(to(text))
		if ended {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// rewriteNodes is rewriteLines that knows what each line is.
func rewriteNodes(doc *ast.Document, to func(id ast.NodeID, line string) string) string {
	id := ast.NodeID(0)
	return rewriteLines(doc, func(line string) string {
		id++
		return to(id, line)
	})
}

// oneCandidate is the candidate of edits, or none where there are none.
func oneCandidate(edits []Edit, level Level) []Candidate {
	if len(edits) == 0 {
		return nil
	}
	return []Candidate{{Edits: edits, Level: level}}
}

// splitCells splits a line at a separator outside of double quotes.
func splitCells(line, sep string) []string {
	var cells []string
	start := 0
	for i := 0; i < len(line); {
		if line[i] == '"' && strings.TrimLeft(line[start:i], " \t") == "" {
			end, _ := ast.QuotedEnd(line, i)
			i = end
			continue
		}
		if strings.HasPrefix(line[i:], sep) {
			cells = append(cells, line[start:i])
			i += len(sep)
			start = i
			continue
		}
		i++
	}
	return append(cells, line[start:])
}
