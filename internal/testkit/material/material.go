// Package material finds the folder of test material that lies beside the
// project: the format's conformance fixtures and a corpus of payloads. The
// project builds and passes its tests without it.
package material

import (
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the path of a folder or file of the shared material. Where it is
// absent it skips the test.
func Dir(t testing.TB, elem ...string) string {
	t.Helper()
	root, err := moduleRoot()
	if err != nil {
		t.Skip("cannot find the module root: ", err)
	}
	path := filepath.Join(append([]string{filepath.Dir(root), "shared"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skip("no shared test material: ", err)
	}
	return path
}

func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", os.ErrNotExist
		}
		dir = parent
	}
}
