package main

import (
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestReadyPartsUseRealFlags takes the command lines out of the ready parts for
// hooks and CI and lets the program parse them.
func TestReadyPartsUseRealFlags(t *testing.T) {
	command := regexp.MustCompile(`gcf-lsp"? (check|fmt) .*`)
	for name, want := range map[string]int{
		"../../.pre-commit-hooks.yaml": 3,
		"../../ci/github/action.yml":   1,
		"../../ci/gitlab/gcf-lsp.yml":  1,
	} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var doc any
		if err := yaml.Unmarshal(text, &doc); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		lines := command.FindAllString(string(text), -1)
		if len(lines) != want {
			t.Errorf("%s: %d command lines, want %d", name, len(lines), want)
		}
		for _, line := range lines {
			args := strings.Fields(strings.ReplaceAll(line, `"`, ""))[1:]
			a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard}
			cmd, rest, err := a.rootCommand().Find(args)
			if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			if err := cmd.ParseFlags(rest); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
}
