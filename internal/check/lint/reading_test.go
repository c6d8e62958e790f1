package lint

import (
	"strings"
	"testing"
)

// TestReading has the smallest documents that were once read wrongly: what is
// wrong with each, as severity and code in order, and what the safe fixes make of
// it, "" for no change. The header is left out.
func TestReading(t *testing.T) {
	for _, c := range readings {
		src := "GCF profile=generic\n" + c.body
		if strings.HasPrefix(c.body, "GCF ") {
			src = c.body
		}
		fixed := Fix("a.gcf", src, Options{}, false)
		var found []string
		for _, f := range fixed.Found.Findings {
			found = append(found, f.Severity.String()+" "+f.Code)
		}
		if got := strings.Join(found, ", "); got != c.found {
			t.Errorf("%q:\n got %s\nwant %s", c.body, got, c.found)
		}
		want := src
		if c.fixed != "" {
			want = src[:len(src)-len(c.body)] + c.fixed
		}
		if fixed.Text != want {
			t.Errorf("%q is repaired to\n%q, want\n%q", c.body, fixed.Text, want)
		}
	}
}

var readings = []struct{ body, found, fixed string }{
	// An object has no colon (spec 4, 7.4.4, 7.6): its members once leaked into
	// what stands around it.
	{"## [1]{d,name}\n@0 1|^\n.name {}:\n    b=2\n", "error invalid_line", "## [1]{d,name}\n@0 1|^\n.name {}\n    b=2\n"},
	{"## [1]{d,name}\n@0 1|^\n.name {}:\n    d=2\n", "error invalid_line", "## [1]{d,name}\n@0 1|^\n.name {}\n    d=2\n"},
	{"## [1]\n@0 {}:\n  b=2\n  c=3\n", "error invalid_line", "## [1]\n@0 {}\n  b=2\n  c=3\n"},
	{"## [1:]{k,v}\n@0 a|^\n.v {}:\n    b=2\n", "error invalid_line", "## [1:]{k,v}\n@0 a|^\n.v {}\n    b=2\n"},
	{"## a {}:\n  b=2\n", "error invalid_field_declaration", "## a\n  b=2\n"},
	{"## a {}\n  b=2\n", "error invalid_field_declaration", "## a\n  b=2\n"},
	{"## {}\n  b=2\n", "error invalid_section_header", ""},
}
