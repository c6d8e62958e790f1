package fix

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gcf-lsp/diagnostics"
)

func edit(start, end int, text string) diagnostics.Edit {
	return diagnostics.Edit{Start: start, End: end, Text: text}
}

func fixOf(edits ...diagnostics.Edit) diagnostics.Fix { return diagnostics.Fix{Edits: edits} }

func TestApply(t *testing.T) {
	for _, test := range []struct {
		name    string
		fixes   []diagnostics.Fix
		want    string
		applied []int
	}{
		{"none", nil, "abcdef", nil},
		{"an empty fix", []diagnostics.Fix{fixOf()}, "abcdef", nil},
		{"two apart", []diagnostics.Fix{fixOf(edit(4, 5, "")), fixOf(edit(0, 1, "X"))}, "Xbcdf", []int{0, 1}},
		{"overlapping: the first", []diagnostics.Fix{fixOf(edit(1, 3, "X")), fixOf(edit(2, 4, "Y"))}, "aXdef", []int{0}},
		{"touching: the first", []diagnostics.Fix{fixOf(edit(1, 3, "X")), fixOf(edit(3, 4, "Y"))}, "aXdef", []int{0}},
		{"two insertions at one place: the first", []diagnostics.Fix{fixOf(edit(2, 2, "X")), fixOf(edit(2, 2, "Y"))}, "abXcdef", []int{0}},
		{"a fix goes whole or not at all", []diagnostics.Fix{fixOf(edit(2, 3, "X")), fixOf(edit(0, 1, "Y"), edit(2, 4, "Z"))}, "abXdef", []int{0}},
		{"an edit that two fixes share is made once", []diagnostics.Fix{
			fixOf(edit(0, 0, "H"), edit(3, 3, "1")), fixOf(edit(0, 0, "H"), edit(5, 5, "2")),
		}, "Habc1de2f", []int{0, 1}},
		{"edits of one fix may touch", []diagnostics.Fix{fixOf(edit(1, 2, "X"), edit(2, 3, "Y"))}, "aXYdef", []int{0}},
	} {
		got, applied := Apply("abcdef", test.fixes)
		if got != test.want || !cmp.Equal(applied, test.applied) {
			t.Errorf("%s: %q %v, want %q %v", test.name, got, applied, test.want, test.applied)
		}
	}
}

// Whatever fixes there are, those that are applied are whole, and what no edit
// of theirs covers is still there, in order.
func TestApplyKeepsWhatIsNotEdited(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-z]{0,20}`).Draw(t, "text")
		fixes := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) diagnostics.Fix {
			var f diagnostics.Fix
			at := 0
			for range rapid.IntRange(0, 3).Draw(t, "edits") {
				start := rapid.IntRange(at, len(text)).Draw(t, "start")
				end := rapid.IntRange(start, len(text)).Draw(t, "end")
				f.Edits = append(f.Edits, edit(start, end, rapid.StringMatching(`[A-Z]{0,3}`).Draw(t, "new")))
				at = end
			}
			return f
		}), 0, 5).Draw(t, "fixes")
		got, applied := Apply(text, fixes)
		covered := make([]bool, len(text))
		inserted := map[diagnostics.Edit]bool{}
		upper := 0
		for _, i := range applied {
			for _, e := range fixes[i].Edits {
				for j := e.Start; j < e.End; j++ {
					covered[j] = true
				}
				if !inserted[e] {
					inserted[e] = true
					upper += len(e.Text)
				}
			}
		}
		var want strings.Builder
		for i := range text {
			if !covered[i] {
				want.WriteByte(text[i])
			}
		}
		kept := strings.Map(func(r rune) rune {
			if r >= 'A' && r <= 'Z' {
				return -1
			}
			return r
		}, got)
		if kept != want.String() || len(got)-len(kept) != upper {
			t.Fatalf("%q with %v applied of %v: %q", text, applied, fixes, got)
		}
	})
}

// Fixes whose edits lie between those of others: code that is quadratic in their
// number would not end here.
func TestApplyOfManyInterleavedFixes(t *testing.T) {
	const n = 200_000
	text := strings.Repeat("0123456789", n)
	var all diagnostics.Fix
	var fixes []diagnostics.Fix
	for i := range n {
		all.Edits = append(all.Edits, edit(10*i, 10*i+1, "a"))
		fixes = append(fixes, fixOf(edit(10*i+5, 10*i+6, "b")))
	}
	got, applied := Apply(text, append([]diagnostics.Fix{all}, fixes...))
	if len(applied) != n+1 || got != strings.Repeat("a1234b6789", n) {
		t.Errorf("%d fixes applied", len(applied))
	}
}
