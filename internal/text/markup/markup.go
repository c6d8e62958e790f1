// Package markup builds the short texts that editors show, as Markdown for
// those that can and as plain text for the others. What comes from a document
// is untrusted: it is shown, never interpreted. Control characters,
// bidirectional controls and other invisible ones are written as escapes, long
// texts are cut, and in Markdown document text stands in code spans.
//
// Enter at [Text].
package markup

import "strings"

// Span is a part of a line. Make it with [Plain], [Strong] or [Code].
type Span struct {
	kind spanKind
	text string
}

type spanKind uint8

const (
	words spanKind = iota
	strong
	code
)

// Plain is our own words.
func Plain(s string) Span { return Span{words, s} }

// Strong is our own words, in bold.
func Strong(s string) Span { return Span{strong, s} }

// Code is text of a document or of the language. It is cut to limit code
// points; 0 is [ValueLimit].
func Code(s string, limit ...int) Span {
	n := ValueLimit
	if len(limit) > 0 {
		n = limit[0]
	}
	return Span{code, Safe(s, n)}
}

// Limits of what is shown of a text, in code points.
const (
	ValueLimit = 400 // a value that is what the text is about
	CellLimit  = 60  // a value in a table or a list
)

// Text is a text under construction. The zero Text is empty.
type Text struct{ blocks []block }

type block interface {
	markdown(b *strings.Builder)
	plain(b *strings.Builder)
}

// Empty reports whether nothing was added.
func (t *Text) Empty() bool { return len(t.blocks) == 0 }

// Line adds a paragraph.
func (t *Text) Line(spans ...Span) { t.blocks = append(t.blocks, paragraph(spans)) }

// Append adds all of another text.
func (t *Text) Append(other Text) { t.blocks = append(t.blocks, other.blocks...) }

// List adds a list with an item for each line.
func (t *Text) List(items ...[]Span) {
	if len(items) > 0 {
		t.blocks = append(t.blocks, list(items))
	}
}

// Table adds a table. Rows may be shorter than the header.
func (t *Text) Table(header []string, rows ...[]Span) {
	if len(rows) > 0 {
		t.blocks = append(t.blocks, table{header, rows})
	}
}

// Source adds a block of code, such as JSON. Its lines stay lines.
func (t *Text) Source(language, text string) {
	t.blocks = append(t.blocks, source{language, text})
}

// Prose adds Markdown of our own, such as the page of a rule. It is plain
// enough to be read as it is.
func (t *Text) Prose(markdown string) { t.blocks = append(t.blocks, prose(markdown)) }

// Markdown returns the text as CommonMark with the tables of GitHub's dialect.
func (t *Text) Markdown() string { return t.join(block.markdown) }

// Plain returns the text for clients without Markdown.
func (t *Text) Plain() string { return t.join(block.plain) }

func (t *Text) join(write func(block, *strings.Builder)) string {
	var b strings.Builder
	for i, block := range t.blocks {
		if i > 0 {
			b.WriteString("\n\n")
		}
		write(block, &b)
	}
	return b.String()
}

type paragraph []Span

func (p paragraph) markdown(b *strings.Builder) { writeMarkdown(b, p, false) }
func (p paragraph) plain(b *strings.Builder)    { writePlain(b, p) }

type list [][]Span

func (l list) markdown(b *strings.Builder) {
	for i, item := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("- ")
		writeMarkdown(b, item, false)
	}
}

func (l list) plain(b *strings.Builder) {
	for i, item := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("- ")
		writePlain(b, item)
	}
}

type table struct {
	header []string
	rows   [][]Span
}

func (t table) markdown(b *strings.Builder) {
	for _, h := range t.header {
		b.WriteString("| ")
		b.WriteString(escape(h))
		b.WriteByte(' ')
	}
	b.WriteString("|\n")
	b.WriteString(strings.Repeat("| --- ", len(t.header)))
	b.WriteString("|")
	for _, row := range t.rows {
		b.WriteByte('\n')
		for i := range t.header {
			b.WriteString("| ")
			if i < len(row) {
				writeMarkdown(b, row[i:i+1], true)
			}
			b.WriteByte(' ')
		}
		b.WriteByte('|')
	}
}

func (t table) plain(b *strings.Builder) {
	widths := make([]int, len(t.header))
	for i, h := range t.header {
		widths[i] = runes(h)
		for _, row := range t.rows {
			if i < len(row) {
				widths[i] = max(widths[i], runes(row[i].text))
			}
		}
	}
	line := func(cell func(i int) string) {
		var l strings.Builder
		for i := range t.header {
			s := cell(i)
			l.WriteString(s)
			l.WriteString(strings.Repeat(" ", widths[i]-runes(s)+2))
		}
		b.WriteString(strings.TrimRight(l.String(), " "))
	}
	line(func(i int) string { return t.header[i] })
	for _, row := range t.rows {
		b.WriteByte('\n')
		line(func(i int) string {
			if i < len(row) {
				return row[i].text
			}
			return ""
		})
	}
}

type source struct{ language, text string }

func (s source) markdown(b *strings.Builder) {
	fence := strings.Repeat("`", max(3, longestRun(s.text, '`')+1))
	b.WriteString(fence)
	b.WriteString(s.language)
	b.WriteByte('\n')
	b.WriteString(safeLines(s.text))
	b.WriteByte('\n')
	b.WriteString(fence)
}

func (s source) plain(b *strings.Builder) { b.WriteString(safeLines(s.text)) }

type prose string

func (p prose) markdown(b *strings.Builder) { b.WriteString(string(p)) }
func (p prose) plain(b *strings.Builder)    { b.WriteString(string(p)) }

func writePlain(b *strings.Builder, spans []Span) {
	for _, s := range spans {
		b.WriteString(s.text)
	}
}

func writeMarkdown(b *strings.Builder, spans []Span, inTable bool) {
	for _, s := range spans {
		switch {
		case s.text == "":
		case s.kind == strong:
			b.WriteString("**" + escape(s.text) + "**")
		case s.kind == code:
			b.WriteString(codeSpan(s.text, inTable))
		default:
			b.WriteString(escape(s.text))
		}
	}
}
