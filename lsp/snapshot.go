package lsp

import (
	"context"
	"sync"
	"sync/atomic"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/frames"
	"gcf-lsp/internal/editor/tableview"
	"gcf-lsp/internal/tree/graph"
)

// snapshot is one version of a document in one context: settings, folders, and
// what other documents tell. It is immutable; what is computed from it is
// computed when first asked for, once.
type snapshot struct {
	*version
	settings *settings
	// subject is the document as it is checked.
	subject func() *check.Subject
	// findings returns the diagnostics in the order of their places, at most
	// maxDiagnostics of them.
	findings func() []diagnostics.Diagnostic
}

// frames returns the Context Graph Protocol frames in the document, nil where it
// has none.
func (doc *snapshot) frames() *frames.View { return doc.subject().Frames() }

// version is one version of a document's text.
type version struct {
	uri      uri.URI // as the client spells it
	path     string  // of the file, or "" for what is none
	number   *int32  // as the client counts, or nil where it does not
	text     string
	encoding ast.Encoding       // of the client's columns
	foreign  bool               // it is not GCF, see foreign.go
	typed    *protocol.Position // behind the change that made it by typing, or nil
	// right is set once a version of the document had no error since it was
	// opened, or nothing in it. All versions share it.
	right *atomic.Bool
	// life is done when the version is out of date and nobody needs to know what
	// is wrong with it.
	life context.Context
	// validating is held while data are checked, which may take long: one check
	// of a version at a time.
	validating sync.Mutex

	// from is the version that the tree is made from, as long as there is no tree.
	from   atomic.Pointer[basis]
	read   atomic.Pointer[reading] // once the tree is there
	tree   func() *ast.Document
	lines  func() *ast.LineTable
	edges  func() *graph.Index    // of the graph profile, by symbol
	tables func() *tableview.View // as viewers see them
}

// reading is a text that was read.
type reading struct {
	tree  *ast.Document
	lines *ast.LineTable
}

// basis is a version whose tree is there, and what has changed since.
type basis struct {
	*version
	change ast.Splice
}

// basis returns what the tree of the next version is made from after a change, or
// nil. Versions that nobody looked at are left out, so that none of them is kept.
func (v *version) basis(change ast.Splice) *basis {
	from := v.from.Load() // before the tree: it is given up when that is there
	if v.read.Load() != nil {
		return &basis{v, change}
	}
	if from != nil {
		return &basis{from.version, from.change.Then(change)}
	}
	return nil
}

// parse reads the text.
func (v *version) parse(a *analysis) *reading {
	r := &reading{}
	from := v.from.Load()
	switch {
	case v.foreign:
		r.tree, r.lines = a.parse(""), ast.NewLineTable(v.text, ast.AnyLineEnd)
	case from != nil && a.reparse != nil:
		before := from.read.Load()
		r.tree = a.reparse(before.tree, v.text, from.change)
		r.lines = r.tree.LineTable(ast.AnyLineEnd, before.lines, from.change)
	default:
		r.tree = a.parse(v.text)
		r.lines = r.tree.LineTable(ast.AnyLineEnd, nil, ast.Splice{})
	}
	v.read.Store(r)
	v.from.Store(nil)
	return r
}

// snapshotOf makes the snapshot of a document in a view, as what it is.
func (s *server) snapshotOf(v *version, view *view) *snapshot {
	doc := &snapshot{version: v, settings: view.settings}
	folders, others, typing := view.folders, s.index.others(v), view.typing == v
	doc.subject = sync.OnceValue(func() *check.Subject {
		in := doc.settings.config(v.path).Context(v.path, folders, &s.schemas)
		in.Limit, in.Others, in.Life = maxDiagnostics, others, v.life
		if v.typed != nil {
			in.Typing = &diagnostics.Typing{At: -1}
		}
		if typing {
			in.Typing.At = v.offset(*v.typed)
		}
		return check.New(v.tree(), in)
	})
	doc.findings = sync.OnceValue(func() []diagnostics.Diagnostic {
		v.validating.Lock()
		defer v.validating.Unlock()
		switch {
		case isConfiguration(v.uri) && v.foreign:
			return configurationFindings(v, doc.settings)
		case v.foreign:
			return s.payloadFindings(doc)
		case !doc.settings.config(v.path).Lint:
			return nil
		}
		if v.right != nil && !diagnostics.HasErrors(v.tree()) {
			v.right.Store(true)
		}
		return s.analysis.check(doc.subject())
	})
	return doc
}

// checkFurther returns what says what is wrong with a text that takes the place
// of a document, in the document's context, without the limit of what is shown.
func (doc *snapshot) checkFurther() func(*ast.Document) []diagnostics.Diagnostic {
	in := doc.subject().Context
	in.Limit, in.Typing = 0, nil
	return func(tree *ast.Document) []diagnostics.Diagnostic {
		doc.validating.Lock()
		defer doc.validating.Unlock()
		return check.Document(tree, in)
	}
}

// complete adds what follows from the text. The version lives as long as ctx.
func (v *version) complete(ctx context.Context, encoding ast.Encoding, a *analysis) {
	v.life = ctx
	v.encoding = encoding
	read := sync.OnceValue(func() *reading { return v.parse(a) })
	v.tree = func() *ast.Document { return read().tree }
	v.lines = func() *ast.LineTable { return read().lines }
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
