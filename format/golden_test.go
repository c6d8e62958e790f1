package format_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"gcf-lsp/format"
	"gcf-lsp/value"
)

var update = flag.Bool("update", false, "write what the tests get into testdata")

// golden runs a test over the files NAME.in of the archives in a folder of
// testdata: run gets the text of NAME.in and returns what NAME.out must be.
func golden(t *testing.T, folder, in, out string, run func(t *testing.T, name, text string) string) {
	t.Helper()
	archives, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives in ", folder, err)
	}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		result := &txtar.Archive{Comment: archive.Comment}
		want := make(map[string]string)
		for _, f := range archive.Files {
			want[f.Name] = string(f.Data)
		}
		for _, f := range archive.Files {
			name, ok := strings.CutSuffix(f.Name, in)
			if !ok {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+name, func(t *testing.T) {
				got := run(t, name, string(f.Data))
				result.Files = append(result.Files, f, txtar.File{Name: name + out, Data: []byte(got)})
				if d := cmp.Diff(want[name+out], got); d != "" && !*update {
					t.Errorf("%s%s (-want +got):\n%s", name, out, d)
				}
			})
		}
		if *update {
			if err := os.WriteFile(path, txtar.Format(result), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestEncode encodes the JSON of each case. A case in graph.txtar is a graph;
// one whose name begins with no-flatten is encoded without path columns.
func TestEncode(t *testing.T) {
	golden(t, "encode", ".json", ".gcf", func(t *testing.T, name, text string) string {
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
