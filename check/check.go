// Package check says everything that is wrong with a document: with its syntax,
// its roots and deltas, its session, its Context Graph Protocol frames, and
// what its schema says of its data. Enter at [Document].
//
// The command line, the language server and the library all check documents
// here, in one [Context] each; nobody adds findings on the way.
package check

import (
	"context"
	"slices"
	"sync"

	"gcf-lsp/ast"
	"gcf-lsp/diagnosis"
	"gcf-lsp/diagnostics"
	"gcf-lsp/frames"
	"gcf-lsp/internal/check/schema"
	"gcf-lsp/value"
)

// Context is what the findings in a document depend on beside its text. The
// zero Context is that of a text alone: all rules at their default severity,
// frames where the data show them, no files.
type Context struct {
	// Options say which rules report what, and how much. Options.Found is added
	// to what is found here.
	diagnostics.Options
	// Frames says when a document is read as Context Graph Protocol frames.
	Frames frames.Setting
	// Schemas keep the JSON Schemas that were read; nil reads none.
	Schemas *schema.Store
	// Files say where the document is and which schemas it may use.
	Files schema.Where
	// Others is what other documents tell about this one; nil is nothing.
	Others *Others
	// Life ends the check of the data by a schema, which may take long; then
	// what is found is worth nothing. Nil never ends it.
	Life context.Context
}

// Document returns what is wrong with a document, in the order of the place, as
// [diagnostics.Check] orders it.
func Document(doc *ast.Document, c Context) []diagnostics.Diagnostic { return New(doc, c).Findings() }

// Subject is a document in its context. What follows from the two is made when
// first asked for, once; it is safe for concurrent use.
type Subject struct {
	Doc     *ast.Document
	Context Context

	value  func() (value.Value, error)
	frames func() *frames.View
}

// New returns a document in a context.
func New(doc *ast.Document, c Context) *Subject {
	s := &Subject{Doc: doc, Context: c}
	s.value = sync.OnceValues(func() (value.Value, error) {
		v, err := value.Decode(doc)
		if err != nil {
			v = value.DecodePartial(doc)
		}
		return v, err
	})
	s.frames = sync.OnceValue(func() *frames.View {
		return frames.OpenDecoded(doc, c.Frames, func() value.Value { v, _ := s.value(); return v })
	})
	return s
}

// Value returns the data of the document as [value.Decode] does; with an error
// they are what can be read of them.
func (s *Subject) Value() (value.Value, error) { return s.value() }

// Frames returns the Context Graph Protocol frames in the document, nil where it
// has none.
func (s *Subject) Frames() *frames.View { return s.frames() }

// Schema returns the schema of the document, or nil where it has none that can
// be used.
func (s *Subject) Schema() *schema.Schema {
	found, _ := s.schema()
	return found
}

func (s *Subject) schema() (*schema.Schema, []diagnostics.Diagnostic) {
	if s.Context.Schemas == nil {
		return nil, nil
	}
	return s.Context.Schemas.Open(s.Doc, s.Context.Files)
}

// Findings returns what is wrong with the document, see [Document].
func (s *Subject) Findings() []diagnostics.Diagnostic {
	options := s.Context.Options
	options.Found = slices.Concat(s.roots(), s.meaning(), options.Found)
	found := diagnosis.Check(s.Doc, options)
	amend(s.Doc, found)
	return found
}

// meaning returns what is wrong with the data beyond their syntax.
func (s *Subject) meaning() []diagnostics.Diagnostic {
	var found []diagnostics.Diagnostic
	if view := s.Frames(); view != nil {
		found = view.Diagnostics()
	}
	schema, problems := s.schema()
	found = append(found, problems...)
	if schema != nil {
		if root, err := s.Value(); err == nil {
			life := s.Context.Life
			if life == nil {
				life = context.Background()
			}
			found = append(found, schema.Check(life, s.Doc, root)...)
		}
	}
	return found
}
