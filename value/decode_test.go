package value_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func decode(t testing.TB, src string) value.Value {
	t.Helper()
	v, err := value.Decode(parser.Parse(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return v
}

func TestConformanceDecode(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(material.Dir(t, "conformance"), "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := value.FromJSON(src)
		if err != nil {
			continue // the input of an encode-error fixture
		}
		get := func(key string) value.Value { v, _ := f.Get(key); return v }
		name := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
		var wire string
		var want value.Value
		switch get("operation").Str() {
		case "decode":
			wire, want = get("input").Str(), get("expected")
		case "encode", "roundtrip":
			if wire, want = get("expected").Str(), get("input"); strings.Contains(wire, "profile=graph") {
				continue // its encoder puts symbols and edges in order
			}
		default:
			continue
		}
		t.Run(name, func(t *testing.T) {
			got := decode(t, wire)
			if _, graph := got.Get("tokensUsed"); graph {
				got = pick(got, want)
			}
			if !value.Equal(got, want) {
				t.Errorf("got  %s\nwant %s", compact(t, got), compact(t, want))
			}
		})
	}
}

// pick leaves out of a graph what the fixture leaves out.
func pick(v, like value.Value) value.Value {
	switch {
	case v.Kind() == value.Object && like.Kind() == value.Object:
		var members []value.Member
		for _, m := range like.Members() {
			if got, ok := v.Get(m.Key); ok {
				members = append(members, value.Member{Key: m.Key, Value: pick(got, m.Value)})
			}
		}
		return value.NewObject(members)
	case v.Kind() == value.Array && like.Kind() == value.Array && v.Len() == like.Len():
		elems := make([]value.Value, v.Len())
		for i := range elems {
			elems[i] = pick(v.Elems()[i], like.Elems()[i])
		}
		return value.NewArray(elems)
	}
	return v
}

// The codes that make Decode fail are those whose rules are errors.
func TestDecodeFailsForTheCodesThatAreErrors(t *testing.T) {
	for _, code := range ast.Codes() {
		doc := parser.Parse("GCF profile=generic\na=1\n")
		doc.Problems = []ast.Problem{{Code: code}}
		_, err := value.Decode(doc)
		rule := diagnostics.ByCode(code)
		if rule == nil {
			t.Fatalf("%s has no rule", code)
		}
		if rule.Needs != "" {
			continue // found elsewhere, never among a tree's problems
		}
		if want := rule.Severity == diagnostics.Error; (err != nil) != want {
			t.Errorf("%s is an error: %v; Decode says %v", code, want, err)
		}
	}
}

func TestDecodeForms(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"path columns apart, absent and null", `## [4]{"a>x",b,"a>y>z","a>y>w"}
1|2|3|4
~|2|~|~
-|2|-|-
-|~|~|-
`, `[{"a":{"x":1,"y":{"z":3,"w":4}},"b":2},{"b":2},{"a":null,"b":2},{"a":{"x":null,"y":{"w":null}}}]`},
		{"an inner object whose columns are all null", `## [1]{"a>b>c","a>d"}
-|1
`, `[{"a":{"b":{"c":null},"d":1}}]`},
		{"names with > that are no paths", `## [1]{">","a>","b>>c"}
1|2|3
`, `[{">":1,"a>":2,"b>>c":3}]`},
		{"attachments of all forms", `## rows [1]{id,o,a,t,k,e}
@0 1|^|^|^|^|^
.o {}
    x=1
    ## y
      z=2
.a [2]: 1,"b,c"
.t [1]{p,q}
    @0 1|^
    .q [0]
.k [2:]{key,v}
    "1"|x
    b|y
.e [3]
    @0 =1
    @1 {}
      n=-
    @2 [1]: a
`, `{"rows":[{"id":1,"o":{"x":1,"y":{"z":2}},"a":[1,"b,c"],"t":[{"p":1,"q":[]}],"k":{"1":{"v":"x"},"b":{"v":"y"}},"e":[1,{"n":null},["a"]]}]}`},
		{"inline and shared schemas", `## [3]{id,c,items}
@0 1|^{n,"m>o",p}|^
x|".y"|-
.items [2]{a,b}
    1|2
    3|~
@1 2|^|^
.items [1]
    5|6
z|1|true
3|~|-
`, `[{"id":1,"c":{"n":"x","m>o":".y","p":null},"items":[{"a":1,"b":2},{"a":3}]},{"id":2,"c":{"n":"z","m>o":1,"p":true},"items":[{"a":5,"b":6}]},{"id":3,"items":null}]`},
		{"a field without a column", `## [2]{id}
@0 1
."a>b" =5
@1 2
."a>b" [1]: x
`, `[{"id":1,"a>b":5},{"id":2,"a>b":["x"]}]`},
		{"comments and blank lines anywhere", `# c
## t [2]{a}

# c
1
  # c
2
# c
x=1
`, `{"t":[{"a":1},{"a":2}],"x":1}`},
		{"streaming", `## t [?]{a}
1
2
## m [?:]{key,v}
k|1
##! summary counts=2,1
`, `{"t":[{"a":1},{"a":2}],"m":{"k":{"v":1}}}`},
		{"keyed set", `## t [1]{@id,v}
1|x
`, `{"t":[{"id":1,"v":"x"}]}`},
		{"empty root", ``, `{}`},
		{"empty tokens", `x=
a[2]: ,b
`, `{"x":"","a":["","b"]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			header := "GCF profile=generic\n"
			if strings.Contains(test.src, "@id") {
				header = "GCF profile=generic pack_root=sha256:aa key=id\n"
			}
			if got, want := compact(t, decode(t, header+test.src)), test.want; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestDecodeGraph(t *testing.T) {
	const src = `GCF profile=graph tool=t tokens=5 symbols=3 edges=2
## targets
@0 fn A 0.50 p
@1 type A 0.25 p
## odd
@2 route B 0.10 p
## edges [2]
@0<@1 calls added
@2<@2 calls
`
	const want = `{"tool":"t","tokenBudget":0,"tokensUsed":5,"packRoot":"","symbols":[` +
		`{"qualifiedName":"A","kind":"function","score":0.5,"provenance":"p","distance":0},` +
		`{"qualifiedName":"A","kind":"type","score":0.25,"provenance":"p","distance":0},` +
		`{"qualifiedName":"B","kind":"route_handler","score":0.1,"provenance":"p","group":"odd"}],` +
		`"edges":[{"source":"A","target":"A","edgeType":"calls","status":"added","sourceKind":"type","targetKind":"function"},` +
		`{"source":"B","target":"B","edgeType":"calls","status":""}]}`
	if got := compact(t, decode(t, src)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	const session = "GCF profile=graph session=true\n## targets\n@0  # previously transmitted\n"
	if _, err := value.Decode(parser.Parse(session)); value.CodeOf(err) != ast.InvalidSessionReference {
		t.Errorf("a reference to an earlier payload: %v", err)
	}
	const delta = `GCF profile=graph delta=true base_root=a new_root=b tokens=3
## removed
fn A
## added
@0 fn B 0.50 p 2
## edges_removed
A -> B calls
`
	const wantDelta = `{"tool":"","baseRoot":"a","newRoot":"b","removed":[{"qualifiedName":"A","kind":"function"}],` +
		`"added":[{"qualifiedName":"B","kind":"function","score":0.5,"provenance":"p","distance":2}],` +
		`"removedEdges":[{"source":"A","target":"B","edgeType":"calls"}],"addedEdges":[],"deltaTokens":3,"savings":""}`
	if got := compact(t, decode(t, delta)); got != wantDelta {
		t.Errorf("got  %s\nwant %s", got, wantDelta)
	}
}

// TestDecodeGraphNumbersOutOfRange decodes numbers that no value holds.
func TestDecodeGraphNumbersOutOfRange(t *testing.T) {
	big := strings.Repeat("9", 400)
	for _, src := range []string{
		"GCF profile=graph\n## targets\n@0 fn a " + big + ".00 p\n",
		"GCF profile=graph tokens=9223372036854775808\n## targets\n@0 fn a 0.10 p\n",
		"GCF profile=graph delta=true base_root=a new_root=b\n## added\n@0 fn a 0.10 p 9999999999999999999\n",
	} {
		doc := parser.Parse(src)
		if _, err := value.Decode(doc); value.FirstError(doc) == nil || value.CodeOf(err) != ast.OutOfRange {
			t.Errorf("%s: %v", src, err)
		}
	}
}

// TestDecodeHeaderLikeRows decodes rows that begin like a second payload.
func TestDecodeHeaderLikeRows(t *testing.T) {
	for src, want := range map[string]string{
		"## [2]{a,b}\nx|1\nGCF profile=generic|2\n":                 `[{"a":"x","b":1},{"a":"GCF profile=generic","b":2}]`,
		"## [2]{a,b}\nGCF profile=x|\"y|z\"\n#x|\"p|q\"\n":          `[{"a":"GCF profile=x","b":"y|z"},{"a":"#x","b":"p|q"}]`,
		"## [?]{a}\nGCF profile=generic\n":                          `[{"a":"GCF profile=generic"}]`,
		"## m [1:]{k,a}\nGCF profile=graph|1\n":                     `{"m":{"GCF profile=graph":{"a":1}}}`,
		"## [1]{a}\n@0 ^{x,y,z}\nGCF profile=generic|1|2\n":         `[{"a":{"x":"GCF profile=generic","y":1,"z":2}}]`,
		"## [2]{a,b}\n@0 ^{x,y}|1\nGCF profile=graph|2\n@1 ~|~\n":   `[{"a":{"x":"GCF profile=graph","y":2},"b":1},{}]`,
		"## [2:]{k,c}\n@0 a|^\n.c {}\nGCF profile=graph tool=x|~\n": `{"a":{"c":{}},"GCF profile=graph tool=x":{}}`,
		"## [1]{a}\n@0 ^\n.a [1]{x,y}\n    GCF profile=generic|1\n": `[{"a":[{"x":"GCF profile=generic","y":1}]}]`,
	} {
		v, err := value.Decode(parser.Parse("GCF profile=generic\n" + src))
		if err != nil {
			t.Errorf("%s: %v", src, err)
		} else if got := compact(t, v); got != want {
			t.Errorf("%s: got %s", src, got)
		}
	}
	for _, src := range []string{"## [2]{a,b}\nx|1\nGCF profile=generic\ny=2\n", "## [1]{a,b}\nx|1\nGCF profile=generic|2\n"} {
		if value.FirstError(parser.Parse("GCF profile=generic\n"+src)) == nil {
			t.Errorf("%s: a second payload is taken for data", src)
		}
	}
}

func TestDecodePartial(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"a short and a long row", "## t [2]{a,b}\n1\n1|2|3\n", `{"t":[{"a":1},{"a":1,"b":2}]}`},
		{"a key twice", "a=1\na=2\nb=3\n", `{"a":1,"b":3}`},
		{"a line that is nothing", "a=1\nwhat\nb=2\n", `{"a":1,"b":2}`},
		{"a number that is too large", "a=99999999999999999999\nb=1e999\n", `{"a":"99999999999999999999","b":"1e999"}`},
		{"a missing attachment", "## t [1]{a,b}\n@0 1|^\n", `{"t":[{"a":1}]}`},
		{"keys that are none", "full name = Anna Rossi\n\"a\" b=1\n\"c\"d=2\n\"e=f\" g=3\nh:i=4\n## j k [1]{x}\n5\n## l m\n  n o=6\n",
			`{"full name":"Anna Rossi","a":1,"c":2,"e=f":3,"h:i":4,"j k":[{"x":5}],"l m":{"n o":6}}`},
		{"an unterminated quote", "a=\"x\nb=1\n", `{"a":"x","b":1}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			doc := parser.Parse("GCF profile=generic\n" + test.src)
			if _, err := value.Decode(doc); err == nil {
				t.Error("Decode accepts the document")
			}
			if got := compact(t, value.DecodePartial(doc)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestKeepLexemes(t *testing.T) {
	doc := parser.Parse("GCF profile=generic\na=0.12345678901234567890\nb=1.50\n")
	v, err := value.Decode(doc, value.KeepLexemes)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := v.Get("a")
	b, _ := v.Get("b")
	if a.Lexeme() != "0.12345678901234567890" || b.Lexeme() != "" {
		t.Errorf("lexemes %q and %q", a.Lexeme(), b.Lexeme())
	}
	if v, err = value.Decode(doc); err != nil {
		t.Fatal(err)
	}
	if a, _ = v.Get("a"); a.Lexeme() != "" {
		t.Error("a lexeme was kept without being asked for")
	}
}

// TestLocate shows each place as the text that its spans cover.
func TestLocate(t *testing.T) {
	const generic = `GCF profile=generic
name=Alice
tags[2]: a,"b c"
## addr
  city=Paris
## rows [2]{id,"p>x","p>y>z",o}
@0 1|2|3|^
.o {}
    k=v
@1 4|5|6|^
.o [2]: 7,8
## m [1:]{key,"v w"}
one|1
## e [2]
@0 =x
@1 [1]: y
`
	const graph = `GCF profile=graph tool=t symbols=2 edges=1
## targets
@0 fn A 0.50 p
@1 fn B 0.50 p
## edges [1]
@0<@1 calls added
`
	tests := []struct{ src, path, line, key, value string }{
		{generic, "name", "name=Alice", "name", "Alice"},
		{generic, "tags", `tags[2]: a,"b c"`, "tags", `tags[2]: a,"b c"`},
		{generic, "tags/1", `tags[2]: a,"b c"`, "", `"b c"`},
		{generic, "addr", "## addr", "addr", "## addr\n  city=Paris"},
		{generic, "addr/city", "  city=Paris", "city", "Paris"},
		{generic, "rows/0", "@0 1|2|3|^", "", "@0 1|2|3|^\n.o {}\n    k=v"},
		{generic, "rows/0/id", "@0 1|2|3|^", "id", "1"},
		{generic, "rows/0/p", "@0 1|2|3|^", `"p>x"`, "2|3"},
		{generic, "rows/0/p/y", "@0 1|2|3|^", `"p>y>z"`, "3"},
		{generic, "rows/1/p/y/z", "@1 4|5|6|^", `"p>y>z"`, "6"},
		{generic, "rows/0/o", ".o {}", "o", ".o {}\n    k=v"},
		{generic, "rows/0/o/k", "    k=v", "k", "v"},
		{generic, "rows/1/o/1", ".o [2]: 7,8", "", "8"},
		{generic, "m/one", "one|1", "one", "one|1"},
		{generic, "m/one/v w", "one|1", `"v w"`, "1"},
		{generic, "e/0", "@0 =x", "", "x"},
		{generic, "e/1/0", "@1 [1]: y", "", "y"},
		{graph, "tool", "GCF profile=graph tool=t symbols=2 edges=1", "", "t"},
		{graph, "symbols/1", "@1 fn B 0.50 p", "", "@1 fn B 0.50 p"},
		{graph, "symbols/1/qualifiedName", "@1 fn B 0.50 p", "", "B"},
		{graph, "edges/0/source", "@0<@1 calls added", "", "@1"},
		{graph, "edges/0/target", "@0<@1 calls added", "", "@0"},
		{graph, "edges/0/status", "@0<@1 calls added", "", "added"},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			doc := parser.Parse(test.src)
			at, ok := value.Locate(doc, decode(t, test.src), strings.Split(test.path, "/"))
			if !ok {
				t.Fatal("not found")
			}
			text := func(s ast.Span) string { return doc.Source[s.Start:s.End] }
			if got := doc.Text(at.Line); got != test.line {
				t.Errorf("line %q, want %q", got, test.line)
			}
			if got := text(at.Key); got != test.key {
				t.Errorf("key %q, want %q", got, test.key)
			}
			if got := text(at.Value); got != test.value {
				t.Errorf("value %q, want %q", got, test.value)
			}
		})
	}
	doc := parser.Parse(generic)
	for _, path := range []string{"none", "rows/2", "rows/x", "name/x"} {
		if _, ok := value.Locate(doc, decode(t, generic), strings.Split(path, "/")); ok {
			t.Errorf("%s leads somewhere", path)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"", "GCF profile=generic\n## t [2]{a,\"b>c\"}\n@0 1|^\n.x {}\n    y=1\n", "GCF profile=graph\n## targets\n@0 fn a 0.10 p\n## edges [1]\n@0<@0 x\n",
		"GCF profile=generic\n## [1:]{key,a}\nk|^{x,y}\n1|2\n", "GCF profile=generic\n@0 =1\n.a [1]\n## x [0]\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		doc := parser.Parse(src)
		v := value.DecodePartial(doc)
		if _, err := value.AppendJSON(nil, v); err != nil && value.CodeOf(err) != ast.InvalidUTF8 {
			t.Fatal(err)
		}
		strict, err := value.Decode(doc)
		if err != nil && value.FirstError(doc) == nil && value.CodeOf(err) != ast.InvalidSessionReference {
			t.Fatalf("a document without errors is refused: %v", err)
		}
		if err == nil && !value.Equal(strict, v, value.MemberOrder) {
			t.Fatal("a document without errors has another value when it is read in part")
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	var src strings.Builder
	src.WriteString("GCF profile=generic\n## rows [20000]{id,name,department,salary,active}\n")
	for range 20000 {
		src.WriteString("12345|Alice Smith|Engineering|95000.5|true\n")
	}
	doc := parser.Parse(src.String())
	b.SetBytes(int64(src.Len()))
	for b.Loop() {
		if _, err := value.Decode(doc); err != nil {
			b.Fatal(err)
		}
	}
}
