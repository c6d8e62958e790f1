// Package lint checks files: it finds the payloads in them, checks each, and
// places what was found in the file. Enter it at [Check].
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/text/embedded"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/parser"
)

// Options say how a file is checked. The zero Options are those of a plain
// document.
type Options struct {
	check.Context
	Kind   embedded.Kind
	Fields []string // for JSON, see [embedded.Find]
}

// Check returns what is wrong in the text of a file: the errors, then the rest,
// each sorted by place.
func Check(name, text string, o Options) *report.File {
	f := &report.File{Name: name, Source: text}
	var lines *ast.LineTable // of a file in which payloads keep their lines
	if o.Kind == embedded.Markdown || o.Kind == embedded.Text || o.Kind == embedded.Log {
		lines = ast.NewLineTable(text, ast.LF)
	}
	in := embedded.Find(o.Kind, text, o.Fields)
	f.Payloads = len(in.Payloads)
	f.Notes = notes(text, &in)
	for i := range in.Payloads {
		payload := &in.Payloads[i]
		doc := parser.Parse(payload.Text)
		found := check.Document(doc, o.Context)
		for i := range found {
			d := &found[i]
			moved := finding(payload, d, o.Kind)
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
	// What stops a reader comes before what it may be told.
	slices.SortStableFunc(f.Findings, func(a, b report.Finding) int {
		return cmp.Compare(min(a.Severity, diagnostics.Warning), min(b.Severity, diagnostics.Warning))
	})
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
		Start: d.Start, End: d.End, Related: d.Related, Fixes: d.Fixes, Mistake: d.Mistake,
		Suppressed: d.Suppressed, Reason: d.Reason,
	}
	if rule := diagnostics.ByCode(d.Code); rule != nil {
		f.Spec = rule.Spec
	}
	return f
}

// notes says what of a file could not be looked at.
func notes(text string, in *embedded.Found) []string {
	var all []string
	say := func(c embedded.Count, noun, what string) {
		if c.N > 0 {
			line := strings.Count(text[:c.First], "\n") + 1
			all = append(all, fmt.Sprintf("%s %s; the first is on line %d", printable.Count(c.N, noun), what, line))
		}
	}
	say(in.Cut, "payload", "cut off with the string around it")
	say(in.Unread, "place", "not read, which may hold payloads: no valid JSON")
	return all
}

// Place returns diagnostics of a payload as findings of the file that it is in.
func Place(p *embedded.Payload, found []diagnostics.Diagnostic) []report.Finding {
	all := make([]report.Finding, len(found))
	for i := range found {
		all[i] = finding(p, &found[i], embedded.Plain)
	}
	return all
}

// finding moves a diagnostic from its payload to the file. Of a payload that is
// cut off nobody knows what it should be, so there are no fixes; and a document
// may show a part of a payload, to which a header is not added without asking.
func finding(p *embedded.Payload, d *diagnostics.Diagnostic, kind embedded.Kind) report.Finding {
	f := convert(d)
	if p.Cut {
		f.Fixes = nil
	}
	f.Start, f.End = p.Range(d.Start, d.End)
	f.Related = slices.Clone(d.Related)
	for i := range f.Related {
		r := &f.Related[i]
		r.Start, r.End = p.Range(r.Start, r.End)
	}
	if f.Mistake != nil {
		m := *f.Mistake
		m.Places = slices.Clone(m.Places)
		for i := range m.Places {
			m.Places[i].Start, m.Places[i].End = p.Range(m.Places[i].Start, m.Places[i].End)
		}
		f.Mistake = &m
	}
	f.Fixes = slices.Clone(f.Fixes)
	for i := range f.Fixes {
		fix := &f.Fixes[i]
		if kind == embedded.Markdown && d.Code == ast.MissingHeader && strings.HasPrefix(fix.Edits[0].Text, "GCF ") && fix.Edits[0].End == 0 {
			fix.Safe = false
			f.Message += "; a fence with the word `fragment`, as in ```gcf fragment, is not checked"
		}
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
