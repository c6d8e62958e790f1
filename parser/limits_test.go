package parser

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/ast"
)

// path is a header of one path column with so many segments, and rows.
func path(depth, rows int) string {
	return fmt.Sprintf("GCF profile=generic\n## r [%d]{\"a%s\"}\n%s", rows, strings.Repeat(">a", depth-1), strings.Repeat("1\n", rows))
}

func nested(depth int) string {
	var b strings.Builder
	b.WriteString("GCF profile=generic\n")
	for i := range depth {
		b.WriteString(strings.Repeat("  ", i) + "## a\n")
	}
	return b.String()
}

func TestLimits(t *testing.T) {
	small := Limits{Depth: 40, Columns: 3, Members: 5, Size: 300}
	for name, c := range map[string]struct {
		src    string
		limits Limits
		where  string // what exceeds it, or "" for nothing
	}{
		"the minimum of the spec":  {path(32, 1), Limits{}, ""},
		"a path of 9,000 segments": {path(9_000, 1), Limits{}, ""},
		"too long a path":          {path(10_001, 1), Limits{}, `"a>a`},
		"beyond all measure":       {path(100_000, 1), Limits{}, `"a>a`},
		"many rows of a long path": {path(1_000, 1_000), Limits{}, `{"a>a`},
		"10,000 levels":            {nested(10_000), Limits{}, ""},
		"deeper than allowed":      {strings.Replace(nested(42), "\n", "\n# a\n", 1), Limits{Depth: 40}, "## a"},
		"a path below levels":      {"GCF profile=generic\n## a\n  ## b [1]{\"a>a>a\"}\n    1\n", Limits{Depth: 3}, `"a>a>a"`},
		"columns":                  {"GCF profile=generic\n## a [1]{a,b,c,d}\n1|2|3|4\n", small, "{a,b,c,d}"},
		"items":                    {"GCF profile=generic\na[6]: 1,2,3,4,5,6\n", small, "[6]:"},
		"rows":                     {"GCF profile=generic\n## a [6]{a}\n1\n2\n3\n4\n5\n6\n", small, "## a [6]{a}"},
		"members":                  {"GCF profile=generic\n## a\n  a=1\n  b=1\n  c=1\n  d=1\n  e=1\n  f=1\n", small, "## a"},
		"just so many members":     {"GCF profile=generic\n## a\n  a=1\n  b=1\n  c=1\n  d=1\n  e=1\n", small, ""},
		"size":                     {"GCF profile=generic\na=" + strings.Repeat("a", 300) + "\n", small, "GCF"},
	} {
		doc := ParseWithin(c.src, c.limits)
		var found []string
		for _, p := range doc.Problems {
			if p.Code == ast.LimitExceeded {
				found = append(found, c.src[p.Start:max(p.End, p.Start)])
				if p.Have <= p.Want && p.Want != 0 {
					t.Errorf("%s: %d of %d", name, p.Have, p.Want)
				}
			}
		}
		switch {
		case c.where == "" && found == nil:
		case c.where != "" && len(found) == 1 && (strings.HasPrefix(found[0], c.where) || name == "size"):
		default:
			t.Errorf("%s: %.40q, want %q; %d problems", name, found, c.where, len(doc.Problems))
		}
	}
}
