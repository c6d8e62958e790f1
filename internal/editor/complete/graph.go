package complete

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
	"gcf-lsp/spec"
	"gcf-lsp/value"
)

// edgeTypes are offered where the document has no edges yet.
var edgeTypes = []string{"calls", "imports", "implements", "extends", "references"}

// graph offers the fields of a line of a graph.
func (c *completion) graph() {
	group := cursor.Group(c.Document, c.at.Line)
	if c.kind() == ast.KindGroup || group != 0 && c.Node(group).Kind != ast.KindGroup {
		return
	}
	if group == 0 {
		if strings.TrimSpace(c.typed) == "" {
			c.Start, c.End = c.at.Offset, c.at.Offset
			c.groups()
		}
		return
	}
	word := c.typed[1+strings.LastIndexAny(c.typed, " \t"):]
	c.replace(c.at.Offset-len(word), "")
	field := len(strings.Fields(c.typed[:len(c.typed)-len(word)]))
	delta := c.Header.Is("delta")
	switch name := c.Key(group); {
	case name == "edges" && !delta:
		c.edge(field, word)
	case delta && name == "removed":
		if field == 0 {
			c.symbolKinds()
		}
	case delta && (name == "edges_removed" || name == "edges_added"):
		c.deltaEdge(field)
	default:
		c.node(field, word, delta)
	}
}

// node offers the fields of a node line (spec 5).
func (c *completion) node(field int, word string, delta bool) {
	switch field {
	case 0:
		if c.kind() == ast.KindSymbol {
			return
		}
		id := "@" + strconv.FormatUint(c.nextID(), 10)
		var kinds []string
		for _, k := range spec.Kinds {
			kinds = append(kinds, k.Short)
		}
		text := id + " ${1|" + strings.Join(kinds, ",") + "|} ${2:pkg.Name} ${3:0.50} ${4:" + c.provenance() + "}"
		if delta {
			text += " ${5:1}"
		}
		c.offer(Item{Label: id, Detail: "the next symbol", Kind: Keyword, Filter: id})
		c.offer(Item{Label: id + " …", Text: text, Snippet: true, Detail: "a node line", Kind: Template, Filter: id})
		if word == "" {
			c.groups()
		}
	case 1:
		c.symbolKinds()
		if c.Header.Is("session") {
			c.offer(Item{Label: "# previously transmitted", Text: " # previously transmitted", Kind: Keyword, Detail: "a symbol that was sent earlier (spec 9)"})
		}
	case 4:
		for _, p := range c.seen(ast.KindSymbol, func(id ast.NodeID) ast.Span { return graph.Symbol(c.Document, id).Provenance }) {
			c.offer(Item{Label: p, Kind: Value, Detail: "a provenance here"})
		}
	}
}

// symbolKinds offers the kinds of spec 5 and those that the document has.
func (c *completion) symbolKinds() {
	known := map[string]bool{}
	for _, kind := range spec.Kinds {
		k, full := kind.Short, kind.Full
		known[k] = true
		item := Item{Label: k, Kind: Type, About: About{"kind", k}}
		if full != k {
			item.Detail = full
			item.Filter = k + " " + full
		}
		c.offer(item)
	}
	for _, k := range c.seen(ast.KindSymbol, func(id ast.NodeID) ast.Span { return graph.Symbol(c.Document, id).Kind }) {
		if !known[k] {
			c.offer(Item{Label: k, Kind: Type, Detail: "a kind here"})
		}
	}
}

// edge offers the fields of an edge line (spec 6).
func (c *completion) edge(field int, word string) {
	switch field {
	case 0:
		if bar := strings.IndexByte(word, '<'); bar >= 0 {
			c.Start = c.at.Offset - len(word) + bar + 1
			c.stopAt(" \t")
		} else {
			c.stopAt("< \t")
			if word == "" && c.kind() != ast.KindEdge {
				c.offer(Item{Label: "@target<@source type", Text: "@${1:0}<@${2:1} ${3:calls}", Snippet: true, Detail: "an edge", Kind: Template})
				c.ids()
				c.groups()
				return
			}
		}
		c.ids()
	case 1:
		types := c.seen(ast.KindEdge, func(id ast.NodeID) ast.Span { return graph.Edge(c.Document, id).Type })
		if len(types) == 0 {
			types = edgeTypes
		}
		for _, t := range types {
			c.offer(Item{Label: t, Kind: Type})
		}
	case 2:
		c.offer(Item{Label: "added", Kind: Keyword})
		c.offer(Item{Label: "removed", Kind: Keyword})
	}
}

// stopAt sets the end of the word.
func (c *completion) stopAt(stops string) {
	c.End = c.lineEnd
	if i := strings.IndexAny(c.source()[c.at.Offset:c.lineEnd], stops); i >= 0 {
		c.End = c.at.Offset + i
	}
}

// ids offers the declared symbols by their ids, found by id or by name.
func (c *completion) ids() {
	offer := func(n uint64, line ast.NodeID) bool {
		id, name, kind := "@"+strconv.FormatUint(n, 10), "", "sent earlier"
		if k := c.Node(line).Kind; k == ast.KindSymbol || k == ast.KindError {
			s := graph.Symbol(c.Document, line)
			name = c.source()[s.Name.Start:s.Name.End]
			kind = value.ExpandKind(c.source()[s.Kind.Start:s.Kind.End])
		}
		return c.offer(Item{
			Label: strings.TrimSpace(id + " " + markup.Safe(name, 120)), Text: id, Filter: id + " " + name,
			Detail: markup.Safe(kind, 40), Kind: Symbol, About: About{"symbol", strconv.Itoa(int(line))},
		})
	}
	for n, line := range c.Symbols.Dense {
		if !offer(uint64(n), line) {
			return
		}
	}
	for _, n := range slices.Sorted(maps.Keys(c.Symbols.Sparse)) {
		if !offer(n, c.Symbols.Sparse[n]) {
			return
		}
	}
}

// nextID is the id of the next symbol: the number of symbols, or one more than
// the highest.
func (c *completion) nextID() uint64 {
	next := uint64(len(c.Symbols.Dense))
	for n := range c.Symbols.Sparse {
		if n >= next && n+1 != 0 {
			next = n + 1
		}
	}
	return next
}

// provenance is the one that the document has most, for a template.
func (c *completion) provenance() string {
	if all := c.seen(ast.KindSymbol, func(id ast.NodeID) ast.Span { return graph.Symbol(c.Document, id).Provenance }); len(all) > 0 {
		return escapeSnippet(all[0])
	}
	return spec.Provenances[0]
}

// seen returns what stands in a field of the lines of a kind, the most frequent
// first. It looks at lines spread over the document.
func (c *completion) seen(kind ast.Kind, field func(ast.NodeID) ast.Span) []string {
	times := map[string]int{}
	n := len(c.Nodes)
	step := 1 + n/sampleLines
	for i := 1; i < n && len(times) < limit; i += step {
		id := ast.NodeID(i)
		if c.Node(id).Kind != kind || id == c.at.Line {
			continue
		}
		if s := field(id); s.Start < s.End {
			times[c.source()[s.Start:s.End]]++
		}
	}
	return byTimes(times)
}

// sampleLines is the number of lines that are looked at for kinds and types.
const sampleLines = 10000

// deltaEdge offers the fields of an edge line of a delta (spec 10.1).
func (c *completion) deltaEdge(field int) {
	switch field {
	case 0, 2:
		names := c.seen(ast.KindSymbol, func(id ast.NodeID) ast.Span { return graph.Symbol(c.Document, id).Name })
		names = append(names, c.seen(ast.KindDeltaSymbol, func(id ast.NodeID) ast.Span {
			_, name := graph.DeltaSymbol(c.Document, id)
			return name
		})...)
		for _, end := range []func(graph.DeltaEdgeLine) ast.Span{
			func(e graph.DeltaEdgeLine) ast.Span { return e.Source },
			func(e graph.DeltaEdgeLine) ast.Span { return e.Target },
		} {
			names = append(names, c.seen(ast.KindDeltaEdge, func(id ast.NodeID) ast.Span { return end(graph.DeltaEdge(c.Document, id)) })...)
		}
		said := map[string]bool{}
		for _, name := range names {
			if !said[name] {
				said[name] = true
				c.offer(Item{Label: markup.Safe(name, 120), Text: name, Filter: name, Kind: Symbol})
			}
		}
	case 1:
		c.offer(Item{Label: "->", Kind: Keyword})
	case 3:
		types := c.seen(ast.KindDeltaEdge, func(id ast.NodeID) ast.Span { return graph.DeltaEdge(c.Document, id).Type })
		if len(types) == 0 {
			types = edgeTypes
		}
		for _, t := range types {
			c.offer(Item{Label: t, Kind: Type})
		}
	}
}

// symbolLine reads the name of an item about a symbol.
func symbolLine(doc *ast.Document, name string) (ast.NodeID, bool) {
	n, err := strconv.Atoi(name)
	if err != nil || n <= 0 || n >= len(doc.Nodes) {
		return 0, false
	}
	k := doc.Node(ast.NodeID(n)).Kind
	return ast.NodeID(n), k == ast.KindSymbol || k == ast.KindReference
}
