package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/snapshot"
)

// Base is a snapshot that a delta may apply to, and what to call it.
type Base = index.Base

// roots returns what is wrong with the roots, the operations and the session of
// a document: what others tell, and what it says alone.
func (s *Subject) roots() []diagnostics.Diagnostic {
	told := s.Context.Others.findings(s.Doc)
	found := slices.Concat(PackRoot(s.Doc), MissingRoots(s.Doc), algorithms(s.Doc))
	if !slices.ContainsFunc(told, applied) && !slices.ContainsFunc(s.Context.Found, applied) {
		found = append(found, Contradictions(s.Doc)...)
	}
	return append(found, told...)
}

// PackRoot returns what is wrong with the root of a full payload: a pack_root
// that is not that of the content, or that cannot be compared with it, because
// the content is not what a root is of. Documents with errors and session
// payloads with references have no root of their own.
func PackRoot(doc *ast.Document) []diagnostics.Diagnostic {
	f := doc.Header.Field("pack_root")
	if f == nil || doc.Header.Is("delta") || doc.Header.Is("unchanged") {
		return nil
	}
	err := snapshot.Verify(doc)
	var root *snapshot.RootError
	if !errors.As(err, &root) {
		return notCompared(doc, f, err)
	}
	d := diagnostics.Diagnostic{
		Code: ast.PackRootMismatch, Severity: diagnostics.Warning,
		Message: fmt.Sprintf("pack_root is not the root of this payload, which is %s", root.Computed),
		Start:   f.ValueStart, End: f.ValueEnd,
		Fixes: replaceRoot(f, "Write the root of this payload", root.Computed),
	}
	if doc.Profile == ast.ProfileGraph {
		d.Severity = diagnostics.Information
		d.Message += "; it may be right for a producer that hashes the scores before it rounds them to two decimals"
	}
	return []diagnostics.Diagnostic{d}
}

// notCompared says why a payload with a pack_root has no root. It is
// information: the spec lets a decoder read such a payload.
func notCompared(doc *ast.Document, f *ast.HeaderField, err error) []diagnostics.Diagnostic {
	if err == nil || !snapshot.KnownAlgorithm(f.Value) || diagnostics.HasErrors(doc) {
		return nil
	}
	if reference := (*snapshot.ReferenceError)(nil); errors.As(err, &reference) {
		return nil
	}
	d := diagnostics.Diagnostic{
		Code: ast.PackRootMismatch, Severity: diagnostics.Information,
		Message: "pack_root cannot be compared: " + reason(err),
		Start:   f.ValueStart, End: f.ValueEnd,
	}
	if data := (*snapshot.DataError)(nil); errors.As(err, &data) && data.Node != 0 && data.Node != doc.Header.Node {
		start, end := doc.Span(data.Node)
		d.Related = []diagnostics.Related{{Message: "this is why", Start: start, End: end}}
	}
	return []diagnostics.Diagnostic{d}
}

// reason is an error of package snapshot about a document as a message has it.
func reason(err error) string {
	if data := (*snapshot.DataError)(nil); errors.As(err, &data) {
		return shown(data.What) + " " + data.Detail
	}
	return err.Error()
}

// replaceRoot is the fix that writes another root. It is not safe: it may be
// the data that is wrong.
func replaceRoot(f *ast.HeaderField, title, root string) []diagnostics.Fix {
	return []diagnostics.Fix{{Title: title, Edits: []diagnostics.Edit{{Start: f.ValueStart, End: f.ValueEnd, Text: root}}}}
}

// amend adds the fixes that need a computed root to diagnostics of a document:
// to missing_pack_root the root.
func amend(doc *ast.Document, found []diagnostics.Diagnostic) {
	for i := range found {
		d := &found[i]
		if d.Code != ast.MissingPackRoot || len(d.Fixes) > 0 {
			continue
		}
		key := doc.Header.Field("key")
		if key == nil {
			return
		}
		s, err := snapshot.FromDocument(doc)
		if err != nil {
			return
		}
		d.Fixes = []diagnostics.Fix{{
			Title: "Add the pack root", Safe: true,
			Edits: []diagnostics.Edit{{Start: key.KeyStart, End: key.KeyStart, Text: "pack_root=" + s.Root() + " "}},
		}}
	}
}

// Unresolved says that the base of a delta is not known. Why says what is
// missing, or is "" where no document has the root.
func Unresolved(doc *ast.Document, why string) []diagnostics.Diagnostic {
	f := doc.Header.Field("base_root")
	if f == nil {
		return nil
	}
	message := "no document of the workspace has this pack root"
	if why != "" {
		message = "the base of this delta is not known: " + why
	}
	return []diagnostics.Diagnostic{{
		Code: ast.UnresolvedBaseRoot, Severity: diagnostics.Information,
		Message: message + "; so the delta could not be applied and new_root not checked",
		Start:   f.ValueStart, End: f.ValueEnd,
	}}
}

// UnresolvedName says that a payload which a comment names, at a range of the
// document, cannot be used.
func UnresolvedName(start, end int, why string) diagnostics.Diagnostic {
	return diagnostics.Diagnostic{
		Code: ast.UnresolvedBaseRoot, Severity: diagnostics.Warning,
		Message: "the base that this comment names cannot be used: " + why,
		Start:   start, End: end,
	}
}

// Delta applies a delta document to its base. It returns the result where the
// delta is right, and otherwise what is wrong with it. The document should have
// no errors of its own. Wanted, which may be nil, is a snapshot with the delta's new root: it tells what differs.
func Delta(doc *ast.Document, base Base, wanted *Base) (snapshot.Snapshot, []diagnostics.Diagnostic) {
	delta, err := snapshot.DeltaFromDocument(doc)
	if err != nil {
		return nil, []diagnostics.Diagnostic{unreadable(doc, err)}
	}
	result, err := snapshot.Apply(base.Snapshot, delta)
	if err == nil {
		return result, nil
	}
	var other *snapshot.BaseError
	var root *snapshot.RootError
	switch {
	case errors.As(err, &other):
		return nil, append([]diagnostics.Diagnostic{otherBase(doc, other, base.Name)}, operations(doc, snapshot.Contradictions(delta), base.Name)...)
	case errors.As(err, &root):
		return nil, []diagnostics.Diagnostic{otherResult(doc, root, base.Name, wanted)}
	}
	return nil, operations(doc, snapshot.Problems(base.Snapshot, delta), base.Name)
}

// unreadable says why a document without errors is no delta.
func unreadable(doc *ast.Document, err error) diagnostics.Diagnostic {
	d := diagnostics.Diagnostic{Code: ast.MalformedDelta, Severity: diagnostics.Error, Message: reason(err)}
	d.Start, d.End = doc.Span(doc.Header.Node)
	var data *snapshot.DataError
	if errors.As(err, &data) && data.Node != 0 {
		d.Start, d.End = doc.Span(data.Node)
	}
	return d
}

// otherBase says that a delta applies to another snapshot than its base.
func otherBase(doc *ast.Document, e *snapshot.BaseError, name string) diagnostics.Diagnostic {
	d := diagnostics.Diagnostic{Code: ast.RootMismatch, Severity: diagnostics.Error}
	d.Start, d.End = doc.Span(doc.Header.Node)
	f := doc.Header.Field("base_root")
	if f != nil {
		d.Start, d.End = f.ValueStart, f.ValueEnd
	}
	if e.Profiles {
		d.Message = fmt.Sprintf("this delta is of another profile than %s", name)
		return d
	}
	if f == nil {
		d.Message = fmt.Sprintf("the header has no `base_root=`, so this delta applies to nothing; the root of %s is %s", name, e.Have)
		return d
	}
	d.Message = fmt.Sprintf("this delta applies to another snapshot than %s, whose root is %s", name, e.Have)
	d.Fixes = replaceRoot(f, "Write the root of "+name, e.Have)
	return d
}

// otherResult says that a delta does not give what it announces.
func otherResult(doc *ast.Document, e *snapshot.RootError, name string, wanted *Base) diagnostics.Diagnostic {
	d := diagnostics.Diagnostic{
		Code: ast.RootMismatch, Severity: diagnostics.Error,
		Message: fmt.Sprintf("new_root is not what this delta makes of %s: that has the root %s", name, e.Computed),
	}
	d.Start, d.End = doc.Span(doc.Header.Node)
	if f := doc.Header.Field("new_root"); f != nil {
		d.Start, d.End = f.ValueStart, f.ValueEnd
		d.Fixes = replaceRoot(f, "Write the root of the result", e.Computed)
	} else {
		d.Message = fmt.Sprintf("the header has no `new_root=` to verify the result with: this delta makes %s of %s", e.Computed, name)
		return d
	}
	if wanted != nil {
		const most = 4
		var lines []string
		for _, difference := range snapshot.Differences(e.Result, wanted.Snapshot, most) {
			lines = append(lines, printable.Text(strings.ReplaceAll(difference.String(), "\t", " "), 160))
		}
		if len(lines) > 0 {
			d.Message += fmt.Sprintf("\nthe first records that differ (- result, + %s):\n%s", wanted.Name, strings.Join(lines, "\n"))
		}
	}
	return d
}

// Operation puts a refused operation into words, with its place.
func Operation(doc *ast.Document, e *snapshot.InvalidError, base string) diagnostics.Diagnostic {
	d := diagnostics.Diagnostic{Code: ast.DeltaInvalid, Severity: diagnostics.Error}
	d.Start, d.End = place(doc, e)
	d.Message = sentence(e, base, doc.Profile == ast.ProfileGraph)
	if e.Other != 0 {
		other := diagnostics.Related{Message: "the other is here"}
		if e.Reason == snapshot.ReasonRepeated {
			other.Message = "the first is here"
		}
		other.Start, other.End = nodePlace(doc, e.Other)
		d.Related = append(d.Related, other)
	}
	return d
}

// mostOperations bounds how many operations of one delta are reported: very
// many can be wrong, and each takes more room than its line.
const mostOperations = 1000

// operations puts refused operations into words, the first of them.
func operations(doc *ast.Document, invalid []*snapshot.InvalidError, base string) []diagnostics.Diagnostic {
	found := make([]diagnostics.Diagnostic, 0, min(len(invalid), mostOperations))
	for _, e := range invalid[:min(len(invalid), mostOperations)] {
		found = append(found, Operation(doc, e, base))
	}
	if left := len(invalid) - len(found); left > 0 {
		found[len(found)-1].Message += fmt.Sprintf("\n%d more operations are wrong and not shown", left)
	}
	return found
}

// place returns the range of an operation.
func place(doc *ast.Document, e *snapshot.InvalidError) (start, end int) {
	if e.Node == 0 {
		return doc.Span(doc.Header.Node)
	}
	return nodePlace(doc, e.Node)
}

// nodePlace returns the identity of a row, the declaration of a section, else
// the line.
func nodePlace(doc *ast.Document, node ast.NodeID) (start, end int) {
	decl := doc.DeclOf(node)
	switch doc.Nodes[node].Kind {
	case ast.KindRow:
		if decl == nil || decl.Identity < 0 {
			break
		}
		if cells := doc.Cells(node); decl.Identity < len(cells) {
			return cells[decl.Identity].Start, cells[decl.Identity].End
		}
	case ast.KindArray:
		if span, ok := doc.DeclSpan(node); ok {
			return span.Start, span.End
		}
	}
	return doc.Span(node)
}

// sentence says what is wrong with an operation and what to do.
func sentence(e *snapshot.InvalidError, base string, graph bool) string {
	what := shown(e.Identity)
	switch e.Reason {
	case snapshot.ReasonExists:
		switch {
		case e.Op == snapshot.OpAddEdge:
			return fmt.Sprintf("the edge %s is added, but %s already has it", what, base)
		case graph:
			return fmt.Sprintf("%s is added, but %s already has it; remove it too if its values change", what, base)
		}
		return fmt.Sprintf("%s is added, but %s already has it; a row that changes belongs under ## changed", what, base)
	case snapshot.ReasonMissing:
		if e.Op == snapshot.OpChange {
			return fmt.Sprintf("%s is changed, but %s does not have it; a new row belongs under ## added", what, base)
		}
		return fmt.Sprintf("%s is removed, but %s does not have it", what, base)
	case snapshot.ReasonRepeated:
		return fmt.Sprintf("## %s names %s twice", e.Op, what)
	case snapshot.ReasonContradictory:
		return fmt.Sprintf("%s stands under ## %s and ## %s; a delta does one thing with each", what, e.OtherOp, e.Op)
	case snapshot.ReasonSections:
		return fmt.Sprintf("## %s has other fields than ## %s: %s; both have all the fields of the base, and a change of the fields needs a full payload", e.Op, e.OtherOp, e.Detail)
	case snapshot.ReasonNoFields:
		return fmt.Sprintf("the rows under ## %s have no field beside the identity, so nothing can change; they are whole rows", e.Op)
	case snapshot.ReasonUnknownEnd:
		return fmt.Sprintf("the edge %s ends at a symbol that the result does not have: %s", what, shown(e.Detail))
	case snapshot.ReasonAmbiguousEnd:
		return fmt.Sprintf("the edge %s is not clear: symbols of more than one kind have a name of it, and a delta cannot tell them apart", what)
	case snapshot.ReasonDangling:
		return fmt.Sprintf("%s is removed, but the edge %s stays; it belongs under ## edges_removed", what, shown(e.Detail))
	case snapshot.ReasonFields:
		return fmt.Sprintf("the fields differ from those of %s: %s; a change of the fields needs a full payload", base, e.Detail)
	case snapshot.ReasonKey:
		return fmt.Sprintf("the identity column %s is not that of %s: %s", what, base, e.Detail)
	}
	if e.Detail != "" {
		return what + " " + e.Detail
	}
	return what + " " + e.Reason.String()
}

// Reference puts a session reference to nothing into words, with its place.
func Reference(doc *ast.Document, e *snapshot.ReferenceError) diagnostics.Diagnostic {
	d := diagnostics.Diagnostic{
		Code: ast.InvalidSessionReference, Severity: diagnostics.Error,
		Message: fmt.Sprintf("@%d was not declared in an earlier payload of this session", e.ID),
	}
	d.Start, d.End = doc.Span(e.Node)
	return d
}

// Summary says in a few words what a delta does: `+2 −1 ~3 rows`.
func Summary(d snapshot.Delta) string {
	c := d.Counts()
	what := "rows"
	if d.Profile() == ast.ProfileGraph {
		what = "symbols"
	}
	s := fmt.Sprintf("+%d −%d ~%d %s", c.Added, c.Removed, c.Changed, what)
	if c.AddedEdges+c.RemovedEdges > 0 {
		s += fmt.Sprintf(", +%d −%d edges", c.AddedEdges, c.RemovedEdges)
	}
	return s
}

// shown is text from a document as a message shows it.
func shown(s string) string { return printable.Text(s, 80) }
