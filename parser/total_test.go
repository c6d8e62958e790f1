package parser_test

import (
	"strings"
	"testing"

	"gcf-lsp/parser"
)

// TestAllProblemsAreCounted has documents with one problem on each line, or one
// for all lines: no problem of them is left out, and none counted that is not
// there.
func TestAllProblemsAreCounted(t *testing.T) {
	for _, c := range []struct {
		src  string
		want int
	}{
		{"## r [9600]{a,b}\n" + strings.Repeat("i|x|y\n", 9600), 1},
		{"## r [10000]{a,b}\n" + strings.Repeat("\"i|x\n", 10000), 10000},
		{"## r [20000]{a}\n" + strings.Repeat("k=1 \n", 20000), 20000},
	} {
		d := parser.Parse("GCF profile=generic\n" + c.src)
		if len(d.Problems) != c.want || d.Unlisted != 0 {
			t.Errorf("%.40q…: %d problems, %d more unlisted, want %d and none", c.src, len(d.Problems), d.Unlisted, c.want)
		}
	}
	// Where more than one row is wrong in every cell, the columns explain all.
	d := parser.Parse("GCF profile=generic\n## r [90000]{a,b}\n" + strings.Repeat("|\"|x\n", 90000))
	if d.Unlisted < 0 {
		t.Errorf("%d problems unlisted", d.Unlisted)
	}
}
