//go:build unix

package files

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestWriteKeepsHardLinks writes a file that has two names.
func TestWriteKeepsHardLinks(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.gcf"), filepath.Join(dir, "b.gcf")
	write(t, a, "old and longer", 0o640)
	if err := os.Link(a, b); err != nil {
		t.Skip("no hard links here: ", err)
	}
	if err := Write(dir, a, []byte("old and longer"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(b); string(got) != "new" {
		t.Errorf("the other name has %q, %v", got, err)
	}
	if infoA, infoB := stat(t, a), stat(t, b); !os.SameFile(infoA, infoB) || infoA.Mode().Perm() != 0o640 {
		t.Errorf("no longer one file, or another mode: %v %v", infoA.Mode(), infoB.Mode())
	}
	onlyFiles(t, dir, 2)
}

// TestWriteKeepsTheOwner writes a file of another user.
func TestWriteKeepsTheOwner(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.gcf")
	write(t, path, "old", 0o644)
	if err := os.Chown(path, 12345, 23456); err != nil {
		t.Skip("only root may give files away: ", err)
	}
	if err := Write(dir, path, []byte("old"), []byte("new, longer")); err != nil {
		t.Fatal(err)
	}
	if s := stat(t, path).Sys().(*syscall.Stat_t); s.Uid != 12345 || s.Gid != 23456 {
		t.Errorf("the file is now of %d:%d", s.Uid, s.Gid)
	}
	if got, _ := os.ReadFile(path); string(got) != "new, longer" {
		t.Errorf("the file has %q", got)
	}
	onlyFiles(t, dir, 1)
}

// TestOverwriteOfAFolder overwrites what cannot be read: nothing is left behind.
func TestOverwriteOfAFolder(t *testing.T) {
	dir := t.TempDir()
	if err := overwrite(dir, []byte("new"), func() error { return nil }); err == nil {
		t.Error("a folder was written")
	}
	onlyFiles(t, dir, 0)
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func stat(t *testing.T, path string) os.FileInfo {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

// onlyFiles checks that no temporary file is left.
func onlyFiles(t *testing.T, dir string, want int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != want {
		t.Errorf("%d files, want %d: %v %v", len(entries), want, entries, err)
	}
}
