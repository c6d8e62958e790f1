package frames

import (
	"fmt"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/tree/dataplace"
	"gcf-lsp/value"
)

// Diagnostics returns what is wrong with the frames of a document, each finding
// on the cell, the key or the declaration that it belongs to. What all rows of
// a table lack is reported once, on its columns. The time is linear in the
// document.
func (v *View) Diagnostics() []diagnostics.Diagnostic {
	findings := v.Findings()
	if len(findings) == 0 {
		return nil
	}
	d := diagnoser{Places: dataplace.Places{Doc: v.Document, Root: v.Root}, findings: findings}
	return d.all()
}

type diagnoser struct {
	dataplace.Places
	findings []Finding
}

func (d *diagnoser) all() []diagnostics.Diagnostic {
	spots := make([]dataplace.Spot, len(d.findings))
	var lacking dataplace.Lacking
	for i := range d.findings {
		f := &d.findings[i]
		if spots[i] = d.find(f); spots[i].NoColumn {
			lacking.Add(d.Doc, &spots[i], f.Rule.ID, f.Missing)
		}
	}
	keys := make(map[ast.Span]bool) // of unknown members
	all := make([]diagnostics.Diagnostic, 0, len(d.findings))
	for i := range d.findings {
		f, s := &d.findings[i], &spots[i]
		message := f.Message
		switch {
		case s.NoColumn:
			rows, again := lacking.Join(d.Doc, s, f.Rule.ID, f.Missing)
			if again {
				continue
			}
			if rows > 1 {
				message = fmt.Sprintf("none of the %d rows has `%s`: %s", rows, f.Missing, message)
			}
		case f.Rule == ruleT7:
			if keys[s.Span] {
				continue
			}
			keys[s.Span] = true
		}
		found := diagnostics.Diagnostic{
			Code: f.Rule.Code, Severity: f.Severity, Message: message,
			Start: s.Span.Start, End: s.Span.End, Fixes: d.fixes(f, s),
		}
		if f.Other != nil {
			other := d.Value(f.Other).Span
			found.Related = []diagnostics.Related{{Message: "the other is here", Start: other.Start, End: other.End}}
		}
		all = append(all, found)
	}
	return all
}

// find returns where a finding is.
func (d *diagnoser) find(f *Finding) dataplace.Spot {
	switch {
	case f.Missing != "":
		return d.Missing(f.Path, f.Missing)
	case f.Rule == ruleT7:
		return d.Key(f.Path)
	}
	return d.Value(f.Path)
}

// fixes returns the repair of a finding as edits. None is safe: each changes
// data.
func (d *diagnoser) fixes(f *Finding, s *dataplace.Spot) []diagnostics.Fix {
	var title string
	var edits []diagnostics.Edit
	replace := func(text string) {
		if s.Scalar || f.Missing != "" && len(s.Cells) == 1 {
			edits = []diagnostics.Edit{{Start: s.Span.Start, End: s.Span.End, Text: text}}
		}
	}
	switch f.repair {
	case setCost:
		title = "Set token_cost to " + f.text
		replace(f.text)
	case setDigest:
		title = "Set the digest of the content"
		replace(f.text)
	case setWord:
		title = "Write `" + f.text + "`"
		replace(f.text)
	case putQuotes:
		title = "Quote it"
		replace(string(value.AppendQuoted(nil, d.Doc.Source[s.Span.Start:s.Span.End])))
	case putAbsent:
		title, edits = d.remove(s)
	}
	if len(edits) == 0 {
		return nil
	}
	return []diagnostics.Fix{{Title: title, Edits: edits}}
}

// remove makes a member absent: `~` in its cells, or no line. A member that is
// an attachment stays.
func (d *diagnoser) remove(s *dataplace.Spot) (title string, edits []diagnostics.Edit) {
	if s.Cells != nil {
		for _, c := range s.Cells {
			switch c.Scalar {
			case ast.ScalarAttachment, ast.ScalarInlineSchema:
				return "", nil
			case ast.ScalarMissing:
			default:
				edits = append(edits, diagnostics.Edit{Start: c.Start, End: c.End, Text: "~"})
			}
		}
		return "Put `~`", edits
	}
	n := d.Doc.Node(s.Line)
	if n.Kind != ast.KindKeyValue {
		return "", nil
	}
	return "Remove the line", []diagnostics.Edit{{Start: int(n.Start), End: d.Doc.SubtreeEnd(s.Line)}}
}
