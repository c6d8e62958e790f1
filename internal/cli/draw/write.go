package draw

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// formats write graphs, by name.
var formats = map[string]func(io.Writer, *Graph) error{"mermaid": mermaid, "dot": dot, "svg": svg}

// Formats returns the names of the formats.
func Formats() []string { return []string{"svg", "mermaid", "dot"} }

// Write writes a graph in a format that [Formats] names.
func Write(w io.Writer, g *Graph, format string) error {
	write, ok := formats[format]
	if !ok {
		return fmt.Errorf("there is no format %q", format)
	}
	out := bufio.NewWriter(w)
	if err := write(out, g); err != nil {
		return err
	}
	return out.Flush()
}

// mermaidText is text in quotes as Mermaid shows it: all that could be Markdown,
// HTML or syntax is a numeric entity.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range visible(s) {
		switch {
		case r == ' ' || r == '.' || r == '/' || r == ':' || r == '-' || r == ',',
			r > unicode.MaxASCII, r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z':
			b.WriteRune(r)
		default:
			b.WriteString("#" + strconv.Itoa(int(r)) + ";")
		}
	}
	return `"` + b.String() + `"`
}

// mermaid writes https://mermaid.js.org/syntax/flowchart.html.
func mermaid(w io.Writer, g *Graph) error {
	fmt.Fprintln(w, "flowchart LR")
	names, groups := g.groups()
	for k, nodes := range groups {
		fmt.Fprintf(w, "  subgraph g%d[%s]\n", k, mermaidText(names[k]))
		for _, i := range nodes {
			fmt.Fprintf(w, "    %s[%s]\n", id(i), mermaidText(g.Nodes[i].Kind+" "+g.Nodes[i].Name))
		}
		fmt.Fprintln(w, "  end")
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		arrow := "-->"
		if e.Status == "removed" {
			arrow = "-.->"
		}
		if _, err := fmt.Fprintf(w, "  %s %s|%s| %s\n", id(e.From), arrow, mermaidText(e.label()), id(e.To)); err != nil {
			return err
		}
	}
	return nil
}

// dotEscapes are what a quoted string of DOT needs: it knows escapes and, in
// labels, HTML entities.
var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, `&`, `&amp;`)

func dotText(s string) string { return `"` + dotEscapes.Replace(visible(s)) + `"` }

// dot writes https://graphviz.org/doc/info/lang.html.
func dot(w io.Writer, g *Graph) error {
	fmt.Fprint(w, "digraph {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", fontsize=10];\n")
	names, groups := g.groups()
	for k, nodes := range groups {
		fmt.Fprintf(w, "  subgraph cluster_%d {\n    label=%s;\n", k, dotText(names[k]))
		for _, i := range nodes {
			fmt.Fprintf(w, "    %s [label=%s];\n", id(i), dotText(g.Nodes[i].Kind+" "+g.Nodes[i].Name))
		}
		fmt.Fprintln(w, "  }")
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		style := ""
		if e.Status == "removed" {
			style = ", style=dashed"
		}
		fmt.Fprintf(w, "  %s -> %s [label=%s%s];\n", id(e.From), id(e.To), dotText(e.label()), style)
	}
	_, err := fmt.Fprintln(w, "}")
	return err
}

// visible is text without what cannot be seen: control characters, those that
// turn the writing direction, bytes that are no UTF-8. They are shown as U+FFFD.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != 0x200C && r != 0x200D || r == 0x2028 || r == 0x2029 || r&0xFFFE == 0xFFFE {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
