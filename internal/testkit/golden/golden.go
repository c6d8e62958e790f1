// Package golden compares what tests get with what is kept in files. With the
// flag -update the tests write the files instead: what that changes is to be
// looked at in the difference to the last commit.
package golden

import (
	"bytes"
	"flag"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the files that hold what the tests are to get")

// Update reports whether the tests are to write what they get.
func Update() bool { return *update }

// File compares got with the text of a file, or writes the file.
func File(t testing.TB, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v; -update writes it", err)
		return
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got), -update rewrites it:\n%s", path, diff)
	}
}

// Archives reads the txtar archives that match a pattern, one after another,
// and fails when there is none. With -update it writes an archive that has been
// changed when the loop goes on to the next one, so a subtest must end within
// the body of the loop.
func Archives(t testing.TB, pattern string) iter.Seq2[string, *txtar.Archive] {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives %s (%v)", pattern, err)
	}
	return func(yield func(path string, archive *txtar.Archive) bool) {
		for _, path := range paths {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			before := txtar.Format(archive)
			more := yield(path, archive)
			if after := txtar.Format(archive); *update && !bytes.Equal(before, after) {
				if err := os.WriteFile(path, after, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if !more {
				return
			}
		}
	}
}

// Section compares got with a section of an archive, or replaces its text. A
// section that is not there is empty, and is added at the end.
func Section(t testing.TB, archive *txtar.Archive, name, got string) {
	t.Helper()
	i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		i = len(archive.Files)
		archive.Files = append(archive.Files, txtar.File{Name: name})
	}
	if *update {
		archive.Files[i].Data = []byte(got)
	} else if diff := cmp.Diff(string(archive.Files[i].Data), got); diff != "" {
		t.Errorf("%s (-want +got), -update rewrites it:\n%s", name, diff)
	}
}

// Pairs goes through the sections NAME+in of an archive, by NAME and text, for
// which sections NAME+out hold what is expected. It puts each of these behind
// its input, empty if it is new, and drops those that have lost theirs.
func Pairs(archive *txtar.Archive, in, out string) iter.Seq2[string, string] {
	expected := make(map[string][]byte)
	for _, f := range archive.Files {
		expected[f.Name] = f.Data
	}
	var inputs, files []txtar.File
	for _, f := range archive.Files {
		if name, ok := strings.CutSuffix(f.Name, in); ok {
			inputs = append(inputs, txtar.File{Name: name, Data: f.Data})
			files = append(files, f, txtar.File{Name: name + out, Data: expected[name+out]})
		} else if !strings.HasSuffix(f.Name, out) {
			files = append(files, f)
		}
	}
	archive.Files = files
	return func(yield func(name, text string) bool) {
		for _, f := range inputs {
			if !yield(f.Name, string(f.Data)) {
				return
			}
		}
	}
}
