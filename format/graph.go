package format

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
	"gcf-lsp/value"
)

// Symbol is a node of a graph (spec 5).
type Symbol struct {
	Kind          string // in full or abbreviated: "function" or "fn"
	QualifiedName string
	Score         float64
	Provenance    string
	Distance      int // from the centre of the query; 0 is a target (spec 6a)
	// Group is the name of the group of a symbol that has no distance, else "".
	Group string
}

// Edge is a relation between two symbols (spec 6).
type Edge struct {
	Source, Target string // qualified names
	Type           string
	Status         string // "added", "removed" or ""
	// SourceKind and TargetKind tell symbols apart that have one name and
	// several kinds. They may be "" where a name is unique.
	SourceKind, TargetKind string
}

// graph is a payload of the graph profile, ready to be written.
type graph struct {
	tool, packRoot string
	budget, tokens int64
	symbols        []graphSymbol
	edges          []graphEdge
}

type graphSymbol struct {
	Symbol
	score string     // as written, of a score beyond a double; else ""
	line  ast.NodeID // of the source that is formatted, or 0
}

type graphEdge struct {
	source, target int // positions in symbols; ids when written
	kind, status   string
	line           ast.NodeID // of the source that is formatted, or 0
}

// Graph returns a canonical buffered document of the graph profile for a
// payload in the ecosystem's JSON shape: an object with `tool`, `tokenBudget`,
// `tokensUsed`, `packRoot`, `symbols` (`qualifiedName`, `kind`, `score`,
// `provenance`, `distance` or, in a group that has none, `group`) and `edges`
// (`source`, `target`, `edgeType`, `status`, and where a name is not unique
// `sourceKind`, `targetKind`).
// Symbols and edges are put in canonical order (spec 16.1). Errors are of type
// [*value.Error] and name the place.
func Graph(v value.Value) ([]byte, error) {
	g, err := readGraph(v)
	if err != nil {
		return nil, err
	}
	g.sort()
	b := g.appendHeader(nil)
	return g.appendBody(b, "## edges ["+strconv.Itoa(len(g.edges))+"]", func(ast.NodeID, string) {}), nil
}

func (g *graph) appendHeader(b []byte) []byte {
	b = append(b, "GCF profile=graph"...)
	if g.tool != "" {
		b = append(append(b, " tool="...), g.tool...)
	}
	b = appendCount(b, " budget=", g.budget)
	b = appendCount(b, " tokens=", g.tokens)
	b = strconv.AppendInt(append(b, " symbols="...), int64(len(g.symbols)), 10)
	b = appendCount(b, " edges=", int64(len(g.edges)))
	if g.packRoot != "" {
		b = append(append(b, " pack_root="...), g.packRoot...)
	}
	return append(b, '\n')
}

// appendBody writes the groups and edges, which must be in canonical order,
// and tells mark, before each line, which line of a source it comes from, or
// of which group it is the header.
func (g *graph) appendBody(b []byte, edges string, mark func(line ast.NodeID, header string)) []byte {
	group := ""
	for id := range g.symbols {
		s := &g.symbols[id]
		if name := s.groupName(); name != group {
			group = name
			mark(0, name)
			b = append(append(append(b, "## "...), name...), '\n')
		}
		mark(s.line, "")
		b = append(appendSymbol(b, uint64(id), &s.Symbol, s.score), '\n')
	}
	if len(g.edges) > 0 {
		mark(0, "edges")
		b = append(append(b, edges...), '\n')
	}
	for i := range g.edges {
		e := &g.edges[i]
		mark(e.line, "")
		b = append(appendEdge(b, uint64(e.source), uint64(e.target), e.kind, e.status), '\n')
	}
	return b
}

// sort puts symbols and edges in canonical order: groups by distance, groups
// without one last; in a group by score, highest first, ties as they are;
// edges by source, target and type.
func (g *graph) sort() {
	groups := make(map[string]int)
	for i := range g.symbols {
		if name := g.symbols[i].Group; name != "" {
			if _, ok := groups[name]; !ok {
				groups[name] = len(groups) + 1
			}
		}
	}
	order := make([]int, len(g.symbols))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &g.symbols[i], &g.symbols[j]
		return cmp.Or(
			cmp.Compare(groups[a.Group], groups[b.Group]),
			cmp.Compare(a.Distance, b.Distance),
			cmp.Compare(b.Score, a.Score))
	})
	ids := make([]int, len(order))
	sorted := make([]graphSymbol, len(order))
	for id, i := range order {
		ids[i] = id
		sorted[id] = g.symbols[i]
	}
	g.symbols = sorted
	for i := range g.edges {
		g.edges[i].source = ids[g.edges[i].source]
		g.edges[i].target = ids[g.edges[i].target]
	}
	slices.SortStableFunc(g.edges, func(a, b graphEdge) int {
		return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.target, b.target), cmp.Compare(a.kind, b.kind))
	})
}

func (s *Symbol) groupName() string {
	if s.Group != "" {
		return s.Group
	}
	return groupName(s.Distance)
}

// groupName returns the group of a distance (spec 6a).
func groupName(distance int) string {
	switch distance {
	case 0:
		return "targets"
	case 1:
		return "related"
	case 2:
		return "extended"
	}
	return "distance_" + strconv.Itoa(distance)
}

// appendCount writes a header field that is left out when it is zero (spec 3.2).
func appendCount(b []byte, prefix string, n int64) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(append(b, prefix...), n, 10)
}

// appendSymbol writes a node line without its line end (spec 5), with the score
// as written or, where that is "", with the symbol's.
func appendSymbol(b []byte, id uint64, s *Symbol, score string) []byte {
	b = strconv.AppendUint(append(b, '@'), id, 10)
	b = append(append(b, ' '), value.AbbreviateKind(s.Kind)...)
	b = append(append(b, ' '), s.QualifiedName...)
	if b = append(b, ' '); score != "" {
		b = append(b, score...)
	} else {
		b = appendScore(b, s.Score)
	}
	return append(append(b, ' '), s.Provenance...)
}

// appendScore writes a score: two decimals of the exact double, half to even,
// as printf does (spec 5): what rounds to zero from below is `-0.00`.
func appendScore(b []byte, score float64) []byte {
	return strconv.AppendFloat(b, score, 'f', 2, 64)
}

// appendEdge writes an edge line without its line end (spec 6).
func appendEdge(b []byte, source, target uint64, kind, status string) []byte {
	b = strconv.AppendUint(append(b, '@'), target, 10)
	b = strconv.AppendUint(append(b, "<@"...), source, 10)
	b = append(append(b, ' '), kind...)
	if status != "" {
		b = append(append(b, ' '), status...)
	}
	return b
}

// check says what keeps a symbol from being written, or returns nil.
func (s *Symbol) check() error {
	if err := checkWord(ast.InvalidNodeLine, "the kind", s.Kind); err != nil {
		return at(err, "kind")
	}
	if s.Kind[0] == '#' {
		return at(fault(ast.InvalidNodeLine, "the kind "+quote(s.Kind)+" begins with #, which would make the line a reference"), "kind")
	}
	if err := checkWord(ast.InvalidNodeLine, "the qualified name", s.QualifiedName); err != nil {
		return at(err, "qualifiedName")
	}
	if err := checkWord(ast.InvalidNodeLine, "the provenance", s.Provenance); err != nil {
		return at(err, "provenance")
	}
	if math.IsNaN(s.Score) || math.IsInf(s.Score, 0) {
		return at(value.Finite(value.NewDouble(s.Score)), "score")
	}
	if s.Distance < 0 {
		return at(fault(ast.OutOfRange, "the distance "+strconv.Itoa(s.Distance)+" is negative; a distance is 0 or more"), "distance")
	}
	if s.Group != "" && s.Distance != 0 {
		return at(fault(ast.NoCode, "a symbol has a distance or a group without one, not both"), "group")
	}
	return at(checkGroup(s.Group), "group")
}

// checkGroup checks the name of a group that has no distance, or "".
func checkGroup(name string) error {
	if name == "" {
		return nil
	}
	if err := checkWord(ast.InvalidSectionHeader, "the group", name); err != nil {
		return err
	}
	if _, known := spec.Distance(name); known || name == "edges" || ast.KeyEnd(name, 0, "[{ \t") < len(name) {
		return fault(ast.InvalidSectionHeader, "the group "+quote(name)+" is not one without a distance; give the symbol its distance, or the group another name")
	}
	return nil
}

// checkWord checks a field of a graph line: fields are separated by blanks and
// have no quotes. Characters beyond ASCII are accepted as decoders do.
func checkWord(code ast.Code, what, s string) error {
	switch {
	case s == "":
		return fault(code, what+" is empty; a line of the graph profile needs one")
	case !utf8.ValidString(s):
		return value.InvalidText(s)
	case strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return fault(code, what+" "+quote(s)+" holds a blank or a control character; fields of the graph profile cannot be quoted, so replace it")
	}
	return nil
}

// checkHeader checks the value of a header field (spec 4, header-value).
func checkHeader(field, s string) error {
	if strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return fault(ast.InvalidHeaderValue, field+" "+quote(s)+" cannot stand in the header; it must be printable ASCII without blanks")
	}
	return nil
}

func fault(code ast.Code, message string) error {
	return &value.Error{Code: code, Message: message}
}

// quote makes a text safe for a message.
func quote(s string) string {
	const most = 60
	if len(s) > most {
		return strconv.QuoteToASCII(s[:most]) + "…"
	}
	return strconv.Quote(s)
}
