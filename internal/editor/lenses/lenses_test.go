package lenses

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
)

func show(text string) string {
	doc := parser.Parse(text)
	var b strings.Builder
	for _, l := range Of(doc) {
		what := "delta"
		if l.Kind == Size {
			what = Text(doc, l.Line)
		}
		fmt.Fprintf(&b, "%d: %s\n", l.Line, what)
	}
	return b.String()
}

func TestLenses(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		// [{"a":1,"b":"x"},{"a":2}]: 25 bytes
		{"GCF profile=generic\nx=1\n## t [2]{a,b}\n1|x\n# c\n2|~\n", "3: 2 rows · 26 bytes · as JSON 25 bytes\n"},
		// {"k":{"a":1}}: 13 bytes
		{"GCF profile=generic\n## s\n  ## t [1:]{key,a}\n  k|1\n", "3: 1 row · 25 bytes · as JSON 13 bytes\n"},
		{"GCF profile=generic\n## t [1]{a,b}\n@0 1|^\n.b [3]{long,names}\n    1|2\n    3|4\n    5|6\n", "2: 1 row · 64 bytes · as JSON 78 bytes (1.2×)\n"},
		{"GCF profile=generic\n## e [0]\n## f [1]\n@0 =1\n", ""},
		{"GCF profile=generic\n## e [0]{a}\n", "2: 0 rows · 12 bytes · as JSON 2 bytes\n"},
		{"GCF profile=graph\n## targets\n@0 fn a 0.50 x\n## edges [1]\n@0<@0 calls\n", "2: 1 node · 26 bytes\n4: 1 edge · 25 bytes\n"},
		{"GCF profile=generic delta=true base_root=a new_root=b key=id\n## added [1]{@id}\n1\n", "1: delta\n2: 1 row · 20 bytes · as JSON 10 bytes\n"},
	} {
		if got := show(test.text); got != test.want {
			t.Errorf("%s\ngot\n%swant\n%s", test.text, got, test.want)
		}
	}
}

func TestTheSizeOfALongTableIsEstimated(t *testing.T) {
	gcf, json := gendata.Table(20_000)
	doc := parser.Parse(gcf)
	got, exact := jsonSize(doc, 2, 20_000)
	want := len(json) - len(`{"employees":}`)
	if off := float64(got)/float64(want) - 1; exact || off > 0.02 || off < -0.02 {
		t.Errorf("%d bytes (exact: %t), want about %d", got, exact, want)
	}
	if text := Text(doc, 2); !strings.HasPrefix(text, "20 000 rows · 1.4 MB · as JSON ≈ ") {
		t.Error(text)
	}
}

func TestLensesOfBrokenDocuments(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		for _, l := range Of(doc) {
			if l.Line <= 0 || int(l.Line) >= len(doc.Nodes) || l.Kind == Size && Text(doc, l.Line) == "" {
				t.Errorf("%+v in\n%s", l, doc.Source)
			}
		}
	})
}
