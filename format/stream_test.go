package format_test

import (
	"errors"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/value"
)

func TestConformanceGraphStream(t *testing.T) {
	for _, f := range fixtures(t, "graph-stream-encode") {
		t.Run(f.path, func(t *testing.T) {
			input, options := f.get("input"), f.get("options")
			labeled := false
			for _, m := range options.Members() {
				labeled = labeled || strings.Contains(strings.ToLower(m.Key), "label") && m.Value.Bool()
			}
			member := func(v value.Value, key string) value.Value { m, _ := v.Get(key); return m }
			var out strings.Builder
			s, err := format.NewGraphStream(&out, format.GraphStreamOptions{
				Tool: member(input, "tool").Str(), Budget: int(member(input, "tokenBudget").Int()),
				Tokens: int(member(input, "tokensUsed").Int()), LabeledCounts: labeled})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range member(input, "symbols").Elems() {
				if err := s.Symbol(format.Symbol{
					Kind: member(v, "kind").Str(), QualifiedName: member(v, "qualifiedName").Str(), Score: member(v, "score").Double(),
					Provenance: member(v, "provenance").Str(), Distance: int(member(v, "distance").Int())}); err != nil {
					t.Fatal(err)
				}
			}
			for _, v := range member(input, "edges").Elems() {
				if err := s.Edge(format.Edge{Source: member(v, "source").Str(), Target: member(v, "target").Str(),
					Type: member(v, "edgeType").Str(), Status: member(v, "status").Str()}); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if want := f.get("expected").Str(); out.String() != want {
				t.Errorf("got\n%s\nwant\n%s", &out, want)
			}
		})
	}
}

func TestGraphStream(t *testing.T) {
	var out strings.Builder
	s, err := format.NewGraphStream(&out, format.GraphStreamOptions{Tool: "t", Budget: 5, PackRoot: "sha256:aa", LabeledCounts: true})
	if err != nil {
		t.Fatal(err)
	}
	sym := func(name string, distance int) format.Symbol {
		return format.Symbol{Kind: "function", QualifiedName: name, Score: 0.125, Provenance: "p", Distance: distance}
	}
	for _, step := range []struct {
		err  error
		code ast.Code
	}{
		{s.Symbol(sym("a", 0)), ast.NoCode},
		{s.Symbol(sym("b c", 0)), ast.InvalidNodeLine},
		{s.Symbol(sym("b", 3)), ast.NoCode},
		{s.Edge(format.Edge{Source: "a", Target: "x", Type: "calls"}), ast.UnknownEdgeReference},
		{s.Edge(format.Edge{Source: "a", Target: "b"}), ast.InvalidEdgeSyntax},
		{s.Edge(format.Edge{Source: "a", Target: "b", Type: "calls", Status: "added"}), ast.NoCode},
	} {
		if value.CodeOf(step.err) != step.code || (step.err == nil) != (step.code == ast.NoCode) {
			t.Errorf("got %v, want %q", step.err, step.code)
		}
	}
	if s.Symbol(sym("late", 0)) == nil {
		t.Error("a symbol was accepted after an edge")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s.Close() == nil || s.Edge(format.Edge{}) == nil {
		t.Error("a closed stream accepts more")
	}
	want := `GCF profile=graph tool=t budget=5 pack_root=sha256:aa
## targets
@0 fn a 0.12 p
## distance_3
@1 fn b 0.12 p
## edges [?]
@1<@0 calls added
##! summary symbols=2 edges=1 counts=targets:1,distance_3:1,edges:1
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}

func TestTableStream(t *testing.T) {
	var out strings.Builder
	s, err := format.NewTableStream(&out)
	if err != nil {
		t.Fatal(err)
	}
	row := func(src string) value.Value { return parseJSON(t, src) }
	for _, step := range []struct {
		err  error
		code ast.Code
	}{
		{s.Scalar("a b", value.NewString("1")), ast.NoCode},
		{s.Table(format.StreamTable{Name: "rows", Fields: []string{"id", "a,b"}}), ast.NoCode},
		{s.Row(row(`{"id":1,"a,b":"x|y"}`)), ast.NoCode},
		{s.Row(row(`{"id":1,"other":2}`)), ast.InvalidFieldDeclaration},
		{s.Row(row(`{"a,b":null}`)), ast.NoCode},
		{s.Row(row(`{}`)), ast.NoCode},
		{s.Row(obj(value.Member{Key: "id"}, value.Member{Key: "id"})), ast.DuplicateKey},
		{s.Table(format.StreamTable{Name: "rows", Fields: []string{"id"}}), ast.DuplicateKey},
		{s.Table(format.StreamTable{Name: "x", Fields: []string{"a>b"}}), ast.InvalidFieldDeclaration},
		{s.Table(format.StreamTable{Name: "x", Fields: []string{"a", "a"}}), ast.DuplicateFieldName},
		{s.Table(format.StreamTable{Name: "x"}), ast.InvalidFieldDeclaration},
		{s.Table(format.StreamTable{Root: true, Fields: []string{"a"}}), ast.TrailingContent},
		{s.Table(format.StreamTable{Name: "m", Keyed: true, Fields: []string{"key", "v"}}), ast.NoCode},
		{s.Member("-", row(`{"v":true}`)), ast.NoCode},
		{s.Table(format.StreamTable{Name: "none", Keyed: true, Fields: []string{"v"}}), ast.NoCode},
		{s.Table(format.StreamTable{Name: "empty", Fields: []string{"v"}}), ast.NoCode},
		{s.Close(), ast.NoCode},
	} {
		if value.CodeOf(step.err) != step.code || (step.err == nil) != (step.code == ast.NoCode) {
			t.Errorf("got %v, want %q", step.err, step.code)
		}
	}
	want := `GCF profile=generic
"a b"="1"
## rows [?]{id,"a,b"}
1|"x|y"
~|-
~|~
## m [?:]{_key,key,v}
"-"|~|true
## none
## empty [?]{v}
##! summary counts=3,1,0
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
	if s.Row(row(`{}`)) == nil {
		t.Error("a closed stream accepts more")
	}
	nested := format.StreamTable{Root: true, Fields: []string{"v"}}
	if s, err = format.NewTableStream(&out); err != nil || s.Table(nested) != nil {
		t.Fatal(err)
	}
	if err := s.Row(row(`{"v":[1]}`)); err == nil || !strings.Contains(err.Error(), "/v") {
		t.Errorf("a nested value in a streamed row: %v", err)
	}
	if s.Scalar("beside", value.NewInt(1)) == nil {
		t.Error("a member was accepted beside a root table")
	}
}

type failingWriter struct{ left int }

var errFull = errors.New("full")

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestStreamsReturnTheWritersError(t *testing.T) {
	if _, err := format.NewTableStream(&failingWriter{}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
	s, err := format.NewGraphStream(&failingWriter{left: 30}, format.GraphStreamOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Symbol(format.Symbol{Kind: "fn", QualifiedName: "a", Provenance: "p"}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
	if err := s.Close(); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}
