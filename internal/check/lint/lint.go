// Package lint checks files: it finds the payloads in them, checks each, and
// places what was found in the file. Enter it at [Check].
package lint

import (
	"slices"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/text/embedded"
	"gcf-lsp/parser"
)

// Options say how a file is checked. The zero Options are those of a plain
// document.
type Options struct {
	check.Context
	Kind   embedded.Kind
	Fields []string // for JSON, see [embedded.Find]
}

// Check returns what is wrong in the text of a file, sorted by place.
func Check(name, text string, o Options) *report.File {
	f := &report.File{Name: name, Source: text}
	var lines *ast.LineTable // of a file in which payloads keep their lines
	if o.Kind == embedded.Markdown || o.Kind == embedded.Text {
		lines = ast.NewLineTable(text, ast.LF)
	}
	for _, payload := range embedded.Find(o.Kind, text, o.Fields) {
		f.Payloads++
		doc := parser.Parse(payload.Text)
		found := check.Document(doc, o.Context)
		for i := range found {
			d := &found[i]
			moved := finding(&payload, d)
			if lines != nil && len(d.Related) > 0 {
				is := lines.Position(moved.Related[0].Start, ast.UTF8).Line + 1
				moved.Message = diagnostics.Renumbered(moved.Message, int(doc.Line(d.Related[0].Start)), is)
			}
			f.Findings = append(f.Findings, moved)
		}
	}
	if o.Kind != embedded.Plain {
		report.Sort(f.Findings)
	}
	return f
}

// Findings returns diagnostics of a document as findings of a file that is the
// document.
func Findings(found []diagnostics.Diagnostic) []report.Finding {
	all := make([]report.Finding, len(found))
	for i := range found {
		all[i] = convert(&found[i])
	}
	return all
}

func convert(d *diagnostics.Diagnostic) report.Finding {
	f := report.Finding{
		Code: d.Code.String(), Severity: d.Severity, Message: d.Message,
		Start: d.Start, End: d.End, Related: d.Related, Fixes: d.Fixes,
		Suppressed: d.Suppressed, Reason: d.Reason,
	}
	if rule := diagnostics.ByCode(d.Code); rule != nil {
		f.Spec = rule.Spec
	}
	return f
}

// finding moves a diagnostic from its payload to the file.
func finding(p *embedded.Payload, d *diagnostics.Diagnostic) report.Finding {
	f := convert(d)
	f.Start, f.End = p.Range(d.Start, d.End)
	f.Related = slices.Clone(d.Related)
	for i := range f.Related {
		r := &f.Related[i]
		r.Start, r.End = p.Range(r.Start, r.End)
	}
	f.Fixes = slices.Clone(d.Fixes)
	for i := range f.Fixes {
		fix := &f.Fixes[i]
		fix.Edits = slices.Clone(fix.Edits)
		for j := range fix.Edits {
			e := &fix.Edits[j]
			e.Start, e.End, e.Text = p.Edit(e.Start, e.End, e.Text)
		}
	}
	return f
}

// Rules returns all rules as the formats list them, with the severities in
// force.
func Rules(severities map[ast.Code]diagnostics.Severity) []report.Rule {
	var all []report.Rule
	for _, r := range diagnostics.Rules() {
		severity := r.Severity
		if s, ok := severities[r.Code]; ok {
			severity = s
		}
		all = append(all, report.Rule{Code: r.Code.String(), Severity: severity, Summary: r.Summary, Help: diagnostics.Markdown(r)})
	}
	return all
}
