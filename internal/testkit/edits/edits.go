// Package edits makes documents of all forms and the edits that people make in
// them, from a source of randomness: what follows an edit must be the same as if
// the text had always been so.
package edits

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/testdocs"
)

// Document returns a document, most of them with a table or two that are long
// enough for something to be shared after an edit.
func Document(r *rand.Rand) string {
	if r.IntN(8) == 0 {
		return testdocs.Small[r.IntN(len(testdocs.Small))]
	}
	var b strings.Builder
	if r.IntN(12) == 0 {
		b.WriteString("Here it is:\n\n```gcf\n")
	}
	if r.IntN(20) > 0 {
		b.WriteString("GCF profile=generic" + pick(r, "", "", "", " tool=x", " pack_root=sha256:00 key=id", " delta=true", " unchanged=true") + "\n")
	}
	for range r.IntN(5) {
		part(r, &b, "", 0)
	}
	from := b.Len()
	table(r, &b, "")
	if r.IntN(6) == 0 { // one more like it
		b.WriteString(b.String()[from:])
	}
	for range r.IntN(3) {
		part(r, &b, "", 0)
	}
	if r.IntN(12) == 0 {
		b.WriteString(pick(r, "##! summary counts=12\n", "```\nprose\n", "tail of prose, more of it.\n", "GCF profile=generic\na=1\n"))
	}
	text := b.String()
	switch r.IntN(6) {
	case 0:
		text = strings.TrimSuffix(text, "\n")
	case 1:
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

// part writes one member, or several lines that are none.
func part(r *rand.Rand, b *strings.Builder, indent string, depth int) {
	switch r.IntN(9) {
	case 0:
		b.WriteString(indent + pick(r, "# a comment", "# gcf-lsp: ignore number_respelled", "", "  ") + "\n")
	case 1:
		fmt.Fprintf(b, "%s%s=%s\n", indent, pick(r, "a", "b", "\"c d\"", "e"), value(r))
	case 2:
		fmt.Fprintf(b, "%s%s[2]: x,%s\n", indent, pick(r, "l", "m"), pick(r, "y", "y,z", "\"q\""))
	case 3:
		if depth < 2 {
			fmt.Fprintf(b, "%s## %s\n", indent, pick(r, "s", "t", "u"))
			for range r.IntN(3) {
				part(r, b, indent+"  ", depth+1)
			}
			if r.IntN(2) == 0 {
				table(r, b, indent+"  ")
			}
		}
	case 4:
		orders(r, b, indent)
	case 5:
		fmt.Fprintf(b, "%s## v [3]\n%s@0 =1\n%s@1 [2]: a,b\n%s@2 {}\n%s  x=1\n", indent, indent, indent, indent, indent)
	case 6:
		b.WriteString(indent + pick(r, "prose", "a|b|c", "@0 1|2", ".items [1]{a}", "## r [", "## [2]{x}\n1\n2") + "\n")
	default:
		table(r, b, indent)
	}
}

func value(r *rand.Rand) string {
	return pick(r, "1", "2", "-", "~", "true", "1.50", "text", "two words", "\"q|d\"", "\"a\\nb\"", "é😀", "\"open", "", "01", "12345678901234567890", "#x", "k=v", "^", "`", "-0")
}

// cell is mostly right.
func cell(r *rand.Rand) string {
	if r.IntN(40) == 0 {
		return value(r)
	}
	return pick(r, "1", "23", "4.5", "-", "~", "true", "text", "two words", "\"q|d\"", "é😀", "x")
}

// table writes a table without attachments.
func table(r *rand.Rand, b *strings.Builder, indent string) {
	width := 1 + r.IntN(4)
	rows := r.IntN(40)
	count := fmt.Sprint(rows)
	switch r.IntN(10) {
	case 0:
		count = "?"
	case 1:
		count = fmt.Sprint(max(rows-1-r.IntN(3), 0))
	case 2:
		count = fmt.Sprint(rows + 1 + r.IntN(3))
	}
	names := strings.Join([]string{pick(r, "id", "id", "id", "@id"), "name", pick(r, "city", "\"a>b\"", "\"c,d\""), "\"a>c\""}[:width], ",")
	keyed := ""
	if r.IntN(6) == 0 {
		keyed = ":"
	}
	key := pick(r, "", "", "k", "\"")
	name := pick(r, "rows ", "rows ", "more ", "items ", "", "key ")
	fmt.Fprintf(b, "%s## %s[%s%s]{%s}\n", indent, name, count, keyed, names)
	broken, wide := r.IntN(4) == 0, r.IntN(12) == 0
	for i := range rows {
		if r.IntN(60) == 0 {
			b.WriteString(indent + pick(r, "# a comment", "", "#nospace", "## rows", "a=1", "  deeper|1", "GCF profile=generic", "@3 1|2", "```", "|"+cell(r)+"|") + "\n")
		}
		cells := []string{key + fmt.Sprint(i) + strings.Trim(key, "k")}
		if r.IntN(80) == 0 {
			cells[0] = key + fmt.Sprint(r.IntN(rows)) + strings.Trim(key, "k")
		}
		for range width - 1 {
			cells = append(cells, cell(r))
		}
		if wide {
			cells = append(cells, "more")
		} else if broken && r.IntN(8) == 0 {
			cells = cells[:max(len(cells)-1, 1)]
		} else if broken && r.IntN(8) == 0 {
			cells = append(cells, "more")
		}
		b.WriteString(indent + strings.Join(cells, "|") + "\n")
	}
}

// orders writes a table with attachments.
func orders(r *rand.Rand, b *strings.Builder, indent string) {
	n := 1 + r.IntN(4)
	fmt.Fprintf(b, "%s## orders [%d]{id,items,to}\n", indent, n)
	for i := range n {
		if r.IntN(3) == 0 {
			fmt.Fprintf(b, "%s%d|-|^{a,b}\n%s1|2\n", indent, i, indent)
			continue
		}
		fmt.Fprintf(b, "%s@%d %d|^|~\n%s.items [2]%s\n%s    a|1\n%s    b|2\n", indent, i, i, indent, pick(r, "{x,y}", "", "{x,y}"), indent, indent)
	}
}

// pieces are typed and pasted.
var pieces = []string{
	"x", "1", "|", "\"", "\n", "\r\n", "\r", " ", "  ", "#", "# ", "## ", "^", "~", "-", ".", "@0 ", "=", "{", "}", "[", "]", ",", "é", "😀", "\xff", "\t",
	"\nx", "1|2\n", "1|2|3\n", "7|text|x\n8|text|y\n9|text|z\n", "a=1\n", "## rows [3]{id,name}\n", "\n\n", "# gcf-lsp: off\n", "```\n", "GCF profile=generic\n", ".items [1]{a}\n", "^{a,b}", "##! summary counts=1\n",
}

// Edit changes a text as people do: it types, deletes, pastes, cuts lines,
// changes headers, moves lines.
func Edit(r *rand.Rand, text string) (string, ast.Splice) {
	at := r.IntN(len(text) + 1)
	end := at
	insert := ""
	line := func(at int) (start, end int) {
		start = strings.LastIndexByte(text[:at], '\n') + 1
		end = len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		return start, end
	}
	switch r.IntN(15) {
	case 11: // the document gets a fence, or loses its first line
		at, end = 0, 0
		if insert = "```gcf\n"; r.IntN(2) == 0 {
			_, end = line(0)
			insert = ""
		}
	case 12, 13: // a header goes, or what stands behind it
		if i := strings.Index(text[at:], "\n## "); i >= 0 {
			at += i + 1
			end = at
			for range 1 + r.IntN(3) {
				_, end = line(end)
			}
		}
	case 0, 1, 2:
		insert = pieces[r.IntN(len(pieces))]
	case 3, 4:
		end = min(at+1+r.IntN(3), len(text))
	case 5:
		end = min(at+1+r.IntN(8), len(text))
		insert = pieces[r.IntN(len(pieces))]
	case 6: // cut lines
		at, end = line(at)
		for range r.IntN(6) {
			_, end = line(min(end, len(text)))
		}
	case 7: // double lines
		start, stop := line(at)
		for range r.IntN(6) {
			_, stop = line(min(stop, len(text)))
		}
		insert = text[start:stop]
		at, end = start, start
	case 8: // a whole line is another
		at, end = line(at)
		insert = pick(r, "1|2|3|4\n", "1|2\n", "1\n", "x|y|z\n", "# c\n", "\n", "b=2\n", "## rows [30]{id,name}\n", "@1 2|3\n")
	case 9: // the number of a header
		if i := strings.IndexByte(text[at:], '['); i >= 0 {
			at += i + 1
			end = at
			for end < len(text) && text[end] >= '0' && text[end] <= '9' {
				end++
			}
			insert = fmt.Sprint(r.IntN(90))
		}
	case 10: // a large part goes
		end = at + r.IntN(len(text)-at+1)
	default: // many lines are pasted
		at, _ = line(at)
		end = at
		var b strings.Builder
		for i := range r.IntN(60) {
			fmt.Fprintf(&b, "%d|%s\n", i, cell(r))
		}
		insert = b.String()
	}
	return text[:at] + insert + text[end:], ast.Splice{Start: at, End: end, NewEnd: at + len(insert)}
}
