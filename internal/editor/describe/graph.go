package describe

import (
	"cmp"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/tree/graph"
	"gcf-lsp/spec"
	valuepkg "gcf-lsp/value"
)

// shownEdges is the number of edges that are listed in each direction.
const shownEdges = 10

// fullKind is a symbol's kind in full, with its abbreviation where they differ.
func fullKind(kind string) string {
	full := valuepkg.ExpandKind(kind)
	if full == kind {
		return markup.Safe(kind, 40)
	}
	return full + " (" + kind + ")"
}

// Symbol describes the symbol that a line declares, with its edges.
func Symbol(src Source, line ast.NodeID) markup.Text {
	h := hover{Source: src, line: line}
	switch src.Node(line).Kind {
	case ast.KindSymbol:
		h.symbol()
	case ast.KindReference:
		h.reference()
	}
	return h.text
}

// symbol describes a node line (spec 5).
func (h *hover) symbol() {
	s := graph.Symbol(h.Document, h.line)
	for _, field := range []ast.Span{s.ID, s.Kind, s.Name, s.Score, s.Provenance, s.Distance} {
		if h.in(field) {
			h.span = field
		}
	}
	h.text.Line(markup.Code(h.slice(s.Name)), words(" · ", fullKind(h.slice(s.Kind))))
	list := [][]markup.Span{
		{words("id"), markup.Code(h.slice(s.ID))},
		{words("score"), markup.Code(h.slice(s.Score), 30)},
		{words("provenance"), markup.Code(h.slice(s.Provenance), markup.CellLimit)},
	}
	group := h.Key(h.Node(h.line).Parent)
	if distance, ok := spec.Distance(group); ok {
		note := ""
		if group == "extended" {
			note = " or more"
		}
		list = append(list, []markup.Span{words("distance"), words(number(distance), note, " (", group, ")")})
	} else if s.Distance.Start < s.Distance.End {
		list = append(list, []markup.Span{words("distance"), markup.Code(h.slice(s.Distance), 30)})
	} else {
		list = append(list, []markup.Span{words("group"), showName(group)})
	}
	h.text.Table([]string{"", ""}, list...)
	h.edgesOf(h.line)
}

// reference describes a session reference (spec 9).
func (h *hover) reference() {
	s := graph.Symbol(h.Document, h.line)
	h.text.Line(markup.Code(h.slice(s.ID)), words(" · a symbol that an earlier payload of the session declared (spec 9)"))
	if !h.Header.Is("session") {
		h.text.Line(words("The header does not say session=true: there is no earlier payload."))
	}
	h.edgesOf(h.line)
}

// edgesOf lists the edges of a symbol with the names at their other ends.
func (h *hover) edgesOf(symbol ast.NodeID) {
	x := h.Edges()
	h.edgeList(x.Out(symbol), true)
	h.edgeList(x.In(symbol), false)
}

func (h *hover) edgeList(lines []ast.NodeID, out bool) {
	if len(lines) == 0 {
		return
	}
	direction := " in"
	if out {
		direction = " out"
	}
	h.text.Line(words(counted(len(lines), "edge"), direction))
	var list [][]markup.Span
	for i, line := range lines {
		if i == shownEdges {
			list = append(list, []markup.Span{words("… and ", number(len(lines)-shownEdges), " more")})
			break
		}
		e := graph.Edge(h.Document, line)
		arrow, end := " ← ", e.Source
		if out {
			arrow, end = " → ", e.Target
		}
		list = append(list, []markup.Span{markup.Code(h.slice(e.Type), markup.CellLimit), words(arrow), h.end(end)})
	}
	h.text.List(list...)
}

// end names the symbol at an end of an edge.
func (h *hover) end(id ast.Span) markup.Span {
	return markup.Code(SymbolName(h.Document, id))
}

// SymbolName returns the qualified name of the symbol with the id in a span, or
// the id itself where nothing of it is known.
func SymbolName(doc *ast.Document, id ast.Span) string {
	line, ok := graph.Declares(doc, id)
	if ok && doc.Node(line).Kind == ast.KindSymbol {
		s := graph.Symbol(doc, line).Name
		if s.Start < s.End {
			return doc.Source[s.Start:s.End]
		}
	}
	return doc.Source[id.Start:id.End]
}

// edge describes an edge line (spec 6).
func (h *hover) edge() {
	e := graph.Edge(h.Document, h.line)
	for _, field := range []ast.Span{e.Target, e.Source, e.Type, e.Status} {
		if h.in(field) && h.span.Start < field.Start || h.in(field) && field.Start == h.span.Start {
			h.span = field
		}
	}
	h.text.Line(h.end(e.Source), words(" "), markup.Strong(markup.Safe(h.slice(e.Type), markup.CellLimit)), words(" "), h.end(e.Target))
	h.text.Table([]string{"", "id", "kind", "name"}, h.endRow("source", e.Source), h.endRow("target", e.Target))
	if status := h.slice(e.Status); status != "" {
		h.text.Line(words("status: "), markup.Code(status, markup.CellLimit))
	}
}

// endRow is one end of an edge in a table.
func (h *hover) endRow(what string, id ast.Span) []markup.Span {
	row := []markup.Span{words(what), markup.Code(h.slice(id), 30)}
	line, ok := graph.Declares(h.Document, id)
	switch {
	case !ok:
		return append(row, words("declared nowhere"))
	case h.Node(line).Kind == ast.KindReference:
		return append(row, words("sent earlier in the session"))
	}
	s := graph.Symbol(h.Document, line)
	return append(row, words(fullKind(h.slice(s.Kind))), markup.Code(h.slice(s.Name)))
}

// deltaSymbol describes a `kind qname` line of a delta (spec 10.1).
func (h *hover) deltaSymbol() {
	kind, name := graph.DeltaSymbol(h.Document, h.line)
	h.text.Line(markup.Code(h.slice(name)), words(" · ", fullKind(h.slice(kind)), ", removed by this delta"))
}

// deltaEdge describes a `source -> target type` line of a delta.
func (h *hover) deltaEdge() {
	e := graph.DeltaEdge(h.Document, h.line)
	what := "removed"
	if h.Key(h.Node(h.line).Parent) == "edges_added" {
		what = "added"
	}
	h.text.Line(markup.Code(h.slice(e.Source)), words(" "), markup.Strong(markup.Safe(h.slice(e.Type), markup.CellLimit)),
		words(" "), markup.Code(h.slice(e.Target)), words(" · ", what, " by this delta"))
	h.text.Table([]string{"", "name", "in this delta"}, h.deltaEnd("source", e.Source), h.deltaEnd("target", e.Target))
}

// deltaEnd is one end of a delta's edge: whether the delta adds or removes it.
func (h *hover) deltaEnd(what string, name ast.Span) []markup.Span {
	var said []string
	for _, line := range h.Edges().Named(h.slice(name)) {
		if h.Node(line).Kind == ast.KindSymbol {
			s := graph.Symbol(h.Document, line)
			said = append(said, "added as "+fullKind(h.slice(s.Kind)))
		} else {
			kind, _ := graph.DeltaSymbol(h.Document, line)
			said = append(said, "removed as "+fullKind(h.slice(kind)))
		}
		if len(said) == 4 {
			break
		}
	}
	if said == nil {
		said = []string{"as in the base"}
	}
	return []markup.Span{words(what), markup.Code(h.slice(name), markup.CellLimit), words(strings.Join(said, ", "))}
}

// Group says what a group of a graph means.
func Group(name string) string {
	if group := spec.GroupOf(name); group != nil {
		return group.Meaning
	}
	if n, ok := spec.Distance(name); ok {
		return "The symbols " + number(n) + " hops away from the targets (spec 6a)."
	}
	return "A group that the spec does not know: its symbols have no distance."
}

// group describes a `## name` line of a graph.
func (h *hover) group() {
	name := h.Key(h.line)
	if name == "" {
		return
	}
	h.text.Line(markup.Code(name), words(" · ", Group(name)))
	count := groupLines(h.Document, h.line)
	noun := "symbol"
	if group := spec.GroupOf(name); group != nil && group.Edges {
		noun = "edge"
	}
	if decl := h.DeclOf(h.line); decl != nil || name == "edges" {
		h.text.Line(words(declared(decl, count, noun)))
	} else {
		h.text.Line(words(counted(count, noun)))
	}
	h.kindsIn(count)
}

// kindsIn counts the kinds of symbols or the types of edges in a group.
func (h *hover) kindsIn(count int) {
	type entry struct {
		name  string
		times int
	}
	seen, looked := map[string]int{}, 0
	for id := range h.Children(h.line) {
		if looked == sampleCells {
			break
		}
		var s ast.Span
		switch h.Node(id).Kind {
		case ast.KindSymbol:
			s = graph.Symbol(h.Document, id).Kind
		case ast.KindEdge:
			s = graph.Edge(h.Document, id).Type
		case ast.KindDeltaSymbol:
			s, _ = graph.DeltaSymbol(h.Document, id)
		case ast.KindDeltaEdge:
			s = graph.DeltaEdge(h.Document, id).Type
		default:
			continue
		}
		looked++
		seen[h.slice(s)]++
	}
	var all []entry
	for name, times := range seen {
		all = append(all, entry{name, times})
	}
	slices.SortFunc(all, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.times, a.times), cmp.Compare(a.name, b.name))
	})
	var list [][]markup.Span
	for i, e := range all {
		if i == fewValues {
			list = append(list, []markup.Span{words("… and ", counted(len(all)-fewValues, "kind"), " more")})
			break
		}
		list = append(list, []markup.Span{words(number(e.times), " × "), markup.Code(e.name, markup.CellLimit)})
	}
	h.text.List(list...)
	if looked < count && looked == sampleCells {
		h.text.Line(words("Counted in the first ", number(looked), " lines."))
	}
}
