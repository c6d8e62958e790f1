package format_test

import (
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/valuegen"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func TestMain(m *testing.M) { valuegen.Main(m) }

// TestPropertyRoundTrip checks decode(encode(v)) = v and that encoding the
// decoded value gives the same bytes, with and without path columns.
func TestPropertyRoundTrip(t *testing.T) {
	for _, o := range []format.Options{{}, {NoFlatten: true}} {
		name := "flatten"
		if o.NoFlatten {
			name = "no flatten"
		}
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				checkRoundTrip(t, valuegen.Value(valuegen.Options{Depth: 4}).Draw(t, "value"), o)
			})
		})
	}
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func checkRoundTrip(t fataler, v value.Value, o format.Options) {
	t.Helper()
	json, err := value.AppendJSON(nil, v)
	if err != nil {
		t.Fatalf("%v", err)
	}
	wire, err := format.Generic(v, o)
	if err != nil {
		t.Fatalf("%s: %v", json, err)
	}
	doc := parser.Parse(string(wire))
	for _, p := range doc.Problems {
		if p.Code == ast.UnsafeInteger {
			continue // true, and off by default
		}
		t.Fatalf("%s becomes a document with %s at byte %d:\n%s", json, p.Code, p.Start, wire)
	}
	back, err := value.Decode(doc)
	if err != nil {
		t.Fatalf("%s: %v\n%s", json, err, wire)
	}
	if !value.Equal(v, back) {
		got, _ := value.AppendJSON(nil, back)
		t.Fatalf("%s comes back as\n%s\nfrom\n%s", json, got, wire)
	}
	again, err := format.Generic(back, o)
	if err != nil || string(again) != string(wire) {
		t.Fatalf("%v: the second encoding differs:\n%s\n%s", err, wire, again)
	}
}
