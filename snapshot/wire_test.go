package snapshot

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// What is written is read back the same: snapshots and deltas of both
// profiles, through text and parser.

func readBack(t rapid.TB, payload []byte) Snapshot {
	t.Helper()
	doc := parser.Parse(string(payload))
	s, err := FromDocument(doc)
	if err == nil {
		err = Verify(doc)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, payload)
	}
	return s
}

func TestFullPayloadsRoundTrip(t *testing.T) {
	check := func(t *rapid.T, s Snapshot) {
		payload := must(AppendFull(nil, s, Header{Tool: "test", Tokens: 7}))
		back := readBack(t, payload)
		if !same(s, back) {
			t.Fatalf("%v\n%v\n%s", s.Records(), back.Records(), payload)
		}
		if again := must(AppendFull(nil, back, Header{Tool: "test", Tokens: 7})); string(again) != string(payload) {
			t.Fatalf("%s\n%s", payload, again)
		}
	}
	t.Run("graph", rapid.MakeCheck(func(t *rapid.T) { check(t, graphGen(24).Draw(t, "graph")) }))
	t.Run("table", rapid.MakeCheck(func(t *rapid.T) { check(t, tablePairGen(24).Draw(t, "tables")[0]) }))
	t.Run("keyed", rapid.MakeCheck(func(t *rapid.T) { check(t, keyedGen(12).Draw(t, "map")) }))
}

// keyedGen makes keyed maps, nested values among them.
func keyedGen(most int) *rapid.Generator[*Table] {
	return rapid.Custom(func(t *rapid.T) *Table {
		cell := rapid.OneOf(scalarGen(), rapid.Map(scalarGen(), func(v value.Value) value.Value {
			return value.NewObject([]value.Member{{Key: "a", Value: v}, {Key: "列", Value: value.NewArray([]value.Value{v, v})}})
		}))
		var members []value.Member
		for _, key := range rapid.SliceOfNDistinct(textGen, 1, most, rapid.ID[string]).Draw(t, "keys") {
			members = append(members, value.Member{Key: key, Value: value.NewObject([]value.Member{
				{Key: "cell", Value: cell.Draw(t, "cell")},
				{Key: "key", Value: scalarGen().Draw(t, "other cell")},
			})})
		}
		return must(TableFromValue("map", "", value.NewObject(members)))
	})
}

func TestDeltaPayloadsRoundTrip(t *testing.T) {
	check := func(t *rapid.T, base, next Snapshot) {
		delta := must(Diff(base, next))
		payload := must(AppendDelta(nil, delta, Header{Tool: "test", Savings: "12%"}))
		back, err := DeltaFromDocument(parser.Parse(string(payload)))
		if err != nil {
			t.Fatalf("%v\n%s", err, payload)
		}
		if !reflect.DeepEqual(back.Counts(), delta.Counts()) {
			t.Fatalf("%v, want %v\n%s", back.Counts(), delta.Counts(), payload)
		}
		if again := must(AppendDelta(nil, back, Header{Tool: "test", Savings: "12%"})); string(again) != string(payload) {
			t.Fatal(cmp.Diff(string(payload), string(again)))
		}
		got, err := Apply(base, back)
		if err != nil {
			t.Fatalf("%v\n%s", err, payload)
		}
		if !same(got, next) {
			t.Fatalf("%v\n%v\n%s", next.Records(), got.Records(), payload)
		}
	}
	t.Run("graph", rapid.MakeCheck(func(t *rapid.T) {
		p := graphPairGen(24).Draw(t, "graphs")
		check(t, p[0], p[1])
	}))
	t.Run("table", rapid.MakeCheck(func(t *rapid.T) {
		p := tablePairGen(24).Draw(t, "tables")
		check(t, p[0], p[1])
	}))
	t.Run("keyed", rapid.MakeCheck(func(t *rapid.T) {
		check(t, keyedGen(12).Draw(t, "base"), keyedGen(12).Draw(t, "next"))
	}))
}

// A consumer follows a producer through full, delta and unchanged payloads,
// whatever the policy, and always holds what the producer sent.
func TestConsumerFollowsProducer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := NewProducer(Options{
			Guard:    rapid.SampledFrom([]float64{0, NoGuard, 0.9}).Draw(t, "guard"),
			Reanchor: Reanchor{Every: rapid.IntRange(0, 3).Draw(t, "every"), Cumulative: rapid.Bool().Draw(t, "cumulative")},
			Savings:  rapid.Bool().Draw(t, "savings"),
		})
		var c Consumer
		for range rapid.IntRange(1, 6).Draw(t, "answers") {
			var pair [2]Snapshot
			if rapid.Bool().Draw(t, "graph") {
				g := graphPairGen(8).Draw(t, "graphs")
				pair = [2]Snapshot{g[0], g[1]}
			} else {
				g := tablePairGen(8).Draw(t, "tables")
				pair = [2]Snapshot{g[0], g[1]}
			}
			for _, s := range []Snapshot{pair[0], pair[1], pair[1]} {
				a := must(p.Answer(c.Root(), s))
				got, err := c.Receive(parser.Parse(string(a.Payload)))
				if err != nil {
					t.Fatalf("%v\n%s", err, a.Payload)
				}
				if !same(got, s) || c.Root() != a.Root {
					t.Fatalf("%v, want %v\n%s", got.Records(), s.Records(), a.Payload)
				}
			}
		}
	})
}

// A consumer resolves what a session refers to.
func TestConsumerFollowsSession(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := NewSession(SessionOptions{ResendChanged: true, PackRoot: true})
		var c Consumer
		for range rapid.IntRange(1, 6).Draw(t, "calls") {
			g := graphGen(8).Draw(t, "graph")
			call := must(s.Encode(g, Header{}))
			if rapid.IntRange(0, 3).Draw(t, "lost") == 0 {
				continue
			}
			got, err := c.Receive(parser.Parse(string(call.Payload)))
			if err != nil {
				t.Fatalf("%v\n%s", err, call.Payload)
			}
			if !same(got, g) {
				t.Fatalf("%v, want %v\n%s", got.Records(), g.Records(), call.Payload)
			}
			call.Delivered()
		}
	})
}

// A score that rounds to zero from below keeps its sign in a payload, as printf
// has it, and is the number 0 in the root (spec 5, 10.4).
func TestNegativeZeroScore(t *testing.T) {
	g := must(NewGraph([]Symbol{{Kind: "fn", QualifiedName: "a", Score: -0.001, Provenance: "p"}}, nil))
	plain := must(NewGraph([]Symbol{{Kind: "fn", QualifiedName: "a", Provenance: "p"}}, nil))
	if text := string(must(AppendFull(nil, g, Header{}))); !strings.Contains(text, "@0 fn a -0.00 p") {
		t.Errorf("%s", text)
	}
	if g.Root() != plain.Root() {
		t.Errorf("the root is %s, and %s without the sign", g.Root(), plain.Root())
	}
}
