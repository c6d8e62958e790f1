package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
)

// What is said of mistakes in a few rows of a large table is what a search in the
// whole text says.
func TestExcerpt(t *testing.T) {
	var head, rows strings.Builder
	head.WriteString("GCF profile=generic\ntitle=a\n")
	const n = 1200
	fmt.Fprintf(&head, "## rows [%d]{id,name,city,open}\n", n)
	for i := range n {
		fmt.Fprintf(&rows, "%d|name %d|\"a,b\"|%t\n", i, i, i%3 == 0)
	}
	tail := "## other [2]{a,b}\n1|2\n3|4\nlast=5\n"
	lines := strings.SplitAfter(rows.String(), "\n")
	mistakes := []func(line string) string{
		func(l string) string { return strings.TrimSuffix(l, "\n") + "|more\n" },
		func(l string) string { return strings.Replace(l, "|", ";", -1) },
		func(l string) string { return strings.Replace(l, "\"|", "|", 1) },
		func(l string) string { return l[strings.IndexByte(l, '|')+1:] },
		func(l string) string { return "| " + strings.TrimSuffix(l, "\n") + " |\n" },
		func(l string) string { return strings.Replace(l, "name", "\"na\\qme\"", 1) },
		func(l string) string { return "  " + l },
		func(l string) string { return strings.Replace(l, "true", "^{a,}", 1) },
		func(l string) string { return "x|" + l },
		func(l string) string { return "prose about it\n" },
		func(l string) string { return "#" + l },
	}
	r := rand.New(rand.NewPCG(1, 2))
	by := 0
	for range 60 {
		all := append([]string(nil), lines...)
		for range 1 + r.IntN(2) {
			i := r.IntN(n)
			all[i] = mistakes[r.IntN(len(mistakes))](all[i])
		}
		text := head.String() + strings.Join(all, "") + tail
		doc := parser.Parse(text)
		if !diagnostics.HasErrors(doc) {
			continue
		}
		e := excerptOf(doc)
		if e == nil {
			continue
		}
		found, ok := e.findings(doc, newSite(e.text))
		if !ok {
			continue
		}
		by++
		got := onlyFound(doc, found, diagnostics.Options{})
		want := ExplainDocument(doc).Diagnostics(doc, diagnostics.Options{})
		if !reflect.DeepEqual(got, want) {
			t.Errorf("by the excerpt of %d bytes:\n%+v\nby all:\n%+v", len(e.text), got, want)
		}
	}
	if by < 30 {
		t.Errorf("%d documents were explained by an excerpt, want most of 60", by)
	}
	// A run of rows that are indented is said once.
	text := head.String() + strings.Join(lines[:400], "") + "  " + strings.Join(lines[400:700], "  ") + strings.Join(lines[700:], "")
	if e := excerptOf(parser.Parse(text)); e != nil {
		t.Errorf("indented rows are left out: %d bytes", len(e.text))
	}
}
