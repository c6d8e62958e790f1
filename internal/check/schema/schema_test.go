package schema

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// TestViolations runs the archives in testdata. Each has schema.json, and
// documents beside their expected findings: `line: text under the range:
// message`.
func TestViolations(t *testing.T) {
	for _, archive := range golden.Archives(t, "testdata/*.txtar") {
		dir := t.TempDir()
		for _, f := range archive.Files {
			if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var store Store
		for name, text := range golden.Pairs(archive, ".gcf", ".txt") {
			where := Where{Path: filepath.Join(dir, name+".gcf"), Folders: []string{dir}}
			golden.Section(t, archive, name+".txt", check(t, &store, text, where))
		}
	}
}

// check returns the findings of a document as lines.
func check(t *testing.T, store *Store, text string, where Where) string {
	t.Helper()
	doc := parser.Parse(text)
	s, found := store.Open(doc, where)
	if s != nil {
		if root, err := value.Decode(doc); err == nil {
			found = s.Check(t.Context(), doc, root)
		}
	}
	var b strings.Builder
	for _, d := range diagnostics.Check(doc, diagnostics.Options{Found: found}) {
		fmt.Fprintf(&b, "%d: %s: %s\n", doc.Line(d.Start), text[d.Start:d.End], strings.ReplaceAll(d.Message, filepath.Dir(where.Path), "DIR"))
	}
	return b.String()
}

const anyObject = `{"type": "object"}`

// TestNothingOutsideTheWorkspaceIsRead tries the ways out.
func TestNothingOutsideTheWorkspaceIsRead(t *testing.T) {
	outside, inside := t.TempDir(), t.TempDir()
	write := func(dir, name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	secret := write(outside, "secret.json", anyObject)
	write(inside, "sub/good.json", anyObject)
	write(inside, "refers.json", `{"properties": {"a": {"$ref": "`+fileURL(secret)+`"}}}`)
	write(inside, "climbs.json", `{"properties": {"a": {"$ref": "../`+filepath.Base(outside)+`/secret.json"}}}`)
	write(inside, "fetches.json", `{"$ref": "https://example.com/x.json"}`)
	write(inside, "broken.json", `{"type": `)
	write(inside, "nonsense.json", `{"type": "number or so"}`)
	write(inside, "loops.json", `{"$ref": "#"}`)
	write(inside, "big.json", `"`+strings.Repeat("x", maxFileSize)+`"`)
	if err := os.Symlink(secret, filepath.Join(inside, "link.json")); err != nil {
		t.Skip("no links here: ", err)
	}
	if err := os.Symlink(outside, filepath.Join(inside, "folder")); err != nil {
		t.Fatal(err)
	}
	rel, err := filepath.Rel(inside, secret)
	if err != nil {
		t.Fatal(err)
	}
	where := Where{Path: filepath.Join(inside, "a.gcf"), Folders: []string{inside}}
	for name, want := range map[string]string{
		"./sub/good.json":         "",
		"sub/good.json":           "",
		filepath.ToSlash(rel):     "outside the workspace",
		filepath.ToSlash(secret):  "outside the workspace",
		"./link.json":             "outside the workspace",
		"./folder/secret.json":    "outside the workspace",
		"./refers.json":           "outside the workspace",
		"./climbs.json":           "outside the workspace",
		"./fetches.json":          "nothing is fetched",
		"https://example.com/x":   "nothing is fetched",
		"file://elsewhere/x.json": "nothing is fetched",
		"./none.json":             "there is no file",
		"./sub":                   "is a directory",
		"./broken.json":           "is not JSON",
		"./nonsense.json":         "no JSON Schema",
		"./loops.json":            "",
		"./big.json":              "too large",
		"gcf-lsp:cgp-result":      "",
		"gcf-lsp:other":           "this program has no schema",
		"gcf-lsp:../cgp-result":   "this program has no schema",
	} {
		var store Store
		doc := parser.Parse("GCF profile=generic\n# gcf-lsp: schema=" + name + "\na=1\n")
		s, found := store.Open(doc, where)
		got := ""
		if len(found) > 0 {
			got = found[0].Message
			if text := doc.Source[found[0].Start:found[0].End]; text != name {
				t.Errorf("%s: reported at %q", name, text)
			}
		}
		if (s == nil) != (want != "") || !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}

	// A schema that refers to itself and to nothing else says so.
	var loops Store
	if got := check(t, &loops, "GCF profile=generic\n# gcf-lsp: schema=./loops.json\na=1\n", where); !strings.Contains(got, "refers to itself") {
		t.Errorf("a schema that refers to itself: %q", got)
	}

	// What the configuration names may be anywhere, with what lies beside it.
	var store Store
	doc := parser.Parse("GCF profile=generic\na=1\n")
	where.Configured = secret
	if s, found := store.Open(doc, where); s == nil {
		t.Errorf("a configured schema is refused: %v", found)
	}
	where.Configured = filepath.Join(inside, Bundled()[0])
	if s, found := store.Open(doc, where); s == nil || s.Name != Bundled()[0] {
		t.Errorf("a bundled schema that is configured: %v", found)
	}
	// A document that is no file has no folder.
	if s, found := store.Open(parser.Parse("GCF profile=generic\n# gcf-lsp: schema=./x.json\na=1\n"), Where{}); s != nil || len(found) != 1 {
		t.Errorf("%v %v", s, found)
	}
}

func TestStoreFollowsChanges(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "part.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "s.json"), []byte(`{"properties": {"a": {"$ref": "part.json"}}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	text := "GCF profile=generic\n# gcf-lsp: schema=./s.json\na=1\n"
	where := Where{Path: filepath.Join(dir, "a.gcf")}
	var store Store
	if got := check(t, &store, text, where); !strings.Contains(got, "there is no file") {
		t.Errorf("without the part: %q", got)
	}
	write(`{"type": "string"}`)
	if got := check(t, &store, text, where); got != "3: 1: `a` is of the type number: expected string\n" {
		t.Errorf("with the part: %q", got)
	}
	first, _ := store.Open(parser.Parse(text), where)
	if second, _ := store.Open(parser.Parse(text), where); second != first {
		t.Error("the schema was compiled again though nothing has changed")
	}
	write(`{"type": "integer"}`)
	if got := check(t, &store, text, where); got != "" {
		t.Errorf("after the change: %q", got)
	}
}

func TestProperty(t *testing.T) {
	dir := t.TempDir()
	text := `{
  "$id": "https://example.com/orders.json",
  "properties": {
    "orders": {"type": "array", "items": {"$ref": "#/$defs/order"}},
    "by id": {"additionalProperties": {"$ref": "#/$defs/order"}}
  },
  "$defs": {"order": {"properties": {
    "status": {"description": "How far it is.", "anyOf": [{"enum": ["open", "done"]}, {"const": null}]},
    "pair": {"prefixItems": [{"title": "First"}, {"title": "Second"}]}
  }}}
}
`
	path := filepath.Join(dir, "s.json")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var store Store
	s, found := store.Open(parser.Parse("GCF profile=generic\n# gcf-lsp: schema=s.json\na=1\n"), Where{Path: filepath.Join(dir, "a.gcf")})
	if s == nil {
		t.Fatal(found)
	}
	for _, c := range []struct {
		path, title, description, words, at string
	}{
		{"orders/*/status", "", "How far it is.", "open done null", `"status": {"desc`},
		{"orders/7/status", "", "How far it is.", "open done null", `"status": {"desc`},
		{"by id/x/status", "", "How far it is.", "open done null", `"status": {"desc`},
		{"orders/0/pair/1", "Second", "", "", `{"title": "Second"`},
		{"orders", "", "", "", `"orders": {`},
	} {
		p, ok := s.At(strings.Split(c.path, "/"))
		var words []string
		for _, w := range p.Words {
			words = append(words, w.Text)
		}
		if !ok || p.Title != c.title || p.Description != c.description || strings.Join(words, " ") != c.words || p.Path != path || !strings.HasPrefix(text[p.Offset:], c.at) {
			t.Errorf("%s: %v %+v at %.20q", c.path, ok, p, text[p.Offset:])
		}
	}
	if _, ok := s.At([]string{"orders", "0", "none"}); ok {
		t.Error("a property that is not there was found")
	}
}

func TestDeepDataAreRefused(t *testing.T) {
	columns := strings.Repeat("a>", 5000) + "a"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "s.json"), []byte(`{"additionalProperties": {"$ref": "#"}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	var store Store
	got := check(t, &store, "GCF profile=generic\n# gcf-lsp: schema=s.json\n## t [1]{\""+columns+"\"}\n1\n", Where{Path: filepath.Join(dir, "a.gcf")})
	if !strings.Contains(got, "deeper than 1000 levels") {
		t.Errorf("%.300s", got)
	}
}

// A long table, whose rows are checked one by one, breaks a schema in the same
// places as the same rows in parts.
func TestLongTables(t *testing.T) {
	schemas := map[string]string{
		"plain":     `{"properties": {"t": {"minItems": 2, "maxItems": 3000, "items": {"$ref": "#/$defs/row"}}}, "$defs": {"row": {"required": ["b"], "properties": {"a": {"maximum": 6}}, "propertyNames": {"maxLength": 1}}}}`,
		"unique":    `{"properties": {"t": {"uniqueItems": true, "items": {"$ref": "#/$defs/row"}}}, "$defs": {"row": {"required": ["b"], "properties": {"a": {"maximum": 6}}, "propertyNames": {"maxLength": 1}}}}`,
		"all of":    `{"allOf": [{"properties": {"t": {"items": {"required": ["b"]}}}}, {"properties": {"t": {"items": {"properties": {"a": {"maximum": 6}}}}}}, {"properties": {"t": {"items": {"propertyNames": {"maxLength": 1}}}}}]}`,
		"any of":    `{"anyOf": [{"properties": {"t": {"items": {"required": ["b"], "properties": {"a": {"maximum": 6}}, "propertyNames": {"maxLength": 1}}}}}]}`,
		"too short": `{"properties": {"t": {"minItems": 5000}}}`,
		"too long":  `{"properties": {"t": {"maxItems": 600}}}`,
	}
	for name, schema := range schemas {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "s.json"), []byte(schema), 0o644); err != nil {
			t.Fatal(err)
		}
		const rows = 2000
		var b strings.Builder
		fmt.Fprintf(&b, "GCF profile=generic\n# gcf-lsp: schema=s.json\n## t [%d]{a,b,long}\n", rows)
		want := []string{}
		for i := range rows {
			fields := []string{fmt.Sprint(i % 7), fmt.Sprint("x", i), "~"}
			if i%400 == 7 {
				fields[0] = "9"
				want = append(want, fmt.Sprintf("%d: 9: `a` is 9: expected at most 6", i+4))
			}
			if i%500 == 9 {
				fields[1] = "~"
				want = append(want, fmt.Sprintf("%d: ~: an item of `t` needs `b`", i+4))
			}
			if i%900 == 11 {
				fields[2] = "y"
				want = append(want, "long")
			}
			b.WriteString(strings.Join(fields, "|") + "\n")
		}
		var store Store
		got := check(t, &store, b.String(), Where{Path: filepath.Join(dir, "a.gcf")})
		if name == "too short" || name == "too long" {
			if !strings.Contains(got, fmt.Sprintf("3: [%d]: `t` has 2 000 items: expected at", rows)) || strings.Count(got, "\n") != 1 {
				t.Errorf("%s: %s", name, got)
			}
			continue
		}
		for _, line := range want {
			if line == "long" {
				continue
			}
			if !strings.Contains(got, line+"\n") {
				t.Errorf("%s: no %q", name, line)
			}
		}
		if n := strings.Count(got, "\n"); n != len(want) {
			t.Errorf("%s: %d findings, want %d:\n%s", name, n, len(want), got)
		}
	}
}

func BenchmarkLongTable(b *testing.B) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "s.json"), []byte(`{"properties": {"employees": {"items": {"required": ["id", "name"], "properties": {"salary": {"type": "integer", "minimum": 0}, "rating": {"type": "number"}, "active": {"type": "boolean"}}}}}}`), 0o644); err != nil {
		b.Fatal(err)
	}
	text, _ := gendata.Table(100_000)
	header, body, _ := strings.Cut(text, "\n")
	doc := parser.Parse(header + "\n# gcf-lsp: schema=s.json\n" + body)
	var store Store
	s, found := store.Open(doc, Where{Path: filepath.Join(dir, "a.gcf")})
	if s == nil {
		b.Fatal(found)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if found := s.Check(b.Context(), doc, value.DecodePartial(doc)); len(found) > 0 {
			b.Fatal(found[0].Message)
		}
	}
}
