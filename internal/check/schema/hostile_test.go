package schema

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// hostile are schemas that a document may name to do harm.
var hostile = map[string]string{
	"a panic":            `{"multipleOf":1e-10000000}`,
	"a huge number":      `{"maximum":1e9999999}`,
	"many digits":        `{"maximum":` + strings.Repeat("9", 1000) + `}`,
	"doubling":           doubling(20),
	"doubling, disjoint": `{"properties":{"a":` + doubling(20) + `}}`,
	"nested not":         strings.Repeat(`{"not":`, 2300) + "{}" + strings.Repeat("}", 2300),
	"nested properties":  strings.Repeat(`{"properties":{"a":`, 1800) + "{}" + strings.Repeat("}}", 1800),
	"a cycle":            `{"$ref":"#"}`,
	"a longer cycle":     `{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"anyOf":[{"$ref":"#/$defs/a"},false]}}}`,
	"dynamic doubling":   dynamic(20),
	"wide":               `{"allOf":[` + strings.Repeat("{},", 20_000) + `{}]}`,
	"not JSON":           `{"a":`,
	"no pattern":         `{"pattern":"("}`,
}

// doubling is a schema that tries 2^n alternatives, all of which fail.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString(`{"$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `"d%d":{"type":"object","maxProperties":0}},"$ref":"#/$defs/d0"}`, n)
	return b.String()
}

// dynamic is [doubling] in schemas that only dynamic references lead to.
func dynamic(n int) string {
	var b strings.Builder
	b.WriteString(`{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"d%d":{"$dynamicAnchor":"d%d","anyOf":[{"$dynamicRef":"#d%d"},{"$dynamicRef":"#d%d"}]},`, i, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `"d%d":{"$dynamicAnchor":"d%d","maxProperties":0}},"$dynamicRef":"#d0"}`, n, n)
	return b.String()
}

func checkWith(ctx context.Context, t rapid.TB, dir, schema, text string) []diagnostics.Diagnostic {
	if err := os.WriteFile(filepath.Join(dir, "s.json"), []byte(schema), 0o644); err != nil {
		t.Fatal(err)
	}
	doc := parser.Parse("GCF profile=generic\n# gcf-lsp: schema=s.json\n" + text)
	var store Store
	s, found := store.Open(doc, Where{Path: filepath.Join(dir, "a.gcf")})
	if s != nil {
		s.At([]string{"a"})
		root, err := value.Decode(doc)
		if err != nil {
			t.Fatal(err)
		}
		found = s.Check(ctx, doc, root)
	}
	return found
}

// A schema that cannot be used is told as such, whatever it would do.
func TestHostileSchemas(t *testing.T) {
	for name, text := range hostile {
		found := checkWith(t.Context(), t, t.TempDir(), text, "a=1\nb=2\n")
		if len(found) != 1 || found[0].Code != ast.SchemaUnusable || found[0].Start == 0 {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

// A check ends with its context, and tells nothing.
func TestChecksAreCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found := checkWith(ctx, t, t.TempDir(), doubling(15), "a=1\n"); found != nil {
		t.Errorf("%+v", found)
	}
}

// Whatever a schema is made of, checking ends and says something about the
// schema or the data.
func TestGeneratedSchemas(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		schema := `{"$defs":{"a":` + anySchema(3).Draw(t, "a") + `,"b":` + anySchema(3).Draw(t, "b") + `},"allOf":[` + anySchema(4).Draw(t, "root") + `]}`
		if rapid.Bool().Draw(t, "old") {
			schema = `{"$schema":"http://json-schema.org/draft-07/schema#",` + schema[1:]
		}
		text := rapid.SampledFrom([]string{"a=1\n", "a=x\nb=-\n", "## a [2]{a,b}\n1|x\ny|2.5\n", "## a\n  ## b\n    a=true\nc[2]: 1,1\n"}).Draw(t, "data")
		for _, d := range checkWith(context.Background(), t, dir, schema, text) {
			if d.Code != ast.SchemaUnusable && d.Code != ast.SchemaViolation || d.Message == "" {
				t.Errorf("%s: %+v", schema, d)
			}
		}
	})
}

// anySchema generates the text of a schema, nested up to a depth.
func anySchema(depth int) *rapid.Generator[string] {
	leaf := rapid.SampledFrom([]string{
		`true`, `false`, `{}`, `{"type":"object"}`, `{"type":["integer","string"]}`, `{"const":1}`, `{"enum":["x",2.5,null]}`,
		`{"$ref":"#"}`, `{"$ref":"#/$defs/a"}`, `{"$ref":"#/$defs/b"}`, `{"$dynamicRef":"#x"}`, `{"$dynamicAnchor":"x"}`, `{"minimum":1e300}`,
		`{"multipleOf":1e-300}`, `{"multipleOf":0}`, `{"pattern":"^(a|a)*$"}`, `{"minItems":2,"uniqueItems":true}`, `{"required":["a","c"]}`,
		`{"format":"date"}`, `{"maxLength":0}`, `{"minProperties":9}`, `{"$ref":"#/nowhere"}`, `{"type":1}`, `{"dependentRequired":{"a":["z"]}}`,
	})
	if depth == 0 {
		return leaf
	}
	return rapid.Custom(func(t *rapid.T) string {
		inner := anySchema(depth - 1)
		if rapid.Bool().Draw(t, "leaf") {
			return leaf.Draw(t, "schema")
		}
		keyword := rapid.SampledFrom([]string{
			`{"not":%s}`, `{"items":%s}`, `{"additionalProperties":%s}`, `{"propertyNames":%s}`, `{"contains":%s}`, `{"properties":{"a":%s}}`,
			`{"patternProperties":{"b|c":%s}}`, `{"unevaluatedProperties":%s}`, `{"dependencies":{"a":%s}}`, `{"prefixItems":[%s]}`, `{"unevaluatedItems":%s}`,
			`{"anyOf":[%s,%s]}`, `{"oneOf":[%s,%s]}`, `{"allOf":[%s,%s]}`, `{"if":%s,"then":%s}`, `{"if":%s,"else":%s}`,
		}).Draw(t, "keyword")
		parts := []any{inner.Draw(t, "first")}
		if strings.Count(keyword, "%s") == 2 {
			parts = append(parts, inner.Draw(t, "second"))
		}
		return fmt.Sprintf(keyword, parts...)
	})
}
