package parser

import (
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// groupKind is what the lines of a graph group are.
type groupKind uint8

const (
	groupNone groupKind = iota
	groupNodes
	groupEdges
	groupRemoved
	groupAdded
	groupDeltaEdges
	groupBad // a section that a delta may not have: its lines are not read
)

// graphState is the state of a graph body (spec 5, 6, 6a).
type graphState struct {
	kind    groupKind
	node    ast.NodeID // the open group, or 0
	name    string
	at      int // where its declaration begins
	count   uint64
	symbols uint64
	edges   uint64
	groups  []groupCount // non-empty distance groups, in order

	headless bool // lines before the first group were reported
	idSaid   bool // ids out of sequence were reported
	bad      bool // a line could not be read, so the header's counts mean little
}

// groupCount is one entry of a trailer's `counts`.
type groupCount struct {
	label string
	count uint64
}

// groupCounts returns what `counts=` of the trailer should hold (spec 8.4).
func (g *graphState) groupCounts() []groupCount {
	return append(g.groups[:len(g.groups):len(g.groups)], groupCount{"edges", g.edges})
}

// byLabel adds up the groups that are there more than once.
func byLabel(groups []groupCount) []groupCount {
	var sums []groupCount
	at := map[string]int{}
	for _, g := range groups {
		i, known := at[g.label]
		if !known {
			i = len(sums)
			at[g.label] = i
			sums = append(sums, groupCount{label: g.label})
		}
		sums[i].count += g.count
	}
	return sums
}

// graphLine reads one line of the graph body.
func (p *parser) graphLine(start, end int) {
	l, ok := p.readLine(start, end)
	if !ok {
		return
	}
	text := p.src[l.i:l.e]
	if isSummary(text) {
		p.closeGroup(false)
		p.summaryLine(l)
		return
	}
	if p.fenced && spec.IsFence(text) {
		p.closeGroup(false)
		p.leaf(ast.KindError, start, end, ast.FlagInvalid)
		p.mute = true
		return
	}
	if p.secondPayload(l) {
		return
	}
	p.afterSummary()
	if p.doc.Header.Is("unchanged") {
		p.unexpectedBody(l)
	}
	p.sawBody = true
	if text[0] == '@' || text[0] == '#' {
		p.checkIndent(l, 0)
	}
	g := &p.graph
	p.fields = ast.AppendGraphFields(p.fields[:0], p.src, l.i, l.e)
	switch {
	case g.kind == groupDeltaEdges && len(p.fields) == 4 && p.field(1) == "->" && strings.TrimRight(p.field(0), "#!") != "":
		// A name may begin with `##`.
	case strings.HasPrefix(text, "##!"):
		p.badGraphLine(l, ast.InvalidSectionHeader)
		return
	case strings.HasPrefix(text, "##"):
		p.group(l)
		return
	}
	if g.node == 0 && !g.headless && text[0] == '@' {
		g.headless = true
		p.problem(ast.MissingGroupHeader, ast.NodeID(len(p.nodes)), l.i, l.e)
		g.kind = groupNodes
	}
	switch g.kind {
	case groupEdges:
		p.edgeLine(l)
	case groupRemoved, groupAdded, groupDeltaEdges:
		p.deltaLine(l)
	case groupBad:
		p.add(g.node, ast.KindError, l.start, l.end, 0)
	default:
		p.nodeLine(l)
	}
	g.count++
}

func (p *parser) field(i int) string { return p.src[p.fields[i].Start:p.fields[i].End] }

// group reads a `## name` line (spec 6a, 10.1).
func (p *parser) group(l line) {
	p.closeGroup(false)
	src := p.src[:l.e]
	g := &p.graph
	start := ast.SectionKeyStart(src, l.i)
	nameEnd := ast.KeyEnd(src, start, "[{ \t")
	id := p.add(0, ast.KindGroup, l.start, l.end, 0)
	p.errorRun = 0
	name := src[start:nameEnd]
	switch {
	case start == l.i+2 && start < l.e:
		pr := p.problem(ast.InvalidSectionHeader, id, l.i, l.i+2)
		pr.Cause = ast.CauseSpaceMissing
	case name == "":
		p.invalid(ast.InvalidSectionHeader, id, l.i, l.e)
		g.bad = true
	}
	g.node, g.name, g.count = id, name, 0
	at := skipBlanks(src, nameEnd)
	g.at = at
	if start > l.i+2 && start < l.e {
		p.blanks(ast.InvalidSectionHeader, id, l.i+2, start, 1)
	}
	if at < l.e {
		if src[at] == '[' || src[at] == '{' {
			declEnd := ast.DeclEnd(src, at)
			if at > nameEnd {
				p.blanks(ast.InvalidSectionHeader, id, nameEnd, at, 1)
			}
			p.setDecl(id, at, declEnd)
			p.junkAfter(id, declEnd, l.e)
		} else {
			p.problem(ast.InvalidSectionHeader, id, at, l.e)
			g.bad = true
		}
	}
	if p.delta.on {
		p.deltaGroup(id, name, start, nameEnd)
		return
	}
	g.kind = groupNodes
	switch {
	case name == "edges":
		g.kind = groupEdges
		p.edgesHeader(id, start, nameEnd)
	case spec.GivesDistance(name) || name == "":
	case spec.IsDistance(name):
		p.invalid(ast.OutOfRange, id, start+len(spec.DistancePrefix), nameEnd).Cause = ast.CauseNotACell
	default:
		p.problem(ast.UnknownGroup, id, start, nameEnd)
	}
}

// edgesHeader notes a deferred edge count and warns of a missing one.
func (p *parser) edgesHeader(id ast.NodeID, start, end int) {
	d := p.nodes[id].Decl
	if d == ast.NoDecl || p.doc.Decls[d].Count == ast.CountNone {
		p.problem(ast.MissingEdgeCount, id, start, end)
		return
	}
	if decl := &p.doc.Decls[d]; decl.Count == ast.CountDeferred {
		p.deferred = append(p.deferred, deferredCount{node: id,
			start: uint32(p.graph.at + decl.CountStart), end: uint32(p.graph.at + decl.CountEnd)})
	}
}

// deltaGroup checks a section of a graph delta.
func (p *parser) deltaGroup(id ast.NodeID, name string, start, end int) {
	g := &p.graph
	switch name {
	case "removed":
		g.kind = groupRemoved
	case "added":
		g.kind = groupAdded
	case "edges_removed", "edges_added":
		g.kind = groupDeltaEdges
	default:
		g.kind = groupBad
	}
	p.deltaSection(id, name, start, max(end, start), g.kind != groupBad)
}

// closeGroup ends the open group: its subtree ends before the comments in
// front of what follows.
func (p *parser) closeGroup(eof bool) {
	g := &p.graph
	if g.node == 0 {
		return
	}
	id := g.node
	g.node = 0
	end := ast.NodeID(len(p.nodes))
	if p.trivia != 0 {
		end = p.trivia
	}
	p.nodes[id].Next = end
	kind := g.kind
	g.kind = groupNone
	if kind == groupNodes && spec.GivesDistance(g.name) && g.count > 0 {
		g.groups = append(g.groups, groupCount{g.name, g.count})
	}
	d := p.nodes[id].Decl
	if d != ast.NoDecl {
		decl := &p.doc.Decls[d]
		if decl.Count == ast.CountExact && decl.N != g.count && kind != groupBad {
			p.groupCount(id, kind, decl, eof)
		}
	}
	if g.count == 0 && kind != groupEdges && kind != groupBad {
		n := &p.nodes[id]
		p.problem(ast.EmptySection, id, int(n.Start)+indentOf(p.src, int(n.Start), int(n.End)), int(n.End))
	}
}

// groupCount reports the count of a group that does not fit. That of the edges
// decides; the spec gives the others none.
func (p *parser) groupCount(id ast.NodeID, kind groupKind, decl *ast.Decl, eof bool) {
	g := &p.graph
	code := ast.GroupCountMismatch
	if kind == groupEdges {
		code = ast.CountMismatch
	}
	start, end := g.at+decl.CountStart, g.at+decl.CountEnd
	pr := p.problem(code, id, start, end)
	pr.Have, pr.Want = clip(g.count), clip(decl.N)
	if g.count > decl.N && kind == groupEdges {
		pr.Cause = ast.CauseSurplus
		// The first surplus edge is the place to look at.
		left := decl.N
		for e := id + 1; int(e) < len(p.nodes); e++ {
			if k := p.nodes[e].Kind; k == ast.KindComment || k == ast.KindBlank {
				continue
			}
			if left == 0 {
				n := &p.nodes[e]
				pr.RelStart, pr.RelEnd = uint32(start), uint32(end)
				pr.Start, pr.End = n.Start, n.End
				pr.Node = e
				break
			}
			left--
		}
		return
	}
	if eof && g.count < decl.N && !strings.HasSuffix(p.src, "\n") {
		pr.Cause = ast.CauseTruncated
		g.bad = true
	}
}

// nodeLine reads `@id kind qname score provenance` or a session reference
// (spec 5, 9).
func (p *parser) nodeLine(l line) {
	g := &p.graph
	text := p.src[l.i:l.e]
	if text[0] != '@' {
		p.badGraphLine(l, ast.InvalidNodeLine)
		return
	}
	if isReference(text) {
		p.referenceLine(l)
		return
	}
	if len(p.fields) != 5 {
		pr := p.badGraphLine(l, ast.InvalidNodeLine)
		pr.Have, pr.Want = uint32(len(p.fields)), 5
		if len(p.fields) > 5 {
			pr.Start = uint32(p.fields[5].Start)
		}
		g.symbols++
		// A faulty line with most of its parts still declares its symbol: its edges are
		// right. What is less is still being typed.
		f := p.fields[0]
		if len(p.fields) < 4 {
			return
		}
		if n, ok := parseUint(p.src[f.Start+1 : f.End]); ok {
			if _, dup := p.doc.Symbols.Lookup(n); !dup {
				p.register(n, ast.NodeID(len(p.nodes)-1))
			}
		}
		return
	}
	id := p.add(g.node, ast.KindSymbol, l.start, l.end, 0)
	p.errorRun = 0
	p.nodes[id].Index = clip(g.count)
	p.declare(id, true)
	g.symbols++
	p.symbolFields(id)
}

// symbolFields checks the fields that a node line and an added line share.
func (p *parser) symbolFields(id ast.NodeID) {
	if score := p.field(3); !isScore(score) {
		p.invalid(ast.InvalidScore, id, p.fields[3].Start, p.fields[3].End)
	} else if len(score) > 300 && !isDouble(score) {
		p.invalid(ast.OutOfRange, id, p.fields[3].Start, p.fields[3].End).Cause = ast.CauseNotACell
	}
	p.checkASCII(id, 2)
	p.checkASCII(id, 4)
}

// checkASCII warns of a field outside printable ASCII (spec 4, qname).
func (p *parser) checkASCII(id ast.NodeID, i int) {
	if !isVisibleASCII(p.field(i)) {
		p.problem(ast.NonAsciiGraphField, id, p.fields[i].Start, p.fields[i].End)
	}
}

// declare registers the symbol id of field 0 (spec 5, 9.2).
func (p *parser) declare(id ast.NodeID, sequential bool) {
	f := p.fields[0]
	n, ok := parseUint(p.src[f.Start+1 : f.End])
	if !ok {
		p.invalid(ast.InvalidSymbolID, id, f.Start, f.End)
		return
	}
	syms := &p.doc.Symbols
	if first, dup := syms.Lookup(n); dup {
		pr := p.invalid(ast.DuplicateSymbolID, id, f.Start, f.End)
		pr.RelStart, pr.RelEnd = p.nodes[first].Start, p.nodes[first].End
		return
	}
	if sequential && n != uint64(syms.Len()) && !p.graph.idSaid && !p.doc.Header.Is("session") {
		p.graph.idSaid = true
		pr := p.problem(ast.NonSequentialSymbolID, id, f.Start, f.End)
		pr.Have, pr.Want = clip(n), uint32(syms.Len())
	}
	p.register(n, id)
}

// register makes a line the one that declares a symbol.
func (p *parser) register(n uint64, id ast.NodeID) {
	syms := &p.doc.Symbols
	if n == uint64(len(syms.Dense)) {
		syms.Dense = append(syms.Dense, id)
		return
	}
	if syms.Sparse == nil {
		syms.Sparse = map[uint64]ast.NodeID{}
	}
	syms.Sparse[n] = id
}

const referenceText = "# previously transmitted"

// isReference reports whether a node line is a session reference (spec 9).
func isReference(text string) bool {
	i := strings.IndexAny(text, " \t")
	return i > 0 && strings.HasPrefix(strings.TrimLeft(text[i:], " \t"), "#")
}

// referenceLine reads `@N  # previously transmitted`.
func (p *parser) referenceLine(l line) {
	g := &p.graph
	id := p.add(g.node, ast.KindReference, l.start, l.end, 0)
	p.errorRun = 0
	g.symbols++
	rest := p.src[p.fields[1].Start:l.e]
	switch {
	case rest != referenceText:
		p.invalid(ast.InvalidNodeLine, id, p.fields[1].Start, l.e)
	case !p.doc.Header.Is("session"):
		p.invalid(ast.InvalidSessionReference, id, l.i, l.e)
	}
	p.declare(id, false)
}

// edgeLine reads `@target<@source type [status]` (spec 6).
func (p *parser) edgeLine(l line) {
	g := &p.graph
	g.edges++
	target, source, ok := p.edgeEnds()
	if !ok {
		p.badGraphLine(l, ast.InvalidEdgeSyntax)
		return
	}
	if len(p.fields) < 2 || len(p.fields) > 3 {
		pr := p.badGraphLine(l, ast.InvalidEdgeSyntax)
		pr.Have = uint32(len(p.fields))
		if len(p.fields) > 3 {
			pr.Start = uint32(p.fields[3].Start)
		}
		return
	}
	id := p.add(g.node, ast.KindEdge, l.start, l.end, 0)
	p.errorRun = 0
	p.nodes[id].Index = clip(g.count)
	for _, end := range [2]ast.Span{target, source} {
		n, ok := parseUint(p.src[end.Start+1 : end.End])
		if !ok {
			p.invalid(ast.InvalidSymbolID, id, end.Start, end.End)
			continue
		}
		if _, known := p.doc.Symbols.Lookup(n); !known {
			p.invalid(ast.UnknownEdgeReference, id, end.Start, end.End).Have = clip(n)
		}
	}
	p.checkASCII(id, 1)
	if len(p.fields) == 3 {
		if s := p.field(2); s != "added" && s != "removed" {
			p.problem(ast.UnknownEdgeStatus, id, p.fields[2].Start, p.fields[2].End)
		}
	}
}

// edgeEnds splits the first field of an edge line at its `<`.
func (p *parser) edgeEnds() (target, source ast.Span, ok bool) {
	f := p.fields[0]
	target, source = ast.CutEdge(p.src, f)
	isID := func(s ast.Span) bool { return s.End > s.Start && p.src[s.Start] == '@' }
	return target, source, isID(target) && isID(source)
}

// deltaLine reads a line of a graph delta's section (spec 10.1).
func (p *parser) deltaLine(l line) {
	g := &p.graph
	bad := func(cause ast.Cause) {
		p.badGraphLine(l, ast.MalformedDelta).Cause = cause
	}
	switch g.kind {
	case groupRemoved:
		if len(p.fields) != 2 || p.field(0)[0] == '@' {
			bad(ast.CauseDeltaLine)
			return
		}
		id := p.add(g.node, ast.KindDeltaSymbol, l.start, l.end, 0)
		p.errorRun = 0
		p.checkASCII(id, 1)
	case groupDeltaEdges:
		if len(p.fields) != 4 || p.field(1) != "->" {
			bad(ast.CauseDeltaLine)
			return
		}
		id := p.add(g.node, ast.KindDeltaEdge, l.start, l.end, 0)
		p.errorRun = 0
		for _, i := range [3]int{0, 2, 3} {
			p.checkASCII(id, i)
		}
	case groupAdded:
		switch {
		case p.field(0)[0] != '@' || len(p.fields) < 5 || len(p.fields) > 6 || isReference(p.src[l.i:l.e]):
			bad(ast.CauseDeltaLine)
			return
		case len(p.fields) == 5 || !isDecimal(p.field(5)) && !isTooLarge(p.field(5)):
			bad(ast.CauseDeltaDistance)
			return
		}
		id := p.add(g.node, ast.KindSymbol, l.start, l.end, 0)
		p.errorRun = 0
		p.declare(id, false)
		p.symbolFields(id)
		if isTooLarge(p.field(5)) {
			p.invalid(ast.OutOfRange, id, p.fields[5].Start, p.fields[5].End).Cause = ast.CauseNotACell
		}
	}
}

// badGraphLine adds an error node for a graph line and its problem. A run of
// lines that are nothing is one mistake.
func (p *parser) badGraphLine(l line, code ast.Code) *ast.Problem {
	id := p.add(p.graph.node, ast.KindError, l.start, l.end, ast.FlagInvalid)
	run := p.errorRun != 0 && p.errorRun == id-1 && p.src[l.i] != '@'
	p.errorRun = id
	p.graph.bad = true
	if run {
		p.unlisted = ast.Problem{}
		return &p.unlisted
	}
	pr := p.problem(code, id, l.i, l.e)
	if l.end == len(p.src) {
		pr.Cause = ast.CauseTruncated
	}
	return pr
}

// isDouble reports whether a number fits a double.
func isDouble(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// isScore matches the score grammar: `[-]DIGITS.2DIGIT` (spec 5).
func isScore(s string) bool {
	s = strings.TrimPrefix(s, "-")
	n := len(s)
	if n < 4 || s[n-3] != '.' {
		return false
	}
	for i := 0; i < n; i++ {
		if i != n-3 && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return true
}

// checkHeaderCounts compares `symbols=` and `edges=` with the body (language
// decision 36).
func (p *parser) checkHeaderCounts() {
	g := &p.graph
	if p.mode != modeGraph || p.delta.on || g.bad || p.mute || p.doc.Header.Is("unchanged") {
		return
	}
	check := func(key string, have uint64) {
		f := p.doc.Header.Field(key)
		if f == nil {
			return
		}
		if n, ok := parseUint(f.Value); ok && n != have {
			pr := p.problem(ast.HeaderCountMismatch, p.doc.Header.Node, f.ValueStart, f.ValueEnd)
			pr.Have, pr.Want = clip(have), clip(n)
		}
	}
	if !p.doc.Header.Is("session") {
		// In a session the field may count what was sent before (spec 9).
		check("symbols", g.symbols)
	}
	check("edges", g.edges)
}
