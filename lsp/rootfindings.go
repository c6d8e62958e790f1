package lsp

import (
	"fmt"
	"path/filepath"
	"time"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/check/roots"
	"gcf-lsp/internal/text/printable"
	gcf "gcf-lsp/snapshot"
)

// findings returns what can be said about a document with the help of others:
// whether a delta applies, whether a session's references are declared.
func (w *workspaceIndex) findings(v *version) []diagnostics.Diagnostic {
	if !index.Relevant(v.text) {
		return nil
	}
	doc := v.tree()
	if !dependsOnOthers(doc) || diagnostics.HasErrors(doc) {
		return nil
	}
	e := w.known.Summarise(v.path, doc)
	if e.Kind == index.Delta {
		return w.deltaFindings(doc, e)
	}
	return w.sessionFindings(doc, e)
}

// searched reports whether the folders were searched: before that nothing is
// missing yet.
func (w *workspaceIndex) searched() bool {
	select {
	case <-w.ready:
		return true
	default:
		return false
	}
}

// searchPatience is how long a request waits for the index.
const searchPatience = 2 * time.Second

func (w *workspaceIndex) deltaFindings(doc *ast.Document, e index.Entry) []diagnostics.Diagnostic {
	base, why := w.known.Base(e, w.read)
	switch {
	case base == nil && !w.searched():
		return nil
	case base == nil && e.Named != "":
		return w.unusable(doc, why)
	case base == nil:
		return roots.Unresolved(doc, why)
	case base.Soft:
		return softFindings(doc, base)
	}
	_, found := roots.Delta(doc, base.Base, w.known.Wanted(e.New, e.Path, w.read))
	return found
}

// softFindings are those of a graph delta whose base only declares the root:
// its producer may have hashed the scores before they were rounded, and then
// no root can be compared. The operations can.
func softFindings(doc *ast.Document, base *index.Found) []diagnostics.Diagnostic {
	delta, err := gcf.DeltaFromDocument(doc)
	if err != nil {
		return nil
	}
	var found []diagnostics.Diagnostic
	for _, e := range gcf.Problems(base.Snapshot, delta) {
		found = append(found, roots.Operation(doc, e, base.Name))
	}
	return found
}

// unusable says that what a comment names cannot be used.
func (w *workspaceIndex) unusable(doc *ast.Document, why string) []diagnostics.Diagnostic {
	d, ok := index.DirectiveOf(doc)
	if !ok {
		return nil
	}
	return []diagnostics.Diagnostic{roots.UnresolvedName(d.Start, d.End, why)}
}

func (w *workspaceIndex) sessionFindings(doc *ast.Document, e index.Entry) []diagnostics.Diagnostic {
	earlier, why := w.known.Earlier(e, w.read)
	switch {
	case earlier == nil && (why == "" || !w.searched()):
		return nil
	case earlier == nil:
		return w.unusable(doc, why)
	}
	var found []diagnostics.Diagnostic
	for node, d := range gcf.Declared(doc) {
		was, declared := earlier.Symbols[d.ID]
		switch {
		case d.Reference && !declared && earlier.Complete:
			found = append(found, roots.Reference(doc, &gcf.ReferenceError{ID: d.ID, Node: node}))
		case !d.Reference && declared && was.Symbol.Identity() != d.Symbol.Identity():
			rebound := diagnostics.Diagnostic{
				Code: ast.InvalidSessionReference, Severity: diagnostics.Error,
				Message: fmt.Sprintf("@%d is bound to %s in this session, since %s; another symbol needs another id",
					d.ID, printable.Text(was.Symbol.Identity().String(), 200), printable.Text(filepath.Base(was.Path), 80)),
			}
			rebound.Start, rebound.End = doc.Span(node)
			found = append(found, rebound)
		}
	}
	return found
}
