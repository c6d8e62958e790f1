package format

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// graph writes a document of the graph profile. Symbols and edges of a
// complete payload go in canonical order; sessions and deltas keep the order
// of their symbols, whose ids mean something elsewhere.
func (out *layout) graph(v value.Value) error {
	switch h := &out.doc.Header; {
	case h.Is("delta"):
		out.graphDelta()
	case h.Is("session"):
		out.graphSession()
	default:
		g, err := readGraph(v)
		if err != nil {
			return err
		}
		g.sort()
		out.fullGraph(g)
	}
	return nil
}

func (out *layout) fullGraph(g *graph) {
	t := out.trace
	t.line = 1
	out.buf = appendHeader(nil, out.doc, &headerCounts{len(g.symbols), len(g.edges), t.keepStreaming})
	edges := "## edges [" + strconv.Itoa(len(g.edges)) + "]"
	if t.keepStreaming {
		edges = "## edges [?]"
	}
	t.line--
	start := len(out.buf)
	out.buf = g.appendBody(out.buf, edges, func(line ast.NodeID) {
		t.line++
		t.markLine(line)
	})
	t.line++
	if t.keepStreaming {
		out.graphSummary(g)
	}
	out.markGroups(start)
}

// markGroups gives the group headers of the source the place of the header
// with their name.
func (out *layout) markGroups(start int) {
	headers := make(map[string]int)
	line := 1
	for text := range strings.SplitSeq(string(out.buf[start:]), "\n") {
		if name, ok := strings.CutPrefix(text, "## "); ok {
			name, _, _ = strings.Cut(name, " ")
			headers[name] = line
		}
		line++
	}
	for id := range out.doc.Nodes {
		if out.doc.Nodes[id].Kind == ast.KindGroup {
			if line, ok := headers[canonicalGroup(out.doc.Key(ast.NodeID(id)))]; ok && out.trace.places[id] == 0 {
				out.trace.places[id] = int32(line) + 1
			}
		}
	}
}

// graphSummary writes the summary of a streamed graph anew, labelled where it
// was.
func (out *layout) graphSummary(g *graph) {
	var counts []groupCount
	for i := range g.symbols {
		name := g.symbols[i].groupName()
		if n := len(counts); n > 0 && counts[n-1].name == name {
			counts[n-1].n++
		} else {
			counts = append(counts, groupCount{name, 1})
		}
	}
	labeled := false
	for i := range out.doc.Trailer {
		if f := &out.doc.Trailer[i]; f.Key == "counts" {
			labeled = strings.Contains(f.Value, ":")
		}
	}
	out.trace.markLine(out.doc.Summary)
	b := append(out.buf, "##! summary symbols="...)
	b = strconv.AppendInt(b, int64(len(g.symbols)), 10)
	b = strconv.AppendInt(append(b, " edges="...), int64(len(g.edges)), 10)
	b = appendGraphCounts(append(b, " counts="...), counts, len(g.edges), labeled)
	out.buf = append(b, '\n')
	out.trace.line++
}

// graphLine is a line of a session or delta payload.
type graphLine struct {
	id             ast.NodeID
	source, target uint64 // of an edge
	fields         []string
}

// graphSession writes a session payload (spec 9): its groups and symbols as
// they are, the edges in order.
func (out *layout) graphSession() {
	var lines []graphLine
	symbols := 0
	var edges []graphLine
	for id := range out.doc.Nodes {
		l := graphLine{id: ast.NodeID(id), fields: graphFields(out.doc.Text(ast.NodeID(id)))}
		switch out.doc.Nodes[id].Kind {
		case ast.KindGroup:
			if out.doc.Key(l.id) != "edges" {
				lines = append(lines, l)
			}
		case ast.KindSymbol, ast.KindReference:
			symbols++
			lines = append(lines, l)
		case ast.KindEdge:
			l.target, l.source = edgeEnds(l.fields[0])
			edges = append(edges, l)
		}
	}
	slices.SortStableFunc(edges, func(a, b graphLine) int {
		return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.target, b.target), strings.Compare(a.fields[1], b.fields[1]))
	})
	out.buf = appendHeader(nil, out.doc, &headerCounts{symbols, len(edges), out.trace.keepStreaming})
	out.trace.line = 1
	for i := range lines {
		l := &lines[i]
		switch out.doc.Nodes[l.id].Kind {
		case ast.KindGroup:
			if i+1 == len(lines) || out.doc.Nodes[lines[i+1].id].Kind == ast.KindGroup {
				continue // an empty group
			}
			out.add(l.id, "## "+canonicalGroup(out.doc.Key(l.id)))
		case ast.KindReference:
			out.add(l.id, l.fields[0]+"  # previously transmitted")
		default:
			out.add(l.id, canonicalNode(l.fields))
		}
	}
	if len(edges) == 0 {
		return
	}
	count := strconv.Itoa(len(edges))
	if out.trace.keepStreaming {
		count = "?"
	}
	out.add(out.group("edges"), "## edges ["+count+"]")
	for i := range edges {
		e := &edges[i]
		status := ""
		if len(e.fields) > 2 {
			status = e.fields[2]
		}
		out.add(e.id, string(appendEdge(nil, e.source, e.target, e.fields[1], status)))
	}
	if out.trace.keepStreaming && out.doc.Summary != 0 {
		out.add(out.doc.Summary, strings.Trim(out.doc.Text(out.doc.Summary), " \t"))
	}
}

// graphDelta writes a delta payload (spec 10.1): its sections in the order of
// spec 10.5, their lines in theirs.
func (out *layout) graphDelta() {
	out.buf = appendHeader(nil, out.doc, nil)
	out.trace.line = 1
	for _, name := range [...]string{"removed", "added", "edges_removed", "edges_added"} {
		group := out.group(name)
		if group == 0 || !out.hasLines(group) {
			continue
		}
		out.add(group, "## "+name)
		for id := range out.doc.Children(group) {
			f := graphFields(out.doc.Text(id))
			switch out.doc.Nodes[id].Kind {
			case ast.KindDeltaSymbol:
				out.add(id, value.AbbreviateKind(f[0])+" "+f[1])
			case ast.KindSymbol:
				out.add(id, canonicalNode(f))
			case ast.KindDeltaEdge:
				out.add(id, strings.Join(f, " "))
			}
		}
	}
}

// group returns the first group of the source with this name, or 0.
func (out *layout) group(name string) ast.NodeID {
	for id := range out.doc.Children(0) {
		if out.doc.Nodes[id].Kind == ast.KindGroup && out.doc.Key(id) == name {
			return id
		}
	}
	return 0
}

func (out *layout) hasLines(group ast.NodeID) bool {
	for id := range out.doc.Children(group) {
		switch out.doc.Nodes[id].Kind {
		case ast.KindDeltaSymbol, ast.KindSymbol, ast.KindDeltaEdge:
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
	if distance, ok := value.GroupDistance(name); ok {
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

// edgeEnds reads `@target<@source`.
func edgeEnds(field string) (target, source uint64) {
	left, right, _ := strings.Cut(field, "<")
	return graphID(left), graphID(right)
}

func graphID(ref string) uint64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(ref, "@"), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// graphFields splits a line of the graph profile at its blanks. Other white
// space is data.
func graphFields(line string) []string {
	return strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == '\t' })
}
