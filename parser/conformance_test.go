package parser_test

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/parser"
)

// fixture is one file of the conformance suite, as far as parsing needs it.
type fixture struct {
	Operation     string
	Input         json.RawMessage
	InputBase64   string
	Expected      json.RawMessage
	ExpectedError string
}

// document returns the GCF text of a fixture: what a decoder reads, or what
// an encoder must write. It is empty where the fixture has none.
func (f *fixture) document() (text string) {
	switch f.Operation {
	case "decode", "error", "roundtrip-wire", "generic-delta-decode":
		json.Unmarshal(f.Input, &text)
		if f.InputBase64 != "" {
			b, _ := base64.StdEncoding.DecodeString(f.InputBase64)
			text = string(b)
		}
	case "encode", "roundtrip", "graph-stream-encode", "delta", "generic-delta":
		json.Unmarshal(f.Expected, &text)
	}
	return text
}

// codesInWords maps the errors that fixtures spell in words.
var codesInWords = map[string]string{
	"zero count":           "keyed_zero_count",
	"at least two fields":  "keyed_too_few_fields",
	"duplicate member key": "duplicate_member_key",
	"already exists":       "delta_invalid",
}

// fixtures calls f for each conformance fixture that has a document.
func fixtures(t testing.TB, f func(name, text, wantError string)) {
	files, _ := filepath.Glob(filepath.Join(material.Dir(t, "conformance"), "*", "*.json"))
	if len(files) == 0 {
		t.Fatal("the conformance folder has no fixtures")
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var fx fixture
		if err := json.Unmarshal(b, &fx); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		text := fx.document()
		if text == "" {
			continue
		}
		want := fx.ExpectedError
		if code, ok := codesInWords[want]; ok {
			want = code
		}
		f(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), text, want)
	}
}

// firstError returns the code of the first problem whose rule is an error.
func firstError(d *ast.Document) string {
	for i := range d.Problems {
		if r := diagnostics.ByCode(d.Problems[i].Code); r.Severity == diagnostics.Error {
			return r.Code.String()
		}
	}
	return ""
}

func TestConformanceFirstError(t *testing.T) {
	n := 0
	fixtures(t, func(name, text, want string) {
		n++
		if got := firstError(parser.Parse(text)); got != want {
			t.Errorf("%s: first error %q, want %q\n%s", name, got, want, text)
		}
	})
	t.Logf("%d documents", n)
}

// TestOneCharacterMistake deletes or adds one character in every valid
// fixture: one mistake gives one problem or a few, never a cascade.
func TestOneCharacterMistake(t *testing.T) {
	var total, mutants, over int
	fixtures(t, func(name, text, want string) {
		if want != "" {
			return
		}
		start := strings.IndexByte(text, '\n') + 1
		for i := start; i < len(text); i++ {
			if !strings.ContainsRune("\"|[]{} \n@^.#=:,", rune(text[i])) {
				continue
			}
			mutated := text[:i] + text[i+1:]
			var codes []string
			for _, p := range parser.Parse(mutated).Problems {
				if r := diagnostics.ByCode(p.Code); r.Severity == diagnostics.Error {
					codes = append(codes, p.Code.String())
				}
			}
			mutants++
			total += len(codes)
			if len(codes) > 3 {
				over++
				t.Logf("%s without %q at %d: %v\n%s", name, text[i], i, codes, mutated)
			}
		}
	})
	t.Logf("%d mutants, %.2f errors each, %d with more than 3", mutants, float64(total)/float64(mutants), over)
	if over*100 > mutants {
		t.Errorf("%d of %d one-character mistakes gave more than 3 errors", over, mutants)
	}
}
