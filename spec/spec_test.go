package spec

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for group, want := range map[string]int{
		"targets": 0, "related": 1, "extended": 2, "distance_0": 0, "distance_12": 12, "distance_99999999999": 99999999999,
		"distance_": -1, "distance_x": -1, "distance_+1": -1, "distance_99999999999999999999": -1, "edges": -1, "added": -1, "": -1,
	} {
		if got, ok := Distance(group); ok != (want >= 0) || ok && got != want {
			t.Errorf("%s: %d %v", group, got, ok)
		}
	}
	for n := range 5 {
		if got, ok := Distance(string(AppendGroup(nil, n))); got != n || !ok {
			t.Errorf("the group of %d has the distance %d", n, got)
		}
	}
}

// The canonical orders name fields of their profile, each once, and every field
// of a profile is in one of its orders.
func TestHeaderOrders(t *testing.T) {
	for _, graph := range []bool{false, true} {
		var all []string
		for _, payload := range []Payload{Full, Delta, Unchanged} {
			seen := map[string]bool{}
			for _, name := range HeaderOrder(graph, payload) {
				if !Header(name).In(graph) || seen[name] {
					t.Errorf("graph %v, payload %d: %s", graph, payload, name)
				}
				seen[name] = true
				all = append(all, name)
			}
		}
		for _, name := range HeaderNames(graph) {
			if !slices.Contains(all, name) && name != "profile" && (graph || name != "budget") {
				t.Errorf("graph %v: no order has %s", graph, name)
			}
		}
	}
}

func TestSetting(t *testing.T) {
	for line, want := range map[string]string{
		"# gcf-lsp: schema=a b.json ": "a b.json", "  #  gcf-lsp:schema=x": "x", "#\tgcf-lsp: schema=x": "", "# gcf-lsp: schema =x": "",
		"# gcf-lsp: base=x": "", "# schema=x": "", "# gcf-lsp: schema=": "",
	} {
		value, at, ok := Setting(line, "schema")
		if value != want || ok && line[at:at+len(value)] != value {
			t.Errorf("%q: %q at %d", line, value, at)
		}
	}
}

// The grammars of editors color what the lists have, and nothing else.
func TestGrammars(t *testing.T) {
	var directives []string
	for _, d := range Directives {
		directives = append(directives, strings.TrimSuffix(d.Name, "="))
	}
	groups := append(slices.Concat(GroupNames(false), GroupNames(true)), DistancePrefix+"[0-9]+")
	for _, c := range []struct {
		file, pattern string // the pattern's group is the alternatives
		want          []string
	}{
		{"vscode/syntaxes/gcf.tmLanguage.json", `\((targets\|[^()]*)\)`, groups},
		{"vscode/syntaxes/gcf.tmLanguage.json", `\((ignore-file\|[^()]*)\)`, directives},
		{"vim/syntax/gcf.vim", `%\((ignore-file\\\|[^()]*)\\\)`, directives},
		{"emacs/gcf-mode.el", `\?:(ignore-file\\\\\|[^()]*)\\\\\)`, directives},
	} {
		text, err := os.ReadFile("../editors/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(c.pattern).FindSubmatch(text)
		if found == nil {
			t.Errorf("%s has no %s", c.file, c.pattern)
			continue
		}
		words := strings.Split(strings.ReplaceAll(string(found[1]), `\`, ""), "|")
		for _, w := range words {
			if !slices.Contains(c.want, w) {
				t.Errorf("%s: %q is in no list", c.file, w)
			}
		}
		for _, w := range c.want {
			if !slices.Contains(words, w) {
				t.Errorf("%s has not %q", c.file, w)
			}
		}
	}
}
