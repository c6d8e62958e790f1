package format

import (
	"sort"
	"strings"
	"unicode/utf8"

	"gcf-lsp/ast"
)

// edits returns the changes that turn the source into the laid out lines. Each
// line of the result that continues a line of the source is compared with that
// line; what lies between is inserted or removed.
func (out *layout) edits(doc *ast.Document, ends LineEnds) []Edit {
	d := differ{doc: doc, ends: ends, newline: newlineOf(doc.Source, ends)}
	kept := out.kept()
	last := ast.NodeID(0) // the last line of the source that was dealt with
	done := 0             // how many lines of the result were
	for i := range out.lines {
		if !kept[i] {
			continue
		}
		src := out.lines[i].src
		d.region(last+1, src, out.lines[done:i])
		d.line(src, out.lines[i].text)
		last, done = src, i+1
	}
	d.region(last+1, ast.NodeID(len(doc.Nodes)), out.lines[done:])
	return d.all
}

// kept says which lines of the result stay in their place: the longest run
// whose source lines are in order.
func (out *layout) kept() []bool {
	kept := make([]bool, len(out.lines))
	sorted, last := true, ast.NodeID(0)
	for i := range out.lines {
		if src := out.lines[i].src; src > 0 {
			kept[i] = true
			sorted = sorted && src > last
			last = src
		}
	}
	if sorted {
		return kept
	}
	tails := []int{} // tails[n] ends the best run of n+1 lines
	before := make([]int, len(out.lines))
	for i := range out.lines {
		src := out.lines[i].src
		if src == 0 {
			continue
		}
		n := sort.Search(len(tails), func(n int) bool { return out.lines[tails[n]].src >= src })
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
	clear(kept)
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = before[i] {
			kept[i] = true
		}
	}
	return kept
}

// differ collects edits from the start of the source to its end.
type differ struct {
	doc     *ast.Document
	ends    LineEnds
	newline string // of lines that are new
	all     []Edit
}

// start returns where a line begins; behind the last one, the end of the
// source.
func (d *differ) start(id ast.NodeID) int {
	if int(id) < len(d.doc.Nodes) {
		return int(d.doc.Nodes[id].Start)
	}
	return len(d.doc.Source)
}

// region replaces the lines from one up to, but not including, another.
func (d *differ) region(from, to ast.NodeID, lines []outLine) {
	start, end := d.start(from), d.start(to)
	var b strings.Builder
	if src := d.doc.Source; start == len(src) && len(lines) > 0 && !strings.HasSuffix(src, "\n") && !d.ended() {
		if strings.HasSuffix(src, "\r") {
			b.WriteString("\n") // the other half of its line end
		} else {
			b.WriteString(d.newline)
		}
	}
	for _, l := range lines {
		b.WriteString(l.text)
		b.WriteString(d.lineEnd(l.text))
	}
	d.add(start, end, b.String())
}

// ended reports whether the last edit already ends the last line of the
// source.
func (d *differ) ended() bool {
	n := len(d.all)
	return n > 0 && d.all[n-1].End == len(d.doc.Source) && strings.HasSuffix(d.all[n-1].Text, "\n")
}

// line changes one line into text, and its end where that is asked for or
// missing.
func (d *differ) line(id ast.NodeID, text string) {
	n := &d.doc.Nodes[id]
	d.add(int(n.Start), int(n.End), text)
	end, next := int(n.End), d.start(id+1)
	want := d.lineEnd(text)
	have := d.doc.Source[end:next]
	if have == "" || have == "\r" || d.ends != KeepLineEnds || strings.HasSuffix(text, "\r") {
		if have != want {
			d.add(end, next, want)
		}
	}
}

// lineEnd returns the end of a line that is new. A CR at the end of its text is
// data, which LF would turn into a part of the line end.
func (d *differ) lineEnd(text string) string {
	if strings.HasSuffix(text, "\r") {
		return "\r\n"
	}
	return d.newline
}

// add adds the edit that replaces a range, cut down to what differs.
func (d *differ) add(start, end int, text string) {
	old := d.doc.Source[start:end]
	n := 0
	for n < len(old) && n < len(text) && old[n] == text[n] {
		n++
	}
	for n > 0 && !(boundary(old, n) && boundary(text, n)) {
		n--
	}
	old, text, start = old[n:], text[n:], start+n
	n = 0
	for n < len(old) && n < len(text) && old[len(old)-1-n] == text[len(text)-1-n] {
		n++
	}
	for n > 0 && !(boundary(old, len(old)-n) && boundary(text, len(text)-n)) {
		n--
	}
	old, text = old[:len(old)-n], text[:len(text)-n]
	if old != "" || text != "" {
		d.all = append(d.all, Edit{Start: start, End: start + len(old), Text: text})
	}
}

// boundary reports whether a text may be cut at i: not inside a character and
// not inside CR LF.
func boundary(s string, i int) bool {
	if i == 0 || i == len(s) {
		return true
	}
	return utf8.RuneStart(s[i]) && !(s[i-1] == '\r' && s[i] == '\n')
}

// newlineOf returns the line end of new lines: the one that is asked for, or
// that most lines of the source have.
func newlineOf(source string, ends LineEnds) string {
	switch ends {
	case LF:
		return "\n"
	case CRLF:
		return "\r\n"
	}
	if crlf := strings.Count(source, "\r\n"); 2*crlf > strings.Count(source, "\n") {
		return "\r\n"
	}
	return "\n"
}
