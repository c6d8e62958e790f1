package check

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
)

// TestMessages shows what is said about the deltas in the archives of package
// snapshot, which are refused, with the text that each message is about.
func TestMessages(t *testing.T) {
	var out strings.Builder
	for path, archive := range golden.Archives(t, "../snapshot/testdata/refusals/*.txtar") {
		part := make(map[string]string)
		for _, f := range archive.Files {
			part[f.Name] = string(f.Data)
		}
		base := Base{Snapshot: snapshotOf(t, part["base.gcf"]), Name: "base.gcf"}
		roots := []string{"{{base}}", base.Snapshot.Root()}
		var wanted *Base
		if text, ok := part["wanted.gcf"]; ok {
			wanted = &Base{Snapshot: snapshotOf(t, text), Name: "wanted.gcf"}
			roots = append(roots, "{{wanted}}", wanted.Snapshot.Root())
		}
		doc := parser.Parse(strings.NewReplacer(roots...).Replace(part["delta.gcf"]))
		fmt.Fprintf(&out, "== %s\n", strings.TrimSuffix(filepath.Base(path), ".txtar"))
		if diagnostics.HasErrors(doc) {
			out.WriteString("the document has errors of its own\n")
			continue
		}
		result, found := Delta(doc, base, wanted)
		if result != nil || len(found) == 0 {
			t.Errorf("%s: the delta was applied", path)
		}
		for _, d := range found {
			fmt.Fprintf(&out, "%s %s: %q\n    %s\n", d.Severity, d.Code, doc.Source[d.Start:d.End], strings.ReplaceAll(d.Message, "\n", "\n    "))
			for _, fix := range d.Fixes {
				fmt.Fprintf(&out, "    fix: %s\n", fix.Title)
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "messages.txt"), out.String())
}

func snapshotOf(t *testing.T, text string) snapshot.Snapshot {
	t.Helper()
	s, err := snapshot.FromDocument(parser.Parse(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// apply makes the edits of the first fix of the first diagnostic with a code.
func apply(t *testing.T, doc *ast.Document, found []diagnostics.Diagnostic, code ast.Code) string {
	t.Helper()
	i := slices.IndexFunc(found, func(d diagnostics.Diagnostic) bool { return d.Code == code && len(d.Fixes) > 0 })
	if i < 0 {
		t.Fatalf("no fix for %s in %+v", code, found)
	}
	text := doc.Source
	for _, e := range slices.Backward(found[i].Fixes[0].Edits) {
		text = text[:e.Start] + e.Text + text[e.End:]
	}
	return text
}

func TestFixesOfRootsMakeDocumentsRight(t *testing.T) {
	const rows = "## orders [1]{@id,total}\n1001|59.98\n"
	for header, code := range map[string]ast.Code{
		"GCF profile=generic pack_root=sha256:00 key=id\n":                 ast.PackRootMismatch,
		"GCF profile=generic tool=x key=id\n":                              ast.MissingPackRoot,
		"GCF profile=generic key=id pack_root=sha256:12 tool=x tokens=7\n": ast.PackRootMismatch,
	} {
		doc := parser.Parse(header + rows)
		fixed := parser.Parse(apply(t, doc, Document(doc, Context{}), code))
		if left := Document(fixed, Context{}); len(left) > 0 {
			t.Errorf("%s%+v", fixed.Source, left)
		}
		if err := snapshot.Verify(fixed); err != nil {
			t.Errorf("%s%v", fixed.Source, err)
		}
	}
}

func TestGraphRootThatDiffersIsInformation(t *testing.T) {
	doc := parser.Parse("GCF profile=graph symbols=1 pack_root=sha256:00\n## targets\n@0 fn a 0.90 lsp\n")
	found := Document(doc, Context{})
	if len(found) != 1 || found[0].Severity != diagnostics.Information || !strings.Contains(found[0].Message, "two decimals") {
		t.Errorf("%+v", found)
	}
}

func TestWhatHasNoRootIsLeftAlone(t *testing.T) {
	for _, text := range []string{
		"GCF profile=generic pack_root=md5:77 key=id\n## rows [1]{@id,n}\n1|2\n",                                   // another algorithm
		"GCF profile=generic unchanged=true pack_root=sha256:00 count=1\n",                                         // no content
		"GCF profile=graph symbols=1 pack_root=sha256:00 session=true\n## targets\n@0  # previously transmitted\n", // half of it elsewhere
		"GCF profile=generic pack_root=sha256:00 key=id\n## rows [2]{@id,n}\n1|2\n",                                // broken
	} {
		if found := PackRoot(parser.Parse(text)); found != nil {
			t.Errorf("%s%+v", text, found)
		}
	}
}
