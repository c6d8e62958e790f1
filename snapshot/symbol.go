package snapshot

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gcf-lsp/internal/text/printable"
	"gcf-lsp/value"
)

// Symbol is a node of a graph. Kind and QualifiedName are its identity (spec
// 9.1).
type Symbol struct {
	Kind          string // in full or abbreviated (spec 5): "function" and "fn" are one kind
	QualifiedName string
	Score         float64
	Provenance    string
	Distance      int // from the centre of the query; 0 is a target (spec 6a)
}

// Identity is what makes a symbol this symbol.
type Identity struct {
	Kind          string
	QualifiedName string
}

// String returns the identity as `## removed` writes it, such as `fn pkg.A`.
func (id Identity) String() string { return value.AbbreviateKind(id.Kind) + " " + id.QualifiedName }

// Edge is a relation between two symbols of a graph.
type Edge struct {
	Source, Target string // qualified names
	Type           string
	// SourceKind and TargetKind tell symbols apart that have one name and
	// several kinds. They may be left empty where a name is unique.
	SourceKind, TargetKind string
	// Status is "added" or "removed" in a graph that shows a change (spec 6),
	// else "". It is no part of the root, and a delta cannot say it.
	Status string
}

// String returns the edge as `## edges_added` writes it: `a -> b calls`.
func (e Edge) String() string { return e.Source + " -> " + e.Target + " " + e.Type }

// round returns the score that a payload's two decimals keep (spec 5): the
// exact double, rounded half to even.
func round(score float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(score, 'f', 2, 64), 64)
	if err != nil {
		return score // not finite; refused later
	}
	return r
}

// checkSymbol says what is wrong with a symbol, or "".
func checkSymbol(s *Symbol) string {
	switch {
	case checkWord(s.Kind) != "":
		return "kind " + checkWord(s.Kind)
	case s.Kind[0] == '#':
		return "kind begins with #" // a reference (spec 9), in a delta a comment or a header
	case checkWord(s.QualifiedName) != "":
		return "qualified name " + checkWord(s.QualifiedName)
	case checkWord(s.Provenance) != "":
		return "provenance " + checkWord(s.Provenance)
	case math.IsNaN(s.Score) || math.IsInf(s.Score, 0):
		return "score is not a finite number"
	case s.Distance < 0:
		return "distance is negative"
	}
	return ""
}

// checkWord says what keeps text from being a field of a graph line, or "":
// blanks separate fields (spec 4).
func checkWord(s string) string {
	if s == "" {
		return "is empty"
	}
	if !utf8.ValidString(s) {
		return "is not valid UTF-8"
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7F }) {
		return "holds a blank or a control character"
	}
	return ""
}

// shown is text from a document as a message shows it.
func shown(s string) string { return printable.Text(s, 80) }
