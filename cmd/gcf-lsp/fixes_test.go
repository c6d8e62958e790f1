package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// Whatever a file is called, git applies the diff.
func TestDiffsOfOddNames(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs git, and names that Windows does not have")
	}
	for _, name := range []string{
		"a.gcf", "new\nline.gcf", "tab\t.gcf", `quo"te.gcf`, `back\slash.gcf`, "sp ace.gcf", " .gcf ", "ü.gcf", "ü\x01\x7f.gcf",
		"a.gcf 2026-01-01 00:00:00", "sub/a b/\a.gcf", "\xff\n",
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("one\ntwo\n"), 0o644); err != nil {
			t.Logf("%q: %v", name, err) // not every file system takes every name
			continue
		}
		patch := filepath.Join(t.TempDir(), "patch")
		if err := os.WriteFile(patch, []byte(unifiedDiff(name, "one\ntwo\n", "one\n2\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		apply := exec.Command("git", "apply", patch)
		apply.Dir = dir
		apply.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
		if out, err := apply.CombinedOutput(); err != nil {
			t.Errorf("%q: %v\n%s", name, err, out)
			continue
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != "one\n2\n" {
			t.Errorf("%q: %q %v", name, got, err)
		}
	}
}
