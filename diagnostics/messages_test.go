package diagnostics

import (
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/parser"
)

// TestMessages compares what is said about the documents of testdata/messages
// with the text beside them. In the archives NAME.gcf is a document and
// NAME.want its diagnostics; -update writes the latter.
func TestMessages(t *testing.T) {
	for path, archive := range golden.Archives(t, "testdata/messages/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			for name, document := range golden.Pairs(archive, ".gcf", ".want") {
				doc := parser.Parse(document)
				golden.Section(t, archive, name+".want", render(doc, Check(doc, Options{KeepSuppressed: true})))
			}
		})
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
	golden.File(t, filepath.Join("testdata", "pages.txt"), got.String())
}
