package report

import "testing"

func TestCommon(t *testing.T) {
	for _, c := range [][2]string{
		{"no row", "no row"},
		{"`a b` has 12 cells for 3", "` has ` cells for `"},
		{"``", "`"},
		{"a ` alone 7", "a ` alone `"},
		{"12", "`"},
	} {
		if got := common(c[0]); got != c[1] {
			t.Errorf("common(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}
