package lsp

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gcf-lsp/internal/testkit/golden"
)

const settingsMark = "<!-- settings: go test ./lsp -run SettingsAreDocumented -update -->\n"

// The table in docs/lsp.md and the schema beside it are made from the settings.
func TestSettingsAreDocumented(t *testing.T) {
	schema, err := SettingsSchema()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../docs/lsp.md")
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(page), settingsMark)
	if !found {
		t.Fatalf("docs/lsp.md has no line %q", settingsMark)
	}
	golden.File(t, "../docs/settings.schema.json", string(schema))
	golden.File(t, "../docs/lsp.md", before+settingsMark+"\n"+SettingsTable())
}

// What the schema allows the server takes, and what it refuses is refused.
func TestTheSettingsSchemaAgreesWithTheReader(t *testing.T) {
	text, err := SettingsSchema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("settings.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("settings.json")
	if err != nil {
		t.Fatal(err)
	}
	for text, valid := range map[string]bool{
		`{}`:                              true,
		`{"gcf.hover.enable":false}`:      true,
		`{"gcf.hover.enable":1}`:          false,
		`{"gcf.outline.limit":1}`:         true,
		`{"gcf.outline.limit":0}`:         false,
		`{"gcf.diagnostics.debounce":-1}`: false,
		`{"gcf.format.streaming":"keep"}`: true,
		`{"gcf.format.streaming":"x"}`:    false,
		`{"gcf.rules":{"invalid_line":"off"},"gcf.lint.enable":true,"gcf.cgp":"on"}`: true,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != valid {
			t.Errorf("the schema on %s: %v", text, err)
		}
		var sent map[string]any
		if err := json.Unmarshal([]byte(text), &sent); err != nil {
			t.Fatal(err)
		}
		inner := map[string]any{}
		for name, v := range sent {
			inner[strings.TrimPrefix(name, "gcf.")] = v
		}
		body, err := json.Marshal(inner)
		if err != nil {
			t.Fatal(err)
		}
		if _, problems := defaultSettings().with(parseLoosely(body)); (problems == nil) != valid {
			t.Errorf("the server on %s: %v", text, problems)
		}
	}
}

// The VS Code extension offers the same settings with the same defaults.
func TestVSCodeHasTheSameSettings(t *testing.T) {
	text, err := os.ReadFile("../editors/vscode/package.json")
	if err != nil {
		t.Skip("the extension is not here: ", err)
	}
	var manifest struct {
		Contributes struct {
			Configuration []struct {
				Properties map[string]map[string]any
			}
		}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	there := map[string]map[string]any{}
	for _, group := range manifest.Contributes.Configuration {
		maps.Copy(there, group.Properties)
	}
	here := map[string]bool{}
	for _, s := range editorSettings() {
		here[s.name] = true
		property, ok := there[s.name]
		if !ok {
			if !slices.Contains(fileOnly, s.name) {
				t.Errorf("%s is not among the settings of the extension", s.name)
			}
			continue
		}
		if want := s.schema["default"]; want != nil {
			a, _ := json.Marshal(want)
			b, _ := json.Marshal(property["default"])
			if string(a) != string(b) {
				t.Errorf("%s: the default of the extension is %s, ours %s", s.name, b, a)
			}
		}
	}
	for i := range serverSettings {
		here[settingsSection+"."+serverSettings[i].key] = true
	}
	for name := range there {
		if !here[name] {
			t.Errorf("nobody reads the extension's setting %s", name)
		}
	}
}

// fileOnly are settings for folders that are searched and for other kinds of
// files: they make sense in a configuration file.
var fileOnly = []string{"gcf.include", "gcf.exclude", "gcf.overrides", "gcf.embedded.fields", "gcf.embedded.text"}

// Every method that a client may send has its row in docs/lsp.md, and what that
// says is so.
func TestMethodsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/lsp.md")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		for name := range strings.SplitSeq(cells[1], ",") {
			said[strings.Trim(name, " `")] = strings.TrimSpace(cells[2])
		}
	}
	c := start(t, Options{})
	c.Initialize(editor())
	c.Open("file:///a.gcf", 1, "GCF profile=generic\n")
	for _, method := range methods {
		what, ok := said[method]
		if !ok {
			t.Errorf("%s has no row in docs/lsp.md", method)
			continue
		}
		if !isRequest(method) {
			continue
		}
		err := c.Call(method, map[string]any{"textDocument": map[string]any{"uri": "file:///a.gcf"}}, nil)
		e, failed := err.(interface{ Error() string })
		notFound := failed && strings.Contains(e.Error(), "is not served")
		if (what == "not served") != notFound {
			t.Errorf("%s is documented as %q, and the server answers %v", method, what, err)
		}
	}
}

// isRequest tells requests that can be made at any time from notifications and
// from those of the lifecycle.
func isRequest(method string) bool {
	for _, prefix := range []string{"$/", "notebookDocument/", "window/", "workspace/did"} {
		if strings.HasPrefix(method, prefix) {
			return false
		}
	}
	switch method {
	case "initialize", "initialized", "shutdown", "exit", "textDocument/didOpen", "textDocument/didChange",
		"textDocument/didClose", "textDocument/didSave", "textDocument/willSave":
		return false
	}
	return true
}
