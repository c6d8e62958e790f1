package refactor

import (
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/cli/lint"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// Every action of every place can be made, and a document without errors keeps
// its value, or the title says how it changes, and stays one.
func TestActionsAtEveryPlace(t *testing.T) {
	made := map[string]int{}
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		good := !diagnostics.HasErrors(doc)
		for a := range offersOf(doc) {
			edits, err := a.Edits()
			if err != nil {
				if good && (errors.Is(err, errOtherValue) || errors.Is(err, errNewMistake)) && !knownHard(doc, &a) {
					t.Errorf("%s: %v in\n%s", a.Title, err, doc.Source)
				}
				continue
			}
			made[a.ID]++
			at := 0
			for _, e := range edits {
				if e.Start < at || e.End < e.Start || e.End > len(doc.Source) {
					t.Fatalf("%s: the edits %v overlap in\n%s", a.Title, edits, doc.Source)
				}
				at = e.End
			}
			if !good {
				continue
			}
			after := parser.Parse(format.Apply(doc.Source, edits))
			if diagnostics.HasErrors(after) {
				t.Errorf("%s: there are errors in\n%s", a.Title, after.Source)
			}
			if a.want == nil && !a.checked {
				before, err1 := value.Decode(doc)
				now, err2 := value.Decode(after)
				if err1 == nil && (err2 != nil || !value.Equal(before, now)) {
					t.Errorf("%s: another value in\n%s", a.Title, after.Source)
				}
			}
		}
	})
	for _, id := range []string{"quote", "unquote", "text", "untext", "sort", "count", "defer", "key", "unkey", "flatten", "nest", "add-absent", "add-null", "remove"} {
		if made[id] == 0 {
			t.Errorf("%s was never made", id)
		}
	}
}

// offersOf are the actions that are offered at the places of a document, untried:
// each once, although it is offered all along a cell, and a few of a kind.
func offersOf(doc *ast.Document) iter.Seq[Action] {
	return func(yield func(Action) bool) {
		seen, tried := map[string]bool{}, map[string]int{}
		for offset := range testdocs.Offsets(doc) {
			for _, a := range offers(doc, offset, nil) {
				key := a.ID + a.Title
				if a.Disabled != "" || seen[key] || tried[a.ID] > 5 {
					continue
				}
				seen[key] = true
				tried[a.ID]++
				if !yield(a) {
					return
				}
			}
		}
	}
}

// knownHard are the actions that are refused rightly only when they are tried:
// in a payload whose roots or order say something of the rows.
func knownHard(doc *ast.Document, a *Action) bool {
	return doc.Header.Is("delta") || a.ID == "remove" || a.ID == "defer" ||
		!strings.HasSuffix(doc.Source, "\n") // cut off in a row, which is no error
}

// What is turned into the other form and back is what it was.
func TestActionsAndBack(t *testing.T) {
	for _, test := range []struct{ there, back, at, backAt, text string }{
		{"flatten", "nest", "^", "c>x", "GCF profile=generic\n## a [2]{id,c}\n@0 1|^\n.c {}\n    x=2\n    y=z\n2|~\n"},
		{"defer", "count", "[1]", "[?]", "GCF profile=generic\n## a [1]{id,c}\n1|2\n"},
		{"key", "unkey", "{id", "{id", "GCF profile=generic\n## a [2]{id,c}\na|2\nb|3\n"},
		{"quote", "unquote", "word", "word", "GCF profile=generic\na=word\n"},
		{"text", "untext", "1.5", "1.5", "GCF profile=generic\na=1.5\n"},
		{"add-null", "remove", "id", "column", "GCF profile=generic\n## a [2]{id,c}\n1|2\n3|~\n"},
		{"defer", "count", "[1]", "[?]", "GCF profile=generic\r\n## a [?]{id}\r\n7\r\n## b [1]{id}\r\n1\r\n##! summary counts=1\r\n"},
	} {
		text := test.text
		for i, step := range [][2]string{{test.there, test.at}, {test.back, test.backAt}} {
			offset := strings.LastIndex(text, step[1])
			a, ok := ByID(parser.Parse(text), offset, step[0], nil)
			if !ok {
				t.Fatalf("there is no %s at %q in\n%s", step[0], step[1], text)
			}
			edits, err := a.Edits()
			if err != nil {
				t.Fatalf("%s: %v", step[0], err)
			}
			text = format.Apply(text, edits)
			if i == 0 && text == test.text {
				t.Errorf("%s does nothing", step[0])
			}
		}
		if text != test.text {
			t.Errorf("%s and %s: got\n%s\nwant\n%s", test.there, test.back, text, test.text)
		}
	}
}

// A fix of a rule that makes room for another is followed by it, and the end
// has nothing left to fix.
func TestFixAllEnds(t *testing.T) {
	check := func(doc *ast.Document) []diagnostics.Diagnostic { return diagnostics.Check(doc, diagnostics.Options{}) }
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		found := check(doc)
		edits := FixAll(doc, found, check, ast.NoCode)
		fixed := parser.Parse(format.Apply(doc.Source, edits))
		fixable := slices.ContainsFunc(found, func(d diagnostics.Diagnostic) bool { return SafeFix(&d) != nil })
		if len(edits) == 0 && fixable {
			t.Errorf("nothing was fixed in\n%s", doc.Source)
		}
		if again := FixAll(fixed, check(fixed), check, ast.NoCode); len(again) > 0 {
			t.Errorf("it takes a second time to fix\n%s\nthen\n%s", doc.Source, fixed.Source)
		}
	})
}

func TestSpansAreFormattedAlone(t *testing.T) {
	doc := parser.Parse("GCF profile=generic\na = 1\nb = 2\nc = 3\n")
	edits, err := FormatSpans(doc, format.DocumentOptions{}, []ast.Span{{Start: 20, End: 21}, {Start: 34, End: 35}})
	if err != nil {
		t.Fatal(err)
	}
	if got := format.Apply(doc.Source, edits); got != "GCF profile=generic\na=1\nb = 2\nc=3\n" {
		t.Errorf("got\n%s", got)
	}
}

// The editor fixes what the command line fixes.
func TestFixAllIsCheckFix(t *testing.T) {
	check := func(doc *ast.Document) []diagnostics.Diagnostic { return check.Document(doc, check.Context{}) }
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		edits := FixAll(doc, check(doc), check, ast.NoCode)
		if got, want := format.Apply(doc.Source, edits), lint.Fix("", doc.Source, lint.Options{}, false).Text; got != want {
			t.Errorf("the editor makes\n%s\nof\n%s\nthe command line\n%s", got, doc.Source, want)
		}
	})
}
