package format_test

import (
	"testing"

	"gcf-lsp/format"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// TestNestedOrder encodes rows whose nested objects have their members in
// different orders (spec 1.1, 7.4.6.1): all of them come back as they were.
func TestNestedOrder(t *testing.T) {
	for _, text := range []string{
		`[{"c":{"a":1,"b":2}},{"c":{"b":3,"a":4}}]`,
		`[{"c":{"a":1,"d":{"x":1,"y":2}}},{"c":{"a":3,"d":{"y":3,"x":1}}}]`,
		`[{"c":{"a":1,"b":2,"e":1}},{"c":{"b":3,"a":4,"e":1}}]`,
		`{"x":{"c":{"a":1,"b":2}},"y":{"c":{"b":3,"a":4}}}`,
		`[{"c":[{"a":1,"b":2}]},{"c":[{"b":1,"a":2}]}]`,
		`{"s":{"b":[1],"a":{"x":1},"c":2}}`,
	} {
		v, err := value.FromJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		document, err := format.Generic(v, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		back, err := value.Decode(parser.Parse(string(document)))
		if err != nil || !value.Equal(v, back, value.MemberOrder) {
			t.Errorf("%s comes back otherwise: %v\n%s", text, err, document)
		}
	}
}
