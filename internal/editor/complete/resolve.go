package complete

import (
	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/editor/describe"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/value"
)

// About names what an item is about: a sort of thing and its name, or for a
// symbol the line that declares it, in decimal.
type About struct {
	Sort string `json:"sort"`
	Name string `json:"name"`
}

// Resolve returns the longer text about an item, or an empty one. It depends on
// the document for symbols only.
func Resolve(src describe.Source, about About) markup.Text {
	var t markup.Text
	switch about.Sort {
	case "code":
		if rule := diagnostics.ByCode(ast.CodeByName(about.Name)); rule != nil {
			return describe.Code(rule)
		}
	case "field":
		if s := describe.HeaderField(about.Name); s != "" {
			t.Line(markup.Plain(s))
		}
	case "group":
		t.Line(markup.Plain(describe.Group(about.Name)))
	case "kind":
		t.Line(markup.Code(about.Name), markup.Plain(" stands for "), markup.Code(value.ExpandKind(about.Name)), markup.Plain(" (spec 5)."))
	case "symbol":
		if src.Document == nil {
			break
		}
		if line, ok := symbolLine(src.Document, about.Name); ok {
			return describe.Symbol(src, line)
		}
	}
	return t
}
