package refactor

import (
	"strings"
	"testing"

	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/parser"
)

// The columns of what has a root stay: the same data in other columns has
// another root.
func TestColumnsOfARootStay(t *testing.T) {
	const object, paths = "{@id,o}\n@0 1|^\n.o {}\n    a=1\n", "{@id,\"o>a\"}\n1|1\n"
	for _, test := range []struct{ header, id, at, rows, want string }{
		{"pack_root=sha256:00 key=id\n## r [1]", "flatten", "o}", object, "the pack root is that of the columns as they are"},
		{"pack_root=sha256:00 key=id\n## r [1]", "nest", "o>", paths, "the pack root is that of the columns as they are"},
		{"pack_root=sha256:00 key=id\n## r [1:]", "flatten", "o}", strings.Replace(object, "1|", "k|", 1), "the pack root is that of the columns as they are"},
		{"delta=true base_root=a new_root=b key=id\n## added [1]", "flatten", "^", object, deltaColumns},
		{"delta=true base_root=a new_root=b key=id\n## changed [1]", "nest", "o>", paths, deltaColumns},
		{"key=id\n## r [1]", "flatten", "o}", object, ""},
		{"pack_root=sha256:00\n## r [1]", "nest", "o>", strings.Replace(paths, "@", "", 1), ""},
	} {
		text := "GCF profile=generic " + test.header + test.rows
		doc, offset := parser.Parse(text), strings.Index(text, test.at)
		p := &point{doc: doc, at: cursor.At(doc, offset), line: doc.Line(offset)}
		offered := false
		for _, a := range p.tableActions(nil) {
			if a.ID != test.id {
				continue
			}
			offered = true
			if a.Disabled != test.want {
				t.Errorf("%s is disabled because %q, want %q, in\n%s", a.Title, a.Disabled, test.want, text)
			}
		}
		if !offered {
			t.Errorf("there is no %s in\n%s", test.id, text)
		}
	}
}
