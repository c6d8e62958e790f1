package diagnostics

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/parser"
)

func FuzzCheck(f *testing.F) {
	for _, rule := range rules {
		f.Add(rule.Page.Bad)
		f.Add(rule.Page.Good)
	}
	for _, src := range oddDocuments {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) { checkSoundness(t, src) })
}

// oddDocuments are those at which ranges go wrong most easily.
var oddDocuments = []string{
	"", "\n", "\r\n", "\r", " ", "#", "\uFEFF", "GCF", "GCF ", "gcf profile=generic", "GCF profile=generic",
	"GCF profile=generic\r\na=1 \r\n", "GCF profile=generic\n\t", "GCF profile=generic\n\"",
	"GCF profile=generic\n## t [3]{a}\n1", "GCF profile=generic\n## t [1]{a,b}\n😀|", "\xff", "GCF profile=generic\na=\xf0\x9f",
	"GCF profile=generic\n## A [1]{, }\n00000000", "GCF profile=generic\n##%!0000000000",
	"```gcf\nGCF profile=generic\na=1\n```\n", "{\"a\":1}", "GCF profile=graph\n@", "GCF profile=graph\n## edges\n@0<",
}

// checkSoundness tests what holds for the diagnostics of every document.
func checkSoundness(t *testing.T, src string) {
	t.Helper()
	doc := parser.Parse(src)
	all := map[ast.Code]Severity{ast.UnsafeInteger: Hint}
	found := Check(doc, Options{Severities: all})
	for i, d := range found {
		if d.Code == ast.NoCode || d.Severity == Off {
			t.Errorf("diagnostic %d has no code or severity: %+v", i, d)
		}
		if problem := unprintable(src, d.Message); problem != "" {
			t.Errorf("%s: message %s: %q", d.Code, problem, d.Message)
		}
		soundRange(t, src, d.Code, d.Start, d.End)
		for _, rel := range d.Related {
			soundRange(t, src, d.Code, rel.Start, rel.End)
			if problem := unprintable(src, rel.Message); problem != "" {
				t.Errorf("%s: related message %s: %q", d.Code, problem, rel.Message)
			}
		}
		for _, fix := range d.Fixes {
			if problem := unprintable(src, fix.Title); problem != "" {
				t.Errorf("%s: title %s: %q", d.Code, problem, fix.Title)
			}
			if !applicable(doc, fix.Edits) {
				t.Errorf("%s: fix %q has bad edits: %+v", d.Code, fix.Title, fix.Edits)
			} else if applyEdits(src, fix.Edits) == src {
				t.Errorf("%s: fix %q changes nothing in %q", d.Code, fix.Title, src)
			}
		}
		if i > 0 && found[i-1].Start > d.Start {
			t.Errorf("%s at %d comes before %s at %d", found[i-1].Code, found[i-1].Start, d.Code, d.Start)
		}
	}
	limited := Check(doc, Options{Severities: all, Limit: 2})
	if len(limited) > 3 || len(found) > 2 && len(limited) != 3 || len(found) <= 2 && len(limited) != len(found) {
		t.Errorf("limit 2: %d diagnostics of %d", len(limited), len(found))
	}
	for _, d := range limited {
		soundRange(t, src, d.Code, d.Start, d.End)
	}
}

// soundRange tests that a range is inside one line, without the line end, on
// whole characters, and empty only where the line is.
func soundRange(t *testing.T, src string, code ast.Code, start, end int) {
	t.Helper()
	if start < 0 || end < start || end > len(src) {
		t.Errorf("%s: range %d-%d is outside of %d bytes of %q", code, start, end, len(src), src)
		return
	}
	if strings.Contains(src[start:end], "\n") {
		t.Errorf("%s: range %d-%d of %q has a line end", code, start, end, src)
	}
	if start == end {
		before := start == 0 || src[start-1] == '\n'
		rest := strings.TrimPrefix(src[end:], "\r")
		if !before || rest != "" && rest[0] != '\n' {
			t.Errorf("%s: range %d-%d of %q is empty", code, start, end, src)
		}
		return
	}
	if strings.HasSuffix(src[start:end], "\r") && strings.HasPrefix(src[end:], "\n") {
		t.Errorf("%s: range %d-%d of %q ends with the CR of a line end", code, start, end, src)
	}
	for _, at := range []int{start, end} {
		if at > 0 && at < len(src) && !utf8.RuneStart(src[at]) && utf8.ValidString(src) {
			t.Errorf("%s: range %d-%d of %q cuts a character", code, start, end, src)
		}
	}
}

// unprintable says what is wrong with a text about a document that people are to
// read, or "".
func unprintable(src, text string) string {
	switch {
	case strings.TrimSpace(text) == "":
		return "is empty"
	case len(text) > 2000:
		return "is too long"
	case !utf8.ValidString(text):
		return "is not UTF-8"
	case strings.Contains(text, "%!") && !strings.Contains(src, "%!"):
		return "has a formatting error"
	}
	for _, r := range text {
		if !unicode.IsPrint(r) && r != 0x200D { // which holds emoji together
			return "has the character " + fmt.Sprintf("%U", r)
		}
	}
	return ""
}

func TestCheckOfOddDocuments(t *testing.T) {
	for _, src := range oddDocuments {
		t.Run(printable.Text(src, 40), func(t *testing.T) { checkSoundness(t, src) })
	}
}

func TestCheckSurvivesTextThatIsCutOrDamaged(t *testing.T) {
	for _, rule := range rules {
		for _, src := range []string{rule.Page.Bad, rule.Page.Good} {
			for i := range len(src) {
				damaged := [...]string{
					src[:i],
					src[:i] + src[i+1:],
					src[:i] + "|" + src[i:],
					src[:i] + "\"" + src[i:],
					src[:i] + "\n" + src[i:],
				}
				checkSoundness(t, damaged[i%len(damaged)])
			}
		}
	}
}

func TestSeverityOverride(t *testing.T) {
	doc := parser.Parse("GCF profile=generic\nprice=2.40\n")
	for severity, want := range map[Severity]int{Off: 0, Error: 1, Hint: 1} {
		found := Check(doc, Options{Severities: map[ast.Code]Severity{ast.NumberRespelled: severity}})
		if len(found) != want || want == 1 && found[0].Severity != severity {
			t.Errorf("%s: %+v", severity, found)
		}
	}
	if HasErrors(doc) {
		t.Error("a respelled number is no error of the document")
	}
}

func TestErrorsStayErrorsWhenTheyAreNotShown(t *testing.T) {
	doc := parser.Parse("GCF profile=generic\n# gcf-lsp: ignore-file duplicate_key\na=1\na=2\n")
	if found := Check(doc, Options{}); len(found) != 0 {
		t.Errorf("a suppressed error is shown: %+v", found)
	}
	if !HasErrors(doc) {
		t.Error("the suppressed error is no error any more")
	}
	doc = parser.Parse("GCF profile=generic\na=1\na=2\n")
	if found := Check(doc, Options{Severities: map[ast.Code]Severity{ast.DuplicateKey: Off}}); len(found) != 0 {
		t.Errorf("a rule that is off reports: %+v", found)
	}
	if !HasErrors(doc) {
		t.Error("the error of a rule that is off is no error any more")
	}
}

func TestLimitKeepsTheWorst(t *testing.T) {
	var b strings.Builder
	b.WriteString("GCF profile=generic\n")
	for i := range 50 {
		fmt.Fprintf(&b, "a%d=1.0\n", i)
	}
	b.WriteString("a1=2\na2=2\n")
	found := Check(parser.Parse(b.String()), Options{Limit: 3})
	if len(found) != 4 || found[1].Code != ast.DuplicateKey || found[2].Code != ast.DuplicateKey {
		t.Fatalf("limit 3: %+v", found)
	}
	last := found[3]
	if last.Code != ast.TooManyProblems || last.Message != "49 more problems are not shown" {
		t.Errorf("last: %+v", last)
	}
}

func TestFoundElsewhereIsMergedSortedAndSuppressed(t *testing.T) {
	src := "GCF profile=generic\n# gcf-lsp: ignore root_mismatch\na=1.0\nb=2.0\n"
	elsewhere := []Diagnostic{
		{Code: ast.RootMismatch, Start: strings.Index(src, "a="), End: strings.Index(src, "a=") + 1, Message: "on a"},
		{Code: ast.RootMismatch, Start: strings.Index(src, "b="), End: strings.Index(src, "b=") + 1, Message: "on b"},
		{Code: ast.PackRootMismatch, Severity: Information, Start: 0, End: 3, Message: "on the header"},
	}
	var got []string
	for _, d := range Check(parser.Parse(src), Options{Found: elsewhere}) {
		got = append(got, d.Severity.String()+" "+d.Code.String())
	}
	want := "information pack_root_mismatch, information number_respelled, error root_mismatch, information number_respelled"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

func TestCheckDoesNotChangeWhatWasFoundElsewhere(t *testing.T) {
	elsewhere := []Diagnostic{{Code: ast.RootMismatch, Start: 900, End: 901, Message: "beyond the end"}}
	found := Check(parser.Parse("GCF profile=generic\na=1\n"), Options{Found: elsewhere})
	if elsewhere[0].Start != 900 {
		t.Error("Check changed its options")
	}
	if len(found) != 1 || found[0].End > 24 {
		t.Errorf("%+v", found)
	}
}

// hundredThousand is a table whose every row has an informational problem.
func hundredThousand() string {
	var b strings.Builder
	b.WriteString("GCF profile=generic\n## rows [100000]{id,price}\n")
	for i := range 100000 {
		fmt.Fprintf(&b, "%d|%d.50\n", i, i)
	}
	return b.String()
}

func BenchmarkCheckHundredThousandProblems(b *testing.B) {
	doc := parser.Parse(hundredThousand())
	for _, limit := range []int{0, 1000} {
		b.Run(fmt.Sprintf("limit=%d", limit), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Check(doc, Options{Limit: limit})
			}
		})
	}
}
