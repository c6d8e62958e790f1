package parser

import (
	"strings"

	"gcf-lsp/ast"
)

const summaryPrefix = "##! summary"

// isSummary reports whether a line is the trailer (spec 8.4).
func isSummary(text string) bool {
	rest, ok := strings.CutPrefix(text, summaryPrefix)
	return ok && (rest == "" || isBlank(rest[0]))
}

// summaryLine reads the trailer. It is last; a second one is misplaced.
func (p *parser) summaryLine(l line) {
	p.checkIndent(l, 0)
	id := p.add(0, ast.KindSummary, l.start, l.end, 0)
	p.errorRun = 0
	if p.doc.Summary != 0 {
		first := &p.nodes[p.doc.Summary]
		pr := p.problem(ast.MisplacedSummary, id, l.i, l.e)
		pr.RelStart, pr.RelEnd = first.Start, first.End
		return
	}
	p.doc.Summary = id
	p.doc.Trailer = parsePairs(p.src, l.i+len(summaryPrefix), l.e)
	for i := range p.doc.Trailer {
		f := &p.doc.Trailer[i]
		if f.ValueStart == 0 || !ast.IsBareKey(f.Key) {
			p.problem(ast.MalformedHeaderField, id, f.KeyStart, f.End())
		}
	}
}

// afterSummary is called for each significant line that is no trailer: one
// that stands after it means that the trailer is too early.
func (p *parser) afterSummary() {
	s := p.doc.Summary
	if s == 0 || p.nodes[s].Flags&ast.FlagInvalid != 0 {
		return
	}
	n := &p.nodes[s]
	n.Flags |= ast.FlagInvalid
	p.problem(ast.MisplacedSummary, s, int(n.Start)+indentOf(p.src, int(n.Start), int(n.End)), int(n.End))
}

// trailerField returns the trailer's field with this key, or nil.
func (p *parser) trailerField(key string) *ast.HeaderField {
	h := ast.Header{Fields: p.doc.Trailer}
	return h.Field(key)
}

// checkSummary compares the trailer with what was counted (spec 8.4, 8.6,
// 13.2).
func (p *parser) checkSummary() {
	if p.mode == modeGraph {
		p.checkGraphSummary()
		return
	}
	if len(p.deferred) == 0 {
		return
	}
	if p.doc.Summary == 0 {
		d := &p.deferred[0]
		p.problem(ast.MissingSummary, d.node, int(d.start), int(d.end)).Have = uint32(len(p.deferred))
		return
	}
	n := &p.nodes[p.doc.Summary]
	f := p.trailerField("counts")
	if f == nil || f.ValueStart == 0 {
		pr := p.problem(ast.CountMismatch, p.doc.Summary, int(n.Start), int(n.End))
		pr.Want = uint32(len(p.deferred))
		return
	}
	counts := parseCounts(f)
	if len(counts) != len(p.deferred) {
		pr := p.problem(ast.CountMismatch, p.doc.Summary, f.ValueStart, max(f.ValueEnd, f.ValueStart))
		pr.Have, pr.Want = uint32(len(counts)), uint32(len(p.deferred))
		return
	}
	for i, c := range counts {
		d := &p.deferred[i]
		if c.valid && c.label == "" && c.n == d.count {
			continue
		}
		pr := p.problem(ast.CountMismatch, p.doc.Summary, c.start, c.end)
		pr.Have, pr.Want = clip(d.count), clip(c.n)
		pr.RelStart, pr.RelEnd = d.start, d.end
	}
}

// checkGraphSummary compares a graph's trailer: only the edge count decides,
// and only where the edges section defers its count; the rest is information
// (spec 8.4, language decision 32).
func (p *parser) checkGraphSummary() {
	g := &p.graph
	if p.doc.Summary == 0 {
		if len(p.deferred) > 0 {
			d := &p.deferred[0]
			p.problem(ast.MissingSummary, d.node, int(d.start), int(d.end)).Have = 1
		}
		return
	}
	if g.bad {
		return // lines that could not be read may be what is missing
	}
	said := false
	warn := func(start, end int, have, want uint64) *ast.Problem {
		pr := p.problem(ast.SummaryMismatch, p.doc.Summary, start, end)
		pr.Have, pr.Want = clip(have), clip(want)
		if said {
			pr.Code = ast.NoCode // the counts of one trailer are one mistake
		}
		said = true
		return pr
	}
	if f := p.trailerField("symbols"); f != nil && f.ValueStart != 0 {
		if n, ok := parseUint(f.Value); !ok || n != g.symbols {
			warn(f.ValueStart, f.ValueEnd, g.symbols, n)
		}
	}
	edgesOf := func(start, end int, n uint64, ok bool) {
		if ok && n == g.edges {
			return
		}
		pr := warn(start, end, g.edges, n)
		if len(p.deferred) > 0 {
			d := &p.deferred[0]
			pr.Code = ast.CountMismatch
			pr.RelStart, pr.RelEnd = d.start, d.end
		}
	}
	edges := p.trailerField("edges")
	if edges != nil && edges.ValueStart != 0 {
		n, ok := parseUint(edges.Value)
		edgesOf(edges.ValueStart, edges.ValueEnd, n, ok)
	}
	f := p.trailerField("counts")
	if f == nil || f.ValueStart == 0 {
		return
	}
	counts := parseCounts(f)
	want := g.groupCounts()
	if len(counts) < len(want) {
		want = byLabel(want)
	}
	if len(counts) != len(want) {
		warn(f.ValueStart, f.ValueEnd, uint64(len(want)), uint64(len(counts)))
		return
	}
	for i, c := range counts {
		w := want[i]
		if c.valid && c.n == w.count && (c.label == "" || c.label == w.label) {
			continue
		}
		if i == len(counts)-1 && c.valid && (edges == nil || edges.ValueStart == 0) {
			edgesOf(c.start, c.end, c.n, true)
			continue
		}
		warn(c.start, c.end, w.count, c.n)
	}
}
