package parser

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"gcf-lsp/ast"
)

// The declarative part of the grammar (spec 4), as a grammar. The parser reads
// declarations with the scanner of declaration.go, at a fiftieth of the cost; the
// tests below compare the two. Each grammar accepts every text that the line
// scanner cuts for it, the wrong ones included, because participle stops at its
// first error: what is wrong is found in the result.

// declGrammar is what follows a key: `[N]`, `[?]`, `[N:]`, `{a,"b,c",@id}`,
// `{}`, `:`.
//
//	count-bracket / keyed-bracket [ field-decl ] [ ":" ]
type declGrammar struct {
	Count  *countGrammar  `parser:"@@? Blank?"`
	Fields *fieldsGrammar `parser:"@@?"`
	Inline bool           `parser:"@':'?"`
}

type countGrammar struct {
	Pos    lexer.Position
	Value  []string `parser:"'[' @(Number|Ident|Quoted|Blank|Other|'?'|','|'{'|'}'|'@')*"`
	Keyed  bool     `parser:"@':'?"`
	Closed bool     `parser:"@']'?"`
	EndPos lexer.Position
}

type fieldsGrammar struct {
	Pos    lexer.Position
	Fields []fieldGrammar `parser:"'{' ( @@ ( ',' @@ )* )?"`
	Closed bool           `parser:"@'}'?"`
	EndPos lexer.Position
}

type fieldGrammar struct {
	Pos    lexer.Position
	Tokens []string `parser:"@(Quoted|Ident|Number|Blank|Other|'['|']'|':'|'?'|'@'|'{')*"`
	EndPos lexer.Position
}

// pairsGrammar is the header behind `GCF` and the trailer behind
// `##! summary`.
//
//	*( SP header-key "=" header-value )
type pairsGrammar struct {
	Pairs []pairGrammar `parser:"Blank? ( @@ Blank? )*"`
}

type pairGrammar struct {
	Pos   lexer.Position
	Key   string   `parser:"( @Word"`
	Eq    string   `parser:"  @'='?"`
	Value []string `parser:"  @(Word|'=')* | "`
	NoKey []string `parser:"  @'=' @(Word|'=')* )"`
	End   lexer.Position
}

// countsGrammar is the value of `counts=` in a trailer, positional or labelled
// (spec 8.4.1).
type countsGrammar struct {
	Entries []countEntry `parser:"@@ ( ',' @@ )*"`
}

type countEntry struct {
	Pos    lexer.Position
	Label  string   `parser:"( @Label ':' )?"`
	Tokens []string `parser:"@(Number|Label|Other|':')*"`
	EndPos lexer.Position
}

var grammars = sync.OnceValue(func() (g struct {
	decl   *participle.Parser[declGrammar]
	pairs  *participle.Parser[pairsGrammar]
	counts *participle.Parser[countsGrammar]
}) {
	g.decl = participle.MustBuild[declGrammar](participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Quoted", Pattern: `"(?:[^"\\]|\\(?s:.))*"`},
		{Name: "Blank", Pattern: `[ \t]+`},
		{Name: "Number", Pattern: `[0-9]+`},
		{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z0-9_]*`},
		{Name: "Punct", Pattern: `[\[\]{}:,@?]`},
		{Name: "Other", Pattern: `(?s:.)`},
	})))
	g.pairs = participle.MustBuild[pairsGrammar](participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Blank", Pattern: `[ \t]+`},
		{Name: "Eq", Pattern: `=`},
		{Name: "Word", Pattern: `[^ \t=]+`},
	})))
	g.counts = participle.MustBuild[countsGrammar](participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
		{Name: "Number", Pattern: `[0-9]+`},
		{Name: "Label", Pattern: `[A-Za-z_][A-Za-z0-9_]*`},
		{Name: "Punct", Pattern: `[:,]`},
		{Name: "Other", Pattern: `(?s:.)`},
	})))
	return g
})

// TestScannersFollowTheGrammar compares what the scanners read with what the
// grammar does: random texts of the pieces that matter, and declarations,
// headers and trailers with a few bytes changed.
func TestScannersFollowTheGrammar(t *testing.T) {
	n := 10_000
	if testing.Short() {
		n = 2_000
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		followGrammar(t, random(rng))
	}
}

// FuzzScannersFollowTheGrammar is the same for what the fuzzer makes.
func FuzzScannersFollowTheGrammar(f *testing.F) {
	for _, s := range written {
		f.Add(s)
	}
	f.Fuzz(followGrammar)
}

// followGrammar reads a text as each of the three kinds.
func followGrammar(t *testing.T, text string) {
	t.Helper()
	for _, decl := range [2]string{text, text[:ast.DeclEnd(text, 0)]} {
		if got, want := parseDecl(decl), declByGrammar(decl); !reflect.DeepEqual(got, want) {
			t.Fatalf("declaration %q:\n got %+v\nwant %+v", decl, got, want)
		}
	}
	start := min(3, len(text))
	if got, want := parsePairs(text, start, len(text)), pairsByGrammar(text, start, len(text)); !reflect.DeepEqual(got, want) {
		t.Fatalf("pairs %q:\n got %+v\nwant %+v", text, got, want)
	}
	field := ast.HeaderField{Value: text, ValueStart: 7, ValueEnd: 7 + len(text)}
	if got, want := parseCounts(&field), countsByGrammar(&field); !reflect.DeepEqual(got, want) {
		t.Fatalf("counts %q:\n got %+v\nwant %+v", text, got, want)
	}
}

// written are declarations, pairs and counts as writers write them.
var written = []string{
	`[3]{id,name,"a>b","quoted, name"}`, `[?]{@id,@"key",x}`, `[12:]{a}`, `[0]:`, `[2]: 1,2`, `{a,"b>c"}`, `{}`, `[3] {a}:`,
	`GCF profile=graph pack_root=sha256:0a tokens=12 delta=true`, `## profile=generic  session`,
	`4,nodes:3,edges:12,7`,
}

// random returns a random text, or a written one with some bytes changed.
func random(rng *rand.Rand) string {
	pieces := []string{"[", "]", "{", "}", ":", ",", "@", "?", `"`, `\`, " ", "\t", "=", ">", "7", "012", "a", "b_1", "é", "\xff", "\xe2\x82", "\r", "\n", `"a,b"`, `"\"}"`, "a=1", "9223372036854775808"}
	var b strings.Builder
	if rng.IntN(2) == 0 {
		for range rng.IntN(12) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		return b.String()
	}
	text := written[rng.IntN(len(written))]
	for range 1 + rng.IntN(3) {
		at := rng.IntN(len(text) + 1)
		text = text[:at] + pieces[rng.IntN(len(pieces))] + text[min(len(text), at+rng.IntN(3)):]
	}
	return text
}

// BenchmarkDeclaration reads one declaration with the scanner and the grammar.
func BenchmarkDeclaration(b *testing.B) {
	text := `[3]{id,name,"a>b",amount}`
	for name, parse := range map[string]func(string) ast.Decl{"scanner": parseDecl, "grammar": declByGrammar} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				parse(text)
			}
		})
	}
}

// declByGrammar is parseDecl.
func declByGrammar(text string) ast.Decl {
	d := ast.Decl{Text: text, Identity: -1, End: len(text)}
	g, err := grammars().decl.ParseString("", text)
	if err != nil {
		// The cut has something that no part of the grammar takes, such as a
		// second bracket: what was read before it holds, the count does not.
		d.Count = ast.CountInvalid
		d.CountEnd = len(text)
		if g == nil {
			return d
		}
	}
	if c := g.Count; c != nil {
		d.CountStart, d.CountEnd = c.Pos.Offset, c.EndPos.Offset
		d.Keyed = c.Keyed
		d.Count, d.N = countValue(strings.Join(c.Value, ""))
		if !c.Closed {
			d.Count = ast.CountInvalid
		}
	}
	if f := g.Fields; f != nil {
		d.FieldsStart, d.FieldsEnd = f.Pos.Offset, f.EndPos.Offset
		for i := range f.Fields {
			field := makeField(text, f.Fields[i].Pos.Offset, f.Fields[i].EndPos.Offset, g.Count != nil)
			if field.Identity && d.Identity < 0 {
				d.Identity = i
			}
			d.Fields = append(d.Fields, field)
		}
		if len(d.Fields) == 1 && d.Fields[0].Start == d.Fields[0].End {
			d.Fields = nil
		}
		d.HasFields = len(d.Fields) > 0
		d.Object = !d.HasFields && f.Closed
	}
	d.Inline = g.Inline
	return d
}

// pairsByGrammar is parsePairs.
func pairsByGrammar(src string, start, end int) []ast.HeaderField {
	g, err := grammars().pairs.ParseString("", src[start:end])
	if err != nil || g == nil {
		return nil
	}
	var fields []ast.HeaderField
	for i := range g.Pairs {
		p := &g.Pairs[i]
		at := start + p.Pos.Offset
		f := ast.HeaderField{Key: p.Key, KeyStart: at, KeyEnd: at + len(p.Key)}
		value := strings.Join(p.Value, "")
		if len(p.NoKey) > 0 {
			value = strings.Join(p.NoKey[1:], "")
		}
		if p.Eq != "" || len(p.NoKey) > 0 {
			f.Value = value
			f.ValueStart = f.KeyEnd + 1
			f.ValueEnd = f.ValueStart + len(value)
		}
		fields = append(fields, f)
	}
	return fields
}

// countsByGrammar is parseCounts.
func countsByGrammar(f *ast.HeaderField) []trailerCount {
	if f.Value == "" {
		return nil
	}
	g, err := grammars().counts.ParseString("", f.Value)
	if err != nil || g == nil {
		return []trailerCount{{start: f.ValueStart, end: f.ValueEnd}}
	}
	counts := make([]trailerCount, 0, len(g.Entries))
	for _, e := range g.Entries {
		c := trailerCount{start: f.ValueStart + e.Pos.Offset, end: f.ValueStart + e.EndPos.Offset}
		c.label = e.Label
		kind, n := countValue(strings.Join(e.Tokens, ""))
		c.n, c.valid = n, kind == ast.CountExact
		counts = append(counts, c)
	}
	return counts
}
