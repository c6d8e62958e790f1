package draw

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"gcf-lsp/parser"
)

const context = `GCF profile=graph
## targets
@0 fn a.A 0.90 x
@1 fn a.B 0.80 x
## related
@2 type a.C 0.70 x
@3 fn a.D 0.60 x
## edges [4]
@1<@0 calls
@2<@1 uses
@3<@2 calls removed
@0<@0 calls
`

func text(t *testing.T, g *Graph, format string) string {
	t.Helper()
	var b strings.Builder
	if err := Write(&b, g, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// names are the names of the nodes and the edges, in order.
func names(g *Graph) string {
	var all []string
	for _, n := range g.Nodes {
		all = append(all, n.Name)
	}
	for _, e := range g.Edges {
		all = append(all, g.Nodes[e.From].Name+">"+g.Nodes[e.To].Name)
	}
	return strings.Join(all, " ")
}

func TestKeep(t *testing.T) {
	g := OfGraph(parser.Parse(context))
	for _, c := range []struct {
		filter Filter
		want   string
	}{
		{Filter{}, "a.A a.B a.C a.D a.A>a.B a.B>a.C a.C>a.D a.A>a.A"},
		{Filter{Groups: []string{"related"}}, "a.C a.D a.C>a.D"},
		{Filter{Kinds: []string{"type"}}, "a.C"},
		{Filter{EdgeTypes: []string{"uses"}}, "a.A a.B a.C a.D a.B>a.C"},
		{Filter{Focus: g.Named("a.A"), Depth: 0}, "a.A a.A>a.A"},
		{Filter{Focus: g.Named("a.A"), Depth: 2}, "a.A a.B a.C a.A>a.B a.B>a.C a.A>a.A"},
		{Filter{Focus: g.Named("a.D"), Depth: 9, EdgeTypes: []string{"calls"}}, "a.C a.D a.C>a.D"},
		{Filter{Focus: g.Named("a.D"), Depth: 9, Kinds: []string{"fn"}}, "a.D"},
	} {
		if got := names(g.Keep(c.filter)); got != c.want {
			t.Errorf("%+v: %s", c.filter, got)
		}
	}
}

var (
	mermaidLine = regexp.MustCompile(`^(flowchart LR|  subgraph g\d+\["[^"\x00-\x1f` + "`" + `]*"\]|    n\d+\["[^"<>&` + "`" + `]*"\]|  end|  n\d+ -\.?->\|"[^"<>&` + "`" + `]*"\| n\d+)$`)
	quoted      = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	dotLine     = regexp.MustCompile(`^(digraph \{| +(rankdir=LR;|node \[[^\]]*\];|edge \[[^\]]*\];|subgraph cluster_\d+ \{|label=Q;|n\d+ \[label=Q\];|n\d+ -> n\d+ \[label=Q(, style=dashed)?\];|\})|\})$`)
)

// TestHostileNames draws names with all that means something in a format: each
// line of the text stays what it is, and the SVG is well formed and says the names.
func TestHostileNames(t *testing.T) {
	part := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{`"`, `\`, `\"`, `]`, `|`, "`", "<script>alert(1)</script>", "-->", "]]>", "&lt;", "#quot;", "\n", "\r\n", "\x00", "\u2028", "\u202e", "\uFFFF", "\xff", "end", "%%{init: {}}%%", `\N`, "}", ";", "<!--"}))
	hostile := rapid.Map(rapid.SliceOfN(part, 0, 4), func(parts []string) string { return strings.Join(parts, "") })
	rapid.Check(t, func(t *rapid.T) {
		g := &Graph{}
		for range rapid.IntRange(1, 5).Draw(t, "nodes") {
			g.Nodes = append(g.Nodes, Node{hostile.Draw(t, "name"), hostile.Draw(t, "kind"), hostile.Draw(t, "group")})
		}
		end := rapid.IntRange(0, len(g.Nodes)-1)
		for range rapid.IntRange(0, 5).Draw(t, "edges") {
			g.Edges = append(g.Edges, Edge{end.Draw(t, "from"), end.Draw(t, "to"), hostile.Draw(t, "type"), rapid.SampledFrom([]string{"", "removed"}).Draw(t, "status")})
		}
		write := func(format string) string {
			var b strings.Builder
			if err := Write(&b, g, format); err != nil {
				t.Fatal(err)
			}
			return b.String()
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(write("mermaid"), "\n"), "\n") {
			if !mermaidLine.MatchString(line) {
				t.Fatalf("not a line of Mermaid: %q", line)
			}
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(write("dot"), "\n"), "\n") {
			if !strings.Contains(line, "fontname") {
				line = quoted.ReplaceAllString(line, "Q")
			}
			if !dotLine.MatchString(line) {
				t.Fatalf("not a line of DOT: %q", line)
			}
		}
		elements, texts := svgParts(t, write("svg"))
		for name := range elements {
			if !strings.Contains(" svg title rect defs marker path text g ", " "+name+" ") {
				t.Fatalf("an element %s", name)
			}
		}
		if elements["g"] != len(g.Nodes) {
			t.Fatalf("%d boxes of %d", elements["g"], len(g.Nodes))
		}
		for _, n := range g.Nodes {
			// A reader of XML makes LF of CR; neither is left in the text.
			if want := visible(n.Kind + " " + n.Name); !texts[want] {
				t.Fatalf("%q is not there", want)
			}
		}
	})
}

// svgParts reads an SVG and counts its elements, and collects its texts.
func svgParts(t interface{ Fatal(...any) }, svg string) (elements map[string]int, texts map[string]bool) {
	elements, texts = make(map[string]int), make(map[string]bool)
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return elements, texts
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
		case xml.CharData:
			texts[string(token)] = true
		}
	}
}

// TestLargeDrawing draws 2,000 symbols and 6,000 edges.
func TestLargeDrawing(t *testing.T) {
	g := &Graph{}
	for i := range 2000 {
		g.Nodes = append(g.Nodes, Node{fmt.Sprintf("pkg%d.Symbol%d", i%40, i), "fn", []string{"targets", "related", "extended"}[i%3]})
	}
	for i := range 6000 {
		g.Edges = append(g.Edges, Edge{From: i % 2000, To: (i*7 + i/2000) % 2000, Type: []string{"calls", "uses"}[i%2]})
	}
	begun := time.Now()
	for _, format := range Formats() {
		out := text(t, g, format)
		if format == "svg" {
			if elements, _ := svgParts(t, out); elements["g"] != 2000 || elements["path"] != 6000+1+2 {
				t.Errorf("%v", elements)
			}
		}
		t.Logf("%s: %d bytes, %v", format, len(out), time.Since(begun))
	}
}

// TestBoxesDoNotOverlap looks at the boxes of a drawing of several columns.
func TestBoxesDoNotOverlap(t *testing.T) {
	g := &Graph{}
	for i := range 90 {
		g.Nodes = append(g.Nodes, Node{strings.Repeat("価", i%60), "fn", []string{"targets", "related"}[i%2]})
	}
	type box struct{ x, y, w, h float64 }
	var boxes []box
	for _, m := range regexp.MustCompile(`</title><rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="(\d+)"`).FindAllStringSubmatch(text(t, g, "svg"), -1) {
		var b box
		if _, err := fmt.Sscan(strings.Join(m[1:], " "), &b.x, &b.y, &b.w, &b.h); err != nil {
			t.Fatal(err)
		}
		for _, o := range boxes {
			if b.x < o.x+o.w && o.x < b.x+b.w && b.y < o.y+o.h && o.y < b.y+b.h {
				t.Fatalf("%v covers %v", b, o)
			}
		}
		boxes = append(boxes, b)
	}
	if len(boxes) != 90 {
		t.Errorf("%d boxes", len(boxes))
	}
}
