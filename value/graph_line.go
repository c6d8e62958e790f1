package value

import (
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// GraphFields splits a line of the graph profile at its blanks (spec 5). Other
// white space is data.
func GraphFields(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
}

// SymbolID reads a symbol's id as lines write it, `@N`.
func SymbolID(field string) (uint64, bool) {
	digits, ok := strings.CutPrefix(field, "@")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, err == nil
}

// EdgeEnds reads the ids at the ends of an edge, `@target<@source` (spec 6).
func EdgeEnds(field string) (target, source uint64, ok bool) {
	left, right, _ := strings.Cut(field, "<")
	target, ok1 := SymbolID(left)
	source, ok2 := SymbolID(right)
	return target, source, ok1 && ok2
}

// GroupName returns the name of a group as its header writes it (spec 6a). Names
// of groups are not quoted: `## "targets"` is another group than `## targets`.
func GroupName(doc *ast.Document, group ast.NodeID) string {
	key := doc.KeySpan(group)
	return doc.Source[key.Start:key.End]
}

// GroupDistance returns the distance that a group of the graph profile means
// (spec 6a), or false for a group that has none, such as `edges`.
func GroupDistance(group string) (int, bool) { return spec.Distance(group) }
