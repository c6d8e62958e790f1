package check

import (
	"fmt"
	"path/filepath"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/snapshot"
)

// Others are the other documents of a workspace. What they tell is said of
// documents without errors.
type Others struct {
	// Version tells one state of the others from another.
	Version uint64
	// Path is that of the document, absolute, or "" for what is no file.
	Path string
	// Known are the others by their roots, and Read reads one of them.
	Known *index.Index
	Read  index.Reader
	// Complete says that all others are known: what is not among them is
	// missing.
	Complete bool
}

// findings returns what can be said about a document with the help of others:
// whether a delta applies, whether a session's references are declared.
func (o *Others) findings(doc *ast.Document) []diagnostics.Diagnostic {
	if o == nil || !DependsOnOthers(doc) || diagnostics.HasErrors(doc) {
		return nil
	}
	e := o.Known.Summarise(o.Path, doc)
	if e.Kind == index.Delta {
		return o.deltaFindings(doc, e)
	}
	return o.sessionFindings(doc, e)
}

// DependsOnOthers reports whether what can be said about a document depends on
// other documents.
func DependsOnOthers(doc *ast.Document) bool {
	return doc.Header.Is("delta") || doc.Header.Is("session")
}

func (o *Others) deltaFindings(doc *ast.Document, e index.Entry) []diagnostics.Diagnostic {
	base, why := o.Known.Base(e, o.Read)
	switch {
	case base == nil && !o.Complete:
		return nil
	case base == nil && e.Named != "":
		return unusableBase(doc, why)
	case base == nil:
		return Unresolved(doc, why)
	case base.Soft:
		return softFindings(doc, base)
	}
	_, found := Delta(doc, base.Base, o.Known.Wanted(e.New, e.Path, o.Read))
	return found
}

// softFindings are those of a graph delta whose base only declares the root:
// its producer may have hashed the scores before they were rounded, and then
// no root can be compared. The operations can.
func softFindings(doc *ast.Document, base *index.Found) []diagnostics.Diagnostic {
	delta, err := snapshot.DeltaFromDocument(doc)
	if err != nil {
		return nil
	}
	var found []diagnostics.Diagnostic
	for _, e := range snapshot.Problems(base.Snapshot, delta) {
		found = append(found, Operation(doc, e, base.Name))
	}
	return found
}

// unusable says that what a comment names cannot be used.
func unusableBase(doc *ast.Document, why string) []diagnostics.Diagnostic {
	d, ok := index.DirectiveOf(doc)
	if !ok {
		return nil
	}
	return []diagnostics.Diagnostic{UnresolvedName(d.Start, d.End, why)}
}

func (o *Others) sessionFindings(doc *ast.Document, e index.Entry) []diagnostics.Diagnostic {
	earlier, why := o.Known.Earlier(e, o.Read)
	switch {
	case earlier == nil && (why == "" || !o.Complete):
		return nil
	case earlier == nil:
		return unusableBase(doc, why)
	}
	var found []diagnostics.Diagnostic
	for node, d := range snapshot.Declared(doc) {
		was, declared := earlier.Symbols[d.ID]
		switch {
		case d.Reference && !declared && earlier.Complete:
			found = append(found, Reference(doc, &snapshot.ReferenceError{ID: d.ID, Node: node}))
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
