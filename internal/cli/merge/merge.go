// Package merge makes one document of two that were made of a third: row by row
// and cell by cell where rows have identities, else line by line. Enter it at
// [Texts].
//
// Rows are merged by package snapshot; the rest of a document, its comments and
// the fields of its header, is merged here beside them. What cannot be merged so
// without a loss is merged as lines, and counts as merged only where the result
// is a right document.
package merge

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
)

// Options say how conflicts are written.
type Options struct {
	MarkerSize   int    // the number of signs in a marker; 7 where it is 0
	Ours, Theirs string // what the sides are called; "ours" and "theirs" where empty
}

// Result is a merged text.
type Result struct {
	Text      string
	Conflicts int  // how many places of Text have conflict markers
	ByRows    bool // and not by lines
}

// Texts merges two texts that were made of base, which is empty where there was
// none. It never fails: what does not merge is between conflict markers, both
// sides whole. Its cost is linear where rows have identities, else that of two
// line diffs.
func Texts(base, ours, theirs string, o Options) Result {
	switch {
	case ours == theirs || theirs == base:
		return Result{Text: ours}
	case ours == base:
		return Result{Text: theirs}
	}
	if r, ok := byRows(base, ours, theirs, o); ok {
		return r
	}
	r := byLines(base, ours, theirs, o)
	if r.Conflicts == 0 && !right(r.Text) {
		// Each change is at a place of its own, and together they are wrong.
		r = compared(ours, theirs, o)
	}
	return r
}

// right reports whether a text is a document without errors and with the root of
// its content.
func right(text string) bool {
	doc := parser.Parse(text)
	return !diagnostics.HasErrors(doc) && len(check.PackRoot(doc)) == 0
}

// byLines merges lines. Changes of both sides that touch each other and are not
// the same are a conflict.
func byLines(base, ours, theirs string, o Options) Result {
	var out strings.Builder
	r := Result{}
	sides := [2][]udiff.Edit{udiff.Lines(base, ours), udiff.Lines(base, theirs)}
	at := 0 // what of base is written
	for len(sides[0])+len(sides[1]) > 0 {
		var took [2][]udiff.Edit
		start, end := -1, -1
		for grown := true; grown; {
			grown = false
			for i := range sides {
				for len(sides[i]) > 0 && (end < 0 && first(sides, i) || end >= 0 && sides[i][0].Start <= end) {
					e := sides[i][0]
					if end < 0 {
						start = e.Start
					}
					end, grown = max(end, e.End), true
					took[i], sides[i] = append(took[i], e), sides[i][1:]
				}
			}
		}
		out.WriteString(base[at:start])
		at = end
		a, b := edited(base, start, end, took[0]), edited(base, start, end, took[1])
		switch {
		case a == b || len(took[1]) == 0:
			out.WriteString(a)
		case len(took[0]) == 0:
			out.WriteString(b)
		default:
			o.conflict(&out, a, b)
			r.Conflicts++
		}
	}
	out.WriteString(base[at:])
	r.Text = out.String()
	return r
}

// first reports whether the next edit of a side is the first of both.
func first(sides [2][]udiff.Edit, i int) bool {
	other := sides[1-i]
	return len(other) == 0 || sides[i][0].Start <= other[0].Start
}

// edited is what edits make of a part of a text.
func edited(text string, start, end int, edits []udiff.Edit) string {
	var b strings.Builder
	for _, e := range edits {
		b.WriteString(text[start:e.Start])
		b.WriteString(e.New)
		start = e.End
	}
	b.WriteString(text[start:end])
	return b.String()
}

// compared writes two texts as one with a conflict at each place where they differ.
func compared(ours, theirs string, o Options) Result {
	var out strings.Builder
	r := Result{}
	at := 0
	for _, e := range udiff.Lines(ours, theirs) {
		out.WriteString(ours[at:e.Start])
		o.conflict(&out, ours[e.Start:e.End], e.New)
		at = e.End
		r.Conflicts++
	}
	out.WriteString(ours[at:])
	r.Text = out.String()
	return r
}

// conflict writes both sides between markers.
func (o Options) conflict(out *strings.Builder, ours, theirs string) {
	size := o.MarkerSize
	if size <= 0 {
		size = 7
	}
	ownLine := func(text string) {
		out.WriteString(text)
		if text != "" && !strings.HasSuffix(text, "\n") {
			out.WriteByte('\n')
		}
	}
	mark := func(sign, name, otherwise string) {
		if name == "" {
			name = otherwise
		}
		ownLine(strings.TrimRight(strings.Repeat(sign, size)+" "+name, " "))
	}
	mark("<", o.Ours, "ours")
	ownLine(ours)
	mark("=", "", "")
	ownLine(theirs)
	mark(">", o.Theirs, "theirs")
}
