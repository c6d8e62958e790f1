// Package fix applies the fixes of diagnostics: those that fit together at
// once, the others in a later round. Enter it at [Apply].
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
	var taken []diagnostics.Edit // sorted, apart
	for i, f := range fixes {
		if len(f.Edits) == 0 || !fits(taken, f.Edits) {
			continue
		}
		for _, e := range f.Edits {
			at, found := slices.BinarySearchFunc(taken, e, compare)
			if found && taken[at] == e { // the same edit in two fixes
				continue
			}
			taken = slices.Insert(taken, at, e)
		}
		applied = append(applied, i)
	}
	return Edit(text, taken), applied
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

func compare(a, b diagnostics.Edit) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// fits says whether edits touch none of those that are taken. Touching ends
// count: which of two texts at one place comes first is not ours to say. An
// edit that is taken already, letter for letter, does no harm.
func fits(taken, edits []diagnostics.Edit) bool {
	for _, e := range edits {
		i, _ := slices.BinarySearchFunc(taken, e.Start, func(t diagnostics.Edit, start int) int { return cmp.Compare(t.End, start) })
		for ; i < len(taken) && taken[i].Start <= e.End; i++ {
			if taken[i] != e {
				return false
			}
		}
	}
	return true
}
