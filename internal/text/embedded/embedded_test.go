package embedded

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// kinds are the kinds by the first word of a test archive's comment.
var kinds = map[string]Kind{"Markdown": Markdown, "JSON": JSON, "JSONLines": JSONLines, "Text": Text, "Log": Log}

// TestFind reads archives whose first section is a file and whose others are
// the payloads in it. The comment is the kind and the fields.
func TestFind(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			words := strings.Fields(string(archive.Comment))
			src := string(archive.Files[0].Data)
			found := Find(kinds[words[0]], src, words[1:]).Payloads
			var got, want []string
			for _, p := range found {
				got = append(got, p.Text)
				checkPlaces(t, src, &p)
			}
			for _, f := range archive.Files[1:] {
				want = append(want, string(f.Data))
			}
			// A section ends with a newline, a payload need not.
			for i := range min(len(got), len(want)) {
				if !strings.HasSuffix(got[i], "\n") {
					want[i] = strings.TrimSuffix(want[i], "\n")
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// checkPlaces checks that each character of a payload that stands in the file
// as it is stands where the payload says.
func checkPlaces(t *testing.T, src string, p *Payload) {
	t.Helper()
	last := 0
	for i, r := range p.Text {
		end := i + utf8.RuneLen(r)
		from, to := p.Range(i, end)
		if from < last || to < from || to > len(src) {
			t.Fatalf("%q at %d is said to be at %d to %d, after %d", r, i, from, to, last)
		}
		if there := src[from:to]; there != string(r) && !escapes(there, r) && strings.TrimSpace(there) != "" {
			t.Errorf("%q at %d is said to be %q", r, i, there)
		}
		last = from
	}
	if from, to := p.Range(0, len(p.Text)); from > to || to > len(src) {
		t.Errorf("the whole is at %d to %d", from, to)
	}
}

// escapes says whether text is an escape for a character, or one for such an
// escape.
func escapes(text string, r rune) bool {
	if text == `\/` { // which Go does not have
		return r == '/'
	}
	for s, err := text, error(nil); err == nil && strings.Contains(s, `\`); {
		if s, err = strconv.Unquote(`"` + s + `"`); err == nil && s == string(r) {
			return true
		}
	}
	return strings.HasPrefix(text, `\u`) && len(text) == 12 // a surrogate pair
}

func TestAnEditIsWrittenInTheFilesOwnSyntax(t *testing.T) {
	for _, test := range []struct {
		name        string
		kind        Kind
		src         string
		old, new    string
		want        string
		payloadWant string
	}{
		{"quote in a list", Markdown, "- > ```gcf\n  > GCF a\n  > b\n  > ```\n", "b\n", "x\ny\n",
			"- > ```gcf\n  > GCF a\n  > x\n  > y\n  > ```\n", "GCF a\nx\ny\n"},
		{"a whole line of a quote", Markdown, "> ```gcf\n> GCF a\n> b\n> c\n> ```\n", "b\n", "",
			"> ```gcf\n> GCF a\n> c\n> ```\n", "GCF a\nc\n"},
		{"a line at the end", Markdown, "> ```gcf\n> GCF a\n> ```\n", "", "b\n",
			"> ```gcf\n> GCF a\n> b\n> ```\n", "GCF a\nb\n"},
		{"lines joined", Markdown, "> ```gcf\n> GCF a\n> b\n> ```\n", "a\nb", "ab",
			"> ```gcf\n> GCF ab\n> ```\n", "GCF ab\n"},
		{"a string of JSON", JSON, `{"p":"GCF v=a\nb=\u00e9\n"}`, "é", "\"\\\n",
			`{"p":"GCF v=a\nb=\"\\\n\n"}`, "GCF v=a\nb=\"\\\n\n"},
		{"an escape replaced", JSON, `["GCF v=a\nc\tb"]`, "\t", "|", `["GCF v=a\nc|b"]`, "GCF v=a\nc|b"},
		{"the end of a string", JSON, `["GCF v=a\n"]`, "\n", "\nb", `["GCF v=a\nb"]`, "GCF v=a\nb"},
		{"a surrogate pair", JSON, `["GCF v=\ud83d\ude00!"]`, "😀", "x", `["GCF v=x!"]`, "GCF v=x!"},
		{"a string in a string", JSON, `["{\"p\":\"GCF v=a\\nb=1\\n\"}"]`, "1", "\"\n", `["{\"p\":\"GCF v=a\\nb=\\\"\\n\\n\"}"]`, "GCF v=a\nb=\"\n\n"},
		{"the last line of a list", Markdown, "-   ```gcf\n    GCF a\n    b\n    ```\n", "b\n", "", "-   ```gcf\n    GCF a\n    ```\n", "GCF a\n"},
		{"the last line of a quote, and the end of the one before", Markdown, "> ```gcf\n> GCF a\n> b\n> ```\n", "\nb\n", "", "> ```gcf\n> GCF a\n> ```\n", "GCF a\n"},
		{"all lines", Markdown, ">   ```gcf\n>   GCF a\n>   ```\n", "GCF a\n", "", ">   ```gcf\n>   ```\n", ""},
		{"the last line, indented in a string", JSON, `["x\n  GCF v=a\n  b\n  c\n` + "```" + `"]`, "c\n", "", `["x\n  GCF v=a\n  b\n` + "```" + `"]`, "GCF v=a\nb\n"},
		{"JSON after a byte order mark", JSON, "\ufeff[\"GCF v=ab\"]", "b", "c", "\ufeff[\"GCF v=ac\"]", "GCF v=ac"},
		{"text", Text, "label\nGCF v=a\nb\n```\n", "b", "c", "label\nGCF v=a\nc\n```\n", "GCF v=a\nc\n"},
	} {
		p := Find(test.kind, test.src, nil).Payloads[0]
		i := strings.LastIndex(p.Text, test.old)
		if i < 0 {
			t.Fatalf("%s: %q is not in %q", test.name, test.old, p.Text)
		}
		start, end, text := p.Edit(i, i+len(test.old), test.new)
		got := test.src[:start] + text + test.src[end:]
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if again := Find(test.kind, got, nil).Payloads; len(again) != 1 || again[0].Text != test.payloadWant {
			t.Errorf("%s: read again: %v, want %q", test.name, again, test.payloadWant)
		}
	}
}

// Code that is quadratic in the depth would not end here.
func TestMarkdownOfAnyDepth(t *testing.T) {
	for _, mark := range []string{"> ", "- ", "1. ", "* > "} {
		src := strings.Repeat(mark, 200_000) + "\n```gcf\nGCF a\n```\n"
		if found := Find(Markdown, src, nil).Payloads; len(found) != 1 {
			t.Errorf("%q: %d payloads", mark, len(found))
		}
	}
}

func FuzzFind(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		words := strings.Fields(string(archive.Comment))
		f.Add(string(archive.Files[0].Data), uint8(kinds[words[0]]), strings.Join(words[1:], " "))
	}
	f.Fuzz(func(t *testing.T, src string, kind uint8, fields string) {
		for _, p := range Find(Kind(kind%6), src, strings.Fields(fields)).Payloads {
			last := 0
			for i := range len(p.Text) {
				from, to := p.Range(i, i+1)
				if from < last || to < from || to > len(src) {
					t.Fatalf("byte %d of %q is at %d to %d of %q, after %d", i, p.Text, from, to, src, last)
				}
				last = from
			}
		}
	})
}
