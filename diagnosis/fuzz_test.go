package diagnosis

import (
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"

	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// FuzzExplain explains any text: it must not fail, what it calls safe must
// decode and lose and invent nothing, and a text without errors stays as it is.
func FuzzExplain(f *testing.F) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, text := range testdocs.Small {
		f.Add(text)
	}
	for _, slip := range Slips() {
		if slip.Make == nil {
			continue
		}
		for range 20 {
			if text, ok := slip.Make(r, rightDocument(f, r)); ok {
				f.Add(text)
				break
			}
		}
	}
	f.Add("GCF profile=generic\n| * | a |\n|---|---|\n| 1 | 2 |\n") // a name of nothing but a mark
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) <= 4<<10 {
			explainWell(t, text)
		}
	})
}

// TestExplainAnything explains texts that are put together from lines of broken
// documents of all kinds, with pieces of syntax where words were.
func TestExplainAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 77))
	var lines []string
	for _, slip := range Slips() {
		for n := 0; n < 3 && slip.Make != nil; n++ {
			if text, ok := slip.Make(r, rightDocument(t, r)); ok {
				lines = append(lines, strings.SplitAfter(text, "\n")...)
			}
		}
	}
	for _, text := range testdocs.Small {
		lines = append(lines, strings.SplitAfter(text, "\n")...)
	}
	pieces := []string{"", " ", "  ", "*", "`", "\"", "'", "|", "||", "^", "~", "-", "#", "##", "@", "@0", "{", "}", "{}", "[", "]", "[]", "[0]", "[1]", "[1]:", "=", ":", ",", ".", "..", "<", ">", "->", "\\", "\t", "\n", "é", "\u00a0", "\xff", "0", "1", "true", "a", "GCF", "```", "/", "$", "&lt;"}
	count := *anything
	if testing.Short() {
		count /= 4
	}
	for range count {
		var b strings.Builder
		if r.IntN(4) > 0 {
			b.WriteString(pick(r, "GCF profile=generic\n", "GCF profile=graph\n", "GCF profile=generic delta=true\n", "GCF profile=graph session=true\n"))
		}
		from := r.IntN(len(lines))
		for range 1 + r.IntN(8) {
			line := lines[from%len(lines)]
			from++
			if r.IntN(4) == 0 {
				from = r.IntN(len(lines))
			}
			for range r.IntN(3) {
				at := r.IntN(len(line) + 1)
				end := min(len(line), at+r.IntN(4))
				line = line[:at] + pick(r, pieces...) + line[end:]
			}
			b.WriteString(line)
		}
		explainWell(t, b.String())
	}
}

// explainWell explains a text and holds the repairs against what is promised.
func explainWell(t *testing.T, text string) {
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("%v, of\n%s\n%s", p, text, debug.Stack())
		}
	}()
	d := Explain(text)
	for _, level := range []Level{Safe, Decision, Lossy} {
		repaired := d.Repair(level)
		if !repaired.Decodes || repaired.Level > level {
			continue
		}
		if repaired.Level < Lossy && len(repaired.Dropped)+len(repaired.Invented) > 0 {
			t.Errorf("%s: drops %q, invents %q:\n%s-- of\n%s", repaired.Level, repaired.Dropped, repaired.Invented, repaired.Text, text)
		}
		doc := parser.Parse(repaired.Text)
		for i := range doc.Problems {
			if value.IsError(doc.Problems[i].Code) {
				t.Errorf("%s: an error is left:\n%s-- of\n%s", repaired.Level, repaired.Text, text)
				break
			}
		}
	}
	if strings.TrimSpace(text) != "" && newSite(text).Problem == nil && d.Repair(Safe).Text != text {
		t.Errorf("a right text is changed:\n%s-- of\n%s", d.Repair(Safe).Text, text)
	}
}
