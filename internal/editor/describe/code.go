package describe

import (
	"cmp"
	"fmt"
	"slices"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/text/markup"
)

// comment describes the diagnostic code that a comment names, such as one that
// it suppresses.
func (h *hover) comment() {
	first, last := h.Span(h.line)
	start, end := min(h.at.Offset, last), min(h.at.Offset, last)
	for start > first && isCodeByte(h.Source.Source[start-1]) {
		start--
	}
	for end < last && isCodeByte(h.Source.Source[end]) {
		end++
	}
	rule := diagnostics.ByCode(ast.CodeByName(h.Source.Source[start:end]))
	if rule == nil {
		return
	}
	h.span = ast.Span{Start: start, End: end}
	h.text = Code(rule)
}

// unreadable says why a line cannot be read.
func (h *hover) unreadable() {
	n := h.Node(h.line)
	first, _ := slices.BinarySearchFunc(h.Problems, n.Start, func(p ast.Problem, start uint32) int {
		return cmp.Compare(p.Start, start)
	})
	for i := first; i < len(h.Problems) && h.Problems[i].Start <= n.End; i++ {
		if p := &h.Problems[i]; p.Node == h.line {
			if rule := diagnostics.ByCode(p.Code); rule != nil {
				h.text.Line(words("This line cannot be read."))
				h.text.Append(Code(rule))
				return
			}
		}
	}
}

func isCodeByte(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }

// Code is the part of a rule's page that fits a hover.
func Code(rule *diagnostics.Rule) markup.Text {
	var t markup.Text
	t.Prose(fmt.Sprintf("`%s` (%s): %s.", rule.Code, rule.Severity, rule.Summary))
	t.Prose(rule.Page.What)
	t.Prose(rule.Page.Fix)
	return t
}
