package diagnostics

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// directiveGrammar is the grammar that parseDirective follows.
type directiveGrammar struct {
	Setting string        `parser:"  @Setting"`
	Verb    wordGrammar   `parser:"| @@"`
	Codes   []wordGrammar `parser:"  ( @@ ( ',' @@ )* )?"`
	Reason  string        `parser:"  @Reason?"`
}

type wordGrammar struct {
	Pos  lexer.Position
	Text string `parser:"@Word"`
}

var directiveParser = sync.OnceValue(func() *participle.Parser[directiveGrammar] {
	return participle.MustBuild[directiveGrammar](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "Setting", Pattern: `[A-Za-z_][A-Za-z0-9_]*=.*`},
			{Name: "Reason", Pattern: `--.*`},
			{Name: "Word", Pattern: `[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*`},
			{Name: "Comma", Pattern: `,`},
			{Name: "Blank", Pattern: `[ \t]+`},
			{Name: "Other", Pattern: `(?s).`},
		})),
		participle.Elide("Blank"),
	)
})

// byGrammar is parseDirective.
func byGrammar(text string) (d directive, ok bool) {
	g, err := directiveParser().ParseString("", text)
	if err != nil {
		return d, false
	}
	place := func(w wordGrammar) word { return word{w.Text, w.Pos.Offset} }
	d.Setting, d.Verb = g.Setting, place(g.Verb)
	for _, w := range g.Codes {
		d.Codes = append(d.Codes, place(w))
	}
	d.Reason = strings.TrimSpace(strings.TrimPrefix(g.Reason, "--"))
	return d, true
}

// TestDirectivesFollowTheGrammar compares what is read of random texts of the
// pieces that matter.
func TestDirectivesFollowTheGrammar(t *testing.T) {
	pieces := []string{"ignore", "ignore-file", "off", "on", "a", "b_1", "7", "-", "--", ",", " ", " ", " ", "\t", "=", "schema=", "x.json", "é", "\xff", "\r", "\n", "why"}
	rng := rand.New(rand.NewPCG(1, 2))
	understood := 0
	for range 20_000 {
		var b strings.Builder
		for range rng.IntN(9) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		got, ok := parseDirective(b.String())
		want, wantOK := byGrammar(b.String())
		if ok != wantOK || ok && !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: got %+v %v, want %+v %v", b.String(), got, ok, want, wantOK)
		}
		if ok {
			understood++
		}
	}
	if understood < 1000 {
		t.Errorf("only %d of the texts are directives", understood)
	}
}
