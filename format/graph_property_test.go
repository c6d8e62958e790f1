package format_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/format"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// looseGraph draws a document of the graph profile that is valid but not
// canonical: groups and edges in any order and more than once, empty ones,
// words of any characters, comments and blank lines between.
func looseGraph(t *rapid.T) string {
	var b strings.Builder
	chance := func(percent int) bool { return rapid.IntRange(0, 99).Draw(t, "chance") < percent }
	word := func() string {
		return rapid.SampledFrom([]string{"a", "b", "pkg.Name", "é", "a\rb", "x\r", "\x01", "\u00a0", "\"q", "#", "[1]", "{a}", "->", "@1"}).Draw(t, "word")
	}
	n := 0
	line := func(text string) {
		for chance(20) {
			n++
			fmt.Fprintf(&b, "%s# %s %d\n", strings.Repeat(" ", rapid.IntRange(0, 3).Draw(t, "indent")),
				rapid.SampledFrom([]string{"plain", "## targets", "@0 fn a", "x\r", "é", "gcf-lsp: off", "gcf-lsp: on"}).Draw(t, "comment"), n)
		}
		if chance(5) {
			b.WriteString("\n")
		}
		b.WriteString(text)
		b.WriteString(rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n"}).Draw(t, "line end"))
	}
	session := chance(30)
	header := "GCF profile=graph"
	for _, f := range []string{"tool=", "tool=é", "budget=0", "tokens=5", "symbols=3", "edges=1", "pack_root=x", "session=false", "own=\x7f"} {
		if !(strings.HasPrefix(f, "tool") && strings.Contains(header, "tool")) && !(session && f == "session=false") && chance(25) {
			header += " " + f
		}
	}
	if session {
		header += " session=true"
	}
	b.WriteString(header + "\n")
	ids := 0
	for range rapid.IntRange(0, 5).Draw(t, "groups") {
		line("## " + rapid.SampledFrom([]string{"targets", "targets [2]", "related", "distance_1", "distance_07", "distance_99999999999", "odd", "\"targets\"", "\"a b\"", "o|d"}).Draw(t, "group"))
		for range rapid.IntRange(0, 3).Draw(t, "symbols") {
			if session && chance(20) {
				line(fmt.Sprintf("@%d  # previously transmitted", ids))
			} else {
				score := rapid.SampledFrom([]string{"0.90", "0.10", "-0.00", "00.50", "1" + strings.Repeat("0", 308) + ".00"}).Draw(t, "score")
				kind := rapid.SampledFrom([]string{"fn", "function", "own", "é"}).Draw(t, "kind")
				line(fmt.Sprintf("@%d %s  %s %s %s", ids, kind, word(), score, word()))
			}
			ids++
		}
	}
	edges := 0
	for range rapid.IntRange(0, 2).Draw(t, "edge groups") {
		edgesHeader, most := "## edges", 0
		if ids > 0 {
			most = 4
		}
		count := rapid.IntRange(0, most).Draw(t, "edges")
		edgesHeader += rapid.SampledFrom([]string{"", " [?]", fmt.Sprintf(" [%d]", count)}).Draw(t, "count")
		line(edgesHeader)
		for range count {
			text := fmt.Sprintf("@%d<@%d %s", rapid.IntRange(0, ids-1).Draw(t, "target"), rapid.IntRange(0, ids-1).Draw(t, "source"), word())
			if chance(30) {
				text += " " + rapid.SampledFrom([]string{"added", "moved"}).Draw(t, "status")
			}
			line(text)
			edges++
		}
	}
	if chance(30) {
		line(rapid.SampledFrom([]string{
			"##! summary", "##! summary own=1 symbols=9",
			fmt.Sprintf("##! summary symbols=%d edges=%d counts=targets:1,edges:%d", ids, edges, edges),
			fmt.Sprintf("##! summary edges=%d", edges)}).Draw(t, "summary"))
	}
	if chance(20) {
		b.WriteString("# end\n")
	}
	return b.String()
}

// TestPropertyGraph formats graphs in any form: no valid one is refused, and
// each comment stays before its data (which [format.Document] itself checks).
func TestPropertyGraph(t *testing.T) {
	valid, tried := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tried++
		src := looseGraph(t)
		if value.FirstError(parser.Parse(src)) != nil {
			return
		}
		valid++
		formatted(t, src, rapid.SampledFrom([]format.DocumentOptions{
			{}, {KeepStreaming: true}, {LineEnds: format.LF}, {LineEnds: format.CRLF},
		}).Draw(t, "options"))
	})
	if valid < tried*3/4 {
		t.Errorf("only %d of %d documents are valid", valid, tried)
	}
}

// TestCommentsStayWithTheirData says for each comment which line must follow
// it in the result.
func TestCommentsStayWithTheirData(t *testing.T) {
	const src = "GCF profile=graph\n## targets\n@0 fn a 0.90 b\n@1 fn c 0.80 b\n## edges [2]\n" +
		"# gcf-lsp: ignore unknown_edge_status -- ours\n@0<@1 x moved\n# plain\n@1<@0 x\n"
	got := strings.Split(formatted(t, src, format.DocumentOptions{}), "\n")
	for comment, want := range map[string]string{
		"# gcf-lsp: ignore unknown_edge_status -- ours": "@0<@1 x moved",
		"# plain": "@1<@0 x",
	} {
		if i := slices.Index(got, comment); i < 0 || got[i+1] != want {
			t.Errorf("%q is not before %q in\n%s", comment, want, strings.Join(got, "\n"))
		}
	}
}
