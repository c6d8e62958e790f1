package refactor

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// broken are documents with an error beside what a refactoring would rewrite.
var broken = []string{
	"GCF profile=generic\na=\"2\"x\n",
	"GCF profile=generic\nname=\"a𐐀b\" x\n",
	"GCF profile=generic\nt[2]: a,\"b\" c\n",
	"GCF profile=generic\na=1\na=\"2\"\n",
	"GCF profile=generic\n=\"1\"\n=\"2\"\n",
	"GCF profile=generic\n## t [1]{a,b}\n\"x\" y|2\n",
	"GCF profile=generic\n## t [1]{a,b}\n1|\"2\"|3\n",
	"GCF profile=generic\n## t [2]{a,b}\nx|2\n3\ny|4\n",
	"GCF profile=generic\n## t [2]{a,b}\nx|2\ny|4|z\n",
	"GCF profile=generic\n## t [2:]{a,b}\nx|2\nx|3\n",
	"GCF profile=generic\n## t [?]{a}\n1\n1|2\n##! summary counts=2\n",
	"GCF profile=generic\n## t [?]{a}\n1\n##! summary counts=2\n",
	"GCF profile=generic\n## t [?]{a}\n1\n##! summary counts=1,2\n",
	"GCF profile=generic\n## o [1]{id,c}\n@0 1|^{name,email,tier}\nAl|b|gold|EXTRA\n",
	"GCF profile=generic\n## o [1]{id,c}\n@0 1|^{name,email,tier}\nAl|b\n",
	"GCF profile=generic\n## o [1]{id,c}\n@0 1|^\n.c {}\n    x=1\n    y=\"2\" z\n",
	"GCF profile=generic\n## o [1]{id,c}\n@0 1|^\n.c {}\n    x=1\n    x=2\n",
	"GCF profile=generic\n## o [1]{id,c}\n@0 1|^\n.c {}\n    x=1\n.c {}\n    x=2\n",
	"GCF profile=generic\n## o [1]{id,c}\n@0 1|^\n.c {}\n    x=1\n      y=2\n",
	"GCF profile=generic\n## o [1]{id,c}\n1|2\n.c {}\n    x=1\n",
	"GCF profile=generic\n## o [1]{id,\"c>a\",\"c>b\",\"c>a>d\"}\n1|2|3|4\n",
	"GCF profile=generic\n## o [1]{id,c}\n@0 1|^\n.c [2]{x}\n    1\n",
	"GCF profile=graph\n## targets\n@0 fn a 0.50 x y\n## edges [?]\n@0<@0 calls x y\n",
}

// No refactoring takes anything away but what its title says: what can be read
// of a document that has errors is there afterwards, and what cannot be is
// still reported.
func TestNothingIsLost(t *testing.T) {
	look := func(t *testing.T, doc *ast.Document) {
		for a := range offersOf(doc) {
			edits, err := a.Edits()
			if err != nil {
				continue
			}
			after := parser.Parse(format.Apply(doc.Source, edits))
			if was, is := errorsOf(doc), errorsOf(after); !maps.Equal(was, is) {
				t.Errorf("%s: the errors %v become %v in\n%s", a.Title, was, is, doc.Source)
			}
			switch a.ID {
			case "remove", "text", "untext":
				continue // the title says what goes
			}
			had, has := words(doc, false), words(after, true)
			for text, n := range had {
				if has[text] < n {
					t.Errorf("%s: %q is lost from\n%s", a.Title, text, doc.Source)
				}
			}
		}
	}
	for _, text := range broken {
		for end := range len(text) + 1 {
			look(t, parser.Parse(text[:end]))
		}
	}
	testdocs.Each(t, look)
}

// words counts the scalars that can be read of a document, as texts, but for
// nulls, of which path columns may need more than an object; with keys, which
// some of them may become.
func words(doc *ast.Document, keys bool) map[string]int {
	n := map[string]int{}
	todo := []value.Value{value.DecodePartial(doc)}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch {
		case v.Kind() == value.String:
			n[v.Str()]++
		case v.Kind() == value.Null:
		case v.IsScalar():
			text, _ := value.AppendJSON(nil, v)
			n[string(text)]++
		}
		for _, m := range v.Members() {
			todo = append(todo, m.Value)
			if keys {
				n[m.Key]++
			}
		}
		todo = append(todo, v.Elems()...)
	}
	return n
}

// What a line, a table or its declaration has an error in is not rewritten, and
// the reason is said.
func TestBrokenPlacesAreLeftAlone(t *testing.T) {
	for _, tt := range []struct {
		text, at, id, why string
	}{
		{broken[0], `"2"`, "untext", "line 2 has an error; correct it first"},
		{broken[1], "a𐐀b", "unquote", "line 2 has an error; correct it first"},
		{broken[5], `x" y`, "unquote", "line 3 has an error; correct it first"},
		{broken[13], ",c}", "flatten", "line 4 has an error; correct it first"},
		{broken[14], ",c}", "flatten", "line 4 has an error; correct it first"},
		{broken[17], ",c}", "remove", "line 6 has an error; correct it first"},
		{broken[10], "[?]", "count", "line 4 has an error; correct it first"},
		{broken[11], "[?]", "count", "line 4 has an error; correct it first"},
	} {
		doc := parser.Parse(tt.text)
		all := At(doc, strings.Index(tt.text, tt.at)+1, nil)
		i := slices.IndexFunc(all, func(a Action) bool { return a.ID == tt.id })
		if i < 0 {
			t.Errorf("no %s in\n%s", tt.id, tt.text)
		} else if all[i].Disabled != tt.why {
			t.Errorf("%s is disabled for %q, want %q in\n%s", tt.id, all[i].Disabled, tt.why, tt.text)
		}
	}
}
