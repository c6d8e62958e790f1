package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/golden"
)

func TestParsePlacesEachProblem(t *testing.T) {
	for _, archive := range golden.Archives(t, "testdata/*.txtar") {
		for name, src := range golden.Pairs(archive, ".toml", ".problems") {
			_, problems := Parse(Default(), "/x/"+FileName, src)
			var got strings.Builder
			for _, p := range problems {
				line := strings.Count(src[:p.Start], "\n") + 1
				fmt.Fprintf(&got, "%d: %q: %s\n", line, src[p.Start:p.End], p.Message)
			}
			golden.Section(t, archive, name+".problems", got.String())
		}
	}
}

func TestAMistakeLeavesTheRestInForce(t *testing.T) {
	c, problems := Parse(Default(), "/x/"+FileName, "cgp = \"on\"\nformat.flatten = 3\nformat.streaming = \"keep\"\n")
	if len(problems) != 1 || c.CGP != "on" || !c.Format.Flatten || c.Format.Streaming != "keep" {
		t.Errorf("%v %+v", problems, c)
	}
}

func TestTheDefaultFileIsTheDefaults(t *testing.T) {
	c, problems := Parse(Default(), "/x/"+FileName, DefaultFile())
	if problems != nil {
		t.Fatal(problems)
	}
	for i, line := range c.Lines("/x/a.gcf") {
		if want := Default().Lines("/x/a.gcf")[i]; line.Value != want.Value || line.Key != want.Key {
			t.Errorf("%s = %s, the default is %s", line.Key, line.Value, want.Value)
		}
	}
}

func TestTheExamplesOfTheDefaultFileAreRight(t *testing.T) {
	var b strings.Builder
	example := false
	for line := range strings.Lines(DefaultFile()) {
		example = strings.HasPrefix(line, "# [") || example && strings.HasPrefix(line, "# ")
		if example {
			line = strings.TrimPrefix(line, "# ")
		}
		b.WriteString(line)
	}
	c, problems := Parse(Default(), "/x/"+FileName, b.String())
	if problems != nil || len(c.Overrides) != 1 || len(c.Schemas) != 1 || len(c.Rules) == 0 {
		t.Errorf("%v\n%s", problems, b.String())
	}
}

// docs/gcf-lsp.schema.json is for editors of the configuration; -update writes
// it.
func TestTheSchemaInDocsIsUpToDate(t *testing.T) {
	text, err := JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	golden.File(t, "../../../docs/gcf-lsp.schema.json", string(text)+"\n")
}

func TestTheSchemaAgreesWithTheReader(t *testing.T) {
	text, err := JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	for text, valid := range map[string]bool{
		`{}`:                                true,
		`{"rules": {"invalid_line":"off"}}`: true,
		`{"rules": {"invalid_lin":"off"}}`:  false,
		`{"rules": {"invalid_line":"no"}}`:  false,
		`{"format": {"streaming":"keep"}}`:  true,
		`{"format": {"streaming":"x"}}`:     false,
		`{"format": {"x":1}}`:               false,
		`{"include": ["a"], "cgp": "on"}`:   true,
		`{"include": "a"}`:                  false,
		`{"nothing": 1}`:                    false,
		`{"overrides": [{"paths":["a"],"rules":{"invalid_line":"hint"}}]}`: true,
		`{"overrides": [{"rules":{}}]}`:                                    false,
		`{"schemas": {"*.gcf":"a.json"}}`:                                  true,
		`{"schemas": {"*.gcf":1}}`:                                         false,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != valid {
			t.Errorf("schema on %s: %v", text, err)
		}
		var settings map[string]any
		if err := json.Unmarshal([]byte(text), &settings); err != nil {
			t.Fatal(err)
		}
		if _, problems := FromEditor(Default(), settings); (problems == nil) != valid {
			t.Errorf("reader on %s: %v", text, problems)
		}
	}
}

func TestTheNearestFileWins(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(FileName, "cgp = \"on\"\nformat.flatten = false\n")
	write("pkg/"+FileName, "\ncgp = \"strict\"\n")
	write("pkg/deep/a.gcf", "")
	editor, _ := FromEditor(Default(), map[string]any{"format": map[string]any{"streaming": "keep"}})
	f := NewFinder(editor)
	for name, want := range map[string]string{
		"a.gcf":          "on false keep",
		"other/a.gcf":    "on false keep",
		"pkg/a.gcf":      "strict true keep",
		"pkg/deep/a.gcf": "strict true keep",
	} {
		c := f.For(filepath.Join(dir, filepath.FromSlash(name))).Config
		if got := fmt.Sprint(c.CGP, " ", c.Format.Flatten, " ", c.Format.Streaming); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	c := f.For(filepath.Join(dir, "pkg", "a.gcf")).Config
	for key, want := range map[string]Origin{
		"cgp":              {filepath.Join(dir, "pkg", FileName), 2},
		"format.streaming": {"editor", 0},
		"format.flatten":   {"default", 0},
	} {
		if got := c.Origin(key); got != want {
			t.Errorf("%s comes from %v, want %v", key, got, want)
		}
	}
}

func TestGlobsAreRelativeToTheFile(t *testing.T) {
	c, problems := Parse(Default(), "/x/"+FileName, `
include = ["*.gcf", "docs/**/*.md"]
exclude = ["vendor", "/top", "a/b.gcf"]
schemas = { "orders/*.gcf" = "schemas/orders.json" }
[rules]
invalid_line = "warning"
[[overrides]]
paths = ["legacy/**"]
rules = { invalid_line = "off", invalid_key = "hint" }
[[overrides]]
paths = ["*.new.gcf"]
rules = { invalid_line = "error" }
`)
	if problems != nil {
		t.Fatal(problems)
	}
	for path, want := range map[string]bool{
		"/x/a.gcf":              true,
		"/x/deep/er/a.gcf":      true,
		"/x/a.txt":              false,
		"/x/docs/a.md":          true,
		"/x/docs/deep/a.md":     true,
		"/x/a.md":               false,
		"/x/vendor/a.gcf":       false,
		"/x/deep/vendor/a.gcf":  false,
		"/x/vendored/a.gcf":     true,
		"/x/top/a.gcf":          false,
		"/x/deep/top/a.gcf":     true,
		"/x/a/b.gcf":            false,
		"/x/deep/a/b.gcf":       true,
		"/x/with space/ü#1.gcf": true,
	} {
		if got := c.Wants(filepath.FromSlash(path)); got != want {
			t.Errorf("Wants(%s) = %v", path, got)
		}
	}
	for path, want := range map[string]diagnostics.Severity{
		"/x/a.gcf":            diagnostics.Warning,
		"/x/legacy/a.gcf":     diagnostics.Off,
		"/x/legacy/a.new.gcf": diagnostics.Error,
	} {
		if got := c.RulesFor(filepath.FromSlash(path))[ast.InvalidLine]; got != want {
			t.Errorf("invalid_line in %s is %v, want %v", path, got, want)
		}
	}
	if file, ok := c.SchemaFor(filepath.FromSlash("/x/orders/a.gcf")); !ok || filepath.ToSlash(file) != "/x/schemas/orders.json" {
		t.Error("schema", file, ok)
	}
	if _, ok := c.SchemaFor(filepath.FromSlash("/x/a.gcf")); ok {
		t.Error("a schema for a file that has none")
	}
}

func TestAFinderIsStaleWhenAFileHasComeChangedOrGone(t *testing.T) {
	dir := t.TempDir()
	path, file := filepath.Join(dir, FileName), filepath.Join(dir, "deep", "a.gcf")
	for _, text := range []string{"cgp = \"on\"\n", "cgp = \"off\"\n", ""} {
		f := NewFinder(Default())
		f.For(file)
		if f.Stale() {
			t.Errorf("stale at once, before %q", text)
		}
		if text == "" {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if !f.Stale() {
			t.Errorf("not stale after %q", text)
		}
	}
}

// A backslash before a letter separates no folders, and a byte order mark moves no
// places.
func TestBackslashesAndByteOrderMarks(t *testing.T) {
	src := "\ufeffcgp = \"on\"\n[[overrides]]\npaths = ['old\\*.gcf', 'old\\a.gcf']\nrules = { invalid_line = \"off\" }\n"
	c, problems := Parse(Default(), "/x/"+FileName, src)
	if c.CGP != "on" || len(problems) != 1 || src[problems[0].Start:problems[0].End] != `'old\a.gcf'` || !strings.Contains(problems[0].Message, `"old/a.gcf"`) {
		t.Errorf("%s: %+v", c.CGP, problems)
	}
}

// A configuration whose globs would take for ever to match is refused, also in
// overrides and schemas, and also from an editor.
func TestGlobsAreBounded(t *testing.T) {
	long := strings.Repeat("{a,a,aa}", 30)
	for _, src := range []string{
		"include = [\"" + long + "\"]",
		"exclude = [\"" + long + "\"]",
		"[[overrides]]\npaths = [\"" + long + "\"]\nrules = { invalid_line = \"off\" }",
		"[schemas]\n\"" + long + "\" = \"a.json\"",
		"[embedded]\ntext = [\"" + long + "\"]",
	} {
		c, problems := Parse(Default(), "/x/.gcf-lsp.toml", src)
		if len(problems) == 0 || !strings.Contains(problems[0].Message, "too many combinations") {
			t.Errorf("%.40s: %v", src, problems)
		}
		path := "/x/" + strings.Repeat("a", 50)
		c.Wants(path)
		c.RulesFor(path)
		c.SchemaFor(path)
		c.IsText(path)
	}
	if _, problems := FromEditor(Default(), map[string]any{"exclude": []any{long}}); len(problems) != 1 {
		t.Error(problems)
	}
}

// The severity of a category holds for its codes, but not for one that is named.
func TestACategoryIsAllItsRules(t *testing.T) {
	c, problems := Parse(Default(), "/x/"+FileName, "[rules]\ncgp_token_cost = \"hint\"\ncgp = \"off\"\nspelling = \"error\"\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, code := range ast.Codes() {
		want, set := diagnostics.Off, true
		switch {
		case code == ast.CGPTokenCost:
			want = diagnostics.Hint
		case code.Category() == ast.AboutSpelling:
			want = diagnostics.Error
		case code.Category() != ast.AboutCGP:
			set = false
		}
		if got, ok := c.Rules[code]; ok != set || ok && got != want {
			t.Errorf("%s: %v %v", code, got, ok)
		}
	}
}
