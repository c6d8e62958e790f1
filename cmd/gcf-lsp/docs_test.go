package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/cli/config"
	"gcf-lsp/parser"
)

// examples are the blocks of Markdown that are fenced or indented, by the word
// after the fence; indented ones have none.
func examples(text string) (all [][2]string) {
	kind, block, fenced := "", "", false
	end := func() {
		if block != "" {
			all = append(all, [2]string{kind, block})
		}
		kind, block = "", ""
	}
	for line := range strings.Lines(text) {
		indented, ok := strings.CutPrefix(line, "    ")
		switch {
		case strings.HasPrefix(line, "```"):
			end()
			if fenced = !fenced; fenced {
				kind = strings.TrimSpace(line[3:])
			}
		case fenced:
			block += line
		case ok:
			block += indented
		case block != "" && strings.TrimSpace(line) == "":
			block += line
		default:
			end()
		}
	}
	end()
	return all
}

// manuals are the pages that people read, by name.
func manuals(t *testing.T) map[string]string {
	all := map[string]string{}
	for _, pattern := range []string{"../../README.md", "../../docs/*.md", "../../examples/*.md"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || paths == nil {
			t.Fatal(pattern, err)
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

func TestConfigurationsInTheManualsAreRight(t *testing.T) {
	n := 0
	for path, text := range manuals(t) {
		for _, e := range examples(text) {
			if e[0] != "toml" && !(e[0] == "" && regexp.MustCompile(`^\[[\w.\[\]]+\]\n`).MatchString(e[1])) {
				continue
			}
			if strings.HasPrefix(e[1], "[mcp_servers.") {
				continue // of a client
			}
			n++
			if _, problems := config.Parse(config.Default(), "/x/"+config.FileName, e[1]); problems != nil {
				t.Errorf("%s: %v in\n%s", path, problems, e[1])
			}
		}
	}
	if n == 0 {
		t.Error("there are no examples")
	}
}

// The page of the configuration has the defaults, that of the reports each member
// of theirs.
func TestPagesAreWhole(t *testing.T) {
	pages := manuals(t)
	if text := command("", "config", "--default").stdout; !strings.Contains(pages["../../docs/configuration.md"], "```toml\n"+text+"```") {
		t.Error("docs/configuration.md lacks the defaults that `gcf-lsp config --default` prints")
	}
	member := regexp.MustCompile(`"([A-Za-z]+)":`)
	broken := "GCF profile=generic\n## rows [2]{id,name}\n1;Ann\n2;Bo\n## x [2]{a,b}\n1\n2\n"
	for _, args := range [][]string{{"check", "--format", "json", "-"}, {"check", "--format", "json", "../../examples/broken.gcf"}, {"repair", "--format", "json", "-"}} {
		out := command(broken, args...).stdout
		members := member.FindAllStringSubmatch(out, -1)
		if len(members) < 10 {
			t.Errorf("%v: %s", args, out)
		}
		for _, m := range members {
			if !strings.Contains(pages["../../docs/report.md"], "`"+m[1]+"`") {
				t.Errorf("docs/report.md says nothing of %q, which %v writes", m[1], args)
			}
		}
	}
}

// Formatting leaves what a suppression is for.
func TestSuppressionsInTheManualsAreUsed(t *testing.T) {
	documents := map[string]string{}
	for path, text := range manuals(t) {
		for _, e := range examples(text) {
			if strings.HasPrefix(e[1], "# gcf-lsp: ignore ") {
				documents[path] = "GCF profile=graph symbols=2 edges=1\n## targets\n@0 fn a 0.50 x\n@1 fn b 0.50 x\n## edges [1]\n" + e[1]
			}
		}
	}
	for _, rule := range diagnostics.Rules() {
		if strings.Contains(rule.Page.Good, "# gcf-lsp: ignore ") {
			documents[rule.Code.String()] = rule.Page.Good
		}
	}
	if len(documents) < 3 {
		t.Errorf("only %d examples", len(documents))
	}
	for name, text := range documents {
		result, err := format.Document(parser.Parse(text), format.DocumentOptions{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, d := range diagnostics.Check(parser.Parse(result.Text), diagnostics.Options{}) {
			if d.Code == ast.UnusedSuppression || d.Code == ast.UnknownSuppression {
				t.Errorf("%s: %s in\n%s", name, d.Message, result.Text)
			}
		}
	}
}

func TestCommandsInTheManualsExist(t *testing.T) {
	commandLine := regexp.MustCompile("(?m)(?:^ +(?:\\$ |.*\\| )?|`)(gcf-lsp(?: [^|>`#\n]+)?)")
	n := 0
	for path, text := range manuals(t) {
		for _, m := range commandLine.FindAllStringSubmatch(text, -1) {
			n++
			checkCommand(t, path, strings.Fields(m[1])[1:])
		}
	}
	if n < 20 {
		t.Errorf("only %d commands", n)
	}
}

func checkCommand(t *testing.T, path string, args []string) {
	root := (&app{}).rootCommand()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	if len(args) == 0 {
		return
	}
	cmd := (*cobra.Command)(nil)
	for _, c := range root.Commands() {
		if c.Name() == args[0] {
			cmd = c
		}
	}
	if cmd == nil {
		if !strings.HasPrefix(args[0], "-") {
			t.Errorf("%s: there is no command %q", path, args[0])
		}
		return
	}
	for _, arg := range args[1:] {
		if arg == "--" {
			break // what follows is another program's
		}
		name, _, _ := strings.Cut(arg, "=")
		switch {
		case strings.HasPrefix(name, "--"):
			if cmd.Flags().Lookup(name[2:]) == nil && cmd.InheritedFlags().Lookup(name[2:]) == nil {
				t.Errorf("%s: %s has no flag %s", path, cmd.Name(), name)
			}
		case len(name) > 1 && name[0] == '-':
			if cmd.Flags().ShorthandLookup(name[1:2]) == nil {
				t.Errorf("%s: %s has no flag %s", path, cmd.Name(), name)
			}
		}
	}
}

// The examples are formatted, streams as streams; the broken one says why it
// is not.
func TestExamplesAreFormatted(t *testing.T) {
	paths, err := filepath.Glob("../../examples/*.gcf")
	if err != nil || len(paths) < 5 {
		t.Fatal(paths, err)
	}
	var stdout, stderr bytes.Buffer
	args := []string{"fmt", "--check"}
	for _, path := range paths {
		if filepath.Base(path) != "broken.gcf" {
			args = append(args, path)
		}
	}
	if status := run(args, nil, &stdout, &stderr); status != 0 {
		t.Errorf("status %d: %s%s", status, &stdout, &stderr)
	}
}

// Either folder is whole when it is copied alone.
func TestVimAndNeovimHaveTheSameSyntax(t *testing.T) {
	vim, err1 := os.ReadFile("../../editors/vim/syntax/gcf.vim")
	neovim, err2 := os.ReadFile("../../editors/neovim/syntax/gcf.vim")
	if err1 != nil || err2 != nil || !bytes.Equal(vim, neovim) {
		t.Error("editors/neovim/syntax/gcf.vim is not a copy of editors/vim/syntax/gcf.vim: ", err1, err2)
	}
}
