package lsp

import (
	"path"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/config"
	"gcf-lsp/internal/cli/lint"
)

// Editors also open what is not GCF for this server: Markdown, JSON and logs
// with payloads in them, where the configuration includes such files, and the
// configuration itself. Of these foreign documents there are diagnostics and
// nothing else: read as one GCF document, every feature would be wrong about
// them, and each fix would destroy them.

// isGCF says whether a document is GCF: its name or its language says so.
func isGCF(key uri.URI, language string) bool {
	return strings.EqualFold(language, "gcf") || strings.EqualFold(path.Ext(string(key)), ".gcf")
}

// isConfiguration says whether a file is one of configuration.
func isConfiguration(key uri.URI) bool { return path.Base(string(key)) == config.FileName }

// open returns the open document with a URI, GCF or foreign, or nil.
func (v *view) open(key uri.URI) *snapshot {
	if doc := v.documents[key]; doc != nil {
		return doc
	}
	return v.foreign[key]
}

// payloadFindings returns what is wrong with the payloads in a foreign document
// that the configuration includes, as `check` reports it.
func (s *server) payloadFindings(doc *snapshot) []diagnostics.Diagnostic {
	v := doc.version
	if v.path == "" {
		return nil // no configuration includes it
	}
	c := doc.settings.config(v.path)
	if !c.Lint || !c.Wants(v.path) {
		return nil
	}
	context := doc.subject().Context
	context.Limit, context.Others = 0, nil
	checked := lint.Check(v.path, v.text, lint.Options{Context: context, Kind: c.KindOf(v.path), Fields: c.Embedded.Fields})
	found := checked.Findings[:min(len(checked.Findings), maxDiagnostics)]
	all := make([]diagnostics.Diagnostic, len(found))
	for i := range found {
		f := &found[i]
		all[i] = diagnostics.Diagnostic{
			Code: ast.CodeByName(f.Code), Severity: f.Severity, Message: f.Message,
			Start: f.Start, End: f.End, Related: f.Related,
		}
	}
	return all
}

// isAboutForeign says whether a request asks for something about a foreign
// document that it does not have: the answer is that there is nothing.
func (v *view) isAboutForeign(r *jsonrpc2.Request) bool {
	method := r.Method()
	if len(v.foreign) == 0 || !strings.HasPrefix(method, "textDocument/") || method == protocol.MethodTextDocumentDiagnostic {
		return false
	}
	return v.foreign[documentKey(text(parseLoosely(r.Params()), "textDocument", "uri"))] != nil
}
