package snapshot

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/parser"
)

// TestRefusals applies deltas that must be refused. An archive holds the base
// (base.gcf), the delta (delta.gcf), perhaps the snapshot that the producer
// meant (wanted.gcf), and what is to be said about it (want). In the delta
// {{base}} and {{wanted}} stand for the roots of these files.
func TestRefusals(t *testing.T) {
	for path, archive := range golden.Archives(t, "testdata/refusals/*.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			part := make(map[string]string)
			for _, f := range archive.Files {
				part[f.Name] = string(f.Data)
			}
			base := parseSnapshot(t, part["base.gcf"])
			roots := []string{"{{base}}", base.Root()}
			var wanted Snapshot
			if text, ok := part["wanted.gcf"]; ok {
				wanted = parseSnapshot(t, text)
				roots = append(roots, "{{wanted}}", wanted.Root())
			}
			doc := parser.Parse(strings.NewReplacer(roots...).Replace(part["delta.gcf"]))
			before := strings.Join(base.Records(), "")
			got := refusal(doc, base, wanted)
			if strings.Join(base.Records(), "") != before {
				t.Error("the base has changed")
			}
			golden.Section(t, archive, "want", got)
		})
	}
}

// refusal says why a delta does not apply: the error, the line, and what
// differs from the wanted snapshot.
func refusal(doc *ast.Document, base, wanted Snapshot) string {
	var out strings.Builder
	at := func(node ast.NodeID) {
		if node != 0 {
			fmt.Fprintf(&out, "\tline %d: %s\n", node, doc.Text(node))
		}
	}
	delta, err := DeltaFromDocument(doc)
	if err == nil {
		_, err = Apply(base, delta)
	}
	if err == nil {
		return "it applies\n"
	}
	fmt.Fprintln(&out, err)
	var invalid *InvalidError
	var data *DataError
	var root *RootError
	switch {
	case errors.As(err, &invalid):
		at(invalid.Node)
		for _, more := range Problems(base, delta)[1:] {
			fmt.Fprintln(&out, more)
			at(more.Node)
		}
	case errors.As(err, &data):
		at(data.Node)
	case errors.As(err, &root) && wanted != nil:
		for _, d := range Differences(root.Result, wanted, 5) {
			fmt.Fprintf(&out, "\t%s\n", d)
		}
	}
	return out.String()
}

func parseSnapshot(t testing.TB, text string) Snapshot {
	t.Helper()
	s, err := FromDocument(parser.Parse(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
