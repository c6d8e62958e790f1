// Command newrule begins a rule: it writes the file of the rule in diagnostics,
// its code in ast and its line in the list of rules. Run it by `make new-rule
// NAME=some_code`, at the top of the repository.
package main

import (
	"fmt"
	"go/format"
	"os"
	"regexp"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "newrule:", err)
		os.Exit(1)
	}
}

var codeName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)+$`)

func run(args []string) error {
	if len(args) != 1 || !codeName.MatchString(args[0]) {
		return fmt.Errorf("give the code of the rule, such as some_code")
	}
	name := args[0]
	exported := ""
	for word := range strings.SplitSeq(name, "_") {
		exported += strings.ToUpper(word[:1]) + word[1:]
	}
	own := strings.ToLower(exported[:1]) + exported[1:]
	file := "diagnostics/" + name + ".go"
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("%s is there already", file)
	}
	// The last code before those of suppressions is where a new one goes.
	for _, edit := range []struct{ path, before, text string }{
		{"ast/code.go", "\n\t// Suppressions.\n", "\t" + exported + "\n"},
		{"ast/code.go", "\tUnknownSuppression:", "\t" + exported + ": {\"" + name + "\", AboutStructure, tells},\n"},
		{"diagnostics/rules.go", "\t// Suppressions.\n", "\t&" + own + ",\n"},
	} {
		source, err := os.ReadFile(edit.path)
		if err != nil {
			return err
		}
		if strings.Count(string(source), edit.before) != 1 {
			return fmt.Errorf("%s has no single place before %q", edit.path, edit.before)
		}
		formatted, err := format.Source([]byte(strings.Replace(string(source), edit.before, edit.text+edit.before, 1)))
		if err != nil {
			return err
		}
		if err := os.WriteFile(edit.path, formatted, 0o644); err != nil {
			return err
		}
	}
	text := strings.NewReplacer("RULE", own, "CODE", exported).Replace(template)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return err
	}
	fmt.Println("wrote " + file + ", and its code in ast/code.go and diagnostics/rules.go: see CONTRIBUTING.md")
	return nil
}

const template = `package diagnostics

import "gcf-lsp/ast"

var RULE = Rule{
	Code:     ast.CODE,
	Severity: Warning,
	Summary:  "TODO: what is wrong, in one line",
	Spec:     "",
	Page: Page{
		What: "TODO: what the rule finds.",
		Why:  "TODO: what goes wrong if it stays.",
		Bad: ` + "`GCF profile=generic\nTODO=1\n`" + `,
		Good: ` + "`GCF profile=generic\na=1\n`" + `,
		Fix: "TODO: what to do.",
	},
	find: func(doc *ast.Document) (found []ast.Problem) {
		for id := ast.NodeID(1); int(id) < len(doc.Nodes); id++ {
			if n := doc.Node(id); n.Kind == ast.KindKeyValue && doc.Key(id) == "TODO" {
				found = append(found, ast.Problem{Code: ast.CODE, Node: id, Start: n.Start, End: n.End})
			}
		}
		return found
	},
	report: func(s site) report {
		return s.say("TODO: what is wrong here with %s", s.shown())
	},
}
`
