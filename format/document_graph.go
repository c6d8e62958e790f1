package format

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
	"gcf-lsp/value"
)

// graph writes a document of the graph profile. Symbols and edges of a
// complete payload go in canonical order; sessions and deltas keep the order
// of their symbols, whose ids mean something elsewhere. It works from the lines
// of the document: what a line holds is passed through as it is, also where an
// encoder would refuse it.
func (out *layout) graph(keepStreaming bool) {
	switch h := &out.doc.Header; {
	case h.Is("delta"):
		out.graphDelta()
	case h.Is("session"):
		out.graphSession(keepStreaming)
	default:
		out.fullGraph(keepStreaming)
	}
}

// graphOf reads the lines of a complete payload. Edges find their symbols by
// the ids: names need not be unique.
func graphOf(doc *ast.Document) *graph {
	g := &graph{symbols: make([]graphSymbol, 0, doc.Symbols.Len())}
	position := make(map[ast.NodeID]int, doc.Symbols.Len())
	group, distance, placed := "", 0, false
	for id := range doc.Nodes {
		line := ast.NodeID(id)
		switch doc.Nodes[id].Kind {
		case ast.KindGroup:
			group = doc.GroupName(line)
			if distance, placed = spec.Distance(group); placed {
				group = ""
			}
		case ast.KindSymbol:
			f := doc.GraphFields(line)
			s := graphSymbol{line: line, Symbol: Symbol{
				Kind: f[1], QualifiedName: f[2], Provenance: f[4], Distance: distance, Group: group,
			}}
			var err error
			if s.Score, err = strconv.ParseFloat(f[3], 64); err != nil {
				s.score = f[3]
			}
			position[line] = len(g.symbols)
			g.symbols = append(g.symbols, s)
		case ast.KindEdge:
			f := doc.GraphFields(line)
			target, source, _ := ast.EdgeEnds(f[0])
			t, _ := doc.Symbols.Lookup(target)
			s, _ := doc.Symbols.Lookup(source)
			e := graphEdge{source: position[s], target: position[t], kind: f[1], line: line}
			if len(f) > 2 {
				e.status = f[2]
			}
			g.edges = append(g.edges, e)
		}
	}
	return g
}

func (out *layout) fullGraph(keepStreaming bool) {
	g := graphOf(out.doc)
	g.sort()
	s := out.graphStream(keepStreaming, len(g.edges))
	out.buf = appendHeader(nil, out.doc, &headerCounts{len(g.symbols), len(g.edges), s.kept})
	t := out.trace
	t.line = 1
	headers := groupHeaders(out.doc)
	out.buf = g.appendBody(out.buf, s.edgesHeader(len(g.edges)), func(line ast.NodeID, header string) {
		if header != "" {
			line = headers[header]
		}
		t.markLine(line)
		t.line++
	})
	if s.kept {
		var counts []groupCount
		for i := range g.symbols {
			name := g.symbols[i].groupName()
			if n := len(counts); n > 0 && counts[n-1].name == name {
				counts[n-1].n++
			} else {
				counts = append(counts, groupCount{name, 1})
			}
		}
		out.graphSummary(counts, len(g.symbols), len(g.edges))
	}
}

// groupHeaders returns the first header of each group that has lines, by its
// canonical name.
func groupHeaders(doc *ast.Document) map[string]ast.NodeID {
	headers := make(map[string]ast.NodeID)
	for id := range doc.Nodes {
		if doc.Nodes[id].Kind != ast.KindGroup || !hasData(doc, ast.NodeID(id)) {
			continue
		}
		name := canonicalGroup(doc.GroupName(ast.NodeID(id)))
		if headers[name] == 0 {
			headers[name] = ast.NodeID(id)
		}
	}
	return headers
}

// graphStream says what a document of the graph profile keeps of a stream.
type graphStream struct {
	kept     bool // the summary, and a header without counts
	deferred bool // `## edges [?]`
}

// graphStream looks at a document's edges and summary. A deferred count of no
// edges defers nothing: its section is left out.
func (out *layout) graphStream(keep bool, edges int) (s graphStream) {
	if !keep {
		return s
	}
	for id := range out.doc.Children(0) {
		if out.doc.Nodes[id].Kind == ast.KindGroup && out.doc.GroupName(id) == "edges" {
			d := out.doc.DeclOf(id)
			s.deferred = s.deferred || d != nil && d.Count == ast.CountDeferred
		}
	}
	s.kept = out.doc.Summary != 0 || s.deferred && edges > 0
	return s
}

// edgesHeader returns the header of the edges.
func (s graphStream) edgesHeader(edges int) string {
	if s.kept && s.deferred {
		return "## edges [?]"
	}
	return "## edges [" + strconv.Itoa(edges) + "]"
}

// graphSummary writes the summary of a streamed graph anew (spec 8.4): groups
// with a distance, labelled where they were, and the fields that the spec does
// not know as they were.
func (out *layout) graphSummary(groups []groupCount, symbols, edges int) {
	groups = slices.DeleteFunc(groups, func(g groupCount) bool {
		_, placed := spec.Distance(g.name)
		return !placed
	})
	trailer := ast.Header{Fields: out.doc.Trailer}
	counts, _ := trailer.Get("counts")
	b := append([]byte(nil), "##! summary symbols="...)
	b = strconv.AppendInt(b, int64(symbols), 10)
	b = strconv.AppendInt(append(b, " edges="...), int64(edges), 10)
	b = appendGraphCounts(append(b, " counts="...), groups, edges, strings.Contains(counts, ":"))
	for i := range trailer.Fields {
		if f := &trailer.Fields[i]; f.Key != "symbols" && f.Key != "edges" && f.Key != "counts" {
			b = append(append(b, ' '), out.doc.Source[f.KeyStart:f.End()]...)
		}
	}
	out.add(out.doc.Summary, string(b))
}

// sessionLine is a line of a session payload.
type sessionLine struct {
	id             ast.NodeID
	source, target uint64 // of an edge
	fields         []string
}

// graphSession writes a session payload (spec 9): its groups and symbols as
// they are, the edges in order.
func (out *layout) graphSession(keepStreaming bool) {
	var lines, edges []sessionLine
	var counts []groupCount
	symbols := 0
	for id := range out.doc.Nodes {
		l := sessionLine{id: ast.NodeID(id)}
		switch out.doc.Nodes[id].Kind {
		case ast.KindGroup:
			name := out.doc.GroupName(l.id)
			if name == "edges" {
				continue
			}
			if n := len(lines); n > 0 && out.doc.Nodes[lines[n-1].id].Kind == ast.KindGroup {
				lines, counts = lines[:n-1], counts[:len(counts)-1] // an empty group
			}
			lines = append(lines, l)
			counts = append(counts, groupCount{canonicalGroup(name), 0})
		case ast.KindSymbol, ast.KindReference:
			symbols++
			counts[len(counts)-1].n++
			l.fields = out.doc.GraphFields(l.id)
			lines = append(lines, l)
		case ast.KindEdge:
			l.fields = out.doc.GraphFields(l.id)
			l.target, l.source, _ = ast.EdgeEnds(l.fields[0])
			edges = append(edges, l)
		}
	}
	if n := len(lines); n > 0 && out.doc.Nodes[lines[n-1].id].Kind == ast.KindGroup {
		lines, counts = lines[:n-1], counts[:len(counts)-1]
	}
	slices.SortStableFunc(edges, func(a, b sessionLine) int {
		return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.target, b.target), strings.Compare(a.fields[1], b.fields[1]))
	})
	s := out.graphStream(keepStreaming, len(edges))
	out.buf = appendHeader(nil, out.doc, &headerCounts{symbols, len(edges), s.kept})
	out.trace.line = 1
	for _, l := range lines {
		switch out.doc.Nodes[l.id].Kind {
		case ast.KindGroup:
			out.add(l.id, "## "+canonicalGroup(out.doc.GroupName(l.id)))
		case ast.KindReference:
			out.add(l.id, "@"+canonicalID(l.fields[0][1:])+"  # previously transmitted")
		default:
			out.add(l.id, canonicalNode(l.fields))
		}
	}
	if len(edges) > 0 {
		out.add(groupHeaders(out.doc)["edges"], s.edgesHeader(len(edges)))
	}
	for i := range edges {
		e := &edges[i]
		status := ""
		if len(e.fields) > 2 {
			status = e.fields[2]
		}
		out.add(e.id, string(appendEdge(nil, e.source, e.target, e.fields[1], status)))
	}
	if s.kept {
		out.graphSummary(counts, symbols, len(edges))
	}
}

// graphDelta writes a delta payload (spec 10.1): its sections in the order of
// spec 10.5, their lines in theirs.
func (out *layout) graphDelta() {
	out.buf = appendHeader(nil, out.doc, nil)
	out.trace.line = 1
	headers := groupHeaders(out.doc)
	for _, name := range [...]string{"removed", "added", "edges_removed", "edges_added"} {
		group := headers[name]
		if group == 0 {
			continue
		}
		out.add(group, "## "+name)
		for id := range out.doc.Children(group) {
			f := out.doc.GraphFields(id)
			switch out.doc.Nodes[id].Kind {
			case ast.KindDeltaSymbol:
				out.add(id, deltaLine(value.AbbreviateKind(f[0]), f[1]))
			case ast.KindSymbol:
				out.add(id, canonicalNode(f))
			case ast.KindDeltaEdge:
				out.add(id, deltaLine(f[0], strings.Join(f[1:], " ")))
			}
		}
	}
}

// deltaLine joins the first word of a line with the others. Behind a `#` a tab
// must stay: with a blank the line would be a comment.
func deltaLine(first, rest string) string {
	if first == "#" {
		return "#\t" + rest
	}
	return first + " " + rest
}

// hasData reports whether a group or a table has lines that are not trivia.
func hasData(doc *ast.Document, id ast.NodeID) bool {
	for child := range doc.Children(id) {
		if k := doc.Nodes[child].Kind; k != ast.KindComment && k != ast.KindBlank {
			return true
		}
	}
	return false
}

// add adds a line that comes from a line of the source.
func (out *layout) add(src ast.NodeID, text string) {
	out.trace.markLine(src)
	out.buf = append(append(out.buf, text...), '\n')
	out.trace.line++
}

// canonicalGroup returns the name of a group as encoders write it.
func canonicalGroup(name string) string {
	if distance, ok := spec.Distance(name); ok {
		return groupName(distance)
	}
	return name
}

// canonicalNode returns a node line with its fields as encoders write them.
func canonicalNode(f []string) string {
	f[0] = "@" + canonicalID(f[0][1:])
	f[1] = value.AbbreviateKind(f[1])
	if score, err := strconv.ParseFloat(f[3], 64); err == nil {
		f[3] = string(appendScore(nil, score))
	}
	return strings.Join(f, " ")
}

func canonicalID(digits string) string {
	if s := strings.TrimLeft(digits, "0"); s != "" {
		return s
	}
	return "0"
}
