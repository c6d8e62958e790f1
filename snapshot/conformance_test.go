package snapshot

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/value"
)

// eachFixture runs a test for each conformance fixture of a folder.
func eachFixture(t *testing.T, folder string, test func(t *testing.T, fixture value.Value)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(material.Dir(t, "conformance", folder), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures in ", folder, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			fixture, err := value.FromJSON(text)
			if err != nil {
				t.Fatal(err)
			}
			test(t, fixture)
		})
	}
}

// get walks down the members of a fixture; what is not there is null.
func get(v value.Value, path ...string) value.Value {
	for _, key := range path {
		v, _ = v.Get(key)
	}
	return v
}

func equalText(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func mustGraph(t testing.TB, v value.Value) *Graph {
	t.Helper()
	g, err := GraphFromValue(v)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// tableOf makes the table that a fixture describes.
func tableOf(t testing.TB, v value.Value) *Table {
	t.Helper()
	table, err := NewTable(TableSpec{Name: get(v, "name").Str(), Key: get(v, "key").Str(), Fields: words(get(v, "fields")), Rows: get(v, "rows").Elems()})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// tableDeltaOf makes the delta that a fixture describes.
func tableDeltaOf(v value.Value) *TableDelta {
	return &TableDelta{
		BaseRoot: get(v, "baseRoot").Str(),
		NewRoot:  get(v, "newRoot").Str(),
		Key:      get(v, "key").Str(),
		Fields:   words(get(v, "fields")),
		Added:    get(v, "added").Elems(),
		Changed:  get(v, "changed").Elems(),
		Removed:  get(v, "removed").Elems(),
	}
}

func words(v value.Value) []string {
	var out []string
	for _, e := range v.Elems() {
		out = append(out, e.Str())
	}
	return out
}

func TestConformanceGraphPackRoot(t *testing.T) {
	eachFixture(t, "graph-pack-root", func(t *testing.T, f value.Value) {
		g := mustGraph(t, get(f, "input"))
		equalText(t, strings.Join(g.Records(), ""), get(f, "canonicalBytes").Str())
		equalText(t, g.Root(), get(f, "expected").Str())
	})
}

func TestConformanceGenericPackRoot(t *testing.T) {
	eachFixture(t, "generic-pack-root", func(t *testing.T, f value.Value) {
		equalText(t, tableOf(t, get(f, "input")).Root(), get(f, "expected").Str())
	})
}

func TestConformanceGraphSession(t *testing.T) {
	eachFixture(t, "graph-session", func(t *testing.T, f value.Value) {
		s := NewSession(SessionOptions{})
		for _, c := range get(f, "calls").Elems() {
			call, err := s.Encode(mustGraph(t, get(c, "input")), Header{Tool: get(c, "input", "tool").Str()})
			if err != nil {
				t.Fatal(err)
			}
			equalText(t, string(call.Payload), get(c, "expected").Str())
			call.Delivered()
		}
	})
}

// graphDeltaOf makes the delta that a fixture describes.
func graphDeltaOf(v value.Value) (*GraphDelta, Header) {
	d := &GraphDelta{BaseRoot: get(v, "baseRoot").Str(), NewRoot: get(v, "newRoot").Str()}
	for _, s := range get(v, "removed").Elems() {
		d.Removed = append(d.Removed, Identity{get(s, "kind").Str(), get(s, "qualifiedName").Str()})
	}
	for _, s := range get(v, "added").Elems() {
		d.Added = append(d.Added, Symbol{get(s, "kind").Str(), get(s, "qualifiedName").Str(), get(s, "score").Double(), get(s, "provenance").Str(), int(get(s, "distance").Int())})
	}
	edges := func(list value.Value) (out []Edge) {
		for _, e := range list.Elems() {
			out = append(out, Edge{Source: get(e, "source").Str(), Target: get(e, "target").Str(), Type: get(e, "edgeType").Str()})
		}
		return out
	}
	d.RemovedEdges, d.AddedEdges = edges(get(v, "removedEdges")), edges(get(v, "addedEdges"))
	return d, Header{Tool: get(v, "tool").Str(), Tokens: int(get(v, "deltaTokens").Int()), FullTokens: int(get(v, "fullTokens").Int())}
}

func TestConformanceGenericDelta(t *testing.T) {
	eachFixture(t, "generic-delta", func(t *testing.T, f value.Value) {
		in := get(f, "input")
		switch get(f, "operation").Str() {
		case "generic-delta":
			payload, err := AppendDelta(nil, tableDeltaOf(in), Header{Tool: get(in, "tool").Str(), Savings: get(in, "savings").Str()})
			if err != nil {
				t.Fatal(err)
			}
			equalText(t, string(payload), get(f, "expected").Str())
		case "generic-delta-verify":
			base := tableOf(t, get(in, "base"))
			got, err := base.Apply(tableDeltaOf(get(in, "delta")))
			if want, fails := f.Get("expectedError"); fails {
				var invalid *InvalidError
				if !errors.As(err, &invalid) || !strings.Contains(err.Error(), want.Str()) {
					t.Fatalf("error %v, want one with %q", err, want.Str())
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			equalText(t, got.Root(), get(f, "expected").Str())
		case "generic-delta-decode":
			delta := parseDelta(t, get(in, "wire").Str())
			got, err := Apply(tableOf(t, get(in, "base")), delta)
			if err != nil {
				t.Fatal(err)
			}
			equalText(t, got.Root(), get(f, "expected").Str())
		default:
			t.Fatal("unknown operation ", get(f, "operation").Str())
		}
	})
}

func TestConformanceGenericDeltaSession(t *testing.T) {
	eachFixture(t, "generic-delta-session", func(t *testing.T, f value.Value) {
		in := get(f, "input")
		o := Options{Tool: get(in, "tool").Str(), Guard: NoGuard}
		switch mode := get(in, "policy", "mode").Str(); mode {
		case "fixedN":
			o.Reanchor.Every = int(get(in, "policy", "n").Int())
		case "sizeGuard":
			o.Reanchor.Cumulative = true
		default:
			t.Fatal("unknown policy ", mode)
		}
		p := NewProducer(o)
		answer, err := p.Answer("", tableOf(t, get(in, "base")))
		if err != nil {
			t.Fatal(err)
		}
		equalText(t, string(answer.Payload), get(f, "expected", "initialFull").Str())
		want := get(f, "expected", "emissions").Elems()
		for i, u := range get(in, "updates").Elems() {
			if answer, err = p.Answer(answer.Root, tableOf(t, u)); err != nil {
				t.Fatal(err)
			}
			equalText(t, string(answer.Payload), get(want[i], "wire").Str())
			if full := answer.Outcome == FullPayload; full != get(want[i], "isFull").Bool() {
				t.Errorf("update %d: %s (%s)", i, answer.Outcome, answer.Reason)
			}
		}
	})
}

func TestConformanceGraphDelta(t *testing.T) {
	eachFixture(t, "graph-delta", func(t *testing.T, f value.Value) {
		if base, ok := f.Get("base_snapshot"); ok {
			g := mustGraph(t, base)
			equalText(t, g.Root(), get(f, "base_root").Str())
			next, err := Apply(g, parseDelta(t, get(f, "input").Str()))
			if err != nil {
				t.Fatal(err)
			}
			want := mustGraph(t, get(f, "expected_snapshot"))
			equalText(t, strings.Join(next.Records(), ""), strings.Join(want.Records(), ""))
			equalText(t, next.Root(), get(f, "new_root").Str())
			return
		}
		d, h := graphDeltaOf(get(f, "input"))
		payload, err := AppendDelta(nil, d, h)
		if err != nil {
			t.Fatal(err)
		}
		equalText(t, string(payload), get(f, "expected").Str())
	})
}
