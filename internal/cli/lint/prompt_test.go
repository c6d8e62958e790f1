package lint

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/internal/cli/report"
)

// What a model is told names each mistake with lines of this payload, and stays
// short however many lines are wrong.
func TestPromptIsShortAndExact(t *testing.T) {
	var many, mixed strings.Builder
	many.WriteString("GCF profile=generic\n## rows [5000]{id,name}\n")
	for i := range 5000 {
		fmt.Fprintf(&many, "%d;name %d\n", i, i)
	}
	mixed.WriteString("GCF: profile=generic\n")
	for i := range 40 {
		fmt.Fprintf(&mixed, "key %d %s=1\n", i, strings.Repeat("x", i))
	}
	for text, wanted := range map[string][]string{
		many.String():  {"3, 4, 5, 6 and 4996 more", "wrong: 0;name 0\n", "right: 0|name 0\n"},
		mixed.String(): {"Line 1: ", "wrong: GCF: profile=generic\n", "right: GCF profile=generic\n"},
		"GCF profile=generic\n## a [5]{x,y}\n1|2\n...\n5|6\n": {"Line 4", "wrong: ...\n", "right: leave the line out\n"},
		"GCF profile=generic\na=~\n":                          {"1. Line 2: ", "wrong: a=~\n", "right: a=-\n"},
	} {
		var b strings.Builder
		w, err := report.New("prompt", &b, report.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.File(Check("a.gcf", text, Options{})); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		if len(got) > 1200 {
			t.Errorf("%d characters:\n%s", len(got), got)
		}
		for _, part := range wanted {
			if !strings.Contains(got, part) {
				t.Errorf("%q is not in\n%s", part, got)
			}
		}
	}
}
