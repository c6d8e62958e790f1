package parser_test

import (
	"slices"
	"strings"
	"testing"

	"gcf-lsp/ast"
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

// An attachment that each row has and no column is one mistake, also where so
// much is wrong before that no more is listed; of several the first is named.
func TestOrphansOfAllRows(t *testing.T) {
	head := "GCF profile=generic\n## w [1]{a}\n" + strings.Repeat("^{}|", 20_000) + "\n"
	rows := "## r [2]{a}\n@0 1\n.x [1]{k}\n    1\n.y [1]{k}\n    1\n@1 2\n.x [1]{k}\n    1\n.y [1]{k}\n    1\n"
	if d := parser.Parse(head + rows); d.Unlisted == 0 {
		t.Fatal("all problems are listed")
	}
	for range 50 {
		d := parser.Parse("GCF profile=generic\n" + rows)
		i := slices.IndexFunc(d.Problems, func(p ast.Problem) bool { return p.Cause == ast.CauseColumnOmitted })
		if i < 0 || d.Source[d.Problems[i].RelStart:d.Problems[i].RelEnd] != ".x" {
			t.Fatalf("%+v", d.Problems)
		}
	}
}
