package main

import (
	"errors"
	"fmt"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnosis"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/lint"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
)

// What root, diff, apply and verify share.

// payload is a document that was read.
type payload struct {
	name string
	doc  *ast.Document
}

// payloads reads the documents that the arguments name. Standard input can be
// only one of them. Documents with errors are reported and end the command.
func (a *app) payloads(args []string) ([]payload, error) {
	all := make([]payload, 0, len(args))
	stdin, broken := false, false
	for _, arg := range args {
		if arg == "-" {
			if stdin {
				return nil, usage("", "standard input (-) can be read only once")
			}
			stdin = true
		}
		name, text, err := a.read([]string{arg})
		if err != nil {
			return nil, err
		}
		p := payload{name: name}
		err = a.contain(name, func() error {
			p.doc = parser.Parse(text)
			if !diagnostics.HasErrors(p.doc) {
				return nil
			}
			broken = true
			return a.refuse(p, errorsOf(p.doc))
		})
		if errors.As(err, new(status)) {
			broken = true
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	if broken {
		return nil, status(exitFindings)
	}
	return all, nil
}

// errorsOf returns what a strict decoder refuses a document for. A comment can
// hide an error from a report, not from a decoder.
func errorsOf(doc *ast.Document) []diagnostics.Diagnostic {
	var found []diagnostics.Diagnostic
	for _, d := range diagnosis.Check(doc, diagnostics.Options{KeepSuppressed: true}) {
		if d.Severity == diagnostics.Error {
			d.Suppressed = false
			found = append(found, d)
		}
	}
	return found
}

// refuse shows on standard error why a document is refused.
func (a *app) refuse(p payload, found []diagnostics.Diagnostic) error {
	f := &report.File{Name: p.name, Source: p.doc.Source, Findings: lint.Findings(found)}
	return a.report("text", a.stderr, report.Options{}, f)
}

// refuseFor shows the error for which a document is refused and returns the
// status to end with.
func (a *app) refuseFor(p payload, err error) error {
	var data *snapshot.DataError
	var reference *snapshot.ReferenceError
	switch {
	case errors.As(err, &reference):
		if err := a.refuse(p, []diagnostics.Diagnostic{check.Reference(p.doc, reference)}); err != nil {
			return err
		}
	case errors.As(err, &data) && data.Node != 0:
		a.complain("%s:%d: %s", p.name, data.Node, message(err)) // node i is line i
	default:
		a.complain("%s: %s", p.name, message(err))
	}
	return status(exitFindings)
}

// lacking says that the header of a payload does not name a root that it must.
func (a *app) lacking(p payload, field string) error {
	a.complain("%s: its header has no %s: it does not say which snapshot it is about", p.name, field)
	return status(exitFindings)
}

// complain writes one line to standard error.
func (a *app) complain(format string, args ...any) {
	fmt.Fprintf(a.stderr, "gcf-lsp: %s\n", report.Safe(fmt.Sprintf(format, args...)))
}

// full reads the snapshot of a full payload, whose declared root must be its
// own.
func (a *app) full(p payload) (snapshot.Snapshot, error) {
	s, err := snapshot.FromDocument(p.doc)
	if err != nil {
		return nil, a.refuseFor(p, err)
	}
	if found := check.PackRoot(p.doc); len(found) > 0 {
		if err := a.refuse(p, found); err != nil {
			return nil, err
		}
		return nil, status(exitFindings)
	}
	return s, nil
}

// write writes a payload that is complete.
func (a *app) write(data []byte) error {
	_, err := a.stdout.Write(data)
	return err
}
