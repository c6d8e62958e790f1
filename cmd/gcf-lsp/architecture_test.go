package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/internal/testkit/golden"
)

const architectureMark = "<!-- made by: go test ./cmd/gcf-lsp -run Architecture -update -->\n"

// listed is a package as `go list` says.
type listed struct {
	name, doc string
	imports   []string // of this module
}

func goList(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-f", `{{.ImportPath}}|{{join .Imports " "}}|{{.Doc}}`, "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for line := range strings.Lines(string(out)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), "|")
		imports, doc, _ := strings.Cut(rest, "|")
		p := listed{name: strings.TrimPrefix(name, "gcf-lsp/"), doc: doc}
		for i := range strings.FieldsSeq(imports) {
			if own, ok := strings.CutPrefix(i, "gcf-lsp/"); ok {
				p.imports = append(p.imports, own)
			}
		}
		all = append(all, p)
	}
	return all
}

// room is the package, or the folder of packages that are for one purpose.
func room(name string) string {
	if strings.HasPrefix(name, "internal/") || strings.HasPrefix(name, "lsp/") {
		parts := strings.Split(name, "/")
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	return name
}

// The picture and the list of packages in docs/architecture.md are what the
// imports and the package comments are. No two rooms import each other.
func TestArchitecture(t *testing.T) {
	packages := goList(t)
	imports := map[string]map[string]bool{}
	for _, p := range packages {
		if imports[room(p.name)] == nil {
			imports[room(p.name)] = map[string]bool{}
		}
		for _, i := range p.imports {
			if room(i) != room(p.name) {
				imports[room(p.name)][room(i)] = true
			}
		}
	}
	floors := map[string]int{}
	for len(floors) < len(imports) {
		before := len(floors)
		for name, needs := range imports {
			floor, ready := 0, true
			for need := range needs {
				below, known := floors[need]
				ready = ready && known
				floor = max(floor, below+1)
			}
			if _, done := floors[name]; ready && !done {
				floors[name] = floor
			}
		}
		if len(floors) == before {
			t.Fatalf("rooms import each other: of %v only %v have a floor", slices.Sorted(maps.Keys(imports)), slices.Sorted(maps.Keys(floors)))
		}
	}
	var b strings.Builder
	for floor := slices.Max(slices.Collect(maps.Values(floors))); floor >= 0; floor-- {
		for _, name := range slices.Sorted(maps.Keys(floors)) {
			if floors[name] == floor {
				fmt.Fprintf(&b, "    %2d  %-18s → %s\n", floor, name, strings.Join(slices.Sorted(maps.Keys(imports[name])), " "))
			}
		}
	}
	b.WriteString("\n")
	for _, p := range packages {
		doc := strings.TrimPrefix(p.doc, "Package "+path.Base(p.name)+" ")
		if doc == "" {
			t.Errorf("%s has no package comment", p.name)
		}
		fmt.Fprintf(&b, "- `%s`: %s\n", p.name, strings.TrimSpace(doc))
	}
	const file = "../../docs/architecture.md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), architectureMark)
	_, after, ended := strings.Cut(rest, "\n## ")
	if !found || !ended {
		t.Fatalf("docs/architecture.md has no line %q with a heading below", architectureMark)
	}
	golden.File(t, file, before+architectureMark+"\n"+b.String()+"\n## "+after)
}

// The program links nothing that is large and only tests need. What speaks HTTP
// comes with the SDK of MCP, which is one package for all transports.
func TestNothingHeavyIsLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for dep := range strings.Lines(string(out)) {
		switch dep = strings.TrimSpace(dep); {
		case strings.Contains(dep, "tiktoken"), strings.HasPrefix(dep, "gcf-lsp/internal/testkit"):
			t.Errorf("the program links %s", dep)
		}
	}
}
