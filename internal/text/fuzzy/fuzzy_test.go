package fuzzy

import (
	"slices"
	"strings"
	"testing"
)

// In each line the texts are sorted from the best to the worst; those behind
// the bar do not fit.
func TestScore(t *testing.T) {
	for _, c := range []struct{ pattern, texts string }{
		{"auth", "Auth pkg.Auth pkg.Author.Name pkg.OAuth a.u.t.h.long.name.of.it | hut au"},
		{"NH", "NewHandler pkg.NewHandler nothing | hn n"},
		{"orders", "orders old_orders order_lines_x | order"},
		{"é", "é caf\u00e9 | e"},
		{"", "a bb |"},
	} {
		fitting, rest, _ := strings.Cut(c.texts, "|")
		last := 1 << 30
		for _, text := range strings.Fields(fitting) {
			score, fits := Score(c.pattern, text)
			if !fits || score > last {
				t.Errorf("%q in %q: %d, after %d", c.pattern, text, score, last)
			}
			last = score
		}
		if i := slices.IndexFunc(strings.Fields(rest), func(text string) bool { _, fits := Score(c.pattern, text); return fits }); i >= 0 {
			t.Errorf("%q fits %q", c.pattern, strings.Fields(rest)[i])
		}
	}
}

func FuzzScore(f *testing.F) {
	f.Add("auth", "pkg.Auth")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if _, fits := Score(text, pattern+text); !fits {
			t.Errorf("%q is in %q", text, pattern+text)
		}
	})
}
