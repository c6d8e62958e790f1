package snapshot

import (
	"cmp"
	"slices"
	"strconv"

	"gcf-lsp/spec"
	"gcf-lsp/value"
)

// appendFull writes the canonical full payload of a graph.
func (g *Graph) appendFull(b []byte, h Header) ([]byte, error) {
	order := g.order()
	ids := make([]int, len(g.symbols))
	for id, i := range order {
		ids[i] = id
	}
	b = g.appendHeader(b, h)
	b = appendWord(b, "pack_root", g.Root())
	b = append(b, '\n')
	return g.appendBody(b, order, ids, nil), nil
}

func (g *Graph) appendHeader(b []byte, h Header) []byte {
	b = appendPrefix(b, "graph", h.Tool)
	if h.Budget > 0 {
		b = appendCount(b, "budget", h.Budget)
	}
	if h.Tokens > 0 {
		b = appendCount(b, "tokens", h.Tokens)
	}
	b = appendCount(b, "symbols", len(g.symbols))
	if len(g.edges) > 0 {
		b = appendCount(b, "edges", len(g.edges))
	}
	return b
}

// order returns the symbols in canonical order: by distance, then by score,
// highest first, ties as they were given.
func (g *Graph) order() []int {
	order := make([]int, len(g.symbols))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &g.symbols[a], &g.symbols[b]
		return cmp.Or(cmp.Compare(x.Distance, y.Distance), cmp.Compare(y.Score, x.Score))
	})
	return order
}

// appendBody writes the groups and the edges. The symbols whose reference is
// true are written as references to an earlier payload (spec 9).
func (g *Graph) appendBody(b []byte, order, ids []int, reference []bool) []byte {
	group := -1
	for _, i := range order {
		n := &g.symbols[i]
		if n.Distance != group {
			group = n.Distance
			b = append(b, "## "...)
			b = spec.AppendGroup(b, group)
			b = append(b, '\n')
		}
		if reference != nil && reference[i] {
			b = strconv.AppendInt(append(b, '@'), int64(ids[i]), 10)
			b = append(b, "  # previously transmitted\n"...)
			continue
		}
		b = append(appendNode(b, ids[i], &n.Symbol), '\n')
	}
	if len(g.edges) == 0 {
		return b
	}
	type line struct {
		source, target int
		kind, status   string
	}
	byID := g.byID()
	lines := make([]line, len(g.edges))
	for i := range g.edges {
		source, target := g.edges[i].ends()
		lines[i] = line{ids[byID[source]], ids[byID[target]], g.edges[i].Type, g.edges[i].Status}
	}
	slices.SortFunc(lines, func(x, y line) int {
		return cmp.Or(cmp.Compare(x.source, y.source), cmp.Compare(x.target, y.target), cmp.Compare(x.kind, y.kind))
	})
	b = append(strconv.AppendInt(append(b, "## edges ["...), int64(len(lines)), 10), "]\n"...)
	for _, l := range lines {
		b = strconv.AppendInt(append(b, '@'), int64(l.target), 10)
		b = strconv.AppendInt(append(b, "<@"...), int64(l.source), 10)
		b = append(append(b, ' '), l.kind...)
		if l.status != "" {
			b = append(append(b, ' '), l.status...)
		}
		b = append(b, '\n')
	}
	return b
}

// appendNode appends a node line without its line end (spec 5).
func appendNode(b []byte, id int, s *Symbol) []byte {
	b = strconv.AppendInt(append(b, '@'), int64(id), 10)
	b = append(append(b, ' '), value.AbbreviateKind(s.Kind)...)
	b = append(append(b, ' '), s.QualifiedName...)
	b = strconv.AppendFloat(append(b, ' '), s.Score, 'f', 2, 64)
	return append(append(b, ' '), s.Provenance...)
}

// appendDelta writes the payload of spec 10.1, in the order of spec 10.5.
func (d *GraphDelta) appendDelta(b []byte, h Header) ([]byte, error) {
	if err := d.check(); err != nil {
		return b, err
	}
	b = appendPrefix(b, "graph", h.Tool)
	b = appendRoots(b, d.BaseRoot, d.NewRoot)
	if h.Tokens > 0 {
		b = appendCount(b, "tokens", h.Tokens)
	}
	if s := h.savings(); s != "" {
		b = appendWord(b, "savings", s)
	}
	b = append(b, '\n')
	if len(d.Removed) > 0 {
		b = append(b, "## removed\n"...)
		for _, id := range d.Removed {
			b = append(append(b, id.String()...), '\n')
		}
	}
	if len(d.Added) > 0 {
		b = append(b, "## added\n"...)
		for i := range d.Added {
			b = appendNode(b, i, &d.Added[i])
			b = append(strconv.AppendInt(append(b, ' '), int64(d.Added[i].Distance), 10), '\n')
		}
	}
	b = appendDeltaEdges(b, "## edges_removed\n", d.RemovedEdges)
	return appendDeltaEdges(b, "## edges_added\n", d.AddedEdges), nil
}

func appendRoots(b []byte, base, next string) []byte {
	b = append(b, " delta=true"...)
	return appendWord(appendWord(b, "base_root", base), "new_root", next)
}

func appendDeltaEdges(b []byte, header string, edges []Edge) []byte {
	if len(edges) == 0 {
		return b
	}
	b = append(b, header...)
	for _, e := range edges {
		b = append(append(b, e.String()...), '\n')
	}
	return b
}

// check says what in a delta that was made by hand cannot be written.
func (d *GraphDelta) check() error {
	if err := checkRoots(d.BaseRoot, d.NewRoot); err != nil {
		return err
	}
	for _, id := range d.Removed {
		s := Symbol{Kind: id.Kind, QualifiedName: id.QualifiedName, Provenance: "-"}
		if fault := checkSymbol(&s); fault != "" {
			return &DataError{What: "removed " + id.String(), Detail: fault}
		}
	}
	for i := range d.Added {
		if fault := checkSymbol(&d.Added[i]); fault != "" {
			return &DataError{What: "added " + d.Added[i].Identity().String(), Detail: fault}
		}
	}
	for _, edges := range [...][]Edge{d.RemovedEdges, d.AddedEdges} {
		for _, e := range edges {
			if e.Status != "" {
				return &DataError{What: "edge " + e.String(), Detail: "has a status, which a delta cannot say"}
			}
			switch e.Source {
			case "#", "##", "##!":
				return &DataError{What: "edge " + e.String(), Detail: "begins with " + e.Source + ", which makes a comment or a header of its line"}
			}
			for _, word := range [...]string{e.Source, e.Target, e.Type} {
				if fault := checkWord(word); fault != "" {
					return &DataError{What: "edge " + e.String(), Detail: shown(word) + " " + fault}
				}
			}
		}
	}
	return nil
}

func checkRoots(base, next string) error {
	for _, r := range [...]string{base, next} {
		if !headerWord(r) {
			return &DataError{What: "the root " + r, Detail: "cannot be written in a header"}
		}
	}
	return nil
}
