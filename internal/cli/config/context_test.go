package config

import (
	"os"
	"path/filepath"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/internal/check/schema"
	"gcf-lsp/parser"
)

// The schemas of a configuration that is in no file, as an editor's settings,
// are relative to the workspace folder.
func TestSchemasOfAnEditor(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "schemas"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "schemas", "o.json")
	if err := os.WriteFile(file, []byte(`{"properties": {"a": {"type": "string"}}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	c, problems := FromEditor(Default(), map[string]any{"schemas": map[string]any{"orders/*.gcf": "schemas/o.json"}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	doc := parser.Parse("GCF profile=generic\na=1\n")
	var schemas schema.Store
	for path, want := range map[string]int{
		filepath.Join(dir, "orders", "a.gcf"): 1,
		filepath.Join(dir, "other", "a.gcf"):  0,
		"":                                    0,
	} {
		found := check.Document(doc, c.Context(path, []string{filepath.Dir(dir), dir}, &schemas))
		if len(found) != want || want == 1 && found[0].Code != ast.SchemaViolation {
			t.Errorf("%q: %v, want %d", path, found, want)
		}
	}
}
