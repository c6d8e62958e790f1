package lsp

import (
	"slices"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/frames"
	"gcf-lsp/internal/editor/tableview"
	"gcf-lsp/internal/graph"
)

// snapshot is one version of a document under one set of settings. It is
// immutable; what is computed from it is computed when first asked for, once.
type snapshot struct {
	*version
	settings *settings
	// findings returns the diagnostics in the order of their places, at most
	// maxDiagnostics of them.
	findings func() []diagnostics.Diagnostic
	// frames returns the Context Graph Protocol frames in the document, nil
	// where it has none.
	frames func() *frames.View
}

// version is one version of a document's text.
type version struct {
	uri      uri.URI // as the client spells it
	path     string  // of the file, or "" for what is none
	number   *int32  // as the client counts, or nil where it does not
	text     string
	encoding ast.Encoding // of the client's columns
	foreign  bool         // it is not GCF, see foreign.go

	tree   func() *ast.Document
	lines  func() *ast.LineTable
	edges  func() *graph.Index    // of the graph profile, by symbol
	tables func() *tableview.View // as viewers see them
}

func newSnapshot(v *version, settings *settings, a *analysis) *snapshot {
	doc := &snapshot{version: v, settings: settings}
	doc.frames = sync.OnceValue(func() *frames.View { return frames.Open(v.tree(), doc.cgp()) })
	doc.findings = sync.OnceValue(func() []diagnostics.Diagnostic {
		severities, on := settings.severities(v.path)
		if !on {
			return nil
		}
		found := slices.Concat(a.found(v), a.meanings(doc))
		return a.check(v.tree(), diagnostics.Options{Severities: severities, Limit: maxDiagnostics, Found: found})
	})
	return doc
}

// newForeign makes the snapshot of a document that is not GCF. It is read as an
// empty one.
func newForeign(v *version, settings *settings, findings func() []diagnostics.Diagnostic) *snapshot {
	return &snapshot{version: v, settings: settings, findings: sync.OnceValue(findings), frames: func() *frames.View { return nil }}
}

// complete adds what follows from the text.
func (v *version) complete(encoding ast.Encoding, a *analysis) {
	v.encoding = encoding
	v.tree = sync.OnceValue(func() *ast.Document {
		if v.foreign {
			return a.parse("")
		}
		return a.parse(v.text)
	})
	v.lines = sync.OnceValue(func() *ast.LineTable { return ast.NewLineTable(v.text, ast.AnyLineEnd) })
	v.tables = sync.OnceValue(func() *tableview.View { return tableview.New(v.tree()) })
	v.edges = sync.OnceValue(func() *graph.Index { return graph.NewIndex(v.tree()) })
}

// offset turns a position into a byte offset, clamped into the text.
func (v *version) offset(p protocol.Position) int {
	return v.lines().Offset(ast.Position{Line: int(p.Line), Column: int(p.Character)}, v.encoding)
}

// position turns a byte offset into a position.
func (v *version) position(offset int) protocol.Position {
	p := v.lines().Position(offset, v.encoding)
	return protocol.Position{Line: uint32(p.Line), Character: uint32(p.Column)}
}

// span turns a byte range into a range.
func (v *version) span(start, end int) protocol.Range {
	return protocol.Range{Start: v.position(start), End: v.position(max(start, end))}
}
