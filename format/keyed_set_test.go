package format_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// The smallest keyed sets whose columns the formatter would choose otherwise:
// they are formatted already, whatever it may flatten.
func TestColumnsOfAKeyedSetStay(t *testing.T) {
	for name, src := range map[string]string{
		"an object":                       "GCF profile=generic key=id\n## r [2]{@id,o}\n@0 1|^\n.o {}\n    a=1\n@1 2|^\n.o {}\n    a=2\n",
		"path columns":                    "GCF profile=generic key=id\n## r [1]{@id,\"o>a\"}\n1|1\n",
		"path columns apart":              "GCF profile=generic key=id\n## r [1]{@id,\"o>a\",x,\"o>b\"}\n1|2|3|4\n",
		"an object of absent and null":    "GCF profile=generic key=id\n## r [1]{@id,\"o>a\",\"o>b\"}\n1|~|-\n",
		"objects that differ":             "GCF profile=generic key=id\n## r [2]{@id,\"o>a\",\"o>b\"}\n1|~|1\n2|1|~\n",
		"an object that is null":          "GCF profile=generic key=id\n## r [2]{@id,\"o>a\",\"o>p>b\"}\n1|-|-\n2|1|-\n",
		"an object in a path column":      "GCF profile=generic key=id\n## r [1]{@id,\"o>a\"}\n@0 1|^\n.\"o>a\" {}\n    b=1\n",
		"a path column as the identity":   "GCF profile=generic key=o>id\n## r [1]{@\"o>id\",a}\n1|2\n",
		"a column that looks like a path": "GCF profile=generic key=id\n## r [1]{@id,\">x\"}\n1|2\n",
		"a field that is no column":       "GCF profile=generic key=id\n## r [1]{@id,\"o>a\"}\n@0 1|2\n.\"p>q\" =5\n",
		"a keyed map":                     "GCF profile=generic key=k\n## r [2:]{@k,o}\n@0 a|^\n.o {}\n    a=1\n@1 b|^\n.o {}\n    a=2\n",
		"a keyed map with a path column":  "GCF profile=generic key=k\n## r [1:]{@k,\"o>a\"}\na|1\n",
		"a key like a path":               "GCF profile=generic key=k>l\n## r [1:]{@\"k>l\",\"o>a\"}\na|1\n",
		"an identity beside the key":      "GCF profile=generic key=id\n## r [2:]{k,@id}\na|1\nb|2\n",
		"a delta":                         "GCF profile=generic delta=true base_root=a new_root=b key=id\n## added [1]{@id,o}\n@0 1|^\n.o {}\n    a=1\n## changed [1]{@id,o}\n2|-\n",
		"a delta with a path column":      "GCF profile=generic delta=true base_root=a new_root=b key=id\n## changed [1]{@id,\"o>a\"}\n2|~\n",
		"what is inside of a column":      "GCF profile=generic key=id\n## r [1]{@id,o}\n@0 1|^\n.o [1]{\"p>a\"}\n    1\n",
	} {
		for _, noFlatten := range []bool{false, true} {
			if noFlatten && name == "what is inside of a column" {
				continue
			}
			if got := formatted(t, src, format.DocumentOptions{Options: format.Options{NoFlatten: noFlatten}}); got != src {
				t.Errorf("%s: got\n%s\nwant\n%s", name, got, src)
			}
		}
	}
}

// keyedSet draws the text of keyed sets that encoders would write otherwise.
type keyedSet struct {
	*rapid.T
	columns  []string
	identity int
	keyed    bool
}

func drawKeyedSet(t *rapid.T) *keyedSet {
	s := &keyedSet{T: t, keyed: rapid.Bool().Draw(t, "keyed")}
	others := rapid.SampledFrom([]string{"a", "o", `"n m"`, `"p>x"`, `"p>y"`, `"q>r>x"`, `"q>r>y"`, `"q>z"`, `">w"`})
	s.columns = rapid.SliceOfNDistinct(others, 1, 6, rapid.ID[string]).Draw(t, "columns")
	if !s.keyed {
		s.identity = rapid.IntRange(0, len(s.columns)).Draw(t, "identity")
	}
	s.columns = slices.Insert(s.columns, s.identity, "@id")
	return s
}

func (s *keyedSet) scalar() string {
	return rapid.SampledFrom([]string{
		"1", "1.0", "-0", "2.50", "1E3", "0.12345678901234567890", "9007199254740993", "1e20",
		"-", "true", "x", `"x"`, `"1"`, `"-"`, `"~"`, `"a|b"`, `""`, "é",
	}).Draw(s.T, "scalar")
}

// table writes the rows with these identities.
func (s *keyedSet) table(name, count string, ids []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s [%s]{%s}\n", name, count, strings.Join(s.columns, ","))
	for r, id := range ids {
		if rapid.IntRange(0, 9).Draw(s.T, "comment") == 0 {
			b.WriteString("# a comment\n")
		}
		cells := make([]string, len(s.columns))
		var attached strings.Builder
		for i, column := range s.columns {
			switch n := rapid.IntRange(0, 9).Draw(s.T, "form"); {
			case i == s.identity:
				cells[i] = id
			case n < 4:
				cells[i] = s.scalar()
			case n < 6:
				cells[i] = "~"
			default:
				cells[i] = "^"
				attached.WriteString("." + column + " " + s.body())
			}
		}
		if attached.Len() > 0 {
			fmt.Fprintf(&b, "@%d ", r)
		}
		b.WriteString(strings.Join(cells, "|") + "\n" + attached.String())
	}
	return b.String()
}

// body writes what is attached to a row. Its objects have few keys, so that
// they are often alike.
func (s *keyedSet) body() string {
	leaf := func(indent, key string) string {
		if rapid.IntRange(0, 5).Draw(s.T, "leaf") == 0 {
			return ""
		}
		return indent + key + "=" + s.scalar() + "\n"
	}
	switch rapid.IntRange(0, 6).Draw(s.T, "body") {
	case 0:
		return "{}\n" + leaf("    ", "x") + leaf("    ", "y") + leaf("    ", "z")
	case 1:
		return "{}\n" + leaf("    ", "x")
	case 2:
		return "{}\n    x=1\n    ## m\n" + leaf("      ", "y")
	case 3:
		return "=" + s.scalar() + "\n"
	case 4:
		return "[2]: " + s.scalar() + "," + s.scalar() + "\n"
	case 5:
		return "[2]{a,c}\n    @0 " + s.scalar() + "|^\n    .c {}\n" + leaf("        ", "x") + "    2|~\n"
	}
	return "[1]{a,\"c>x\"}\n    " + s.scalar() + "|~\n"
}

func identitiesGen(prefix string) *rapid.Generator[[]string] {
	return rapid.Map(rapid.IntRange(0, 4), func(n int) []string {
		var ids []string
		for i := range n {
			ids = append(ids, fmt.Sprint(prefix, i))
		}
		return ids
	})
}

var optionsGen = rapid.Custom(func(t *rapid.T) format.DocumentOptions {
	return format.DocumentOptions{
		Options:       format.Options{NoFlatten: rapid.Bool().Draw(t, "no flatten")},
		KeepStreaming: rapid.Bool().Draw(t, "keep streaming"),
		LineEnds:      rapid.SampledFrom([]format.LineEnds{format.KeepLineEnds, format.LF, format.CRLF}).Draw(t, "line ends"),
	}
})

// formattedInPart formats a part of a document.
func formattedInPart(t *rapid.T, src string, o format.DocumentOptions) string {
	start := rapid.IntRange(0, len(src)).Draw(t, "start")
	edits, err := format.Range(parser.Parse(src), o, start, rapid.IntRange(start, len(src)).Draw(t, "end"))
	if err != nil {
		t.Fatalf("%v in\n%s", err, src)
	}
	return format.Apply(src, edits)
}

// TestFormattingKeepsRoots formats keyed sets, in full and in part.
func TestFormattingKeepsRoots(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawKeyedSet(t)
		ids := identitiesGen("k").Draw(t, "ids")
		mark := ""
		if s.keyed {
			mark = ":"
			if len(ids) == 0 {
				ids = []string{"k"}
			}
		}
		count, summary := fmt.Sprint(len(ids)), ""
		if rapid.Bool().Draw(t, "streaming") {
			count, summary = "?", fmt.Sprintf("##! summary counts=%d\n", len(ids))
		}
		src := "GCF profile=generic key=id\n" + s.table("r", count+mark, ids) + summary
		root := func(text string) string {
			set, err := snapshot.FromDocument(parser.Parse(text))
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			return set.Root()
		}
		o, want := optionsGen.Draw(t, "options"), root(src)
		for _, text := range []string{formatted(t, src, o), formattedInPart(t, src, o)} {
			if got := root(text); got != want {
				t.Fatalf("the root changes: formatting\n%s\ngives\n%s", src, text)
			}
		}
	})
}

// TestFormattingKeepsDeltas formats deltas, in full and in part: they still
// make the same of their base.
func TestFormattingKeepsDeltas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawKeyedSet(t)
		changed, removed := identitiesGen("c").Draw(t, "changed"), identitiesGen("r").Draw(t, "removed")
		known := slices.Concat(changed, removed, []string{"kept"})
		mark := ""
		if s.keyed {
			mark = ":"
		}
		base, err := snapshot.FromDocument(parser.Parse("GCF profile=generic key=id\n" + s.table("r", fmt.Sprint(len(known))+mark, known)))
		if err != nil {
			t.Fatal(err)
		}
		added := identitiesGen("a").Draw(t, "added")
		src := "GCF profile=generic delta=true base_root=" + base.Root() + " new_root=sha256:00 key=id\n"
		sections := []string{
			s.table("added", fmt.Sprint(len(added)), added), s.table("changed", fmt.Sprint(len(changed)), changed),
			fmt.Sprintf("## removed [%d]{@id}\n%s", len(removed), strings.Join(append(removed, ""), "\n")),
		}
		for _, i := range rapid.Permutation([]int{0, 1, 2}).Draw(t, "order") {
			src += sections[i]
		}
		result := func(text string) string {
			delta, err := snapshot.DeltaFromDocument(parser.Parse(text))
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			var root *snapshot.RootError
			if _, err = snapshot.Apply(base, delta); !errors.As(err, &root) {
				t.Fatalf("%v in\n%s", err, text)
			}
			return root.Computed
		}
		o, want := optionsGen.Draw(t, "options"), result(src)
		for _, text := range []string{formatted(t, src, o), formattedInPart(t, src, o)} {
			if got := result(text); got != want {
				t.Fatalf("the result changes: formatting\n%s\ngives\n%s", src, text)
			}
		}
	})
}

// TestColumns takes rows apart that no document has.
func TestColumns(t *testing.T) {
	decl := func(columns string) []ast.Field {
		doc := parser.Parse("GCF profile=generic\n## r [1]{" + columns + "}\n")
		return doc.DeclOf(2).Fields
	}
	for _, test := range []struct{ columns, row, want string }{
		{`id,o`, `{"o":{"a":1},"id":2}`, `{"o":{"a":1},"id":2}`},
		{`id,"o>a"`, `{"o":{"a":1},"id":2}`, `{"id":2,"o>a":1}`},
		{`"o>a",id,"o>b>c","o>b>d"`, `{"id":2,"x>y":3,"o":{"b":null}}`, `{"id":2,"o>b>c":null,"o>b>d":null,"x>y":3}`},
		{`"o>a"`, `{}`, `{}`},
		{`"o>a"`, `{"o":{"a":{"b":[]}}}`, `{"o>a":{"b":[]}}`},
	} {
		row, err := value.FromJSON(test.row)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := value.AppendJSON(nil, format.Columns([]value.Value{row}, decl(test.columns))[0])
		if string(got) != test.want {
			t.Errorf("%s of %s: got %s, want %s", test.columns, test.row, got, test.want)
		}
	}
}
