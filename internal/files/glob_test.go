package files

import (
	"strings"
	"testing"
)

func TestGlobsHaveFewAlternatives(t *testing.T) {
	for glob, want := range map[string]int{
		"**/*.gcf":               1,
		"{a,b}":                  2,
		"{a,b}/{c,d,e}":          6,
		"{a,{b,c}{d,e}}":         5,
		`\{a,b\}`:                1,
		"[{,}]{a,b}":             2,
		"{a,b,}":                 3,
		strings.Repeat("{a}", 9): 1,
	} {
		if got := alternatives(glob); got != want || ValidGlob(glob) != nil {
			t.Errorf("%s: %d alternatives, want %d; %v", glob, got, want, ValidGlob(glob))
		}
	}
	for glob, want := range map[string]string{
		strings.Repeat("{a,a,aa}", 14):         "too many",
		strings.Repeat("{a,a,aa}", 200):        "too many",
		strings.Repeat("{", 9000):              "too long",
		"{a":                                   "not a glob",
		"{" + strings.Repeat("a,", 1000) + "}": "too many",
	} {
		if err := ValidGlob(glob); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20s: error %v, want %s", glob, err, want)
		}
	}
}
