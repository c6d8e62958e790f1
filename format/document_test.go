package format_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// TestDocument formats the documents of testdata/document. A name that begins
// with stream- keeps deferred counts; crlf- is read with CR LF line ends, which
// the result keeps.
func TestDocument(t *testing.T) {
	runCases(t, "document", ".gcf", ".want", func(t *testing.T, name, src string) string {
		o := format.DocumentOptions{KeepStreaming: strings.HasPrefix(name, "stream-")}
		crlf := strings.HasPrefix(name, "crlf-")
		if crlf {
			src = strings.ReplaceAll(src, "\n", "\r\n")
		}
		got := formatted(t, src, o)
		if crlf {
			if strings.Count(got, "\n") != strings.Count(got, "\r\n") {
				t.Errorf("line ends are mixed: %q", got)
			}
			got = strings.ReplaceAll(got, "\r\n", "\n")
		}
		return got
	})
}

// formatted formats a document and checks what is true for every document.
func formatted(t fataler, src string, o format.DocumentOptions) string {
	t.Helper()
	doc := parser.Parse(src)
	r, err := format.Document(doc, o)
	if err != nil {
		t.Fatalf("%v\n%q", err, src)
	}
	if applied := format.Apply(src, r.Edits); applied != r.Text {
		t.Fatalf("the edits make\n%s\nnot\n%s", applied, r.Text)
	}
	if full, err := format.Rewrite(doc, o); err != nil || full.Text != r.Text {
		t.Fatalf("%v: the document looks canonical, but\n%s\nbecomes\n%s", err, src, full.Text)
	}
	last := 0
	for _, e := range r.Edits {
		if e.Start < last || e.End < e.Start || e.Start == e.End && e.Text == "" {
			t.Fatalf("edits overlap or do nothing: %+v", r.Edits)
		}
		last = e.End
	}
	again, err := format.Document(parser.Parse(r.Text), o)
	if err != nil {
		t.Fatalf("the result cannot be formatted: %v\n%s", err, r.Text)
	}
	if full, err := format.Rewrite(parser.Parse(r.Text), o); err != nil || len(full.Edits) > 0 {
		t.Fatalf("%v: the result looks canonical, but\n%s\nbecomes\n%s", err, r.Text, full.Text)
	}
	if len(again.Edits) > 0 {
		t.Fatalf("formatting is not stable:\n%s\nbecomes\n%s", r.Text, again.Text)
	}
	before, after := comments(src), comments(r.Text)
	if format.Reordered(doc, o) {
		slices.Sort(before)
		slices.Sort(after)
	}
	if !slices.Equal(before, after) {
		t.Fatalf("comments %q become %q", before, after)
	}
	return r.Text
}

func comments(src string) []string {
	var all []string
	for line := range strings.SplitSeq(src, "\n") {
		line = strings.TrimSuffix(line, "\r")
		if text := strings.TrimLeft(line, " \t"); strings.HasPrefix(text, "# ") {
			all = append(all, strings.TrimRight(text, " \t"))
		}
	}
	return all
}

// TestCorpus formats every valid payload of the corpus.
func TestCorpus(t *testing.T) {
	var paths []string
	root := material.Dir(t, "corpus")
	if err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if filepath.Ext(path) == ".gcf" {
			paths = append(paths, path)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	valid := 0
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := filepath.Rel(root, path)
		t.Run(name, func(t *testing.T) {
			doc := parser.Parse(string(src))
			if _, err := format.Document(doc, format.DocumentOptions{}); err != nil {
				if errors.Is(err, format.ErrUnsafe) {
					t.Fatal(err)
				}
				return // the document has an error
			}
			valid++
			got := formatted(t, string(src), format.DocumentOptions{LineEnds: format.LF})
			formatted(t, string(src), format.DocumentOptions{KeepStreaming: true})
			checkCanonical(t, string(src), got)
		})
	}
	if valid < 30 {
		t.Errorf("only %d of %d payloads are valid", valid, len(paths))
	}
}

// checkCanonical checks format(d) = encode(decode(d)) for a document that says
// nothing but its value: no comments, no roots, no identity.
func checkCanonical(t fataler, src, got string) {
	t.Helper()
	doc := parser.Parse(src)
	if len(comments(src)) > 0 {
		return
	}
	for i := range doc.Header.Fields {
		switch f := &doc.Header.Fields[i]; {
		case f.Key == "profile":
		case doc.Profile == ast.ProfileGraph && slices.Contains([]string{"tool", "budget", "tokens", "symbols", "edges", "pack_root"}, f.Key):
		default:
			return
		}
	}
	v, err := value.Decode(doc, value.KeepLexemes)
	if err != nil {
		t.Fatalf("%v", err)
	}
	encode := func() ([]byte, error) { return format.Generic(v, format.Options{}) }
	if doc.Profile == ast.ProfileGraph {
		encode = func() ([]byte, error) { return format.Graph(v) }
	}
	want, err := encode()
	if err != nil || string(want) != got {
		t.Fatalf("%v: formatting\n%s\ngives\n%s\nencoding its value gives\n%s", err, src, got, want)
	}
}

func TestDocumentWithErrorsIsRefused(t *testing.T) {
	doc := parser.Parse("GCF profile=generic\na=1\n\nb\n")
	r, err := format.Document(doc, format.DocumentOptions{})
	var e *value.Error
	if !errors.As(err, &e) || e.Code != ast.InvalidLine || e.Line != 4 {
		t.Errorf("got %v", err)
	}
	if r.Text != "" || r.Edits != nil {
		t.Errorf("a refused document has a result: %+v", r)
	}
}

func TestEditsAreMinimal(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"nothing to do", "GCF profile=generic\na=1\n", ""},
		{"one cell", "GCF profile=generic\n## t [2]{a,b}\n1|\"x\"\n2|y\n", `"\"x\"" -> "x"`},
		{"a number in the middle", "GCF profile=generic\na=é2.50é\nb=2.50\nc=1\n", `"0" -> ""`},
		{"a blank line", "GCF profile=generic\na=1\n\nb=2\n", `"\n" -> ""`},
		{"no final line end", "GCF profile=generic\na=1", `"" -> "\n"`},
		{"no final line end with CR LF", "GCF profile=generic\r\na=1", `"" -> "\r\n"`},
		{"an emoji keeps its bytes", "GCF profile=generic\na=\"😀\"\n", `"\"😀\"" -> "😀"`},
		{"trailing blanks", "GCF profile=generic\na=1  \n", `"  " -> ""`},
		{"the deferred count", "GCF profile=generic\n## t [?]{a}\n1\n2\n##! summary counts=2\n", `"?" -> "2", "##! summary counts=2\n" -> ""`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := format.Document(parser.Parse(test.src), format.DocumentOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range r.Edits {
				got = append(got, strings.Join([]string{quoted(test.src[e.Start:e.End]), quoted(e.Text)}, " -> "))
			}
			if s := strings.Join(got, ", "); s != test.want {
				t.Errorf("edits %s, want %s", s, test.want)
			}
		})
	}
}

func quoted(s string) string {
	return `"` + strings.NewReplacer("\n", `\n`, "\r", `\r`, `"`, `\"`).Replace(s) + `"`
}

// TestTrailingCR formats lines whose text ends with a CR, which is data.
func TestTrailingCR(t *testing.T) {
	for src, want := range map[string]string{
		"GCF x=1\r profile=generic\na=1\n":                                          "GCF profile=generic x=1\r\r\na=1\n",
		"GCF profile=generic\n# c\r":                                                "GCF profile=generic\n# c\n",
		"GCF profile=generic\n# c\r\r":                                              "GCF profile=generic\n# c\r\r\n",
		"GCF profile=generic\r\na=1.0\r":                                            "GCF profile=generic\r\na=1\r\n",
		"GCF profile=graph\n## x\n@0 fn a 0.10 p\n## targets\n@1 fn b 0.10 p\r":     "GCF profile=graph symbols=2\n## targets\n@0 fn b 0.10 p\n## x\n@1 fn a 0.10 p\n",
		"GCF profile=graph\n## targets\n@0 fn a 0.10 p\r\r\n":                       "GCF profile=graph symbols=1\n## targets\n@0 fn a 0.10 p\r\r\n",
		"GCF profile=graph\n## a\n@0 fn a 0.10 p\r\r\n## targets\n@1 fn b 0.10 p\n": "GCF profile=graph symbols=2\n## targets\n@0 fn b 0.10 p\n## a\n@1 fn a 0.10 p\r\r\n",
	} {
		if got := formatted(t, src, format.DocumentOptions{}); got != want {
			t.Errorf("%q: got %q, want %q", src, got, want)
		}
	}
}

// TestDeltaLineOfNumberSigns formats a symbol whose kind makes its line look
// like a comment.
func TestDeltaLineOfNumberSigns(t *testing.T) {
	const want = "GCF profile=graph delta=true base_root=a new_root=b\n## removed\n#\tend\n## edges_added\n#\t-> b calls\n"
	src := strings.NewReplacer("#\tend", "#\t end", "-> b", "->  b").Replace(want)
	if got := formatted(t, src, format.DocumentOptions{}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLineEnds(t *testing.T) {
	const mixed = "GCF profile=generic\r\na=1\nb=2.0\r\nc=3"
	for _, test := range []struct {
		ends format.LineEnds
		want string
	}{
		{format.KeepLineEnds, "GCF profile=generic\r\na=1\nb=2\r\nc=3\r\n"},
		{format.LF, "GCF profile=generic\na=1\nb=2\nc=3\n"},
		{format.CRLF, "GCF profile=generic\r\na=1\r\nb=2\r\nc=3\r\n"},
	} {
		if got := formatted(t, mixed, format.DocumentOptions{LineEnds: test.ends}); got != test.want {
			t.Errorf("%d: got %q, want %q", test.ends, got, test.want)
		}
	}
}
