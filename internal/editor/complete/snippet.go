package complete

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/describe"
	"gcf-lsp/internal/text/markup"
)

// placeholder is `${1:text}` or `${1}` in a form.
var placeholder = regexp.MustCompile(`\$\{\d+(?::([^}]*))?\}`)

// form offers a text with placeholders, in which each %s stands for one of the
// literals. It is a snippet where the client wants those, else the text with
// what the placeholders hold. Without a label the text is the label.
func (c *completion) form(item Item, format string, literals ...string) bool {
	escaped, plain := make([]any, len(literals)), make([]any, len(literals))
	for i, s := range literals {
		escaped[i], plain[i] = escapeSnippet(s), s
	}
	item.Text = fmt.Sprintf(placeholder.ReplaceAllString(format, "$1"), plain...)
	if item.Label == "" {
		item.Label = markup.Safe(strings.TrimRight(item.Text, " "), 80)
		if item.Filter == "" {
			item.Filter = item.Text
		}
	}
	if c.snippets && placeholder.MatchString(format) {
		item.Text, item.Snippet = fmt.Sprintf(format, escaped...), true
	}
	return c.offer(item)
}

// escapeSnippet makes text stand for itself in a snippet.
func escapeSnippet(s string) string {
	return strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`).Replace(s)
}

// documents are the beginnings of a document.
func (c *completion) documents() []Item {
	d := completion{Source: c.Source, List: List{Start: c.Start, End: c.End}, at: c.at, snippets: c.snippets, crlf: c.crlf}
	d.offer(Item{Label: "GCF profile=generic", Kind: Keyword, Detail: "any JSON value", About: About{"field", "profile"}})
	d.offer(Item{Label: "GCF profile=graph", Kind: Keyword, Detail: "symbols and edges", About: About{"field", "profile"}})
	for _, t := range []struct{ label, text, detail string }{
		{"GCF table", "GCF profile=generic\n## ${1:rows} [${2:1}]{${3:id},${4:name}}\n${5:1}|${6:value}\n", "a document with a table"},
		{"GCF graph", "GCF profile=graph tool=${1:tool} symbols=2 edges=1\n## targets\n@0 fn ${2:pkg.First} 0.90 ${3:lsp_resolved}\n## related\n@1 fn ${4:pkg.Second} 0.70 ${3:lsp_resolved}\n## edges [1]\n@1<@0 calls\n", "a document with a graph"},
		{"GCF delta", "GCF profile=generic delta=true base_root=${1:sha256:} new_root=${2:sha256:} key=${3:id}\n## added [1]{@${3:id},${4:name}}\n${5:1}|${6:value}\n", "what has changed in a table"},
	} {
		d.offer(Item{Label: t.label, Text: t.text, Snippet: true, Detail: t.detail, Kind: Template})
	}
	return d.Items
}

// trailer offers the summary of a stream that has none, with its counts (spec
// 8.4).
func (c *completion) trailer() {
	if c.Summary != 0 && c.Summary != c.at.Line {
		return
	}
	deferred := false
	for i := range c.Decls {
		deferred = deferred || c.Decls[i].Count == ast.CountDeferred
	}
	if !deferred {
		return
	}
	c.offer(Item{Label: trailerPrefix + strings.Join(c.summaryFields(), " "), Detail: "the counts of the stream", Kind: Keyword})
}

const trailerPrefix = "##! summary "

// summaryFields are the fields of the summary as they should be.
func (c *completion) summaryFields() []string {
	var counts []string
	symbols, edges := 0, 0
	sections := describe.Counted(c.Document)
	for _, s := range sections {
		counts = append(counts, strconv.Itoa(s.Count))
		symbols += s.Count
	}
	if c.Profile != ast.ProfileGraph {
		return []string{"counts=" + strings.Join(counts, ",")}
	}
	edges = sections[len(sections)-1].Count
	symbols -= edges
	return []string{"symbols=" + strconv.Itoa(symbols), "edges=" + strconv.Itoa(edges), "counts=" + strings.Join(counts, ",")}
}

// summary offers the fields of a `##! …` line.
func (c *completion) summary() {
	text := strings.TrimLeft(c.typed, " \t")
	if !strings.HasPrefix(text, trailerPrefix) {
		c.Start, c.End = c.at.Offset-len(text), c.lineEnd
		c.offer(Item{Label: trailerPrefix + strings.Join(c.summaryFields(), " "), Detail: "the counts of the stream", Kind: Keyword})
		return
	}
	start := 1 + strings.LastIndexAny(c.source()[:c.at.Offset], " \t")
	c.replace(start, "")
	for _, f := range c.summaryFields() {
		key, _, _ := strings.Cut(f, "=")
		said := c.at.Line == c.Summary && slices.ContainsFunc(c.Trailer, func(have ast.HeaderField) bool {
			return have.Key == key && have.KeyStart != c.Start
		})
		if said {
			continue
		}
		c.offer(Item{Label: f, Detail: "as it is here", Kind: Field})
	}
}
