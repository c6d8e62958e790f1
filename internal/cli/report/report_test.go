package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/golden"
)

// testRules are the rules that the reports of these tests list.
var testRules = []Rule{
	{"count_mismatch", diagnostics.Error, "Another number of items than declared", "Count **again**."},
	{"row_width_mismatch", diagnostics.Error, "A row with another number of cells than fields", ""},
	{"number_respelled", diagnostics.Information, "A number that is spelled in another way", ""},
	{"unsafe_integer", diagnostics.Off, "An integer beyond 2^53", ""},
	{"not_canonical", diagnostics.Hint, "Text that the formatter would change", ""},
}

func render(t *testing.T, format string, o Options, files ...*File) string {
	t.Helper()
	var b strings.Builder
	w, err := New(format, &b, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if err := w.File(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	for path, archive := range golden.Archives(t, "testdata/formats/*.txtar") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := readFile(t, archive)
			for _, section := range archive.Files[3:] {
				got := render(t, section.Name, Options{Files: 1, Version: "1.2.3", FailOn: diagnostics.Error, Rules: testRules}, f)
				if section.Name == "text" && strings.ContainsFunc(got, func(r rune) bool { return r < ' ' && r != '\n' }) {
					t.Errorf("text with control characters: %q", got)
				}
				golden.Section(t, archive, section.Name, got)
			}
		})
	}
}

// readFile reads the sections name, source and findings of an archive. A
// finding is a line `severity code "text" message`; `related "text" message`
// and `fix "text" "new" title` lines belong to the one above. Texts may be
// written with Go's escapes.
func readFile(t *testing.T, archive *txtar.Archive) *File {
	t.Helper()
	unescape := func(s string) string {
		return regexp.MustCompile(`\\x..|\\u....|\\"`).ReplaceAllStringFunc(s, func(e string) string {
			text, err := strconv.Unquote(`"` + e + `"`)
			if err != nil {
				t.Fatal(err)
			}
			return text
		})
	}
	section := func(i int, name string) string {
		if archive.Files[i].Name != name {
			t.Fatalf("section %d is %q, want %q", i, archive.Files[i].Name, name)
		}
		return strings.TrimSuffix(string(archive.Files[i].Data), "\n")
	}
	f := &File{Name: section(0, "name"), Source: unescape(section(1, "source"))}
	finding := regexp.MustCompile(`(?s)^(error|warning|information|hint|related|fix) (?:(\w+) )?"((?:[^"\\]|\\.)*)" (?:"((?:[^"\\]|\\.)*)" )?(.*)$`)
	var starts []string
	for line := range strings.SplitSeq(section(2, "findings"), "\n") {
		if regexp.MustCompile(`^(error|warning|information|hint|related|fix) `).MatchString(line) {
			starts = append(starts, line)
		} else {
			starts[len(starts)-1] += "\n" + line
		}
	}
	for _, text := range starts {
		m := finding.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("not a finding: %q", text)
		}
		at := unescape(m[3])
		start := strings.Index(f.Source, at)
		if start < 0 {
			t.Fatalf("%q is not in the source", at)
		}
		end, message := start+len(at), unescape(m[5])
		switch m[1] {
		case "related":
			d := &f.Findings[len(f.Findings)-1]
			d.Related = append(d.Related, diagnostics.Related{Message: message, Start: start, End: end})
		case "fix":
			d := &f.Findings[len(f.Findings)-1]
			d.Fixes = append(d.Fixes, diagnostics.Fix{Title: message, Safe: m[2] == "safe", Edits: []diagnostics.Edit{{Start: start, End: end, Text: unescape(m[4])}}})
		default:
			severity := slices.Index([]string{"off", "error", "warning", "information", "hint"}, m[1])
			f.Findings = append(f.Findings, Finding{Code: m[2], Severity: diagnostics.Severity(severity), Message: message, Spec: "7.4", Start: start, End: end})
		}
	}
	return f
}

func TestSARIFIsValid(t *testing.T) {
	text, err := os.ReadFile("testdata/sarif/sarif-2.1.0-rtm.5.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	validate := func(name, report string) map[string]any {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(report))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v\n%s", name, err, report)
		}
		return value.(map[string]any)
	}
	validate("nothing found", render(t, "sarif", Options{Rules: testRules}))

	for path, archive := range golden.Archives(t, "testdata/formats/*.txtar") {
		validate(path, render(t, "sarif", Options{Rules: testRules, Version: "1"}, readFile(t, archive)))
	}

	// Many findings of one rule: it is listed once, each result refers to it.
	many := &File{Name: "dir with space/ü#1.gcf", Source: strings.Repeat("a\n", 50)}
	for i := range 50 {
		many.Findings = append(many.Findings, Finding{Code: "row_width_mismatch", Severity: diagnostics.Error, Message: "m", Start: 2 * i, End: 2*i + 1})
	}
	log := validate("many", render(t, "sarif", Options{Rules: testRules}, many))
	run := log["runs"].([]any)[0].(map[string]any)
	rules := run["tool"].(map[string]any)["driver"].(map[string]any)["rules"].([]any)
	prints := map[any]bool{}
	for _, r := range run["results"].([]any) {
		result := r.(map[string]any)
		index, err := result["ruleIndex"].(json.Number).Int64()
		if err != nil {
			t.Fatal(err)
		}
		if id := rules[index].(map[string]any)["id"]; id != result["ruleId"] {
			t.Errorf("ruleIndex leads to %v, ruleId is %v", id, result["ruleId"])
		}
		prints[result["partialFingerprints"].(map[string]any)["gcfLsp/v1"]] = true
	}
	if len(prints) != 50 {
		t.Errorf("%d fingerprints for 50 results", len(prints))
	}

	// What could not be read is told, and the log stays valid.
	var b strings.Builder
	w, err := New("sarif", &b, Options{Rules: testRules})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close([]Unread{{"a.gcf", "a.gcf: permission denied"}}); err != nil {
		t.Fatal(err)
	}
	validate("unreadable", b.String())
}

func TestFileURI(t *testing.T) {
	for name, want := range map[string]string{
		"dir with space/ü#1.gcf": "dir%20with%20space/%C3%BC%231.gcf",
		"<stdin>":                "%3Cstdin%3E",
		"a:b.gcf":                "./a:b.gcf",
		"/abs/a.gcf":             "file:///abs/a.gcf",
		"C:/abs/a.gcf":           "file:///C:/abs/a.gcf",
		"a%41.gcf":               "a%2541.gcf",
	} {
		if got := fileURI(name); got != want {
			t.Errorf("fileURI(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestMachineFormatsAreWellFormed(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/formats/wide.txtar")
	if err != nil {
		t.Fatal(err)
	}
	f := readFile(t, archive)
	clean := &File{Name: "clean.gcf", Source: "GCF profile=generic\n"}
	for _, format := range []string{"json", "sarif", "gitlab", "rdjson"} {
		for _, files := range [][]*File{nil, {clean}, {f}, {clean, f, f}} {
			if text := render(t, format, Options{Rules: testRules}, files...); !json.Valid([]byte(text)) {
				t.Errorf("%s of %d files is no JSON:\n%s", format, len(files), text)
			}
		}
	}
	for line := range strings.Lines(render(t, "jsonl", Options{}, f, clean, f)) {
		if !json.Valid([]byte(line)) {
			t.Errorf("jsonl: %s", line)
		}
	}
	for _, format := range []string{"junit", "checkstyle"} {
		for _, files := range [][]*File{nil, {clean}, {f}, {clean, f}} {
			text := render(t, format, Options{FailOn: diagnostics.Error}, files...)
			for d := xml.NewDecoder(strings.NewReader(text)); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s: %v\n%s", format, err, text)
				}
			}
			if !utf8.ValidString(text) {
				t.Errorf("%s is no UTF-8", format)
			}
		}
	}
}

func TestJUnitCountsAddUp(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/formats/wide.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var report jUnitReport
	text := render(t, "junit", Options{FailOn: diagnostics.Warning}, readFile(t, archive), &File{Name: "clean.gcf"})
	if err := xml.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	tests, failures := 0, 0
	for _, s := range report.Suites {
		if s.Tests != len(s.Cases) {
			t.Errorf("%s: tests=%d, %d cases", s.Name, s.Tests, len(s.Cases))
		}
		for _, c := range s.Cases {
			tests++
			if c.Failure != nil {
				failures++
			}
		}
	}
	if report.Tests != tests || report.Failures != failures || tests != 6 || failures != 3 {
		t.Errorf("tests=%d (%d cases), failures=%d (%d cases)", report.Tests, tests, report.Failures, failures)
	}
}

func TestGitHubEscapes(t *testing.T) {
	f := &File{Name: "we,i:rd%.gcf", Source: "a", Findings: []Finding{{Code: "c", Severity: diagnostics.Error, Message: "100%: a,b\r\nnext", End: 1}}}
	want := "we,i:rd%.gcf:1:1: error: 100%: a,b\\r\\nnext [c]\n::error file=we%2Ci%3Ard%25.gcf,line=1,col=1,endColumn=2,title=c::100%25: a,b%0D%0Anext\ngcf-lsp: 1 finding\n"
	if got := render(t, "github", Options{}, f); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	f = &File{Name: "::add-mask::x", Source: "a", Findings: []Finding{{Code: "c", Severity: diagnostics.Error, Message: "##[add-mask]a"}}}
	for line := range strings.Lines(render(t, "github", Options{}, f)) {
		if strings.HasPrefix(line, "::") && !strings.HasPrefix(line, "::error file=%3A%3A") || !strings.HasPrefix(line, "::") && strings.Contains(line, "##[") {
			t.Errorf("a command: %q", line)
		}
	}
}

// GitHub shows ten annotations of a kind: the rest is told, and all is in the log.
func TestGitHubSaysWhatItDoesNotAnnotate(t *testing.T) {
	f := &File{Name: "a.gcf", Source: "abc"}
	for i := range 30 {
		severity := diagnostics.Error
		if i >= 15 {
			severity = diagnostics.Hint
		}
		f.Findings = append(f.Findings, Finding{Code: "c", Severity: severity, Message: "m"})
	}
	var b strings.Builder
	w, err := New("github", &b, Options{Base: "sub"})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.File(f), w.Close([]Unread{{"x.gcf", "x.gcf: no permission"}})); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	for text, n := range map[string]int{
		"::error file=sub/a.gcf,": 10, "::notice file=sub/a.gcf,": 9, "\na.gcf:1:1: hint: ": 15, "a.gcf:1:1: error: ": 15,
		"\nx.gcf: no permission\n": 1, "gcf-lsp: 31 findings\n": 1, "::notice title=gcf-lsp::12 findings not annotated": 1,
	} {
		if strings.Count(got, text) != n {
			t.Errorf("%q is there %d times, not %d:\n%s", text, strings.Count(got, text), n, got)
		}
	}
}

// Programs are told which fixes are safe, and what could not be read; those that
// apply fixes with one click are told of no others. Paths are those of the
// repository.
func TestReportsForPrograms(t *testing.T) {
	fix := func(title string, safe bool) diagnostics.Fix {
		return diagnostics.Fix{Title: title, Safe: safe, Edits: []diagnostics.Edit{{Start: 0, End: 1, Text: title}}}
	}
	f := &File{Name: "../b.gcf", Source: "abc", Findings: []Finding{
		{Code: "c", Severity: diagnostics.Error, Message: "m", End: 1, Fixes: []diagnostics.Fix{fix("good", true), fix("bad", false)}}}}
	for format, want := range map[string]string{
		"json": `"title":"bad","safe":false`, "jsonl": `{"unread":"x.gcf: no permission"}`, "sarif": `"uri":"a/b.gcf","uriBaseId":"%SRCROOT%"`,
		"rdjson": `"text":"good"`, "gitlab": `"path":"a/b.gcf"`, "text": "help: bad (unsafe)\n",
	} {
		var b strings.Builder
		w, err := New(format, &b, Options{Base: "a/sub"})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(w.File(f), w.Close([]Unread{{"x.gcf", "x.gcf: no permission"}})); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, want) || strings.Contains(got, "bad") && (format == "sarif" || format == "rdjson") {
			t.Errorf("%s: %s", format, got)
		}
	}
}

func TestColourOnlyWhereAsked(t *testing.T) {
	f := &File{Name: "a.gcf", Source: "abc", Findings: []Finding{{Code: "c", Severity: diagnostics.Warning, Message: "m", End: 2}}}
	for _, format := range Formats() {
		if strings.Contains(render(t, format, Options{}, f), "\x1b") {
			t.Errorf("%s has escape sequences without colour", format)
		}
	}
	plain := render(t, "text", Options{}, f)
	coloured := render(t, "text", Options{Color: true}, f)
	if !strings.Contains(coloured, "\x1b[1;33m") {
		t.Errorf("no colour in %q", coloured)
	}
	if stripped := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(coloured, ""); stripped != plain {
		t.Errorf("colour changes the text:\n%s", cmp.Diff(plain, stripped))
	}
}

func TestSuppressedFindingsAreInSARIFOnly(t *testing.T) {
	f := &File{Name: "a.gcf", Source: "a", Findings: []Finding{
		{Code: "hidden_code", Severity: diagnostics.Error, Message: "m", End: 1, Suppressed: true, Reason: "legacy"},
	}}
	for _, format := range Formats() {
		text := render(t, format, Options{FailOn: diagnostics.Error}, f)
		if got, want := strings.Contains(text, "hidden_code"), format == "sarif"; got != want {
			t.Errorf("%s: listed %v, want %v", format, got, want)
		}
	}
	if text := render(t, "sarif", Options{}, f); !strings.Contains(text, `"suppressions":[{"kind":"inSource","justification":"legacy"}]`) {
		t.Error(text)
	}
}

func TestFingerprintsSurviveChangesElsewhere(t *testing.T) {
	a := &File{Source: "x\nbad\nbad\n", Findings: []Finding{{Code: "c", Start: 2}, {Code: "c", Start: 6}}}
	b := &File{Source: "new\nlines\nx\n  bad\nbad \n", Findings: []Finding{{Code: "c", Start: 14}, {Code: "c", Start: 18}}}
	if diff := cmp.Diff(Fingerprints(a), Fingerprints(b)); diff != "" {
		t.Error(diff)
	}
	if p := Fingerprints(a); p[0] == p[1] {
		t.Error("two findings have one fingerprint")
	}
}

func TestShowLineMarksWhatWasMeant(t *testing.T) {
	for _, test := range []struct{ line, marked string }{
		{"plain text", "text"},
		{"日本語|b", "b"},
		{"日本語|b", "本"},
		{"👩‍🚀 👍🏽 x", "x"},
		{"👩‍🚀 👍🏽 x", "👍🏽"},
		{"éé|b", "b"},
		{"a\tb\tc", "c"},
		{strings.Repeat("é", 500) + "HERE" + strings.Repeat("z", 500), "HERE"},
		{"bad \xff\xfe bytes", "bytes"},
		{"\x1b[31m|\u202eX", "X"},
	} {
		start := strings.Index(test.line, test.marked)
		shown, from, to := showLine(test.line, start, start+len(test.marked))
		// What stands between the columns of the shown text is what was meant.
		column, got := 0, ""
		for g := uniseg.NewGraphemes(shown); g.Next(); column += g.Width() {
			if column >= from && column < to {
				got += g.Str()
			}
		}
		if got != test.marked {
			t.Errorf("%q in %q is marked as %q (columns %d to %d of %q)", test.marked, test.line, got, from, to, shown)
		}
		if uniseg.StringWidth(shown) > shownWidth+2 {
			t.Errorf("%q is too wide", shown)
		}
	}
}

func FuzzShowLine(f *testing.F) {
	f.Add("日本語|b\t\x1b\xff", 3, 9)
	f.Fuzz(func(t *testing.T, line string, start, end int) {
		start = min(max(start, 0), len(line))
		end = min(max(end, start), len(line))
		shown, from, to := showLine(line, start, end)
		if from < 0 || to <= from || Safe(shown) != shown {
			t.Errorf("%q %d %d: %q %d %d", line, start, end, shown, from, to)
		}
	})
}
