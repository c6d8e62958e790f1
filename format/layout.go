package format

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
	"gcf-lsp/value"
)

// layout is a formatted document before it is compared with its source.
type layout struct {
	doc       *ast.Document
	trace     *tracer
	value     value.Value // of the source, in the generic profile
	buf       []byte      // the data lines
	lines     []outLine
	reordered bool // the data is in another order than in the source
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
		if int(place) > len(out.lines) {
			// The empty object that is the root has no line.
			out.trace.places[id] = 0
		} else if place > 0 && out.lines[place-1].src == 0 {
			out.lines[place-1].src = ast.NodeID(id)
		}
	}
	comments := out.comments()
	if len(comments) == 0 {
		return
	}
	if out.reordered = !inOrder(out.trace.places); out.reordered {
		out.stretchRegions(comments)
		slices.SortStableFunc(comments, func(a, b comment) int { return a.place - b.place })
	}
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

// inOrder reports whether the data of the source's lines keeps its order.
func inOrder(places []int32) bool {
	last := int32(0)
	for _, p := range places {
		if p > 0 && p < last {
			return false
		}
		last = max(last, p)
	}
	return true
}

// comments returns the comments in their order, each with the place of the
// data that follows it: where data changes places, such as the symbols of a
// graph, its comments go with it. A line of the source that is no line any
// more, such as the header of an attachment that became columns, has the place
// of its data.
func (out *layout) comments() []comment {
	var all []comment
	place, next := len(out.lines), 0
	top := 0 // how many of all follow the first line of data
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
			top = len(all)
		}
	}
	// Above the first line of data, comments that are about the document stay
	// at the top, with those above them.
	for i := top; i < len(all); i++ {
		if aboutDocument(out.doc, all[i].node) {
			for ; i < len(all); i++ {
				all[i].place = 1
			}
		}
	}
	slices.Reverse(all)
	return all
}

// aboutDocument reports whether a comment above the first line of data is
// about the document and not about that line: a blank line separates them, or
// it is a directive to this tool for more than the next line.
func aboutDocument(doc *ast.Document, id ast.NodeID) bool {
	if int(id)+1 < len(doc.Nodes) && doc.Nodes[id+1].Kind == ast.KindBlank {
		return true
	}
	v := verb(doc, id)
	return v != "" && v != "ignore"
}

// verb returns the first word of a directive to this tool, or "" for a comment
// that is none.
func verb(doc *ast.Document, id ast.NodeID) string {
	text, _, ok := spec.DirectiveText(doc.Text(id))
	if words := strings.Fields(text); ok && len(words) > 0 {
		return words[0]
	}
	return ""
}

// stretchRegions moves the directives `off` and `on` where lines between them
// changed places, so that all of those lines are between them again.
func (out *layout) stretchRegions(comments []comment) {
	var off *comment
	from := ast.NodeID(0)
	stretch := func(on *comment, to ast.NodeID) {
		low, high := len(out.lines), -1
		for _, p := range out.trace.places[from:to] {
			if p > 0 {
				low, high = min(low, int(p)-1), max(high, int(p)-1)
			}
		}
		if high < 0 {
			return
		}
		off.place = min(off.place, max(low, 1))
		if on != nil {
			on.place = high + 1
		}
	}
	for i := range comments {
		c := &comments[i]
		switch verb(out.doc, c.node) {
		case "off":
			if off == nil {
				off, from = c, c.node
			}
		case "on":
			if off != nil {
				stretch(c, c.node)
				off = nil
			}
		}
	}
	if off != nil {
		stretch(nil, ast.NodeID(len(out.doc.Nodes)))
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
	// Lines of a graph have no indentation.
	if own := doc.Indent(id); own > next && doc.Profile != ast.ProfileGraph {
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
