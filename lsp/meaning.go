package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/frames"
	"gcf-lsp/internal/check/schema"
	"gcf-lsp/internal/editor/cgp"
	"gcf-lsp/internal/editor/complete"
	"gcf-lsp/internal/files"
	"gcf-lsp/internal/text/markup"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/dataplace"
)

// meaningHover says what frames and the schema tell about a place.
func (s *server) meaningHover(doc *snapshot, offset int) (text markup.Text, span ast.Span) {
	if v := doc.frames(); v != nil {
		text, span = cgp.Hover(v, offset)
	}
	sch := doc.subject().Schema()
	if sch == nil {
		return text, span
	}
	path, at, ok := dataplace.At(doc.tree(), offset)
	if !ok {
		return text, span
	}
	if p, ok := sch.At(path); ok {
		if text.Empty() {
			span = at
		}
		sch.Describe(&text, &p)
	}
	return text, span
}

// completeMeaning puts the words that frames and the schema know before what
// else is offered.
func (s *server) completeMeaning(doc *snapshot, offset int, list *complete.List) {
	var items []complete.Item
	words, span := cgp.Complete(doc.tree(), doc.frames(), offset)
	if len(words) > 0 && frames.Refused(doc.tree(), doc.subject().Context.Frames) {
		words = nil
	}
	for _, w := range words {
		items = append(items, complete.Item{Label: w.Name, Detail: w.Meaning, Kind: complete.Type, Text: w.Name})
	}
	if sch := doc.subject().Schema(); sch != nil && len(items) == 0 {
		if path, at, ok := dataplace.At(doc.tree(), offset); ok && !isName(doc.tree(), at) {
			p, _ := sch.At(path)
			for _, w := range p.Words {
				items = append(items, complete.Item{Label: printable.Name(w.Text, 60), Detail: "of " + sch.Name, Kind: complete.Value, Text: complete.Token(doc.tree(), at.Start, w.Text, w.String)})
			}
			span = at
		}
	}
	if len(items) == 0 {
		return
	}
	list.Put(items, span, offset, doc.text)
}

// isName reports whether a span is the key of its line.
func isName(doc *ast.Document, span ast.Span) bool {
	line := doc.Line(span.Start)
	return line != 0 && doc.KeySpan(line) == span
}

// meaningDefinition returns where a relation leads, or where the schema says
// what a column or a key holds.
func (s *server) meaningDefinition(ctx context.Context, doc *snapshot, offset int) []protocol.Location {
	if v := doc.frames(); v != nil {
		if target, _ := cgp.Target(v, offset); target != "" {
			return s.frameLocations(ctx, doc, target)
		}
	}
	sch := doc.subject().Schema()
	if sch == nil {
		return nil
	}
	if ref, ok := schema.ReferenceOf(doc.tree()); ok && ref.Start <= offset && offset <= ref.End {
		if p, ok := sch.At(nil); ok && p.Path != "" {
			return []protocol.Location{{URI: uri.File(p.Path)}}
		}
		return nil
	}
	path, span, ok := dataplace.At(doc.tree(), offset)
	if !ok || !isName(doc.tree(), span) && !slices.Contains(path, dataplace.Any) {
		return nil
	}
	p, ok := sch.At(path)
	if !ok || p.Path == "" {
		return nil
	}
	text, err := files.Read(p.Path, maxFileSize)
	if err != nil {
		return nil
	}
	at := ast.NewLineTable(string(text), ast.AnyLineEnd).Position(p.Offset, viewFrom(ctx).client.encoding)
	position := protocol.Position{Line: uint32(at.Line), Character: uint32(at.Column)}
	return []protocol.Location{{URI: uri.File(p.Path), Range: protocol.Range{Start: position, End: position}}}
}

// maxSearched is how many bytes of the workspace's files are searched for a
// frame.
const maxSearched = 256 << 20

// frameLocations returns the frames with a uri: in the document, else in the
// files of the workspace.
func (s *server) frameLocations(ctx context.Context, doc *snapshot, target string) []protocol.Location {
	to := frameLocations(doc.version, doc.frames(), target)
	if len(to) > 0 {
		return to
	}
	view := viewFrom(ctx)
	searched := 0
	for _, path := range s.workspace.list(ctx, view) {
		if ctx.Err() != nil || searched > maxSearched {
			break
		}
		if path == doc.path {
			continue
		}
		other := view.byPath(path)
		if other == nil {
			text, err := files.Read(path, maxFileSize)
			searched += len(text)
			if err != nil || !strings.Contains(string(text), target) {
				continue
			}
			file := &version{uri: uri.File(path), path: path, text: string(text)}
			file.complete(ctx, view.client.encoding, s.analysis)
			other = s.snapshotOf(file, view)
		}
		_ = s.contain("definition", func() error { // it is in the log
			to = append(to, frameLocations(other.version, other.frames(), target)...)
			return nil
		})
	}
	return to
}

func frameLocations(v *version, view *frames.View, target string) []protocol.Location {
	if view == nil {
		return nil
	}
	var to []protocol.Location
	for _, f := range view.ByURI(target) {
		span := view.Place(f, frames.URI)
		to = append(to, protocol.Location{URI: v.uri, Range: v.span(span.Start, span.End)})
	}
	return to
}

// maxFrameHints is how many running totals are shown at once.
const maxFrameHints = 1000

// frameHints are the running totals of frames in the lines from first to last.
func frameHints(doc *snapshot, first, last ast.NodeID) []protocol.InlayHint {
	view := doc.frames()
	if view == nil || !doc.settings.budgets {
		return nil
	}
	yes := true
	var all []protocol.InlayHint
	for _, t := range cgp.Totals(view, first, last, maxFrameHints) {
		all = append(all, protocol.InlayHint{Position: doc.position(t.Offset), Label: protocol.String(t.Text), PaddingLeft: &yes})
	}
	return all
}

// withBudget adds what the frames below a line cost to the text of its lens.
func withBudget(doc *snapshot, line ast.NodeID, text string) string {
	if view := doc.frames(); view != nil {
		if budget := cgp.Lens(view, line); budget != "" {
			return budget + " · " + text
		}
	}
	return text
}

// frameActions offers to set all costs at once, and to say that a table holds
// frames.
func (a *actions) frameActions(found []diagnostics.Diagnostic) {
	tree := a.doc.tree()
	line := tree.Line(a.start)
	at := slices.ContainsFunc(found, func(d diagnostics.Diagnostic) bool {
		return d.Code == ast.CGPTokenCost && d.Start <= a.end && a.start <= d.End
	})
	if n := len(costEdits(found)); at && n > 1 {
		action := a.action(fmt.Sprintf("Set token_cost of all %d frames", n), protocol.CodeActionKindQuickFix, nil)
		action.Edit = workspaceEdit(a.client, a.doc, a.doc.edits(editsOf(costEdits(found))))
		a.all = append(a.all, action)
	}
	if line != 0 && tree.Header.Node != 0 && cgp.Unmarked(tree, a.doc.frames(), line) && !frames.Refused(tree, a.doc.subject().Context.Frames) {
		action := a.action("Mark the document as Context Graph Protocol frames", protocol.CodeActionKindRefactorRewrite, nil)
		end := tree.SubtreeEnd(tree.Header.Node)
		action.Edit = workspaceEdit(a.client, a.doc, a.doc.edits(editsOf([]diagnostics.Edit{{Start: end, End: end, Text: "# cgp\n"}})))
		a.all = append(a.all, action)
	}
}

// costEdits are the edits that set the costs which are reported as wrong.
func costEdits(found []diagnostics.Diagnostic) []diagnostics.Edit {
	var edits []diagnostics.Edit
	for _, d := range found {
		if d.Code == ast.CGPTokenCost && len(d.Fixes) > 0 {
			edits = append(edits, d.Fixes[0].Edits...)
		}
	}
	return edits
}

// refreshSchemas has the documents checked again: a schema may have changed on
// disk.
func (s *server) refreshSchemas() {
	s.workspace.dropReports()
	// Which have one cannot be asked here: it takes reading them.
	s.showAgain(s.remake())
}

// dropReports has all files reported anew.
func (w *workspaceFiles) dropReports() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reports = nil
}

// isSchemaFile says whether a change on disk may be one of a schema.
func isSchemaFile(uri string) bool { return strings.HasSuffix(strings.ToLower(uri), ".json") }
