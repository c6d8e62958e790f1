package format_test

import (
	"os"
	"path/filepath"
	"testing"

	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/value"
)

// fixture is one file of the conformance suite.
type fixture struct {
	path      string
	operation string
	value.Value
}

// fixtures reads the conformance fixtures with these operations.
func fixtures(t *testing.T, operations ...string) []fixture {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(material.Dir(t, "conformance"), "*", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var found []fixture
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := fixture{path: filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)}
		// The input of an encode-error fixture cannot be read as a value.
		if f.Value, err = value.FromJSON(src); err != nil {
			f.operation = "encode-error"
		} else {
			f.operation = f.get("operation").Str()
		}
		for _, op := range operations {
			if f.operation == op {
				found = append(found, f)
			}
		}
	}
	if len(found) == 0 {
		t.Fatal("no fixtures of ", operations)
	}
	return found
}

func (f fixture) get(key string) value.Value {
	v, _ := f.Get(key)
	return v
}

func TestConformanceEncode(t *testing.T) {
	for _, f := range fixtures(t, "encode", "roundtrip") {
		t.Run(f.path, func(t *testing.T) {
			input := f.get("input")
			encode := func() ([]byte, error) { return format.Generic(input, format.Options{}) }
			if _, ok := input.Get("symbols"); ok {
				encode = func() ([]byte, error) { return format.Graph(input) }
			}
			got, err := encode()
			if err != nil {
				t.Fatal(err)
			}
			want := f.get("expected")
			if want.Kind() != value.String {
				return // a round trip whose wire form is not given
			}
			if string(got) != want.Str() {
				t.Errorf("got\n%s\nwant\n%s", got, want.Str())
			}
		})
	}
}
