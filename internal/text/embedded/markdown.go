package embedded

import (
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// languages are the names of fenced blocks that hold GCF.
var languages = []string{"gcf", "gcf-generic", "gcf-graph"}

// inMarkdown finds the fenced code blocks, also those in lists and quotes, but
// for fragments and what stands between comments that say so.
func (f *finder) inMarkdown(src string) {
	skip := 0 // a mark before the first line is none of the Markdown
	if strings.HasPrefix(src, bom) {
		skip = len(bom)
	}
	source := shallow(src[skip:])
	// Inline text is of no interest here, so it is not parsed.
	markdown := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
	root := markdown.Parse(text.NewReader(source))
	off := false
	for n := ast.Node(root); n != nil; n = following(n) {
		switch n := n.(type) {
		case *ast.FencedCodeBlock:
			if n.Info == nil || off || !isPayload(string(n.Info.Value(source))) {
				continue
			}
			lines := make([]segment, n.Lines().Len())
			for i := range lines {
				line := n.Lines().At(i)
				lines[i] = segment{skip + line.Start, skip + line.Stop, line.Padding}
			}
			f.found.Payloads = append(f.found.Payloads, block(src, lines))
		case *ast.HTMLBlock:
			off = switched(n.Lines(), source, off)
		case *ast.Paragraph:
			off = switched(n.Lines(), source, off)
		}
	}
}

// isPayload reads the words behind a fence, `gcf title="x"` or `{.gcf #id}`, and
// reports whether a payload follows. The word or class `fragment` says that it is
// only a part of one.
func isPayload(info string) bool {
	info, class := strings.CutPrefix(info, "{")
	words := strings.FieldsFunc(info, func(r rune) bool { return strings.ContainsRune(" \t,:{}", r) })
	fragment := slices.Contains(words, "fragment") || slices.Contains(words, ".fragment")
	for i, word := range words {
		if class {
			if word, class = strings.CutPrefix(word, "."); !class {
				class = true
				continue // an attribute; the first class is the language
			}
		} else if i > 0 {
			break
		}
		return !fragment && slices.Contains(languages, strings.ToLower(word))
	}
	return false
}

// comment switches the search for payloads, in Markdown and in MDX.
var comment = regexp.MustCompile(`^\s*(?:<!--\s*gcf-lsp:\s*(off|on)\s*-->|\{/\*\s*gcf-lsp:\s*(off|on)\s*\*/\})\s*$`)

// switched returns whether payloads are left out after the lines of a block.
func switched(lines *text.Segments, source []byte, off bool) bool {
	for i := range lines.Len() {
		line := lines.At(i)
		if m := comment.FindSubmatch(line.Value(source)); m != nil {
			off = string(m[1])+string(m[2]) == "off"
		}
	}
	return off
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
