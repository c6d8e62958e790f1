package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"gcf-lsp/internal/testkit/golden"
)

// TestManPagesAreUpToDate compares docs/man with the commands; -update writes
// it.
func TestManPagesAreUpToDate(t *testing.T) {
	a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}
	root := a.rootCommand()
	root.InitDefaultCompletionCmd()
	disableDates(root)
	date := time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)
	dir := t.TempDir()
	header := &doc.GenManHeader{Title: "GCF-LSP", Section: "1", Date: &date, Source: "gcf-lsp", Manual: "GCF"}
	if err := doc.GenManTree(root, header, dir); err != nil {
		t.Fatal(err)
	}
	want := pages(t, dir)
	const kept = "../../docs/man"
	if golden.Update() {
		if err := os.MkdirAll(kept, 0o755); err != nil {
			t.Fatal(err)
		}
		for name := range pages(t, kept) {
			if err := os.Remove(filepath.Join(kept, name)); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range want {
			if err := os.WriteFile(filepath.Join(kept, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if diff := cmp.Diff(want, pages(t, kept)); diff != "" {
		t.Errorf("docs/man is not what the commands say; run go test ./cmd/gcf-lsp -run Man -update\n%s", diff)
	}
}

func pages(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	paths, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(path)] = string(text)
	}
	return all
}

// disableDates keeps pages the same from day to day.
func disableDates(cmd *cobra.Command) {
	cmd.DisableAutoGenTag = true
	for _, sub := range cmd.Commands() {
		disableDates(sub)
	}
}
