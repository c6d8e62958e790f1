package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// TestDecodeLarge decodes documents that are not held in memory, from a file and
// from a pipe: what is printed is what is printed of the whole, and of a document
// with an error, however late, nothing.
func TestDecodeLarge(t *testing.T) {
	flat, _ := gendata.Table(100_000)
	texts := map[string]string{"flat": flat}
	if !testing.Short() {
		texts["nested"], _ = gendata.Orders(30_000)
	}
	for name, text := range texts {
		if len(text) < largeInput {
			t.Fatalf("%s has %d bytes only", name, len(text))
		}
		v, err := value.Decode(parser.Parse(text))
		if err != nil {
			t.Fatal(err)
		}
		want, err := value.AppendJSON(nil, v, value.Indent("  "))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "a.gcf")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"decode", path}, {"decode", "-"}} {
			var out, errs bytes.Buffer
			if code := run(args, io.MultiReader(strings.NewReader(text)), &out, &errs); code != exitOK || out.String() != string(want)+"\n" {
				t.Errorf("%s %v: status %d, %d bytes, want %d: %s", name, args, code, out.Len(), len(want)+1, &errs)
			}
		}
		var out, errs bytes.Buffer
		if code := run([]string{"decode", "-"}, strings.NewReader(text+"a=~\n"), &out, &errs); code != exitFindings || out.Len() > 0 || !strings.Contains(errs.String(), "invalid_missing") {
			t.Errorf("%s: status %d, %d bytes: %s", name, code, out.Len(), &errs)
		}
	}
}
