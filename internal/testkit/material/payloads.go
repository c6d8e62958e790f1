package material

import (
	"os"
	"path/filepath"
	"testing"
)

// Payloads returns the payloads of the corpus by their paths, the broken ones
// that language models generated included. Where there is no corpus it skips
// the test.
func Payloads(t testing.TB) map[string]string {
	t.Helper()
	dir := Dir(t, "corpus")
	all := map[string]string{}
	for _, pattern := range []string{"*.gcf", "generated/*.gcf"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all[path] = string(text)
		}
	}
	return all
}
