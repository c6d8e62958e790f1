package stats

import (
	"fmt"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/markup"
)

// describeLimit is the size of a document, in bytes, up to which it is measured
// while somebody points at its header.
const describeLimit = 512 << 10

// describeSections is how many parts are listed.
const describeSections = 12

// At says what a document takes beside its header's claims, where an offset is
// on them: as JSON, and the share of each part.
func At(doc *ast.Document, offset int) (text markup.Text, span ast.Span) {
	header := doc.Header.Node
	if header == 0 || doc.Line(offset) != header {
		return text, span
	}
	span.Start, span.End = doc.Span(header)
	for i := range doc.Header.Fields {
		f := &doc.Header.Fields[i]
		if f.KeyStart <= offset && offset <= f.End() {
			if f.Key != "tokens" && f.Key != "budget" {
				return text, span
			}
			span = ast.Span{Start: f.KeyStart, End: f.End()}
		}
	}
	if len(doc.Source) > describeLimit {
		text.Line(markup.Plain("What the same data takes as JSON is not measured here above 512 KiB; "), markup.Code("gcf-lsp stats"), markup.Plain(" measures it."))
		return text, span
	}
	d := Of(doc)
	if d.JSON > 0 {
		text.Line(markup.Plain(fmt.Sprintf("The same data as compact JSON: %d bytes, %d budget tokens (this is %.0f %% of it); as indented JSON: %d bytes, %d budget tokens (%.0f %%).",
			d.JSON, BudgetTokens(d.JSON), share(d.Bytes, d.JSON), d.PrettyJSON, BudgetTokens(d.PrettyJSON), share(d.Bytes, d.PrettyJSON))))
	}
	var rows [][]markup.Span
	for _, s := range d.Sections {
		if len(rows) == describeSections {
			rows = append(rows, []markup.Span{markup.Plain(fmt.Sprintf("%d more", len(d.Sections)-describeSections))})
			break
		}
		name := markup.Plain(s.Kind)
		if s.Name != "" {
			name = markup.Code(s.Name, markup.CellLimit)
		}
		rows = append(rows, []markup.Span{name, markup.Plain(fmt.Sprint(s.Bytes)), markup.Plain(fmt.Sprintf("%.0f %%", share(s.Bytes, d.Bytes)))})
	}
	text.Table([]string{"part", "bytes", "share"}, rows...)
	return text, span
}

func share(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }
