package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// isGCF is what a folder is searched for in these tests.
func isGCF(path string) bool { return filepath.Ext(path) == ".gcf" }

// tree writes empty files and returns their folder.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// display lists found files relative to dir.
func display(dir string, found []File) []string {
	names := []string{}
	for _, f := range found {
		names = append(names, Display(dir, f.Path))
	}
	return names
}

func TestFindHonoursIgnoreFiles(t *testing.T) {
	archives, err := filepath.Glob("testdata/find/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range archives {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			last := len(archive.Files) - 1
			want := strings.Fields(string(archive.Files[last].Data))
			archive.Files = archive.Files[:last]
			dir := t.TempDir()
			if err := txtar.Write(archive, dir); err != nil {
				t.Fatal(err)
			}
			f := Finder{Select: isGCF}
			found, errs := f.Find(t.Context(), []string{dir})
			if errs != nil {
				t.Error(errs)
			}
			if diff := cmp.Diff(want, display(dir, found)); diff != "" {
				t.Error(diff)
			}
			if strings.HasPrefix(filepath.Base(path), "ignore") {
				if diff := cmp.Diff(want, gitSays(t, dir)); diff != "" {
					t.Errorf("git sees other files:\n%s", diff)
				}
			}
		})
	}
}

// gitSays lists the files that git does not ignore.
func gitSays(t *testing.T, dir string) []string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed, the list was not compared with it")
	}
	git := func(args ...string) string {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "core.quotePath=false", "-c", "core.excludesFile="}, args...)...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
		return string(out)
	}
	git("init", "-q")
	names := strings.FieldsFunc(git("ls-files", "-z", "--others", "--exclude-standard"), func(r rune) bool { return r == 0 })
	names = slices.DeleteFunc(names, func(n string) bool { return !isGCF(n) || strings.HasPrefix(n, "node_modules/") })
	slices.Sort(names)
	return names
}

func TestFindKnowsTheIgnoreFilesAboveAFolder(t *testing.T) {
	dir := tree(t, ".git/HEAD", "pkg/a.gcf", "pkg/b.gcf")
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("b.gcf\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := Finder{Select: isGCF}
	found, _ := f.Find(t.Context(), []string{filepath.Join(dir, "pkg")})
	if diff := cmp.Diff([]string{"pkg/a.gcf"}, display(dir, found)); diff != "" {
		t.Error(diff)
	}
	f.NoIgnore = true
	found, _ = f.Find(t.Context(), []string{filepath.Join(dir, "pkg")})
	if diff := cmp.Diff([]string{"pkg/a.gcf", "pkg/b.gcf"}, display(dir, found)); diff != "" {
		t.Error(diff)
	}
}

func TestFindVisitsEachRealFileOnceDespiteLinks(t *testing.T) {
	dir := tree(t, "data/a.gcf", "z.gcf")
	link := func(target, name string) {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("this system makes no symbolic links:", err)
		}
	}
	link(dir, "data/cycle")
	link("data", "again")
	link("data/a.gcf", "b.gcf")
	link("z.gcf", "y.gcf")
	link("nowhere", "dangling.gcf")
	f := Finder{Select: isGCF}
	found, errs := f.Find(t.Context(), []string{dir})
	if errs != nil {
		t.Error(errs)
	}
	if diff := cmp.Diff([]string{"data/a.gcf", "z.gcf"}, display(dir, found)); diff != "" {
		t.Error(diff)
	}
}

func TestFindTakesNamedFilesWhateverTheyAreCalled(t *testing.T) {
	dir := tree(t, "a[1].gcf", "b.txt", "sub/c.gcf", "sub/d.gcf", "sub/deep/e.gcf")
	t.Chdir(dir)
	f := Finder{Select: isGCF}
	found, errs := f.Find(t.Context(), []string{"b.txt", "a[1].gcf", "./b.txt", "sub/**/*.gcf", "missing.gcf", "none*.gcf"})
	want := []string{"b.txt", "a[1].gcf", "sub/c.gcf", "sub/d.gcf", "sub/deep/e.gcf"}
	if diff := cmp.Diff(want, display(dir, found)); diff != "" {
		t.Error(diff)
	}
	if len(errs) != 2 {
		t.Errorf("want an error for missing.gcf and one for none*.gcf, have %v", errs)
	}
}

func TestFindGoesOnAfterAFolderThatCannotBeRead(t *testing.T) {
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		t.Skip("modes do not stop this user from reading")
	}
	dir := tree(t, "a.gcf", "locked/b.gcf", "z.gcf")
	if err := os.Chmod(filepath.Join(dir, "locked"), 0); err != nil {
		t.Fatal(err)
	}
	f := Finder{Select: isGCF}
	found, errs := f.Find(t.Context(), []string{dir})
	if len(found) != 2 || len(errs) != 1 {
		t.Errorf("found %v, errors %v", found, errs)
	}
}

func TestFindSkipsFoldersWithoutReadingThem(t *testing.T) {
	dir := tree(t, "a/a.gcf", "vendor/b.gcf")
	f := Finder{Select: isGCF, SkipFolder: func(p string) bool { return filepath.Base(p) == "vendor" }}
	found, _ := f.Find(t.Context(), []string{dir})
	if diff := cmp.Diff([]string{"a/a.gcf"}, display(dir, found)); diff != "" {
		t.Error(diff)
	}
}

func TestFindEndsWithItsContext(t *testing.T) {
	dir := tree(t, "a/a.gcf", "b/b.gcf", "c/c.gcf")
	ctx, cancel := context.WithCancel(t.Context())
	f := Finder{Select: func(path string) bool { cancel(); return true }}
	found, errs := f.Find(ctx, []string{dir})
	if len(found) != 0 || len(errs) != 1 || !errors.Is(errs[0], context.Canceled) {
		t.Errorf("found %v, errors %v", found, errs)
	}
}

func TestWriteKeepsTheMode(t *testing.T) {
	for _, mode := range []fs.FileMode{0o600, 0o644, 0o755} {
		dir := tree(t, "a.gcf")
		path := filepath.Join(dir, "a.gcf")
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := Write(dir, path, nil, []byte("new")); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS != "windows" && info.Mode().Perm() != mode {
			t.Errorf("mode %o became %o", mode, info.Mode().Perm())
		}
		if text, _ := os.ReadFile(path); string(text) != "new" {
			t.Errorf("content %q", text)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 1 {
			t.Errorf("left behind: %v", entries)
		}
	}
}

func TestWriteRefusesAReadOnlyFile(t *testing.T) {
	dir := tree(t, "a.gcf")
	path := filepath.Join(dir, "a.gcf")
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, path, nil, []byte("new")); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("error %v", err)
	}
	if text, _ := os.ReadFile(path); len(text) != 0 {
		t.Errorf("content %q", text)
	}
}

func TestWriteLeavesAnEqualFileAlone(t *testing.T) {
	dir := tree(t, "a.gcf")
	path := filepath.Join(dir, "a.gcf")
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, path, nil, nil); err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if !os.SameFile(before, after) {
		t.Error("the file was replaced")
	}
}

func TestWriteFollowsALinkOnlyInsideTheFolder(t *testing.T) {
	outer := tree(t, "secret.gcf", "project/real.gcf")
	project := filepath.Join(outer, "project")
	inside, outside := filepath.Join(project, "inside.gcf"), filepath.Join(project, "outside.gcf")
	if err := os.Symlink("real.gcf", inside); err != nil {
		t.Skip("this system makes no symbolic links:", err)
	}
	if err := os.Symlink("../secret.gcf", outside); err != nil {
		t.Fatal(err)
	}
	if err := Write(project, inside, nil, []byte("new")); err != nil {
		t.Error(err)
	}
	if text, _ := os.ReadFile(filepath.Join(project, "real.gcf")); string(text) != "new" {
		t.Errorf("content behind the link: %q", text)
	}
	if info, _ := os.Lstat(inside); info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link became a file")
	}
	if err := Write(project, outside, nil, []byte("new")); err == nil || !strings.Contains(err.Error(), "outside") {
		t.Errorf("error %v", err)
	}
	if text, _ := os.ReadFile(filepath.Join(outer, "secret.gcf")); len(text) != 0 {
		t.Errorf("written through the link: %q", text)
	}
}

func TestCreateMakesAndReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.json")
	for _, text := range []string{"one", "two"} {
		if err := Create(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); string(got) != text {
			t.Errorf("content %q, want %q", got, text)
		}
	}
}

func TestDisplayIsRelativeWithForwardSlashes(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(dir, "a", "b.gcf"): "a/b.gcf",
		filepath.Join("a", "b.gcf"):      "a/b.gcf",
		"./a.gcf":                        "a.gcf",
		filepath.Dir(dir):                filepath.ToSlash(filepath.Dir(dir)),
	} {
		if got := Display(dir, path); got != want {
			t.Errorf("Display(%q) = %q, want %q", path, got, want)
		}
	}
}

// A link to a pipe, as /dev/stderr may be, is written to and stays.
func TestCreateWritesThroughALinkToAPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	link := filepath.Join(t.TempDir(), "stderr")
	behind := fmt.Sprintf("/proc/self/fd/%d", w.Fd())
	if _, err := os.Stat(behind); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(behind, link); err != nil {
		t.Skip(err)
	}
	if err := Create(link, []byte("text")); err != nil {
		t.Fatal(err)
	}
	if to, err := os.Readlink(link); err != nil || to != behind {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	got := make([]byte, 4)
	if _, err := io.ReadFull(r, got); err != nil || string(got) != "text" {
		t.Errorf("%q, %v", got, err)
	}
}
