package snapshot_test

import (
	"strings"
	"testing"

	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
)

// TestNamesWithHash reads and writes names that begin with `#`, as the selectors
// of CSS do (spec 4: any visible characters): only the kind, which begins the
// line of a removed symbol, and the sources `#`, `##` and `##!` of a delta's
// edges would be comments or headers.
func TestNamesWithHash(t *testing.T) {
	const src = "GCF profile=graph\n## targets\n@0 selector #main 0.90 #p\n@1 selector ##x 0.80 css\n## edges [1]\n@0<@1 #uses\n"
	s, err := snapshot.FromDocument(parser.Parse(src))
	if err != nil {
		t.Fatal(err)
	}
	next := s.(*snapshot.Graph)
	symbols := next.Symbols()
	base, err := snapshot.NewGraph(symbols, nil)
	if err != nil {
		t.Fatal(err)
	}
	delta, err := snapshot.DiffGraphs(base, next)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := snapshot.AppendDelta(nil, delta, snapshot.Header{})
	if err != nil || !strings.Contains(string(payload), "\n##x -> #main #uses\n") {
		t.Fatalf("%v\n%s", err, payload)
	}
	doc := parser.Parse(string(payload))
	back, err := snapshot.DeltaFromDocument(doc)
	if err != nil || len(doc.Problems) > 0 {
		t.Fatalf("%v %v\n%s", err, doc.Problems, payload)
	}
	if got, err := snapshot.Apply(base, back); err != nil || got.Root() != next.Root() {
		t.Errorf("%v: the delta gives another graph", err)
	}
	if _, err := snapshot.NewGraph([]snapshot.Symbol{{Kind: "#fn", QualifiedName: "a", Provenance: "p"}}, nil); err == nil {
		t.Error("a kind that begins with # is taken")
	}
}
