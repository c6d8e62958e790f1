// Package roots is about the places of a document that lead to others: a root in
// the header, a comment that names a base, a reference of a session. It says what
// stands there and what is known of the documents that it leads to. Enter at [At]
// and [Known.Describe].
package roots

import (
	"fmt"
	"path/filepath"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/snapshot"
	"gcf-lsp/spec"
)

// Place is a place in a document that leads to other documents: a root in
// the header, a comment that names a base, a reference of a session.
type Place struct {
	Span      ast.Span
	Field     string // pack_root, base_root or new_root, with their Root
	Root      string
	Named     bool // the comment
	Reference bool // of a session, to the symbol with an ID
	ID        uint64
}

// At returns the place at an offset, if there is one.
func At(doc *ast.Document, offset int) (Place, bool) {
	at := cursor.At(doc, offset)
	line := at.Line
	switch at.LineKind(doc) {
	case ast.KindHeader:
		f := at.Pair
		if f == nil {
			break
		}
		if field := spec.Header(f.Key); field != nil && field.Root {
			return Place{Span: ast.Span{Start: f.ValueStart, End: f.ValueEnd}, Field: f.Key, Root: f.Value}, f.Value != ""
		}
	case ast.KindComment:
		d, ok := index.DirectiveOf(doc)
		if ok && doc.Line(d.Start) == line {
			return Place{Span: ast.Span{Start: d.Start, End: d.End}, Named: true}, true
		}
	case ast.KindReference:
		for node, d := range snapshot.Declared(doc) {
			if node == line {
				start, end := doc.Span(line)
				return Place{Span: ast.Span{Start: start, End: end}, Reference: true, ID: d.ID}, true
			}
		}
	}
	return Place{}, false
}

// Known is the documents that places lead to, and what reads them.
type Known struct {
	*index.Index
	Read index.Reader
}

// Describe says what there is to say about a place of a document with a path.
func (k *Known) Describe(path string, doc *ast.Document, place Place) (text markup.Text) {
	e := k.Summarise(path, doc)
	switch {
	case place.Reference:
		k.describeReference(&text, e, place.ID)
	case place.Named && e.Kind == index.Session:
		k.describeEarlier(&text, e)
	case place.Field == "pack_root":
		k.describeSnapshot(&text, e)
	case e.Kind == index.Delta:
		k.describeDelta(&text, doc, e)
	}
	return text
}

// file is a file's name in a text.
func file(path string) markup.Span { return markup.Code(filepath.Base(path), 80) }

func (k *Known) describeReference(text *markup.Text, e index.Entry, id uint64) {
	name := markup.Code(fmt.Sprintf("@%d", id))
	earlier, _ := k.Earlier(e, k.Read)
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

func (k *Known) describeEarlier(text *markup.Text, e index.Entry) {
	earlier, why := k.Earlier(e, k.Read)
	if earlier == nil {
		text.Line(markup.Plain("The payload before this one in the session cannot be used: " + printable.Text(why, 200) + "."))
		return
	}
	text.Line(markup.Plain(fmt.Sprintf("The payload before this one in the session. It and those before it declare %s.",
		printable.Count(len(earlier.Symbols), "symbol"))))
}

// describeSnapshot says what a full payload's root stands for and what applies
// to it.
func (k *Known) describeSnapshot(text *markup.Text, e index.Entry) {
	switch {
	case e.Kind == index.Unchanged:
		holders := k.Holding(e.Declared)
		if len(holders) > 0 {
			text.Line(markup.Plain("The snapshot that is still valid is that of "), file(holders[0].Path), markup.Plain("."))
		}
		return
	case e.Computed == "":
		return
	case e.Computed != e.Declared:
		text.Line(markup.Plain("The root of this payload is "), markup.Code(e.Computed), markup.Plain("."))
	}
	deltas := k.DeltasOn(e.Declared)
	if len(deltas) == 0 {
		text.Line(markup.Plain("No delta of the workspace applies to it."))
		return
	}
	text.Line(markup.Plain(printable.Count(len(deltas), "delta") + " of the workspace on it:"))
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
func (k *Known) describeDelta(text *markup.Text, doc *ast.Document, e index.Entry) {
	if diagnostics.HasErrors(doc) {
		return
	}
	delta, err := snapshot.DeltaFromDocument(doc)
	if err != nil {
		return
	}
	text.Line(markup.Strong("Delta: " + check.Summary(delta)))
	base, why := k.Base(e, k.Read)
	if base == nil {
		if why == "" {
			why = "no document of the workspace has its root"
		}
		text.Line(markup.Plain("Its base is not known: " + printable.Text(why, 200) + "."))
		return
	}
	text.Line(markup.Plain("Base: "), file(base.Path), markup.Plain(", "+size(base.Snapshot)+"."))
	result, err := snapshot.Apply(base.Snapshot, delta)
	if err != nil {
		text.Line(markup.Plain("It does not apply: " + printable.Text(err.Error(), 300)))
		return
	}
	text.Line(markup.Plain("Result: " + size(result) + "."))
	full, err := snapshot.AppendFull(nil, result, snapshot.Header{})
	if err != nil {
		return
	}
	if have, all := len(doc.Source), len(full); have < all {
		text.Line(markup.Plain(fmt.Sprintf("%d bytes instead of %d for a full payload: saves %s.", have, all, snapshot.Savings(have, all))))
	} else {
		text.Line(markup.Plain(fmt.Sprintf("%d bytes; a full payload would have only %d.", have, all)))
	}
}

// size says how much a snapshot holds.
func size(s snapshot.Snapshot) string {
	if s.Profile() == ast.ProfileGraph {
		return printable.Count(s.Len(), "symbol")
	}
	return printable.Count(s.Len(), "row")
}
