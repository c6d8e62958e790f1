package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/check/schema"
	"gcf-lsp/internal/files"
)

// schemaFlag is the JSON Schema file of documents that name none in a comment; ""
// is none.
type schemaFlag struct{ path string }

func (s *schemaFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.path, "schema", "", "a JSON Schema file of the data, for documents that name none in a comment")
}

// valid refuses what cannot be read, and makes the path absolute.
func (s *schemaFlag) valid() (err error) {
	if s.path == "" {
		return nil
	}
	if err := files.Readable(s.path); err != nil {
		return err
	}
	s.path, err = filepath.Abs(s.path)
	return err
}

// fits lists where the data of a document do not fit its schema, and returns the
// status to end with: without a schema they do.
func (a *app) fits(s schemaFlag, p payload) error {
	if s.path == "" {
		return nil
	}
	path, err := filepath.Abs(p.name)
	if err != nil {
		return err
	}
	context := check.Context{Schemas: &schema.Store{}, Files: schema.Where{Path: path, Folders: []string{workingDir()}, Configured: s.path}}
	var found []diagnostics.Diagnostic
	for _, d := range check.Document(p.doc, context) {
		if d.Code == ast.SchemaViolation || d.Code == ast.SchemaUnusable {
			found = append(found, d)
		}
	}
	if found == nil {
		return nil
	}
	if err := a.refuse(p, found); err != nil {
		return err
	}
	return status(exitFindings)
}
