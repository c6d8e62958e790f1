package format

import (
	"slices"
	"sort"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// layout is a formatted document before it is compared with its source.
type layout struct {
	doc   *ast.Document
	trace *tracer
	value value.Value // of the source
	buf   []byte      // the data lines
	lines []outLine
}

// outLine is a line of the result and the source line that it continues, or 0.
type outLine struct {
	text string
	src  ast.NodeID
}

// comment is a comment of the source on its way to its place.
type comment struct {
	node ast.NodeID
	// place is the index of the data line that it stands before.
	place int
	// next is the indentation, in the source, of the data line that follows.
	next int
}

// weave splits the data into lines and puts the comments between them.
func (out *layout) weave() {
	data := strings.Split(strings.TrimSuffix(string(out.buf), "\n"), "\n")
	out.lines = make([]outLine, 0, len(data))
	for _, text := range data {
		out.lines = append(out.lines, outLine{text: text})
	}
	if h := out.doc.Header.Node; h > 0 {
		out.trace.places[h] = 1
	}
	for id, place := range out.trace.places {
		if place > 0 && out.lines[place-1].src == 0 {
			out.lines[place-1].src = ast.NodeID(id)
		}
	}
	comments := out.comments()
	if len(comments) == 0 {
		return
	}
	inOrder(comments)
	lines := make([]outLine, 0, len(out.lines)+len(comments))
	c := 0
	for i := 0; i <= len(out.lines); i++ {
		for c < len(comments) && comments[c].place == i {
			lines = append(lines, outLine{out.commentLine(&comments[c]), comments[c].node})
			c++
		}
		if i < len(out.lines) {
			lines = append(lines, out.lines[i])
		}
	}
	out.lines = lines
}

// comments returns the comments in their order, each with the place of the
// data that follows it. A line of the source that is no line any more, such as
// the header of an attachment that became columns, has the place of its data.
func (out *layout) comments() []comment {
	var all []comment
	place, next := len(out.lines), 0
	for id := ast.NodeID(len(out.doc.Nodes)) - 1; id > 0; id-- {
		switch out.doc.Nodes[id].Kind {
		case ast.KindBlank, ast.KindHeader, ast.KindError:
		case ast.KindComment:
			all = append(all, comment{node: id, place: max(place, 1), next: next})
		default:
			next = out.doc.Indent(id)
			if p := out.trace.places[id]; p > 0 {
				place = int(p) - 1
			}
		}
	}
	slices.Reverse(all)
	return all
}

// inOrder changes as few places as it must so that the comments keep their
// order: where data changed places, such as the symbols of a graph, not all
// comments can stay with theirs.
func inOrder(comments []comment) {
	byPlace := func(a, b comment) int { return a.place - b.place }
	if slices.IsSortedFunc(comments, byPlace) {
		return
	}
	// The longest run of comments that are in order keeps its places.
	tails := []int{} // tails[n] ends the best run of n+1 comments
	before := make([]int, len(comments))
	for i := range comments {
		n := sort.Search(len(tails), func(n int) bool { return comments[tails[n]].place > comments[i].place })
		before[i] = -1
		if n > 0 {
			before[i] = tails[n-1]
		}
		if n == len(tails) {
			tails = append(tails, i)
		} else {
			tails[n] = i
		}
	}
	keep := make([]bool, len(comments))
	for i := tails[len(tails)-1]; i >= 0; i = before[i] {
		keep[i] = true
	}
	// The others go as near to their data as their neighbours allow.
	limit := make([]int, len(comments))
	for i, place := len(comments)-1, comments[tails[len(tails)-1]].place; i >= 0; i-- {
		if keep[i] {
			place = comments[i].place
		}
		limit[i] = place
	}
	for i, place := 0, 1; i < len(comments); i++ {
		if !keep[i] {
			c := &comments[i]
			if limit[i] >= place { // not behind the last that keeps its place
				c.place = min(c.place, limit[i])
			}
			c.place = max(c.place, place)
		}
		place = comments[i].place
	}
}

// commentLine returns a comment at its indentation in the result.
func (out *layout) commentLine(c *comment) string {
	low := 0
	if c.place < len(out.lines) {
		low = indentOf(out.lines[c.place].text)
	}
	return commentText(out.doc, c.node, low, out.lines[c.place-1].text, c.next)
}

// commentText returns a comment as it is written between two data lines: at
// the indentation low of the line that follows, or, where it stood deeper than
// the line that followed it in the source, as much deeper as the line before
// allows.
func commentText(doc *ast.Document, id ast.NodeID, low int, before string, next int) string {
	indent := low
	if own := doc.Indent(id); own > next {
		indent = min(low+(own-next)&^1, max(low, bodyIndent(before)))
	}
	text := strings.Trim(doc.Text(id), " \t")
	if text == "#" {
		text = "# " // without its blank it would be no comment
	}
	return strings.Repeat(" ", indent) + text
}

func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// bodyIndent returns the indentation of what may stand inside the container
// that a line begins, or else that of the line itself.
func bodyIndent(line string) int {
	indent := indentOf(line)
	text := line[indent:]
	switch {
	case strings.HasPrefix(text, "## "):
		key := ast.SectionKeyStart(text, 0)
		if strings.TrimLeft(text[ast.KeyEnd(text, key, "[{ \t"):], " \t") == "" {
			return indent + 2 // an object section
		}
	case strings.HasPrefix(text, "@"):
		if rest := text[ast.RowIDEnd(text, 0):]; strings.HasPrefix(rest, "{}") || strings.HasPrefix(rest, "[") && !strings.Contains(rest, "]:") {
			return indent + 2
		}
	case strings.HasPrefix(text, "."):
		rest := strings.TrimLeft(text[ast.KeyEnd(text, 1, "=[{ \t"):], " \t")
		if strings.HasPrefix(rest, "{}") || strings.HasPrefix(rest, "[") && !strings.Contains(rest, "]:") {
			return indent + 4
		}
	}
	return indent
}
