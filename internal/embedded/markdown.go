package embedded

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// languages are the names of fenced blocks that hold GCF.
var languages = map[string]bool{"gcf": true, "gcf-generic": true, "gcf-graph": true}

// inMarkdown finds the fenced code blocks, also those in lists and quotes.
func inMarkdown(src string) []Payload {
	source := []byte(src)
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
	p.write = func(outer int, text string) string {
		if !strings.Contains(text, "\n") {
			return text
		}
		lineStart := strings.LastIndexByte(src[:outer], '\n') + 1
		prefix := ""
		for _, piece := range p.pieces {
			if piece.outer >= lineStart {
				prefix = src[lineStart:min(piece.outer, len(src))]
				break
			}
		}
		return strings.ReplaceAll(text, "\n", "\n"+prefix)
	}
	return p
}
