package check

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/parser"
)

// TestAlone shows what is said about documents without any other document. The
// archives hold the documents; what is said about each stands in want, with the
// text that it is about and that of the related places.
func TestAlone(t *testing.T) {
	for path, archive := range golden.Archives(t, "testdata/alone/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			var got strings.Builder
			for _, f := range archive.Files {
				if f.Name == "want" {
					continue
				}
				doc := parser.Parse(string(f.Data))
				line := func(at int) int { return 1 + strings.Count(doc.Source[:at], "\n") }
				fmt.Fprintf(&got, "%s\n", f.Name)
				for _, d := range Document(doc, Context{}) {
					fmt.Fprintf(&got, "\t%s %s, line %d, %q\n\t\t%s\n", d.Severity, d.Code, line(d.Start), doc.Source[d.Start:d.End], d.Message)
					for _, r := range d.Related {
						fmt.Fprintf(&got, "\t\t%s: line %d, %q\n", r.Message, line(r.Start), doc.Source[r.Start:r.End])
					}
				}
			}
			golden.Section(t, archive, "want", got.String())
		})
	}
}

// TestWhatADeltaSaysAloneIsSaidOnce gives the check what the delta says about a
// base: that holds what is wrong whatever the base is.
func TestWhatADeltaSaysAloneIsSaidOnce(t *testing.T) {
	base := Base{Snapshot: snapshotOf(t, "GCF profile=generic key=id\n## r [1]{@id,a}\n1|2\n"), Name: "base.gcf"}
	for _, root := range []string{base.Snapshot.Root(), "sha256:00"} {
		doc := parser.Parse("GCF profile=generic delta=true base_root=" + root + " new_root=sha256:bb key=id\n" +
			"## changed [1]{@id,a}\n1|3\n## removed [1]{@id}\n1\n")
		_, applied := Delta(doc, base, nil)
		found := Document(doc, Context{Options: diagnostics.Options{Found: applied}})
		said := 0
		for _, d := range found {
			if strings.Contains(d.Message, "stands under ## changed and ## removed") {
				said++
			}
		}
		if said != 1 || len(found) != len(applied) {
			t.Errorf("%s: %+v", root, found)
		}
	}
}

// TestManyOperations bounds what is said about a delta in which everything is
// wrong.
func TestManyOperations(t *testing.T) {
	doc := parser.Parse("GCF profile=graph delta=true base_root=sha256:aa new_root=sha256:bb\n## removed\n" + strings.Repeat("fn a\n", 20_000))
	found := Contradictions(doc)
	if len(found) != mostOperations {
		t.Fatalf("%d findings", len(found))
	}
	if last := found[mostOperations-1].Message; !strings.HasSuffix(last, "18999 more operations are wrong and not shown") {
		t.Error(last)
	}
}
