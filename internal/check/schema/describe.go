package schema

import (
	"fmt"
	"strings"

	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/text/printable"
)

// Describe writes what the schema says of a place.
func (s *Schema) Describe(text *markup.Text, p *Property) {
	head := []markup.Span{markup.Plain("Schema "), markup.Code(s.Name, 80)}
	if len(p.Types) > 0 {
		head = append(head, markup.Plain(": "+strings.Join(p.Types, " or ")))
	}
	if p.Deprecated {
		head = append(head, markup.Plain(", deprecated"))
	}
	text.Line(head...)
	// It is somebody else's Markdown: it is shown as words.
	for _, words := range [...]string{p.Title, p.Description} {
		if words != "" {
			text.Line(markup.Plain(printable.Text(words, 1000)))
		}
	}
	const most = 20
	if len(p.Words) > 0 {
		spans := []markup.Span{markup.Plain("Values: ")}
		for i, w := range p.Words {
			if i == most {
				spans = append(spans, markup.Plain(fmt.Sprintf(" and %d more", len(p.Words)-most)))
				break
			}
			if i > 0 {
				spans = append(spans, markup.Plain(", "))
			}
			spans = append(spans, markup.Code(w.Text, markup.CellLimit))
		}
		text.Line(spans...)
	}
}
