package fix

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/diagnostics"
)

// mistakes finds mistakes in a text of single letters: each letter is one, and
// has a fix that replaces it. Small letters are errors, capitals are warnings.
func mistakes(fixes map[byte]diagnostics.Fix) func(string) []Problem {
	return func(text string) []Problem {
		var all []Problem
		for i := range len(text) {
			f, ok := fixes[text[i]]
			if !ok {
				continue
			}
			p := Problem{Code: text[i : i+1], Severity: diagnostics.Error, Start: i, End: i + 1}
			if text[i] < 'a' {
				p.Severity = diagnostics.Warning
			}
			at := i
			if f.Title == "behind" {
				at = len(text)
			}
			edit := diagnostics.Edit{Start: at, End: min(at+1, len(text)), Text: f.Edits[0].Text}
			p.Fixes = []diagnostics.Fix{{Title: text[i : i+1], Safe: f.Safe, Edits: []diagnostics.Edit{edit}}}
			all = append(all, p)
		}
		return all
	}
}

func to(text string, safe bool) diagnostics.Fix {
	return diagnostics.Fix{Safe: safe, Edits: []diagnostics.Edit{{Text: text}}}
}

func behind(text string, safe bool) diagnostics.Fix {
	f := to(text, safe)
	f.Title = "behind"
	return f
}

func TestRepairKeepsWhatHelps(t *testing.T) {
	check := mistakes(map[byte]diagnostics.Fix{
		'a': to("", false),      // goes
		'b': to("a", true),      // becomes another mistake
		'c': to("a", false),     // the same, with a decision
		'd': behind("!", false), // stays, and the text grows
		'e': behind("!", true),  // the same, said to be safe
		'f': to("aa", true),     // becomes two
		'W': to("V", true),      // a warning that becomes another
		'V': to("", true),       // a warning that goes
		'X': to("a", true),      // a warning that becomes an error
		'g': to("WWW", false),   // an error that becomes warnings
		'h': to("", true),       // goes
	})
	for _, test := range []struct{ text, safe, unsafe, applied string }{
		{"", "", "", ""},
		{"1a2", "1a2", "12", "a"},
		{"b", "a", "", "ba"},
		{"c", "c", "c", ""},
		{"d", "d", "d", ""},
		{"e", "e", "e", ""},
		{"f", "f", "f", ""},
		{"WV", "", "", "WVV"},
		{"X", "X", "X", ""},
		{"g", "g", "", "gWWVVWV"},
		{"adaca", "adaca", "dc", "aaa"},
		{"hhhehdhh", "ed", "ed", "hhhhhh"},
	} {
		for _, unsafe := range []bool{false, true} {
			want := test.safe
			if unsafe {
				want = test.unsafe
			}
			got := Repair(test.text, check(test.text), check, unsafe)
			if got.Text != want {
				t.Errorf("%q, unsafe %v: %q, want %q", test.text, unsafe, got.Text, want)
			}
			applied := ""
			for _, f := range got.Applied {
				applied += f.Title
			}
			if unsafe && applied != test.applied {
				t.Errorf("%q: applied %q, want %q", test.text, applied, test.applied)
			}
		}
	}
}

// Whatever fixes do, repairing ends, and a second time does nothing.
func TestRepairEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fixes := map[byte]diagnostics.Fix{}
		for i, letter := range "abcdABCD" {
			// Safe fixes do not undo each other.
			letters := rapid.StringOfN(rapid.SampledFrom([]rune("abcdABCD1")[i+1:]), 0, 4, -1)
			f := to(letters.Draw(t, "new"), rapid.Bool().Draw(t, "safe"))
			if rapid.IntRange(0, 4).Draw(t, "where") == 0 {
				f.Title = "behind"
			}
			fixes[byte(letter)] = f
		}
		check := mistakes(fixes)
		text := rapid.StringMatching(`[a-dA-D1]{0,12}`).Draw(t, "text")
		for _, unsafe := range []bool{false, true} {
			once := Repair(text, check(text), check, unsafe)
			before, after := state{text, check(text)}, state{once.Text, check(once.Text)}
			if before.count().n[diagnostics.Error] < after.count().n[diagnostics.Error] {
				t.Fatalf("unsafe %v: %q became %q", unsafe, text, once.Text)
			}
			if again := Repair(once.Text, after.found, check, unsafe); again.Text != once.Text {
				t.Fatalf("unsafe %v: %q became %q and then %q", unsafe, text, once.Text, again.Text)
			}
		}
	})
}

// What is checked is bounded, however many mistakes there are.
func TestRepairOfManyMistakesIsBounded(t *testing.T) {
	mistakes := mistakes(map[byte]diagnostics.Fix{'a': to("", true), 'b': to("aa", true), 'c': to("d", false)})
	checked := 0
	check := func(text string) []Problem {
		checked += len(text)
		return mistakes(text)
	}
	text := strings.Repeat("aaab1c", 2_000)
	Repair(text, mistakes(text), check, true)
	if most := maxBytes + maxRounds*maxTrials*len(text); checked > most {
		t.Errorf("%d bytes were checked, for a text of %d", checked, len(text))
	}
}
