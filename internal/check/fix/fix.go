// Package fix applies the fixes of diagnostics: those that fit together at
// once, the others in a later round, and of those only what helps. Enter it at
// [Repair].
package fix

import (
	"cmp"
	"slices"
	"strings"

	"gcf-lsp/diagnostics"
)

// Apply applies fixes to a text, as many as fit together: of two that touch the
// same place the earlier one in the list. It returns the new text and the
// indexes of the fixes that are in it.
func Apply(text string, fixes []diagnostics.Fix) (fixed string, applied []int) {
	edits, applied := together(len(text), fixes)
	return Edit(text, edits), applied
}

// together returns the edits of the fixes that fit together in a text of some
// length, sorted, and the indexes of these fixes.
func together(length int, fixes []diagnostics.Fix) (edits []diagnostics.Edit, applied []int) {
	taken := map[diagnostics.Edit]bool{}
	places := newPlaces(length)
	for i, f := range fixes {
		if len(f.Edits) == 0 || slices.ContainsFunc(f.Edits, func(e diagnostics.Edit) bool {
			return !taken[e] && places.any(e.Start, e.End)
		}) {
			continue
		}
		for _, e := range f.Edits {
			if taken[e] { // the same edit in two fixes is made once
				continue
			}
			taken[e] = true
			places.mark(e.Start, e.End)
			edits = append(edits, e)
		}
		applied = append(applied, i)
	}
	slices.SortStableFunc(edits, func(a, b diagnostics.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return edits, applied
}

// Edit returns a text with edits made in it, which are sorted and apart.
func Edit(text string, edits []diagnostics.Edit) string {
	if len(edits) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, e := range edits {
		b.WriteString(text[at:e.Start])
		b.WriteString(e.Text)
		at = e.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// places is a set of places between the bytes of a text, one bit each. An edit
// takes those from its start to its end, both included: which of two texts at
// one place comes first is not ours to say.
type places []uint64

func newPlaces(length int) places { return make(places, length/64+1) }

// any says whether a place from start to end is taken.
func (p places) any(start, end int) bool {
	for w := start / 64; w <= end/64; w++ {
		if p[w]&mask(w, start, end) != 0 {
			return true
		}
	}
	return false
}

func (p places) mark(start, end int) {
	for w := start / 64; w <= end/64; w++ {
		p[w] |= mask(w, start, end)
	}
}

// mask is the bits of word w that stand for places from start to end.
func mask(w, start, end int) uint64 {
	m := ^uint64(0)
	if w == start/64 {
		m <<= start % 64
	}
	if w == end/64 {
		m &= ^uint64(0) >> (63 - end%64)
	}
	return m
}
