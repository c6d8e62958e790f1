package lint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"text/tabwriter"

	"pgregory.net/rapid"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/internal/text/embedded"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func TestInOrderKeepsTheOrder(t *testing.T) {
	items := make([]int, 1000)
	for i := range items {
		items[i] = i
	}
	for _, workers := range []int{1, 2, 8} {
		var got []int
		err := InOrder(t.Context(), items, workers, func(i int) int { return i * i }, func(r int) error {
			got = append(got, r)
			return nil
		})
		if err != nil || len(got) != len(items) || !slices.IsSorted(got) {
			t.Errorf("%d workers: %v, %d results", workers, err, len(got))
		}
	}
}

func TestInOrderEndsEarly(t *testing.T) {
	items := make([]int, 100_000)
	var worked atomic.Int64
	work := func(int) int { worked.Add(1); return 0 }
	wanted := errors.New("enough")
	if err := InOrder(t.Context(), items, 4, work, func(int) error { return wanted }); err != wanted {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err := InOrder(ctx, items, 4, work, func(int) error {
		if n++; n == 10 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if worked.Load() > 1000 {
		t.Errorf("%d items were worked on after the end", worked.Load())
	}
}

// Fixing a second time does nothing, and fixing never makes a document worse.
func TestFixIsDoneAfterOneRun(t *testing.T) {
	for name, text := range material.Payloads(t) {
		fixesOnce(t, name, text)
	}
	for _, text := range testdocs.Small {
		for i := range len(text) + 1 {
			fixesOnce(t, "cut", text[:i])
		}
	}
}

func TestFixOfDamagedDocumentsIsDoneAfterOneRun(t *testing.T) {
	for _, text := range []string{
		"GCF profile=generic\n## [1]{a}\n@0 1\n.\"", // 64 columns without a name
	} {
		fixesOnce(t, "damaged", text)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(testdocs.Small).Draw(t, "document")
		for range rapid.IntRange(1, 4).Draw(t, "damages") {
			start := rapid.IntRange(0, len(text)).Draw(t, "start")
			end := rapid.IntRange(start, min(len(text), start+12)).Draw(t, "end")
			text = text[:start] + rapid.StringOfN(rapid.SampledFrom([]rune("|\"{}[]#@^~.=\n ,019<>:?a")), 0, 2, -1).Draw(t, "new") + text[end:]
		}
		fixesOnce(t, "damaged", text)
	})
}

func fixesOnce(t rapid.TB, name, text string) {
	before := Check(name, text, Options{})
	for _, unsafe := range []bool{false, true} {
		once := Fix(name, text, Options{}, unsafe)
		twice := Fix(name, once.Text, Options{}, unsafe)
		if twice.Text != once.Text || twice.Applied != nil {
			t.Errorf("%s, unsafe %v: a second run applies %q to %q, made of %q", name, unsafe, twice.Applied, once.Text, text)
		}
		// What is wrong in a payload without a header was not looked for.
		if read := firstError(before) != "missing_header"; read && errorsIn(once.Left) > errorsIn(before) {
			t.Errorf("%s, unsafe %v: %d errors became %d: %q became %q", name, unsafe, errorsIn(before), errorsIn(once.Left), text, once.Text)
		}
	}
}

func errorsIn(f *report.File) int {
	n := 0
	for i := range f.Findings {
		if f.Findings[i].Severity == diagnostics.Error {
			n++
		}
	}
	return n
}

// What is found in a payload inside another file is what is found in the
// payload alone, and stands there.
func TestEmbeddedFindingsAreThoseOfThePayload(t *testing.T) {
	for name, text := range material.Payloads(t) {
		if strings.Contains(text, "```") || !strings.HasSuffix(text, "\n") {
			continue
		}
		alone := Check(name, text, Options{})
		markdown := "# Title\n\n- item\n\n  ```gcf\n"
		for line := range strings.Lines(text) {
			markdown += "  " + line
		}
		markdown += "  ```\n"
		inside := Check(name, markdown, Options{Kind: embedded.Markdown})
		if len(alone.Findings) != len(inside.Findings) {
			t.Errorf("%s: %d findings alone, %d in Markdown", name, len(alone.Findings), len(inside.Findings))
			continue
		}
		for i := range alone.Findings {
			a, b := &alone.Findings[i], &inside.Findings[i]
			if a.Code != b.Code || text[a.Start:a.End] != markdown[b.Start:b.End] {
				t.Errorf("%s: %s at %q is %s at %q in Markdown", name, a.Code, text[a.Start:a.End], b.Code, markdown[b.Start:b.End])
			}
		}
	}
}

func TestFixInMarkdownIsFixAlone(t *testing.T) {
	for name, text := range material.Payloads(t) {
		fixesInMarkdown(t, name, text, "> ", "> ")
	}
	for _, rule := range diagnostics.Rules() {
		for _, marks := range [][2]string{{"> ", "> "}, {">   ", ">   "}, {"1. ", "   "}, {"-   ", "    "}, {"- > ", "  > "}} {
			fixesInMarkdown(t, rule.Code.String(), rule.Page.Bad, marks[0], marks[1])
		}
	}
}

// fixesInMarkdown checks that fixing a payload in a fence, whose lines begin with
// marks, is fixing it alone.
func fixesInMarkdown(t *testing.T, name, text, first, mark string) {
	t.Helper()
	if strings.Contains(text, "```") || !strings.HasSuffix(text, "\n") || strings.Contains(text, "\r") {
		return
	}
	fence := func(text string) string {
		var b strings.Builder
		b.WriteString(first + "```gcf\n")
		for line := range strings.Lines(text) {
			b.WriteString(mark + line)
		}
		b.WriteString(mark + "```\n")
		return b.String()
	}
	for _, unsafe := range []bool{false, true} {
		alone := Fix(name, text, Options{}, unsafe)
		inside := Fix(name, fence(text), Options{Kind: embedded.Markdown}, unsafe)
		if slices.ContainsFunc(alone.Applied, func(f report.Fixed) bool { return f.Title == "Add the header line" }) && !unsafe || strings.Contains(alone.Text, "\n\n") {
			continue // a page may show a part of a payload; a line of blanks in Markdown may end it
		}
		if !strings.HasSuffix(alone.Text, "\n") {
			alone.Text += "\n" // a fence needs the line to end
		}
		if inside.Text != fence(alone.Text) {
			t.Errorf("%s, unsafe %v:\n%s\nwant\n%s", name, unsafe, inside.Text, fence(alone.Text))
		}
	}
}

func TestCacheForgetsWhatIsGone(t *testing.T) {
	dir := t.TempDir()
	bad := "GCF profile=generic\na=~\n"
	c := OpenCache(dir, "folder", "v1")
	first := c.Check("a.gcf", bad, Options{})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = OpenCache(dir, "folder", "v1")
	if len(c.old) != 1 {
		t.Fatalf("%d entries", len(c.old))
	}
	again := c.Check("b.gcf", bad, Options{})
	if len(again.Findings) != len(first.Findings) || again.Name != "b.gcf" {
		t.Errorf("%+v", again)
	}
	c.Check("c.gcf", "GCF profile=generic\n", Options{})
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = OpenCache(dir, "folder", "v1")
	if len(c.old) != 2 {
		t.Errorf("%d entries", len(c.old))
	}
	// Another version, another configuration: not the same findings.
	other := OpenCache(dir, "folder", "v2")
	other.Check("a.gcf", bad, Options{})
	if len(other.now) != 1 || len(other.old) != 2 {
		t.Errorf("%d %d", len(other.now), len(other.old))
	}
	for key := range other.now {
		if _, ok := other.old[key]; ok {
			t.Error("the cache of another version was used")
		}
	}
}

// TestRepair says for each broken payload of the corpus what repairing makes of
// it: with the safe fixes, and with those that need a decision. The table is
// kept in testdata/repair.txt; -update writes it.
func TestRepair(t *testing.T) {
	dir := material.Dir(t, "corpus", "generated")
	paths, err := filepath.Glob(filepath.Join(dir, "*.gcf"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("payload\tfirst error\tsafe fixes\twith unsafe fixes\n")
	safe, unsafe := 0, 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, text := filepath.Base(path), string(data)
		withSafe, withUnsafe := Fix(name, text, Options{}, false), Fix(name, text, Options{}, true)
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\n", name, firstError(Check(name, text, Options{})),
			outcome(withSafe, &safe), outcome(withUnsafe, &unsafe))
		keepsWhatWasReadable(t, name, text, withSafe.Text)
	}
	fmt.Fprintf(&b, "decodable\t\t%d of %d\t%d of %d\n", safe, len(paths), unsafe, len(paths))
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(w, b.String()); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	golden.File(t, "testdata/repair.txt", table.String())
}

// outcome says whether a fixed text decodes, or the error that is left.
func outcome(f Fixed, decodable *int) string {
	if diagnostics.HasErrors(parser.Parse(f.Text)) {
		return "left: " + firstError(f.Left)
	}
	*decodable++
	return "decodes"
}

func firstError(f *report.File) string {
	for i := range f.Findings {
		if d := &f.Findings[i]; d.Severity == diagnostics.Error {
			if strings.Contains(d.Message, "truncated") {
				return d.Code + " (truncated)"
			}
			return d.Code
		}
	}
	return "none"
}

// keepsWhatWasReadable checks that each scalar that could be read before safe
// fixes can be read after them.
func keepsWhatWasReadable(t *testing.T, name, before, after string) {
	t.Helper()
	// A declaration in a cell is read as text while it stands in the wrong
	// place.
	misplaced := regexp.MustCompile(`^(\^|\.\w+) \[`)
	had, has := scalars(before), scalars(after)
	for text, n := range had {
		if has[text] < n && !misplaced.MatchString(text) {
			t.Errorf("%s: %s was there %d times, and %d times after the repair", name, text, n, has[text])
		}
	}
}

// scalars counts the strings and numbers of a document, as far as it can be
// read.
func scalars(text string) map[string]int {
	counts := map[string]int{}
	stack := []value.Value{value.DecodePartial(parser.Parse(text))}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		stack = append(stack, v.Elems()...)
		for _, m := range v.Members() {
			stack = append(stack, m.Value)
		}
		switch v.Kind() {
		case value.String:
			counts[v.Str()]++
		case value.Int, value.Double:
			counts[string(value.AppendNumber(nil, v))]++
		}
	}
	return counts
}

// Lines in messages are those of the file.
func TestMessagesNameTheLinesOfTheFile(t *testing.T) {
	for kind, text := range map[embedded.Kind]string{
		embedded.Plain:    "GCF profile=generic\na=1\na=2\n",
		embedded.Markdown: "# Notes\n\n```gcf\nGCF profile=generic\na=1\na=2\n```\n",
		embedded.Text:     "one\ntwo\nGCF profile=generic\na=1\na=2\n",
	} {
		findings := Check("a", text, Options{Kind: kind}).Findings
		want := fmt.Sprintf("already on line %d:", strings.Count(text[:strings.Index(text, "a=1")], "\n")+1)
		if len(findings) != 1 || !strings.Contains(findings[0].Message, want) {
			t.Errorf("%+v, want %q", findings, want)
		}
	}
}
