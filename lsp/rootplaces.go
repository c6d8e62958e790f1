package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/cursor"
	gcf "gcf-lsp/snapshot"
	"gcf-lsp/spec"
)

// rootPlace is a place in a document that leads to other documents: a root in
// the header, a comment that names a base, a reference of a session.
type rootPlace struct {
	start, end int // bytes
	field      string
	root       string // of pack_root, base_root, new_root
	named      bool   // the comment
	reference  bool   // of a session
	id         uint64
}

// rootPlaceAt returns the place at an offset, if there is one.
func rootPlaceAt(doc *ast.Document, offset int) (rootPlace, bool) {
	at := cursor.At(doc, offset)
	line := at.Line
	switch at.LineKind(doc) {
	case ast.KindHeader:
		f := at.Pair
		if f == nil {
			break
		}
		if field := spec.Header(f.Key); field != nil && field.Root {
			return rootPlace{start: f.ValueStart, end: f.ValueEnd, field: f.Key, root: f.Value}, f.Value != ""
		}
	case ast.KindComment:
		d, ok := index.DirectiveOf(doc)
		if ok && doc.Line(d.Start) == line {
			return rootPlace{start: d.Start, end: d.End, named: true}, true
		}
	case ast.KindReference:
		for node, d := range gcf.Declared(doc) {
			if node == line {
				start, end := doc.Span(line)
				return rootPlace{start: start, end: end, reference: true, id: d.ID}, true
			}
		}
	}
	return rootPlace{}, false
}

// rootDefinition returns where a root's snapshot, a named base or a session's
// symbol is. It returns false where the place is none of these.
func (s *server) rootDefinition(ctx context.Context, doc *snapshot, offset int) (to []protocol.Location, ok bool) {
	place, ok := rootPlaceAt(doc.tree(), offset)
	if !ok {
		return nil, false
	}
	w := s.index
	w.catchUp(ctx)
	e := w.known.Summarise(doc.path, doc.tree())
	switch {
	case place.named:
		if _, known := w.known.Entry(e.Named); known {
			to = w.appendPlace(to, e.Named, nil)
		}
	case place.reference:
		if earlier, _ := w.known.Earlier(e, w.read); earlier != nil {
			if d, declared := earlier.Symbols[place.id]; declared {
				to = w.appendPlace(to, d.Path, func(doc *ast.Document) (int, int) { return doc.Span(d.Node) })
			}
		}
	case place.field == "base_root" && e.Named != "":
		to = w.appendPlace(to, e.Named, nil)
	default:
		for _, holder := range w.known.Holding(place.root) {
			to = w.appendPlace(to, holder.Path, headerPlace("pack_root", "new_root"))
			if place.field == "base_root" {
				break // the one that is used
			}
		}
	}
	return to, true
}

// rootReferences returns the documents that use the snapshot with the root at
// an offset: the deltas on it and, where wanted, those that hold it.
func (s *server) rootReferences(ctx context.Context, doc *snapshot, offset int, declaration bool) (to []protocol.Location, ok bool) {
	place, ok := rootPlaceAt(doc.tree(), offset)
	if !ok || place.root == "" {
		return nil, false
	}
	w := s.index
	w.catchUp(ctx)
	if declaration {
		for _, holder := range w.known.Holding(place.root) {
			to = w.appendPlace(to, holder.Path, headerPlace("pack_root", "new_root"))
		}
	}
	for _, delta := range w.known.DeltasOn(place.root) {
		to = w.appendPlace(to, delta.Path, headerPlace("base_root"))
	}
	return to, true
}

// headerPlace finds the first of some header fields.
func headerPlace(names ...string) func(doc *ast.Document) (int, int) {
	return func(doc *ast.Document) (int, int) {
		for _, name := range names {
			if f := doc.Header.Field(name); f != nil {
				return f.ValueStart, f.ValueEnd
			}
		}
		return doc.Span(doc.Header.Node)
	}
}

// appendPlace appends a place in a document of the index: its start where find
// is nil.
func (w *workspaceIndex) appendPlace(to []protocol.Location, path string, find func(doc *ast.Document) (start, end int)) []protocol.Location {
	v := w.version(path)
	if v == nil {
		return to
	}
	start, end := 0, 0
	if find != nil {
		start, end = find(v.tree())
	}
	return append(to, protocol.Location{URI: v.uri, Range: v.span(start, end)})
}

// rootHover returns what there is to say about the place at an offset, with its
// range, or nothing.
func (s *server) rootHover(doc *snapshot, offset int) (text markup.Text, span ast.Span) {
	place, ok := rootPlaceAt(doc.tree(), offset)
	if !ok {
		return text, span
	}
	w := s.index
	e := w.known.Summarise(doc.path, doc.tree())
	switch {
	case place.reference:
		w.describeReference(&text, e, place.id)
	case place.named && e.Kind == index.Session:
		w.describeEarlier(&text, e)
	case place.field == "pack_root":
		w.describeSnapshot(&text, e)
	case e.Kind == index.Delta:
		w.describeDelta(&text, doc.tree(), e)
	}
	return text, ast.Span{Start: place.start, End: place.end}
}

// file is a file's name in a text.
func file(path string) markup.Span { return markup.Code(filepath.Base(path), 80) }

func (w *workspaceIndex) describeReference(text *markup.Text, e index.Entry, id uint64) {
	name := markup.Code(fmt.Sprintf("@%d", id))
	earlier, _ := w.known.Earlier(e, w.read)
	if earlier == nil {
		return
	}
	d, ok := earlier.Symbols[id]
	if !ok {
		text.Line(name, markup.Plain(" was not declared in the payloads before this one."))
		return
	}
	text.Line(name, markup.Plain(" is the "+printable.Text(d.Symbol.Kind, 40)+" "), markup.Code(d.Symbol.QualifiedName, 200),
		markup.Plain(fmt.Sprintf(", score %.2f, ", d.Symbol.Score)), markup.Code(d.Symbol.Provenance, 80),
		markup.Plain(", as declared in "), file(d.Path), markup.Plain(fmt.Sprintf(", line %d.", d.Node)))
}

func (w *workspaceIndex) describeEarlier(text *markup.Text, e index.Entry) {
	earlier, why := w.known.Earlier(e, w.read)
	if earlier == nil {
		text.Line(markup.Plain("The payload before this one in the session cannot be used: " + printable.Text(why, 200) + "."))
		return
	}
	text.Line(markup.Plain(fmt.Sprintf("The payload before this one in the session. It and those before it declare %s.",
		counted(len(earlier.Symbols), "symbol"))))
}

// describeSnapshot says what a full payload's root stands for and what applies
// to it.
func (w *workspaceIndex) describeSnapshot(text *markup.Text, e index.Entry) {
	switch {
	case e.Kind == index.Unchanged:
		holders := w.known.Holding(e.Declared)
		if len(holders) > 0 {
			text.Line(markup.Plain("The snapshot that is still valid is that of "), file(holders[0].Path), markup.Plain("."))
		}
		return
	case e.Computed == "":
		return
	case e.Computed != e.Declared:
		text.Line(markup.Plain("The root of this payload is "), markup.Code(e.Computed), markup.Plain("."))
	}
	deltas := w.known.DeltasOn(e.Declared)
	if len(deltas) == 0 {
		text.Line(markup.Plain("No delta of the workspace applies to it."))
		return
	}
	text.Line(markup.Plain(counted(len(deltas), "delta") + " of the workspace on it:"))
	const most = 10
	var items [][]markup.Span
	for _, d := range deltas[:min(most, len(deltas))] {
		items = append(items, []markup.Span{file(d.Path)})
	}
	if more := len(deltas) - most; more > 0 {
		items = append(items, []markup.Span{markup.Plain(fmt.Sprintf("and %d more", more))})
	}
	text.List(items...)
}

// describeDelta says what a delta does to its base and what it saves.
func (w *workspaceIndex) describeDelta(text *markup.Text, doc *ast.Document, e index.Entry) {
	if diagnostics.HasErrors(doc) {
		return
	}
	delta, err := gcf.DeltaFromDocument(doc)
	if err != nil {
		return
	}
	text.Line(markup.Strong("Delta: " + check.Summary(delta)))
	base, why := w.known.Base(e, w.read)
	if base == nil {
		if why == "" {
			why = "no document of the workspace has its root"
		}
		text.Line(markup.Plain("Its base is not known: " + printable.Text(why, 200) + "."))
		return
	}
	text.Line(markup.Plain("Base: "), file(base.Path), markup.Plain(", "+size(base.Snapshot)+"."))
	result, err := gcf.Apply(base.Snapshot, delta)
	if err != nil {
		text.Line(markup.Plain("It does not apply: " + printable.Text(err.Error(), 300)))
		return
	}
	text.Line(markup.Plain("Result: " + size(result) + "."))
	full, err := gcf.AppendFull(nil, result, gcf.Header{})
	if err != nil {
		return
	}
	if have, all := len(doc.Source), len(full); have < all {
		text.Line(markup.Plain(fmt.Sprintf("%d bytes instead of %d for a full payload: saves %s.", have, all, gcf.Savings(have, all))))
	} else {
		text.Line(markup.Plain(fmt.Sprintf("%d bytes; a full payload would have only %d.", have, all)))
	}
}

// size says how much a snapshot holds.
func size(s gcf.Snapshot) string {
	if s.Profile() == ast.ProfileGraph {
		return counted(s.Len(), "symbol")
	}
	return counted(s.Len(), "row")
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// fileChanges returns the paths of the GCF files that a notice names.
func fileChanges(params any) []string {
	var paths []string
	for _, change := range list(params, "changes") {
		path := filePath(documentKey(text(change, "uri")))
		if strings.EqualFold(filepath.Ext(path), ".gcf") {
			paths = append(paths, path)
		}
	}
	return paths
}
