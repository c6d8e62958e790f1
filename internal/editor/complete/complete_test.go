package complete

import (
	"strings"
	"sync"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/describe"
	"gcf-lsp/internal/testkit/testdocs"
	"gcf-lsp/internal/tree/graph"
	"gcf-lsp/parser"
)

func TestEveryPlaceOfEveryDocumentCanBeCompleted(t *testing.T) {
	testdocs.Each(t, func(t *testing.T, doc *ast.Document) {
		src := describe.Source{Document: doc, Edges: sync.OnceValue(func() *graph.Index { return graph.NewIndex(doc) })}
		text := doc.Source
		for offset := range testdocs.Offsets(doc) {
			for _, snippets := range []bool{false, true} {
				list := At(src, offset, snippets)
				at := max(0, min(offset, len(text)))
				if list.Start > at || list.End < at || strings.Contains(text[list.Start:list.End], "\n") {
					t.Fatalf("%q at %d: the range is %d to %d", text, offset, list.Start, list.End)
				}
				labels := map[string]bool{}
				for _, item := range list.Items {
					if item.Text == "" || item.Snippet && !snippets || strings.ContainsAny(item.Label, "\n\r\x00") {
						t.Fatalf("%q at %d: %+v", text, offset, item)
					}
					if item.Also.Text == "" && (item.Text == text[list.Start:at] || item.Text == text[list.Start:list.End]) {
						t.Fatalf("%q at %d: %q is there already", text, offset, item.Text)
					}
					if labels[item.Label] {
						t.Fatalf("%q at %d: %q twice", text, offset, item.Label)
					}
					labels[item.Label] = true
					Resolve(src, item.About)
				}
			}
		}
	})
}

func TestFormsStandForThemselves(t *testing.T) {
	for _, test := range []struct{ format, literal, snippet, plain string }{
		{"## %s [${1:1}]", "a", "## a [${1:1}]", "## a [1]"},
		{"## %s", `"$x\n}"`, `## "$x\n}"`, `## "$x\n}"`},
		{"%s [${1:1}]: ${2}", `"${1:x}"`, `"\${1:x\}" [${1:1}]: ${2}`, `"${1:x}" [1]: `},
	} {
		for snippets, want := range map[bool]string{true: test.snippet, false: test.plain} {
			c := &completion{snippets: snippets}
			c.Document = &ast.Document{}
			c.form(Item{}, test.format, test.literal)
			if got := c.Items[0]; got.Text != want || got.Snippet != (snippets && test.snippet != test.plain) {
				t.Errorf("%s with %s: %+v, want %s", test.format, test.literal, got, want)
			}
		}
	}
}

func TestWhatIsTypedFitsAnItem(t *testing.T) {
	for _, test := range []struct {
		typed, text string
		want        bool
	}{
		{"", "", true}, {"", "a", true}, {"a", "", false}, {"Che", "@0 shop.Checkout", true}, {"@0c", "@0 shop.Checkout", true},
		{"é", "É", true}, {"ba", "ab", false}, {"\xff", "\xff", true}, {"aa", "a", false},
	} {
		if got := fits(test.typed, test.text); got != test.want {
			t.Errorf("%q fits %q: %v", test.typed, test.text, got)
		}
	}
}

// A row that gets an attachment has the id of its place in the table.
func TestARowInBetweenHasTheIDOfItsPlace(t *testing.T) {
	const head = "GCF profile=generic\n"
	for _, tt := range []struct{ before, after, want string }{
		{head + "## t [3]{a}\n", "\n1\n2\n", "@0 ^"},
		{head + "## t [3]{a,b}\n1|2\n", "\n3|4\n", "@1 ^"},
		{head + "## t [3]{a,b}\n@0 1|^\n.b {}\n    x=1\n", "\n@2 3|4\n", "@1 ^"},
		{head + "## t [3]{a,b}\n1|2\n# c\n\n", "\n\n3|4\n", "@1 ^"},
		{head + "## t [2]{a}\n1\n2\n", "", "@2 ^"},
		{head + "## o [2]{a,c}\n@0 1|^\n.c [2]{x}\n    1\n    ", "\n    2\n", "@1 ^"},
	} {
		doc := parser.Parse(tt.before + tt.after)
		list := At(describe.Source{Document: doc}, len(tt.before), false)
		got := ""
		for _, item := range list.Items {
			if item.Label == "^" {
				got = item.Text
			}
		}
		if got != tt.want {
			t.Errorf("%q: %q, want %q", tt.before+"<here>"+tt.after, got, tt.want)
		}
	}
}

func TestCountsAndNumbersOfItemsAreOffered(t *testing.T) {
	const head = "GCF profile=generic\n"
	for _, tt := range []struct{ before, after, want string }{
		{head + "tags[", "]: a,\"b,c\",d\n", "3"},
		{head + "## t [1]{a}\n@0 ^\n.a [", "]: 1,2\n", "2"},
		{head + "## m [2]\n@0 =1\n", "", "@1 …"},
		{head + "## m [2]\n@0 =1\n@", "", "@1 …"},
		{head + "## m [3]\n@0 {}\n  x=1\n", "\n@1 =2\n", "@1 …"},
	} {
		list := At(describe.Source{Document: parser.Parse(tt.before + tt.after)}, len(tt.before), false)
		found := false
		for _, item := range list.Items {
			found = found || item.Label == tt.want
		}
		if !found {
			t.Errorf("%q: %q is not among %v", tt.before+"<here>"+tt.after, tt.want, list.Items)
		}
	}
}

// What is typed to its end is not offered, and a column of texts says nothing
// unasked: Enter then ends the line.
func TestNothingIsOfferedThatStandsThere(t *testing.T) {
	const cities = "GCF profile=generic\n## t [5]{id,city,on}\n1|Bern|true\n2|Basel|true\n3|Bern|false\n4|Bern|true\n"
	for _, tt := range []struct {
		text, want string // the labels
		trivial    bool
	}{
		{cities + "5|Bern|true", "", false},
		{cities + "5|Be", "Bern Basel", true},
		{cities + "5|Bern", "", true},
		{cities + "5|", "Bern Basel - ~ ^", true},
		{cities + "5|Bern|", "true false - ~ ^", false},
		{"GCF profile=graph\n## targets\n@0 fn a 0.5 x\n## edges [1]\n@0<@0 calls", "", false},
		{"GCF profile=generic", "", false},
	} {
		list := At(describe.Source{Document: parser.Parse(tt.text)}, len(tt.text), false)
		var labels []string
		for _, item := range list.Items {
			labels = append(labels, item.Label)
		}
		if got := strings.Join(labels, " "); got != tt.want || list.Trivial != tt.trivial {
			t.Errorf("%q: %q, trivial %v; want %q, %v", tt.text, got, list.Trivial, tt.want, tt.trivial)
		}
	}
}
