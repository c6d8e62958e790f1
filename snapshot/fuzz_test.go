package snapshot

import (
	"strings"
	"testing"

	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/parser"
)

// FuzzApply reads any two texts as a base and a delta: nothing panics, and a
// base is never changed.
func FuzzApply(f *testing.F) {
	for _, archive := range golden.Archives(f, "testdata/refusals/*.txtar") {
		f.Add(string(archive.Files[0].Data), string(archive.Files[1].Data))
	}
	f.Fuzz(func(t *testing.T, baseText, deltaText string) {
		base, err := FromDocument(parser.Parse(baseText))
		if err != nil {
			return
		}
		records := strings.Join(base.Records(), "")
		doc := parser.Parse(strings.ReplaceAll(deltaText, "{{base}}", base.Root()))
		delta, err := DeltaFromDocument(doc)
		if err != nil {
			return
		}
		for _, e := range Problems(base, delta) {
			if int(e.Node) >= len(doc.Nodes) {
				t.Errorf("%v is about line %d of %d", e, e.Node, len(doc.Nodes)-1)
			}
		}
		if result, err := Apply(base, delta); err == nil {
			if _, declared := delta.Roots(); result.Root() != declared {
				t.Errorf("%s, want %s", result.Root(), declared)
			}
		}
		var c Consumer
		_, _ = c.Receive(parser.Parse(baseText))
		_, _ = c.Receive(doc)
		if strings.Join(base.Records(), "") != records {
			t.Error("the base has changed")
		}
		if full, err := AppendFull(nil, base, Header{}); err == nil {
			again, err := FromDocument(parser.Parse(string(full)))
			if err != nil || again.Root() != base.Root() {
				t.Errorf("%v\n%s", err, full)
			}
		}
	})
}
