package diagnosis

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/parser"
)

// Check is [diagnostics.Check], but for what slips explain: there the slip takes
// the place of all that follows from it, once for all its places. A fix of an
// error is safe only where the whole explanation is. Large documents are explained
// by an excerpt, see excerpt.go.
func Check(doc *ast.Document, options diagnostics.Options) []diagnostics.Diagnostic {
	if !diagnostics.HasErrors(doc) {
		options.Found = append(options.Found[:len(options.Found):len(options.Found)], Suspicions(doc)...)
		return diagnostics.Check(doc, options)
	}
	if options.Typing != nil && options.Typing.At >= 0 {
		// What is only unfinished where somebody types is no slip.
		found := diagnostics.Check(doc, options)
		if !slices.ContainsFunc(found, func(d diagnostics.Diagnostic) bool { return d.Severity == diagnostics.Error }) {
			return found
		}
	}
	if e := excerptOf(doc); e != nil {
		if at := newSite(e.text); at.Problem != nil {
			if found, ok := e.findings(doc, at); ok {
				return onlyFound(doc, found, options)
			}
		}
	}
	if len(doc.Source) > sizeToExplain(doc) {
		return diagnostics.Check(doc, options)
	}
	return ExplainDocument(doc).Diagnostics(doc, options)
}

// Diagnostics returns what is wrong with the document that was explained: its
// slips, and what is wrong beside them.
func (d *Diagnosis) Diagnostics(doc *ast.Document, options diagnostics.Options) []diagnostics.Diagnostic {
	return onlyFound(doc, d.found(), options)
}

// onlyFound checks a document with findings in the place of its problems.
func onlyFound(doc *ast.Document, found []diagnostics.Diagnostic, options diagnostics.Options) []diagnostics.Diagnostic {
	bare := *doc
	bare.Problems, bare.Unlisted = nil, 0
	options.Found = append(found, options.Found...)
	return diagnostics.Check(&bare, options)
}

// found are the slips, and what is wrong beside them.
func (d *Diagnosis) found() []diagnostics.Diagnostic {
	var found []diagnostics.Diagnostic
	for i := range d.Steps {
		found = append(found, d.diagnostics(i)...)
	}
	return append(found, d.rest()...)
}

// diagnostics puts a step into words.
func (d *Diagnosis) diagnostics(i int) []diagnostics.Diagnostic {
	s := &d.Steps[i]
	if len(s.rules) > 0 {
		if d.Level > Safe {
			decided(s.rules)
		}
		return s.rules
	}
	f := diagnostics.Diagnostic{
		Code: s.Code, Severity: diagnostics.Error, Message: s.Message, Start: s.Start, End: s.End,
		Mistake: &diagnostics.Mistake{Slip: s.Slip.Name, Cause: s.Cause, Places: s.Places, Wrong: s.Wrong, Right: s.Right},
	}
	if s.Slip == &unlikely {
		f.Severity = diagnostics.Hint
	}
	if i == 0 && len(d.Rivals) > 0 {
		f.Message += d.Rivals[0].orElse(s)
	}
	if s.Edits != nil && s.Level < Lossy {
		f.Fixes = []diagnostics.Fix{{Title: s.Title, Safe: d.Level == Safe, Edits: s.Edits}}
	}
	for j := range d.Rivals {
		if r := &d.Rivals[j]; i == 0 && r.Edits != nil && r.Level < Lossy {
			f.Fixes = append(f.Fixes, diagnostics.Fix{Title: r.Title, Edits: r.Edits})
		}
	}
	return []diagnostics.Diagnostic{f}
}

// orElse words a rival of a step.
func (rival *Step) orElse(s *Step) string {
	right := printable.Text(strings.TrimSpace(rival.Right), 60)
	switch {
	case rival.Message == s.Message:
		return "" // they differ where it does not show
	case rival.Cause == s.Cause && right != "":
		return "; or else `" + right + "`"
	}
	return "; or else " + rival.Message
}

// rest is what is wrong with the text when all steps are taken back, at its
// places in the source.
func (d *Diagnosis) rest() []diagnostics.Diagnostic {
	all := diagnostics.Check(parser.Parse(d.Text), diagnostics.Options{KeepSuppressed: true})
	all = slices.DeleteFunc(all, func(f diagnostics.Diagnostic) bool {
		return f.Code == ast.UnknownSuppression || f.Code == ast.UnusedSuppression
	})
	for i := range all {
		all[i] = d.origin.diagnostic(all[i])
	}
	decided(all)
	return all
}

// decided makes the fixes of errors decisions.
func decided(all []diagnostics.Diagnostic) {
	for i := range all {
		for j := range all[i].Fixes {
			f := &all[i].Fixes[j]
			f.Lossy = f.Lossy || loses(f)
			f.Safe = f.Safe && all[i].Severity != diagnostics.Error
		}
	}
}

// loses reports whether a fix of a rule drops or makes up data: its title says so.
func loses(f *diagnostics.Fix) bool {
	return !f.Safe && (strings.HasPrefix(f.Title, "Remove") || strings.HasPrefix(f.Title, "Keep") || strings.HasPrefix(f.Title, "Add a name"))
}

// diagnostic is a diagnostic of the text as one of the source.
func (o origin) diagnostic(f diagnostics.Diagnostic) diagnostics.Diagnostic {
	f.Suppressed, f.Reason = false, ""
	f.Start, f.End = o.source(f.Start), o.source(f.End)
	f.Related = slices.Clone(f.Related)
	for j := range f.Related {
		r := &f.Related[j]
		r.Start, r.End = o.source(r.Start), o.source(r.End)
	}
	var fixes []diagnostics.Fix
	for _, fix := range f.Fixes {
		if edits, ok := o.edits(fix.Edits); ok {
			fixes = append(fixes, diagnostics.Fix{Title: fix.Title, Safe: fix.Safe, Lossy: fix.Lossy, Edits: edits})
		}
	}
	f.Fixes = fixes
	return f
}
