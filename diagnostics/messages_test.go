package diagnostics

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"gcf-lsp/parser"
)

// TestMessages compares what is said about the documents of testdata/messages
// with the text beside them. In the archives NAME.gcf is a document and
// NAME.want its diagnostics; -update writes the latter.
func TestMessages(t *testing.T) {
	paths, err := filepath.Glob("testdata/messages/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives: ", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			golden(t, path, func(document string) string {
				doc := parser.Parse(document)
				return render(doc, Check(doc, Options{KeepSuppressed: true}))
			})
		})
	}
}

func golden(t *testing.T, path string, describe func(document string) string) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	written := &txtar.Archive{Comment: archive.Comment}
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
	}
	for _, f := range archive.Files {
		name, ok := strings.CutSuffix(f.Name, ".gcf")
		if !ok {
			continue
		}
		got := describe(string(f.Data))
		written.Files = append(written.Files, f, txtar.File{Name: name + ".want", Data: []byte(got)})
		if diff := cmp.Diff(want[name+".want"], got); diff != "" && !*update {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMessagesOfPages keeps what is said about the bad document of each rule.
func TestMessagesOfPages(t *testing.T) {
	var got strings.Builder
	for _, rule := range rules {
		doc := parser.Parse(rule.Page.Bad)
		got.WriteString(strings.Repeat("-", 72) + "\n" + rule.Code.String() + "\n\n")
		got.WriteString(render(doc, Check(doc, enabled(rule))) + "\n")
	}
	path := filepath.Join("testdata", "pages.txt")
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
