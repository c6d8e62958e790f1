package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestReadmeShowsWhatHappens runs each command of the README, in its order, as a
// newcomer does in a checkout, and compares what is shown below it. One line `…`
// stands for any number of lines.
func TestReadmeShowsWhatHappens(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	const prompt, indent = "    $ ", "    "
	lines := strings.Split(string(text), "\n")
	n := 0
	for i := 0; i < len(lines); i++ {
		line, ok := strings.CutPrefix(lines[i], prompt)
		if !ok {
			continue
		}
		var want []string
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], indent) && !strings.HasPrefix(lines[i+1], prompt) {
			i++
			want = append(want, lines[i][len(indent):])
		}
		cmd := exec.CommandContext(t.Context(), shell, "-c", "exec 2>&1\n"+line)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "NO_COLOR=1")
		out, err := cmd.Output()
		if err != nil && cmd.ProcessState.ExitCode() != exitFindings {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
		if len(want) > 0 && !shows(strings.Split(strings.TrimRight(string(out), "\n"), "\n"), want) {
			t.Errorf("%s\nprints\n%s\nand the README shows\n%s", line, out, strings.Join(want, "\n"))
		}
		n++
	}
	if n < 15 {
		t.Errorf("only %d commands", n)
	}
}

// shows reports whether lines are what is shown of them.
func shows(got, shown []string) bool {
	gap := slices.Index(shown, "…")
	if gap < 0 {
		return slices.Equal(got, shown)
	}
	begin, end := shown[:gap], shown[gap+1:]
	return len(got) >= len(begin)+len(end) && slices.Equal(got[:gap], begin) && slices.Equal(got[len(got)-len(end):], end)
}
