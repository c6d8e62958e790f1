package embedded

import (
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// languages are the names of fenced blocks that hold GCF.
var languages = map[string]bool{"gcf": true, "gcf-generic": true, "gcf-graph": true}

// inMarkdown finds the fenced code blocks, also those in lists and quotes.
func inMarkdown(src string) []Payload {
	source := shallow(src)
	// Inline text is of no interest here, so it is not parsed.
	markdown := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
	root := markdown.Parse(text.NewReader(source))
	var found []Payload
	for n := ast.Node(root); n != nil; n = following(n) {
		block, ok := n.(*ast.FencedCodeBlock)
		if !ok || !languages[strings.ToLower(string(block.Language(source)))] {
			continue
		}
		found = append(found, fence(src, block.Lines()))
	}
	return found
}

// maxNesting is how many lists and quotes a line may open. The Markdown parser
// takes a time that grows with the square of it.
const maxNesting = 100

// shallow returns a text with the lines blanked that are nested deeper than
// anybody writes. Offsets stay what they are.
func shallow(src string) []byte {
	source := []byte(src)
	at := 0
	for line := range strings.Lines(src) {
		marks := 0
		for _, c := range []byte(line) {
			if strings.IndexByte(">-*+.)", c) >= 0 {
				marks++
			} else if c != ' ' && c != '\t' && (c < '0' || c > '9') {
				break
			}
			if marks > maxNesting {
				for i := at; i < at+len(line) && source[i] != '\n'; i++ {
					source[i] = ' '
				}
				break
			}
		}
		at += len(line)
	}
	return source
}

// following returns the next node in the order of the text, without recursion.
func following(n ast.Node) ast.Node {
	if c := n.FirstChild(); c != nil {
		return c
	}
	for n != nil {
		if s := n.NextSibling(); s != nil {
			return s
		}
		n = n.Parent()
	}
	return nil
}

// fence is the payload of a block's lines. What stands before each of them, the
// indentation of a list or the mark of a quote, belongs to the Markdown.
func fence(src string, lines *text.Segments) Payload {
	var b strings.Builder
	p := Payload{}
	for i := range lines.Len() {
		line := lines.At(i)
		b.WriteString(strings.Repeat(" ", line.Padding))
		p.pieces = append(p.pieces, piece{b.Len(), line.Start, line.Stop - line.Start})
		b.WriteString(src[line.Start:line.Stop])
	}
	p.Text = b.String()
	p.write = func(start, end int, text string) string {
		if text == "" || len(p.pieces) == 0 {
			return text
		}
		last := p.pieces[len(p.pieces)-1]
		prefix := p.prefix(src, start)
		text = strings.ReplaceAll(text, "\n", "\n"+prefix)
		// What follows the payload's last line has its prefix already, and
		// what is added after it begins a line.
		if atEnd := last.outer + last.length; atEnd > 0 && src[atEnd-1] == '\n' {
			if end == atEnd && strings.HasSuffix(text, "\n"+prefix) {
				text = strings.TrimSuffix(text, prefix)
			}
			if start == atEnd {
				text = prefix + text
			}
		}
		return text
	}
	return p
}

// prefix returns what stands before the payload's text in the line of an
// offset of the file; after the last line, what stands before that.
func (p *Payload) prefix(src string, outer int) string {
	i := sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].outer > outer }) - 1
	at := p.pieces[max(i, 0)].outer
	return src[strings.LastIndexByte(src[:at], '\n')+1 : at]
}
