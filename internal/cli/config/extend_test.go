package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// write makes files below a folder.
func write(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// An extended file holds where the one that extends it says nothing, and what it
// says of files is relative to itself.
func TestExtend(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"base.toml": "exclude = [\"/a/out\"]\n[rules]\ntrailing_whitespace = \"error\"\nunlikely_text = \"error\"\n" +
			"[[overrides]]\npaths = [\"a/x.gcf\"]\nrules = { not_canonical = \"off\" }\n[schemas]\n\"a/*.gcf\" = \"s.json\"\n",
		"mid.toml":        "extend = \"base.toml\"\n[format]\nflatten = false\n",
		"a/.gcf-lsp.toml": "extend = \"../mid.toml\"\n[rules]\nunlikely_text = \"off\"\n",
	})
	found := NewFinder(Default()).For(filepath.Join(dir, "a", "x.gcf"))
	if len(found.Problems) > 0 {
		t.Fatal(found.Problems)
	}
	c := found.Config
	for name, want := range map[string]diagnostics.Severity{"x.gcf": diagnostics.Off, "y.gcf": 0} {
		rules := c.RulesFor(filepath.Join(dir, "a", name))
		if rules[ast.TrailingWhitespace] != diagnostics.Error || rules[ast.UnlikelyText] != diagnostics.Off || rules[ast.NotCanonical] != want {
			t.Errorf("%s: %v", name, rules)
		}
	}
	if c.Format.Flatten || !c.Excludes(filepath.Join(dir, "a", "out", "z.gcf")) || c.Excludes(filepath.Join(dir, "a", "z.gcf")) {
		t.Errorf("%+v", c)
	}
	if file, ok := c.SchemaFor(filepath.Join(dir, "a", "x.gcf")); !ok || file != filepath.Join(dir, "s.json") {
		t.Errorf("schema %q", file)
	}
}

// Limits are numbers up to those of the reader.
func TestLimits(t *testing.T) {
	for text, want := range map[string]string{
		"depth = 3": "", "depth = 0": "from 1 to 10000", "depth = 10001": "from 1 to 10000", "depth = 1.5": "from 1 to 10000", "columns = \"1\"": "limits.columns must be", "rows = 1": "unknown key",
	} {
		c, problems := Parse(Default(), "/x/"+FileName, "[limits]\n"+text+"\n")
		switch {
		case want == "" && (len(problems) > 0 || c.Context("", nil, nil).Limits.Depth != 3):
			t.Errorf("%s: %v, %+v", text, problems, c.Limits)
		case want != "" && (len(problems) != 1 || !strings.Contains(problems[0].Message, want)):
			t.Errorf("%s: %v, want %q", text, problems, want)
		}
	}
	if limits := Default().Context("", nil, nil).Limits; limits != (ast.Limits{}) {
		t.Errorf("%+v", limits)
	}
}

// What cannot be extended is said at the name, and nothing of the other file is.
func TestExtendMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"extend = \"secret.toml\"":   "there is a mistake on line 2 of secret.toml",
		"extend = \"none.toml\"":     "none.toml cannot be read",
		"extend = \"/etc/x.toml\"":   "relative to this one",
		"extend = \"../.env\"":       "relative to this one",
		"extend = 1":                 "must be the name",
		"extend = \".gcf-lsp.toml\"": ".gcf-lsp.toml extends itself",
		"extend = \"loop.toml\"":     "there is a mistake on line 1 of loop.toml",
		"extend = \"chain/1.toml\"":  "there is a mistake on line 1 of chain/1.toml",
		"extend = \"folder.toml\"":   "folder.toml cannot be read",
	} {
		dir := t.TempDir()
		texts := map[string]string{
			FileName:           text + "\n",
			"secret.toml":      "# fine\npassword = \"hunter2\"\n",
			"loop.toml":        "extend = \".gcf-lsp.toml\"\n",
			"folder.toml/file": "",
		}
		for i := range 20 {
			texts["chain/"+string(rune('a'+i))+".toml"] = "extend = \"" + string(rune('a'+i+1)) + ".toml\"\n"
		}
		texts["chain/1.toml"] = "extend = \"a.toml\"\n"
		write(t, dir, texts)
		found := NewFinder(Default()).For(filepath.Join(dir, "x.gcf"))
		if len(found.Problems) != 1 || !strings.Contains(found.Problems[0].Message, want) || strings.Contains(found.Problems[0].Message, "password") || strings.Contains(found.Problems[0].Message, dir) {
			t.Errorf("%s: %v, want %q", text, found.Problems, want)
		}
	}
}

// A change of an extended file is seen, and while it cannot be read what it said
// holds on.
func TestExtendedFileChanges(t *testing.T) {
	dir := t.TempDir()
	x := filepath.Join(dir, "a", "x.gcf")
	write(t, dir, map[string]string{"base.toml": "[rules]\nunlikely_text = \"error\"\n", "a/.gcf-lsp.toml": "extend = \"../base.toml\"\n"})
	f := NewFinder(Default())
	if s := f.For(x).Config.RulesFor(x)[ast.UnlikelyText]; s != diagnostics.Error || f.Stale() {
		t.Fatalf("%v, stale %v", s, f.Stale())
	}
	for _, text := range []string{"[rules\n", "[rules]\nunlikely_text = \"warning\"\n"} {
		write(t, dir, map[string]string{"base.toml": text})
		if !f.Stale() {
			t.Fatalf("%q is not seen", text)
		}
		f = f.Again(Default())
		want := diagnostics.Error
		if text != "[rules\n" {
			want = diagnostics.Warning
		}
		if s := f.For(x).Config.RulesFor(x)[ast.UnlikelyText]; s != want {
			t.Errorf("%q: %v", text, s)
		}
	}
}
