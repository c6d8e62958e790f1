package snapshot

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/parser"
)

// TestNoDiffContradictsItself makes deltas between graphs of very few names,
// where symbols often become others of the same name: no such delta, nor what a
// consumer reads of it, may be taken for one that no base has.
func TestNoDiffContradictsItself(t *testing.T) {
	identities := []Identity{{"function", "a"}, {"type", "a"}, {"function", "b"}, {"type", "b"}}
	graph := rapid.Custom(func(t *rapid.T) *Graph {
		var symbols []Symbol
		for _, id := range identities {
			if rapid.Bool().Draw(t, "has") {
				score := float64(rapid.IntRange(1, 2).Draw(t, "score"))
				symbols = append(symbols, Symbol{Kind: id.Kind, QualifiedName: id.QualifiedName, Score: score, Provenance: "x"})
			}
		}
		var edges []Edge
		for _, s := range symbols {
			for _, e := range symbols {
				if rapid.Bool().Draw(t, "linked") {
					edges = append(edges, Edge{Source: s.QualifiedName, SourceKind: s.Kind, Target: e.QualifiedName, TargetKind: e.Kind, Type: "calls"})
				}
			}
		}
		return must(NewGraph(symbols, edges))
	})
	rapid.Check(t, func(t *rapid.T) {
		base, next := graph.Draw(t, "base"), graph.Draw(t, "next")
		delta, err := DiffGraphs(base, next)
		if none := (*NoDeltaError)(nil); errors.As(err, &none) {
			t.Skip("an edge has no name")
		} else if err != nil {
			t.Fatal(err)
		}
		if found := Contradictions(delta); len(found) > 0 {
			t.Fatal(found[0])
		}
		text := must(AppendDelta(nil, delta, Header{}))
		read, err := DeltaFromDocument(parser.Parse(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if found := Contradictions(read); len(found) > 0 {
			t.Fatalf("%v\n%s", found[0], text)
		}
		if got, err := Apply(base, read); err != nil || !same(got, next) {
			t.Fatalf("%v\n%s", err, text)
		}
	})
}

// TestProblemsHoldContradictions asks about a delta with and without a base.
func TestProblemsHoldContradictions(t *testing.T) {
	for name, text := range map[string][2]string{
		"graph": {
			"GCF profile=graph symbols=1\n## targets\n@0 fn a 0.50 x\n",
			"GCF profile=graph delta=true base_root=x new_root=y\n## removed\nfn a\nfn a\n## edges_added\na -> b calls\na -> b calls\n",
		},
		"table": {
			"GCF profile=generic key=id\n## r [1]{@id,a}\n1|2\n",
			"GCF profile=generic delta=true base_root=x new_root=y key=id\n## changed [1]{@id,a}\n1|3\n## removed [1]{@id}\n1\n",
		},
	} {
		base := parseSnapshot(t, text[0])
		delta := must(DeltaFromDocument(parser.Parse(text[1])))
		alone, all := Contradictions(delta), Problems(base, delta)
		if len(alone) == 0 {
			t.Errorf("%s: nothing found", name)
		}
		for _, e := range alone {
			there := false
			for _, other := range all {
				there = there || *other == *e
			}
			if !there {
				t.Errorf("%s: %v is not among %v", name, e, all)
			}
		}
	}
}
