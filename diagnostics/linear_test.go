package diagnostics

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/parser"
)

// crowded are documents with very many problems in one place.
var crowded = map[string]func(n int) string{
	"respelled numbers": func(n int) string {
		return "GCF profile=generic\n## t [?]{a}\n" + strings.Repeat("1.0\n", n)
	},
	"narrow rows": func(n int) string {
		return "GCF profile=generic\n## t [?]{a,b,c}\nx|y|z\n" + strings.Repeat("1|2\n1\n", n/2)
	},
	"narrow rows behind comments": func(n int) string {
		return "GCF profile=generic\n## t [?]{a,b,c}\n" + strings.Repeat("# c\n", n/2) + strings.Repeat("1|2\n1\n", n/4)
	},
	"markers without bodies": func(n int) string {
		return "GCF profile=generic\n## t [?]{" + names(n) + "}\n@0 " + strings.Repeat("^|", n-1) + "^\nx\n"
	},
	"attachments of scalars": func(n int) string {
		return "GCF profile=generic\n## t [?]{" + names(n) + "}\n@0 ^|" + strings.Repeat("1|", n-2) + "1\n" + attachments(n)
	},
	"attachments without columns": func(n int) string {
		return "GCF profile=generic\n## t [?]{a}\n1\n" + attachments(n)
	},
	"quotes with tails": func(n int) string {
		return "GCF profile=generic\na[?]: " + strings.Repeat(`"x"y,`, n) + "1\n"
	},
	"empty cells": func(n int) string {
		return "GCF profile=generic\na[?]: " + strings.Repeat(`,`, n) + "1\n"
	},
	"zigzag indentation": func(n int) string {
		return "GCF profile=generic\n" + strings.Repeat("    a=1\n      b=2\n", n/2)
	},
	"repeated header fields": func(n int) string {
		return "GCF profile=generic tool=" + strings.Repeat("x", n) + strings.Repeat(" tool=y", n) + "\n"
	},
	"fields in the header": func(n int) string {
		return "GCF profile=generic " + strings.ReplaceAll(names(n), ",", "=1 ") + "=1\n"
	},
	"malformed fields in the header": func(n int) string {
		return "GCF" + strings.Repeat(" word é=1", n/2) + "\n"
	},
	"words in the header": func(n int) string {
		return "GCF profile=generic" + strings.Repeat(" word", n) + "\n"
	},
	"counts in the summary": func(n int) string {
		return "GCF profile=generic\n" + strings.Repeat("a[?]: 1\n", n) + "##! summary counts=" + strings.Repeat("2,", n-1) + "2\n"
	},
	"counts of groups": func(n int) string {
		return "GCF profile=graph\n" + strings.Repeat("## targets\n@0 fn a 0.10 b\n", n) + "##! summary counts=" + strings.Repeat("2,", n) + "2\n"
	},
	"edges to nowhere": func(n int) string {
		return "GCF profile=graph\n## edges [?]\n" + strings.Repeat("@1<@2 a\n", n)
	},
	"wrong ids": func(n int) string {
		return "GCF profile=generic\n## a [?]\n" + strings.Repeat("@7 =1\n@9 =1\n", n/2)
	},
	"rows and comments after a table": func(n int) string {
		return "GCF profile=generic\n## a [1]{x,y}\n" + strings.Repeat("1|2\n# c\n", n/2)
	},
	"stray rows": func(n int) string {
		return "GCF profile=generic\n" + strings.Repeat("1|2\n\n", n/2)
	},
	"path columns": func(n int) string {
		return "GCF profile=generic\n## a [0]{" + strings.ReplaceAll(names(n), "c", "c.c") + "}\n"
	},
	"one suppression a line": func(n int) string {
		return "GCF profile=generic\n## t [?]{a}\n" + strings.Repeat("# gcf-lsp: ignore number_respelled, not_canonical\n1.0\n", n/2)
	},
	"regions": func(n int) string {
		return "GCF profile=generic\n## t [?]{a}\n" + strings.Repeat("# gcf-lsp: off\n1.0\n# gcf-lsp: on\n", n/3)
	},
}

func names(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",c%d", i)
	}
	return b.String()[1:]
}

func attachments(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ".c%d [0]\n", i)
	}
	return b.String()
}

// BenchmarkCrowded checks each of them at two lengths: the time for a problem
// must not grow with their number.
func BenchmarkCrowded(b *testing.B) {
	for name, document := range crowded {
		for _, n := range []int{1000, 8000} {
			doc := parser.Parse(document(n))
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					Check(doc, Options{})
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/problem")
			})
		}
	}
}

// TestCrowdedStaysSmall bounds what checking them returns.
func TestCrowdedStaysSmall(t *testing.T) {
	for name, document := range crowded {
		const n, limit = 2000, 100
		found := Check(parser.Parse(document(n)), Options{Limit: limit})
		if len(found) == 0 || len(found) > limit+1 {
			t.Errorf("%s: %d diagnostics with a limit of %d", name, len(found), limit)
		}
	}
}
