package ast

import (
	"strconv"
	"strings"
)

// AppendGraphFields appends the fields of a line of the graph profile, which is
// src from start to end: the runs between blanks (spec 5). Other white space is
// data.
func AppendGraphFields(fields []Span, src string, start, end int) []Span {
	for i := start; ; {
		for i < end && (src[i] == ' ' || src[i] == '\t') {
			i++
		}
		if i >= end {
			return fields
		}
		from := i
		for i < end && src[i] != ' ' && src[i] != '\t' {
			i++
		}
		fields = append(fields, Span{Start: from, End: i})
	}
}

// GraphFields returns the fields of a line of the graph profile as texts (spec 5).
func (d *Document) GraphFields(line NodeID) []string {
	var at [8]Span
	spans := AppendGraphFields(at[:0], d.Source, int(d.Nodes[line].Start), int(d.Nodes[line].End))
	fields := make([]string, len(spans))
	for i, s := range spans {
		fields[i] = d.Source[s.Start:s.End]
	}
	return fields
}

// SymbolID reads a symbol's id as lines write it, `@N` (spec 5).
func SymbolID(field string) (uint64, bool) {
	digits, ok := strings.CutPrefix(field, "@")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	return n, err == nil
}

// CutEdge returns the ends of an edge, `@target<@source`, as written; source is
// empty, at the end, where there is no `<` (spec 6).
func CutEdge(src string, ends Span) (target, source Span) {
	bar := strings.IndexByte(src[ends.Start:ends.End], '<')
	if bar < 0 {
		return ends, Span{Start: ends.End, End: ends.End}
	}
	return Span{Start: ends.Start, End: ends.Start + bar}, Span{Start: ends.Start + bar + 1, End: ends.End}
}

// EdgeEnds reads the ids at the ends of an edge (spec 6).
func EdgeEnds(field string) (target, source uint64, ok bool) {
	a, b := CutEdge(field, Span{End: len(field)})
	target, ok1 := SymbolID(field[a.Start:a.End])
	source, ok2 := SymbolID(field[b.Start:b.End])
	return target, source, ok1 && ok2
}

// GroupName returns the name of a group as its header writes it (spec 6a). Names
// of groups are not quoted: `## "targets"` is another group than `## targets`.
func (d *Document) GroupName(group NodeID) string {
	key := d.KeySpan(group)
	return d.Source[key.Start:key.End]
}
