package format_test

import (
	"strings"
	"testing"

	"gcf-lsp/format"
	"gcf-lsp/parser"
)

// TestRegroupedStream streams symbols that do not come by distance, as a stream
// may: the summary that the encoder writes is right for its own parser, and so
// is one with a count for each distance. A score that rounds to zero from below
// keeps its sign, as with printf (spec 5).
func TestRegroupedStream(t *testing.T) {
	var out strings.Builder
	s, err := format.NewGraphStream(&out, format.GraphStreamOptions{Tool: "t"})
	if err != nil {
		t.Fatal(err)
	}
	for i, distance := range []int{0, 1, 0} {
		if err := s.Symbol(format.Symbol{Kind: "fn", QualifiedName: "abc"[i : i+1], Score: -0.001, Provenance: "p", Distance: distance}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want := "GCF profile=graph tool=t\n## targets\n@0 fn a -0.00 p\n## related\n@1 fn b -0.00 p\n## targets\n@2 fn c -0.00 p\n##! summary symbols=3 edges=0 counts=1,1,1,0\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
	for counts, problems := range map[string]int{"1,1,1,0": 0, "2,1,0": 0, "targets:2,related:1,edges:0": 0, "1,2,0": 1} {
		doc := parser.Parse(strings.Replace(want, "1,1,1,0", counts, 1))
		if len(doc.Problems) != problems {
			t.Errorf("counts=%s: %v", counts, doc.Problems)
		}
	}
}
