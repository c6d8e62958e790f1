package roots_test

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/editor/roots"
	"gcf-lsp/parser"
)

// What a place leads to, and what is known of it when the other documents are.
func TestPlaces(t *testing.T) {
	const (
		base = "GCF profile=graph symbols=1 session=true\n## targets\n@0 fn a.B 0.50 x\n"
		next = "GCF profile=graph symbols=1 session=true\n# gcf-lsp: base=base.gcf\n## targets\n@0  # previously transmitted\n"
	)
	docs := map[string]*ast.Document{"/w/base.gcf": parser.Parse(base), "/w/next.gcf": parser.Parse(next)}
	known := roots.Known{Index: index.New(), Read: func(path string) *ast.Document { return docs[path] }}
	for path, doc := range docs {
		known.Put(path, doc)
	}
	for _, test := range []struct{ path, at, place, text string }{
		{"/w/next.gcf", "base.gcf", "named", "It and those before it declare 1 symbol."},
		{"/w/next.gcf", "@0", "reference @0", "a.B"},
		{"/w/base.gcf", "@0", "nothing", ""},
		{"/w/base.gcf", "symbols=1", "nothing", ""},
	} {
		doc := docs[test.path]
		place, ok := roots.At(doc, strings.Index(doc.Source, test.at))
		got := "nothing"
		switch {
		case !ok:
		case place.Named:
			got = "named"
		case place.Reference:
			got = fmt.Sprintf("reference @%d", place.ID)
		}
		if got != test.place {
			t.Errorf("%s at %s: %s, want %s", test.path, test.at, got, test.place)
		}
		if !ok {
			continue
		}
		if text := known.Describe(test.path, doc, place); !strings.Contains(text.Plain(), test.text) {
			t.Errorf("%s at %s: %q lacks %q", test.path, test.at, text.Plain(), test.text)
		}
	}
	doc := parser.Parse("GCF profile=generic delta=true base_root=sha256:00 new_root=sha256:01\n")
	for _, field := range []string{"base_root", "new_root"} {
		place, ok := roots.At(doc, strings.Index(doc.Source, field))
		if !ok || place.Field != field || !strings.HasPrefix(place.Root, "sha256:0") {
			t.Errorf("%s: %+v, %v", field, place, ok)
		}
	}
}
