package diagnosis

import "sort"

// origin says where the bytes of a text come from after edits of a source.
type origin struct{ pieces []piece }

// piece is a run of a text: copied from the source where it is as long as from
// start to end, else put in the place of that range.
type piece struct {
	at, length int // in the text
	start, end int // in the source
	text       string
	copied     bool
}

func newOrigin(source string) origin {
	return origin{[]piece{{length: len(source), end: len(source), copied: true}}}
}

// find is the index of the piece that holds a place of the text.
func (o origin) find(at int) int {
	return max(sort.Search(len(o.pieces), func(i int) bool { return o.pieces[i].at > at })-1, 0)
}

// source is the place in the source that a place of the text comes from.
func (o origin) source(at int) int {
	if len(o.pieces) == 0 {
		return 0
	}
	p := &o.pieces[o.find(at)]
	if p.copied {
		return p.start + min(max(at-p.at, 0), p.length)
	}
	if at >= p.at+p.length {
		return p.end
	}
	return p.start
}

// edits returns edits of the text as edits of the source, or false where they
// touch what is not copied from there.
func (o origin) edits(edits []Edit) ([]Edit, bool) {
	all := make([]Edit, len(edits))
	for i, e := range edits {
		p := o.find(e.Start)
		for p > 0 && o.pieces[p].at == e.Start && e.Start == e.End && !o.pieces[p].copied {
			p-- // an insertion may stand at the end of what is before
		}
		if len(o.pieces) == 0 || !o.pieces[p].copied || e.End > o.pieces[p].at+o.pieces[p].length {
			return nil, false
		}
		all[i] = Edit{Start: o.pieces[p].start + e.Start - o.pieces[p].at, End: o.pieces[p].start + e.End - o.pieces[p].at, Text: e.Text}
	}
	return all, true
}

// edit is the origin of the text after more edits, sorted and apart.
func (o origin) edit(edits []Edit) origin {
	var out origin
	length := 0
	add := func(p piece) {
		if p.length == 0 && p.start == p.end {
			return
		}
		p.at = length
		length += p.length
		out.pieces = append(out.pieces, p)
	}
	i, at := 0, 0 // piece, and place in the text
	// take copies the text up to a place, or skips it.
	take := func(to int, keep bool) {
		for i < len(o.pieces) && at <= to {
			p := o.pieces[i]
			if end := p.at + p.length; at >= end && (end < to || p.length > 0) {
				if p.length == 0 && keep {
					add(p)
				}
				i++
				continue
			}
			if at == to {
				return
			}
			n := min(p.at+p.length, to) - at
			if keep {
				q := piece{length: n, start: p.start, end: p.end, copied: p.copied}
				if p.copied {
					q.start = p.start + at - p.at
					q.end = q.start + n
				} else {
					q.text = p.text[at-p.at : at-p.at+n]
					if at > p.at { // the source range belongs to the first part
						q.start = p.end
					}
				}
				add(q)
			}
			at += n
		}
	}
	for _, e := range edits {
		take(e.Start, true)
		start := o.source(e.Start)
		take(e.End, false)
		end := max(o.source(e.End), start)
		add(piece{length: len(e.Text), start: start, end: end, text: e.Text})
	}
	total := 0
	if n := len(o.pieces); n > 0 {
		total = o.pieces[n-1].at + o.pieces[n-1].length
	}
	take(total, true)
	return out
}
