package lsp

import (
	"context"
	"crypto/sha256"
	"fmt"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// diagnosticSource is the name beside each diagnostic in the editor.
const diagnosticSource = "gcf"

// maxDiagnostics bounds what is sent for one document: thousands of them help
// nobody and slow editors down.
const maxDiagnostics = 1000

// report is what is known about one version of a document, as the client gets
// it, pushed or pulled.
type report struct {
	resultID string // the same for the same items
	items    []protocol.Diagnostic
}

// report makes the report of a snapshot. It fails only where ctx ends, and
// where this program has a mistake that is about this document.
func (s *server) report(ctx context.Context, doc *snapshot) (_ *report, err error) {
	defer s.recover("the diagnostics of "+string(doc.uri), &err)
	findings := doc.findings()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	can := s.now.Load().client.diagnostics()
	r := &report{items: make([]protocol.Diagnostic, 0, len(findings))}
	for _, f := range findings {
		r.items = append(r.items, s.convertDiagnostic(doc, f, can))
		if f.Mistake == nil {
			continue
		}
		for i, p := range f.Mistake.Places {
			if i > 0 && len(r.items) < maxDiagnostics {
				// The same mistake is marked wherever it is, and worded once.
				same := f
				same.Start, same.End, same.Related = p.Start, p.End, nil
				same.Message = fmt.Sprintf("the same as on line %d", doc.position(f.Start).Line+1)
				r.items = append(r.items, s.convertDiagnostic(doc, same, can))
			}
		}
	}
	encoded, err := protocol.Marshal(r.items)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(encoded)
	r.resultID = fmt.Sprintf("%x", sum[:12])
	return r, ctx.Err()
}

// messageOf is the message of a finding, with the lines as the client counts
// them.
func (doc *snapshot) messageOf(f *diagnostics.Diagnostic) string {
	if len(f.Related) == 0 || doc.foreign {
		return f.Message
	}
	at := f.Related[0].Start
	return diagnostics.Renumbered(f.Message, int(doc.tree().Line(at)), int(doc.position(at).Line)+1)
}

func (s *server) convertDiagnostic(doc *snapshot, f diagnostics.Diagnostic, can protocol.DiagnosticsCapabilities) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    doc.span(f.Start, f.End),
		Severity: protocol.DiagnosticSeverity(f.Severity),
		Code:     protocol.String(f.Code.String()),
		Source:   protocol.NewOptional(diagnosticSource),
		Message:  protocol.String(doc.messageOf(&f)),
	}
	if f.Code == ast.NoCode {
		d.Code = protocol.String(configurationCode)
	} else if is(can.CodeDescriptionSupport) {
		d.CodeDescription.Href = s.pages.link(f.Code)
	}
	if is(can.RelatedInformation) {
		for _, r := range f.Related {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: doc.uri, Range: doc.span(r.Start, r.End)},
				Message:  r.Message,
			})
		}
	}
	return d
}
