package complete

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// Put sets items before the others of a list: those that fit what is typed of
// the token at a span, and are not it. Others that insert the same are left out.
func (l *List) Put(items []Item, span ast.Span, offset int, source string) {
	start, end := min(span.Start, offset), max(span.End, offset)
	if start != l.Start {
		// The rest would replace something else.
		l.Start, l.End, l.Items, l.More = start, end, nil, false
	}
	l.End = max(l.End, end)
	typed, written := source[start:offset], source[start:end]
	var all []Item
	known := map[string]bool{}
	for _, item := range items {
		if item.Text == typed || item.Text == written {
			known[item.Text] = true
		} else if fits(typed, item.Label) {
			all = append(all, item)
			known[item.Text] = true
		}
	}
	for _, item := range l.Items {
		if !known[item.Text] {
			all = append(all, item)
		}
	}
	l.Items = all[:min(len(all), limit)]
	l.Trivial = l.Trivial && len(items) == 0
}

// Token spells a value as the token that begins at an offset: a text in quotes
// where it needs them there, anything else as it is.
func Token(doc *ast.Document, offset int, text string, isString bool) string {
	if !isString {
		if text == "null" {
			return "-"
		}
		return text
	}
	delimiter := "|"
	if line := doc.Line(offset); line != 0 {
		if decl := doc.DeclOf(line); decl != nil && decl.Inline {
			delimiter = ","
		}
	}
	if text == "" || ast.ClassifyScalar(text) != ast.ScalarBare || strings.TrimSpace(text) != text ||
		strings.ContainsAny(text, delimiter+"\"\\") || strings.IndexFunc(text, func(r rune) bool { return r < ' ' }) >= 0 || text[0] == '@' || text[0] == '#' || text[0] == '.' {
		return string(value.AppendQuoted(nil, text))
	}
	return text
}
