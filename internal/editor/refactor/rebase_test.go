package refactor

import (
	"path/filepath"
	"testing"

	"gcf-lsp/internal/check/index"
)

func TestACommentFollowsTheFileThatItNames(t *testing.T) {
	abs := func(path string) string { p, _ := filepath.Abs(filepath.FromSlash(path)); return p }
	for _, test := range []struct{ file, path, old, new, want string }{
		{"./a.gcf", "/w/d.gcf", "/w/a.gcf", "/w/b.gcf", "./b.gcf"},
		{"a.gcf", "/w/d.gcf", "/w/a.gcf", "/w/sub/a.gcf", "sub/a.gcf"},
		{"./a.gcf", "/w/d.gcf", "/w/d.gcf", "/w/sub/d.gcf", "../a.gcf"},
		{"./a.gcf", "/w/x/d.gcf", "/w/x", "/w/y", ""}, // both move
		{"../a.gcf", "/w/x/d.gcf", "/w/x", "/w/y/z", "../../a.gcf"},
		{"./a.gcf", "/w/d.gcf", "/w/a.gcf.old", "/w/b", ""},
		{"./a.gcf", "", "/w/a.gcf", "/w/b.gcf", ""},
	} {
		path := test.path
		if path != "" {
			path = abs(path)
		}
		got, changed := Rebase(index.Directive{File: test.file}, path, []Rename{{abs(test.old), abs(test.new)}})
		if changed != (test.want != "") || changed && got != test.want {
			t.Errorf("%+v: %q %t", test, got, changed)
		}
	}
}
