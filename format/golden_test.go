package format_test

import (
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/value"
)

// runCases runs a test over the files NAME.in of the archives in a folder of
// testdata: run gets the text of NAME.in and returns what NAME.out must be.
func runCases(t *testing.T, folder, in, out string, run func(t *testing.T, name, text string) string) {
	t.Helper()
	for path, archive := range golden.Archives(t, filepath.Join("testdata", folder, "*.txtar")) {
		for name, text := range golden.Pairs(archive, in, out) {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+name, func(t *testing.T) {
				golden.Section(t, archive, name+out, run(t, name, text))
			})
		}
	}
}

// TestEncode encodes the JSON of each case. A case in graph.txtar is a graph;
// one whose name begins with no-flatten is encoded without path columns.
func TestEncode(t *testing.T) {
	runCases(t, "encode", ".json", ".gcf", func(t *testing.T, name, text string) string {
		v, err := value.FromJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		var got []byte
		if strings.Contains(t.Name(), "/graph/") {
			got, err = format.Graph(v)
		} else {
			got, err = format.Generic(v, format.Options{NoFlatten: strings.HasPrefix(name, "no-flatten")})
		}
		if err != nil {
			return "error " + value.CodeOf(err).String() + ": " + err.Error() + "\n"
		}
		return string(got)
	})
}
