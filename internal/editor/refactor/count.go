package refactor

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/format"
)

// countActions turn `[?]` into `[N]` and back.
func (p *point) countActions(all []Action) []Action {
	n := p.doc.Node(p.line)
	decl := p.doc.DeclOf(p.line)
	if decl == nil || decl.Inline || n.Kind != ast.KindArray && n.Kind != ast.KindGroup && n.Kind != ast.KindAttachment {
		return all
	}
	switch {
	case decl.Count == ast.CountDeferred:
		a := Action{ID: "count", Title: "Write the count in place of `[?]`", edits: p.writeCount}
		a.Disabled = p.brokenLine(p.line, n.Next)
		if s := p.doc.Summary; s != 0 && a.Disabled == "" {
			a.Disabled = p.brokenLine(s, s+1)
		}
		return append(all, a)
	case decl.Count == ast.CountExact && n.Kind != ast.KindAttachment && (decl.HasFields || n.Kind == ast.KindGroup):
		a := Action{ID: "defer", Title: "Defer the count: `[?]`, and the number in a summary", edits: p.deferCount,
			otherwise: "what follows would be read as one more row"}
		if n.Kind == ast.KindGroup && p.doc.Key(p.line) != "edges" {
			a.Disabled = "only the count of edges can be deferred"
		} else {
			a.Disabled = p.withErrors()
		}
		return append(all, a)
	}
	return all
}

// countSpan is where the number or the `?` of a declaration stands.
func (p *point) countSpan() ast.Span {
	at, _ := p.doc.DeclSpan(p.line)
	decl := p.doc.DeclOf(p.line)
	s := ast.Span{Start: at.Start + decl.CountStart + 1, End: at.Start + decl.CountEnd}
	for s.End > s.Start && strings.IndexByte("]:", p.doc.Source[s.End-1]) >= 0 {
		s.End--
	}
	return s
}

// items is how many items a container has.
func (p *point) items() int {
	n := 0
	for child := range p.doc.Children(p.line) {
		switch p.doc.Node(child).Kind {
		case ast.KindRow, ast.KindItem, ast.KindSymbol, ast.KindReference, ast.KindEdge, ast.KindDeltaSymbol, ast.KindDeltaEdge:
			n++
		}
	}
	return n
}

// deferred returns the lines with a deferred count, in order.
func deferred(doc *ast.Document) []ast.NodeID {
	var all []ast.NodeID
	for i := range doc.Nodes {
		id := ast.NodeID(i)
		switch doc.Nodes[i].Kind {
		case ast.KindArray, ast.KindInlineArray, ast.KindItem, ast.KindAttachment, ast.KindGroup:
			if d := doc.DeclOf(id); d != nil && d.Count == ast.CountDeferred {
				all = append(all, id)
			}
		}
	}
	return all
}

// counts returns the `counts` field of the summary, and its entries.
func (p *point) counts() (f *ast.HeaderField, entries []string) {
	for i := range p.doc.Trailer {
		if f := &p.doc.Trailer[i]; f.Key == "counts" {
			if f.Value == "" {
				return f, nil
			}
			return f, strings.Split(f.Value, ",")
		}
	}
	return nil, nil
}

func (p *point) writeCount() ([]format.Edit, error) {
	s := p.countSpan()
	edits := []format.Edit{{Start: s.Start, End: s.End, Text: fmt.Sprint(p.items())}}
	if p.doc.Profile == ast.ProfileGraph || p.doc.Summary == 0 {
		return edits, nil // a graph's summary has the count anyway
	}
	open := deferred(p.doc)
	f, entries := p.counts()
	if f == nil || len(entries) != len(open) {
		return nil, errors.New("the summary does not have a count for each `[?]`; correct it first")
	}
	at := slices.Index(open, p.line)
	entries = slices.Delete(entries, at, at+1)
	switch {
	case len(entries) > 0:
		edits = append(edits, format.Edit{Start: f.ValueStart, End: f.ValueEnd, Text: strings.Join(entries, ",")})
	case len(p.doc.Trailer) == 1:
		edits = append(edits, p.withoutLine(p.doc.Summary))
	default:
		start := f.KeyStart
		for start > 0 && isBlank(p.doc.Source[start-1]) {
			start--
		}
		edits = append(edits, format.Edit{Start: start, End: f.End()})
	}
	return edits, nil
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// withoutLine removes a line.
func (p *point) withoutLine(id ast.NodeID) format.Edit {
	e := format.Edit{Start: int(p.doc.Node(id).Start), End: len(p.doc.Source)}
	if int(id)+1 < len(p.doc.Nodes) {
		e.End = int(p.doc.Node(id + 1).Start)
	}
	return e
}

func (p *point) deferCount() ([]format.Edit, error) {
	s := p.countSpan()
	edits := []format.Edit{{Start: s.Start, End: s.End, Text: "?"}}
	n := p.items()
	if declared := p.doc.DeclOf(p.line).N; declared != uint64(n) {
		return nil, fmt.Errorf("`[%d]` declares another number than there is, %d; correct it first", declared, n)
	}
	if p.doc.Profile == ast.ProfileGraph {
		return p.deferEdges(edits, n)
	}
	before := 0
	for _, id := range deferred(p.doc) {
		if id < p.line {
			before++
		}
	}
	if f, entries := p.counts(); f != nil {
		if before > len(entries) {
			return nil, errors.New("the summary does not have a count for each `[?]`; correct it first")
		}
		entries = slices.Insert(slices.Clone(entries), before, fmt.Sprint(n))
		return append(edits, format.Edit{Start: f.ValueStart, End: f.ValueEnd, Text: strings.Join(entries, ",")}), nil
	}
	if p.doc.Summary != 0 {
		end := int(p.doc.Node(p.doc.Summary).End)
		return append(edits, format.Edit{Start: end, End: end, Text: fmt.Sprintf(" counts=%d", n)}), nil
	}
	if before > 0 {
		return nil, errors.New("the summary with the counts of the other `[?]` is missing; add it first")
	}
	return append(edits, p.lastLine(fmt.Sprintf("##! summary counts=%d", n))), nil
}

// deferEdges adds a summary to a graph that has none.
func (p *point) deferEdges(edits []format.Edit, n int) ([]format.Edit, error) {
	if p.doc.Summary != 0 {
		return edits, nil
	}
	symbols := 0
	var counts []string
	for id := range p.doc.Children(0) {
		if p.doc.Node(id).Kind != ast.KindGroup || p.doc.Key(id) == "edges" {
			continue
		}
		group := point{doc: p.doc, line: id}
		if in := group.items(); in > 0 {
			symbols += in
			counts = append(counts, fmt.Sprint(in))
		}
	}
	counts = append(counts, fmt.Sprint(n))
	return append(edits, p.lastLine(fmt.Sprintf("##! summary symbols=%d edges=%d counts=%s", symbols, n, strings.Join(counts, ",")))), nil
}

// lastLine adds a line at the end.
func (p *point) lastLine(text string) format.Edit {
	end := len(p.doc.Source)
	if strings.HasSuffix(p.doc.Source, "\n") {
		text += p.eol()
	} else {
		text = p.eol() + text
	}
	return format.Edit{Start: end, End: end, Text: text}
}
