package describe

import (
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/spec"
)

// HeaderField says what a field of the header means, or "" for one that the
// spec does not know.
func HeaderField(key string) string {
	if field := spec.Header(key); field != nil {
		return field.Meaning
	}
	return ""
}

// header describes the `GCF …` line, and the field that the offset is in.
func (h *hover) header() {
	if f := h.at.Pair; f != nil {
		h.span = ast.Span{Start: f.KeyStart, End: f.End()}
		h.text.Line(markup.Code(f.Key), words(" = "), value(f.Value), words(" · header field"))
		if about := HeaderField(f.Key); about != "" {
			h.text.Line(words(about))
		} else {
			h.text.Line(words("A field that the spec does not know; it is kept."))
		}
	} else {
		h.text.Line(markup.Strong("GCF"), words(", ", h.Profile.String(), " profile"+h.payload()))
		var list [][]markup.Span
		for i := range h.Header.Fields {
			if i == shownColumns {
				break
			}
			f := &h.Header.Fields[i]
			list = append(list, []markup.Span{showName(f.Key), markup.Code(f.Value, markup.CellLimit), words(HeaderField(f.Key))})
		}
		h.text.Table([]string{"field", "value", "meaning"}, list...)
	}
	h.sizes()
}

// payload says what the payload is for.
func (h *hover) payload() string {
	switch {
	case h.Header.Is("unchanged"):
		return ", unchanged"
	case h.Header.Is("delta"):
		return ", a delta"
	case h.Header.Is("session"):
		return ", a payload of a session"
	}
	return ""
}

// Tokens estimates the number of tokens of a text: a quarter of its bytes,
// rounded up.
func Tokens(bytes int) int { return (bytes + 3) / 4 }

// sizes compares what the header says of the payload's size with what is
// there.
func (h *hover) sizes() {
	var list [][]markup.Span
	compare := func(key string, real int, note string) {
		if declared, ok := h.Header.Get(key); ok || real > 0 {
			list = append(list, []markup.Span{words(key), markup.Code(declared, 30), words(number(real), note)})
		}
	}
	if h.Profile == ast.ProfileGraph {
		c := h.graphCounts()
		compare("symbols", c.symbols, c.note())
		compare("edges", c.edges, "")
	}
	size := len(h.Source.Source)
	list = append(list, []markup.Span{words("bytes"), {}, words(number(size))})
	tokens, _ := h.Header.Get("tokens")
	list = append(list, []markup.Span{words("tokens"), markup.Code(tokens, 30), words("about ", number(Tokens(size)), " (bytes / 4)")})
	if budget, ok := h.Header.Get("budget"); ok {
		note := ""
		if have, err := strconv.Atoi(budget); err == nil {
			spent, by := Tokens(size), " of it by the estimate"
			if n, err := strconv.Atoi(tokens); err == nil {
				spent, by = n, " of it by the declared tokens"
			}
			note = percent(spent, have) + by
		}
		list = append(list, []markup.Span{words("budget"), markup.Code(budget, 30), words(note)})
	}
	h.text.Table([]string{"", "declared", "here"}, list...)
}

func percent(part, whole int) string {
	if whole <= 0 {
		return "all"
	}
	return strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 0, 64) + " %"
}

// graphCounts are the real counts of a graph.
type graphCounts struct{ symbols, references, edges int }

func (c graphCounts) note() string {
	if c.references == 0 {
		return ""
	}
	return ", " + number(c.references) + " of them sent earlier"
}

// graphCounts counts the lines of a graph.
func (h *hover) graphCounts() graphCounts {
	var c graphCounts
	for i := range h.Nodes {
		switch h.Nodes[i].Kind {
		case ast.KindSymbol:
			c.symbols++
		case ast.KindReference:
			c.symbols++
			c.references++
		case ast.KindEdge:
			c.edges++
		}
	}
	return c
}

// summary describes the `##! summary` line: each count and what it counts.
func (h *hover) summary() {
	if f := h.at.Pair; f != nil {
		h.span = ast.Span{Start: f.KeyStart, End: f.End()}
	}
	h.text.Line(markup.Strong("Summary"), words(" of what was streamed (spec 8.4)"))
	if h.line != h.Summary {
		h.text.Line(words("There is another summary; this one counts for nothing."))
		return
	}
	var list [][]markup.Span
	add := func(label markup.Span, said, real string) {
		list = append(list, []markup.Span{label, markup.Code(said, 30), words(real)})
	}
	counts := h.graphCounts()
	for i := range h.Trailer {
		f := &h.Trailer[i]
		switch f.Key {
		case "symbols":
			add(words("symbols"), f.Value, number(counts.symbols))
		case "edges":
			add(words("edges"), f.Value, number(counts.edges))
		case "counts":
			h.summaryCounts(f, add)
		default:
			add(showName(f.Key), f.Value, "")
		}
	}
	h.text.Table([]string{"", "summary", "here"}, list...)
}

// summaryCounts tells of each entry of `counts`.
func (h *hover) summaryCounts(f *ast.HeaderField, add func(label markup.Span, said, real string)) {
	said := strings.Split(f.Value, ",")
	sections := Counted(h.Document)
	const shown = 40
	for i := 0; i < max(len(said), len(sections)) && i < shown; i++ {
		label, entry, real := words("nothing"), "", ""
		if i < len(said) {
			entry = said[i]
		}
		if i < len(sections) {
			label, real = showName(sections[i].Name), number(sections[i].Count)
		}
		add(label, entry, real)
	}
}

// Counts is a section that the summary counts.
type Counts struct {
	Line  ast.NodeID
	Name  string // as the labelled form writes it, or the path of the section
	Count int    // what is there
}

// Counted returns the sections that the entries of a summary's `counts` stand
// for, in order (spec 8.4): those with a deferred count, in a graph the groups
// that are not empty and the edges.
func Counted(doc *ast.Document) []Counts {
	var all []Counts
	if doc.Profile == ast.ProfileGraph {
		edges := Counts{Name: "edges"}
		for id := range doc.Children(0) {
			if doc.Node(id).Kind != ast.KindGroup {
				continue
			}
			name, count := doc.Key(id), groupLines(doc, id)
			switch {
			case name == "edges":
				edges.Line = id
				edges.Count += count
			case count > 0 && doc.Node(id).Kind == ast.KindGroup:
				all = append(all, Counts{id, name, count})
			}
		}
		return append(all, edges)
	}
	for i := range doc.Nodes {
		id := ast.NodeID(i)
		decl := doc.DeclOf(id)
		if decl == nil || decl.Count != ast.CountDeferred {
			continue
		}
		switch n := doc.Node(id); n.Kind {
		case ast.KindArray, ast.KindAttachment, ast.KindItem, ast.KindInlineArray:
			c := Counts{Line: id, Name: Path(doc, id)}
			switch {
			case decl.Inline:
				c.Count = len(doc.Cells(id))
			case decl.HasFields || n.Flags&ast.FlagShared != 0:
				c.Count = cursor.RowsOf(doc, id, ast.KindRow).Count
			default:
				c.Count = cursor.RowsOf(doc, id, ast.KindItem).Count
			}
			all = append(all, c)
		}
	}
	return all
}

// groupLines counts the lines of a group that are data.
func groupLines(doc *ast.Document, group ast.NodeID) int {
	count := 0
	for id := range doc.Children(group) {
		switch doc.Node(id).Kind {
		case ast.KindBlank, ast.KindComment:
		default:
			count++
		}
	}
	return count
}
