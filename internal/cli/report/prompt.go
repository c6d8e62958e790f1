package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/text/printable"
)

// prompt is what to tell a model so that it corrects its own answer: the
// mistakes by cause, each with a wrong and a right line. It is bounded, however
// many lines are wrong.
type prompt struct{ w *bufio.Writer }

func newPrompt(w io.Writer, _ Options) Writer { return &prompt{bufio.NewWriter(w)} }

// The bounds of a prompt in characters: some 300 tokens.
const (
	promptSize  = 1000
	promptCause = 150
	promptLine  = 70
)

func (p *prompt) File(f *File) error {
	var all strings.Builder
	n, left := 0, 0
	told := map[string]bool{}
	for d := range f.grouped() {
		if d.Severity != diagnostics.Error {
			continue
		}
		cause, wrong, right := d.Message, "", ""
		places := []ast.Span{{Start: d.Start, End: d.End}}
		if m := d.Mistake; m != nil {
			cause, wrong, right, places = m.Cause, m.Wrong, m.Right, m.Places
		} else {
			wrong, right = f.corrected(d)
		}
		if told[cause] {
			continue
		}
		told[cause] = true
		line := "Line"
		if len(places) > 1 {
			line = "Lines"
		}
		one := fmt.Sprintf("%d. %s %s: %s.\n", n+1, line, f.lineList(places, 4), printable.Text(strings.TrimSuffix(cause, "."), promptCause))
		if wrong != "" {
			one += "   wrong: " + printable.Text(wrong, promptLine) + "\n"
		}
		switch {
		case right != "":
			one += "   right: " + printable.Text(right, promptLine) + "\n"
		case d.Mistake != nil && d.Mistake.Slip != "" && wrong != "":
			one += "   right: leave the line out\n"
		}
		if all.Len()+len(one) > promptSize {
			left++
			continue
		}
		n++
		all.WriteString(one)
	}
	if n+left == 0 {
		return nil
	}
	fmt.Fprintf(p.w, "The GCF payload %s cannot be read. Correct it and answer with the whole payload, alone.\n%s", Safe(f.Name), all.String())
	if left > 0 {
		fmt.Fprintf(p.w, "There are %s more.\n", printable.Count(left, "mistake"))
	}
	return p.w.Flush()
}

func (p *prompt) Close([]Unread) error { return p.w.Flush() }

// lineList lists the first lines of places: "3, 4, 5 and 12 more".
func (f *File) lineList(places []ast.Span, most int) string {
	var b strings.Builder
	for i, p := range places[:min(len(places), most)] {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(f.place(p.Start, p.End, ast.UTF32).line))
	}
	if n := len(places) - most; n > 0 {
		fmt.Fprintf(&b, " and %d more", n)
	}
	return b.String()
}

// corrected is the line of a finding, and what its first fix makes of it; "" where
// the fix does not stay on the line.
func (f *File) corrected(d *Finding) (wrong, right string) {
	wrong, start := f.line(d.Start)
	if len(d.Fixes) == 0 {
		return wrong, ""
	}
	var b strings.Builder
	at := 0
	for _, e := range d.Fixes[0].Edits {
		if e.Start < start+at || e.End > start+len(wrong) || strings.Contains(e.Text, "\n") {
			return wrong, ""
		}
		b.WriteString(wrong[at : e.Start-start])
		b.WriteString(e.Text)
		at = e.End - start
	}
	b.WriteString(wrong[at:])
	return wrong, b.String()
}
