//go:build linux || darwin

package files

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What nobody named is read only where it is a regular file of a sane size: a
// link to a device never ends, a pipe never begins.
func TestReadRefusesWhatIsNoFile(t *testing.T) {
	dir := tree(t, ".git/HEAD", "small")
	link := func(to, name string) string {
		path := filepath.Join(dir, name)
		if err := os.Symlink(to, path); err != nil {
			t.Skip("this system makes no symbolic links:", err)
		}
		return path
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip(err)
	}
	large := filepath.Join(dir, "large")
	if err := os.WriteFile(large, bytes.Repeat([]byte("a"), 100), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		link("/dev/zero", "zero"):         "device",
		link("pipe", "piped"):             "named pipe",
		pipe:                              "named pipe",
		dir:                               "directory",
		large:                             "too large",
		link("/proc/self/environ", "env"): "too large",
	} {
		if _, err := Read(path, 10); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "zero"):             "leads out",
		filepath.Join(dir, "env"):              "leads out",
		link("/etc/hostname", ".gcf-lsp.toml"): "leads out",
		filepath.Join(dir, "piped"):            "named pipe",
		link("nowhere", "dangling"):            "no such file",
		filepath.Join(dir, "none"):             "no such file",
	} {
		if _, err := ReadOwn(path, 10); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
	if _, err := ReadOwn(link("small", "again"), 10); err != nil {
		t.Error(err)
	}
}

func TestFindRefusesLinksOutOfTheProject(t *testing.T) {
	outer := tree(t, "secret.gcf", "project/.git/HEAD", "project/shared/b.gcf", "project/pkg/a.gcf")
	pkg := filepath.Join(outer, "project", "pkg")
	for to, name := range map[string]string{"../../secret.gcf": "out.gcf", "../shared/b.gcf": "in.gcf", "/dev/zero": "zero.gcf", "..": "up.gcf"} {
		if err := os.Symlink(to, filepath.Join(pkg, name)); err != nil {
			t.Skip("this system makes no symbolic links:", err)
		}
	}
	f := Finder{Select: isGCF}
	found, errs := f.Find(t.Context(), []string{pkg})
	if got := strings.Join(display(pkg, found), " "); got != "a.gcf in.gcf" {
		t.Errorf("found %s", got)
	}
	if len(errs) != 2 || !strings.Contains(errs[0].Error(), "leads out of") || !strings.Contains(errs[1].Error(), "leads out of") {
		t.Errorf("errors %v", errs)
	}
	// What the user names is read.
	found, errs = f.Find(t.Context(), []string{filepath.Join(pkg, "out.gcf")})
	if len(found) != 1 || errs != nil {
		t.Errorf("found %v, errors %v", found, errs)
	}
}

func TestInside(t *testing.T) {
	outer := tree(t, "secret.gcf", "project/a.gcf")
	project := filepath.Join(outer, "project")
	for to, name := range map[string]string{"../secret.gcf": "out.gcf", "a.gcf": "in.gcf", "/proc/self/fd/0": "in0.gcf"} {
		if err := os.Symlink(to, filepath.Join(project, name)); err != nil {
			t.Skip("this system makes no symbolic links:", err)
		}
	}
	for name, want := range map[string]bool{
		"a.gcf": true, "in.gcf": true, "none.gcf": true, ".": true,
		"out.gcf": false, "../secret.gcf": false, "../none.gcf": false, "in0.gcf": false, "../project2": false,
	} {
		if got := Inside(project, filepath.Join(project, name)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A file that was saved after it was read is left alone.
func TestWriteLeavesWhatWasSavedMeanwhile(t *testing.T) {
	for name, links := range map[string]int{"plain": 1, "in place": 2} {
		dir := t.TempDir()
		path := filepath.Join(dir, "a.gcf")
		write(t, path, "saved", 0o644)
		if links == 2 {
			if err := os.Link(path, filepath.Join(dir, "b.gcf")); err != nil {
				t.Skip(err)
			}
		}
		if err := Write(dir, path, []byte("read"), []byte("formatted")); err == nil || !strings.Contains(err.Error(), "changed after it was read") {
			t.Errorf("%s: error %v", name, err)
		}
		if got, _ := os.ReadFile(path); string(got) != "saved" {
			t.Errorf("%s: content %q", name, got)
		}
		onlyFiles(t, dir, links)
	}
}

func TestWriteKeepsSpecialBitsAndAttributes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.gcf")
	write(t, path, "old", 0o644)
	if err := os.Chmod(path, 0o755|os.ModeSetuid); err != nil {
		t.Skip(err)
	}
	if err := Write(dir, path, []byte("old"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	if mode := stat(t, path).Mode(); mode&os.ModeSetuid == 0 {
		t.Errorf("mode %v", mode)
	}
	if err := setAttribute(path, "user.note", "x"); err != nil {
		t.Skip("no extended attributes here: ", err)
	}
	if err := Write(dir, path, []byte("new"), []byte("newer")); err != nil {
		t.Fatal(err)
	}
	if got := attributes(path); !strings.Contains(got, "user.note") {
		t.Errorf("attributes %q", got)
	}
	onlyFiles(t, dir, 1)
}

func TestWriteSaysWhereACutOffWriteLeftTheContent(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.gcf")
	write(t, path, "half", 0o644)
	write(t, path+backupSuffix, "whole", 0o644)
	if err := os.Link(path, filepath.Join(dir, "b.gcf")); err != nil {
		t.Skip(err)
	}
	if err := Write(dir, path, []byte("half"), []byte("new")); err == nil || !strings.Contains(err.Error(), path+backupSuffix) {
		t.Errorf("error %v", err)
	}
	if got, _ := os.ReadFile(path + backupSuffix); string(got) != "whole" {
		t.Errorf("the old content is now %q", got)
	}
}

func TestCreateRefusesAReadOnlyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	write(t, path, "old", 0o444)
	if err := Create(path, []byte("new")); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("error %v", err)
	}
}
