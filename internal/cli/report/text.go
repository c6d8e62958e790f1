package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// text is the report for people.
type text struct {
	w     *bufio.Writer
	paint painter
}

func newText(w io.Writer, o Options) Writer {
	return &text{bufio.NewWriter(w), painter(o.Color)}
}

func (t *text) File(f *File) error {
	for d := range f.grouped() {
		t.finding(f, d)
	}
	return t.w.Flush()
}

func (t *text) finding(f *File, d *Finding) {
	p := f.place(d.Start, d.End, ast.UTF32)
	style := severityStyle[d.Severity]
	fmt.Fprintf(t.w, "%s %s %s %s\n",
		t.paint.apply(bold, fmt.Sprintf("%s:%d:%d:", Safe(f.Name), p.line, p.column)),
		t.paint.apply(style, d.Severity.String()+":"),
		t.paint.apply(bold, Safe(d.Message)), t.paint.apply(dim, "["+d.Code+"]"))
	t.source(f, d.Start, d.End, style)
	if m := d.Mistake; m != nil && len(m.Places) > 1 {
		fmt.Fprintf(t.w, "  %s on lines %s\n", t.paint.apply(blue, "note:"), f.lineList(m.Places, 8))
	}
	for _, r := range d.Related {
		p := f.place(r.Start, r.End, ast.UTF32)
		fmt.Fprintf(t.w, "  %s:%d:%d: %s %s\n", Safe(f.Name), p.line, p.column, t.paint.apply(blue, "note:"), Safe(r.Message))
		t.source(f, r.Start, r.End, blue)
	}
	for _, fix := range d.Fixes {
		needs := ""
		if !fix.Safe {
			needs = t.paint.apply(dim, " (unsafe)")
			if fix.Lossy {
				needs = t.paint.apply(dim, " (lossy)")
			}
		}
		fmt.Fprintf(t.w, "  %s %s%s\n", t.paint.apply(green, "help:"), Safe(fix.Title), needs)
	}
}

// source prints the line of a place with a mark under it.
func (t *text) source(f *File, start, end int, style string) {
	line, lineStart := f.line(start)
	shown, from, to := showLine(line, start-lineStart, end-lineStart)
	number := strconv.Itoa(f.place(start, end, ast.UTF32).line)
	fmt.Fprintf(t.w, "  %s %s\n", t.paint.apply(dim, number+" |"), shown)
	fmt.Fprintf(t.w, "  %s %s%s\n", t.paint.apply(dim, strings.Repeat(" ", len(number))+" |"),
		strings.Repeat(" ", from), t.paint.apply(style, strings.Repeat("^", to-from)))
}

func (t *text) Close([]Unread) error { return t.w.Flush() }

// concise is one line for each finding.
type concise struct {
	w     *bufio.Writer
	paint painter
}

func newConcise(w io.Writer, o Options) Writer {
	return &concise{bufio.NewWriter(w), painter(o.Color)}
}

func (c *concise) File(f *File) error {
	for d := range f.shown() {
		p := f.place(d.Start, d.End, ast.UTF32)
		fmt.Fprintf(c.w, "%s %s %s %s\n",
			c.paint.apply(bold, fmt.Sprintf("%s:%d:%d:", Safe(f.Name), p.line, p.column)),
			c.paint.apply(severityStyle[d.Severity], d.Severity.String()+":"),
			Safe(d.Message), c.paint.apply(dim, "["+d.Code+"]"))
	}
	return c.w.Flush()
}

func (c *concise) Close([]Unread) error { return c.w.Flush() }

// PaintDiff colours a unified diff as git does. Nothing in it is made safe.
func PaintDiff(diff string) string {
	var b strings.Builder
	for line := range strings.Lines(diff) {
		text, end := strings.TrimSuffix(line, "\n"), ""
		if text != line {
			end = "\n"
		}
		style := ""
		switch {
		case strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "):
			style = bold
		case strings.HasPrefix(line, "@@"):
			style = cyan
		case strings.HasPrefix(line, "+"):
			style = green
		case strings.HasPrefix(line, "-"):
			style = red
		}
		if style != "" {
			text = painter(true).apply(style, text)
		}
		b.WriteString(text + end)
	}
	return b.String()
}

// PaintMarkdown colours the Markdown of a page for a terminal: titles, code and
// fenced blocks, without their marks.
func PaintMarkdown(page string) string {
	var b strings.Builder
	paint, fence := painter(true), false
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			fence = !fence
			continue
		case fence:
			line = "    " + paint.apply(cyan, line)
		case strings.HasPrefix(line, "#"):
			line = paint.apply(bold, strings.TrimLeft(line, "# "))
		default:
			parts := strings.Split(line, "`")
			for i := 1; i+1 < len(parts); i += 2 { // a backtick without a second one stays
				parts[i] = paint.apply(cyan, parts[i])
			}
			if len(parts)%2 == 1 {
				line = strings.Join(parts, "")
			}
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// painter colours text where it is true.
type painter bool

// The styles, as SGR parameters.
const (
	bold  = "1"
	dim   = "2"
	green = "32"
	red   = "31"
	cyan  = "36"
	blue  = "34"
)

var severityStyle = [...]string{
	diagnostics.Error:       "1;31",
	diagnostics.Warning:     "1;33",
	diagnostics.Information: "1;36",
	diagnostics.Hint:        "1;32",
}

func (p painter) apply(style, text string) string {
	if !p {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}
