// Package meaning says what is wrong with the data of a document beyond their
// syntax: Context Graph Protocol frames that are not what they say, and data
// that break a JSON Schema. Enter at [Checker.Findings].
package meaning

import (
	"path/filepath"
	"slices"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/frames"
	"gcf-lsp/internal/check/schema"
	"gcf-lsp/internal/cli/config"
)

// Options say how the data of a document are looked at.
type Options struct {
	Frames frames.Setting
	Schema schema.Where
}

// For returns the options of a document at an absolute path, "" for what is no
// file. Folders are those whose schemas may be read, beside that of the
// configuration.
func For(c *config.Config, path string, folders []string) Options {
	if c.Path != "" {
		folders = append(slices.Clip(folders), filepath.Dir(c.Path))
	}
	o := Options{Frames: frames.SettingByName(c.CGP), Schema: schema.Where{Path: path, Folders: folders}}
	if len(c.Schemas) == 0 || path == "" {
		return o
	}
	if c.Path == "" {
		c = inFolder(c, path, folders)
	}
	if file, ok := c.SchemaFor(path); ok {
		o.Schema.Configured = file
	}
	return o
}

// inFolder returns a configuration that is in no file, such as that of an
// editor, as if it were in the innermost folder that holds a path: what it says
// of files is relative to that.
func inFolder(c *config.Config, path string, folders []string) *config.Config {
	innermost := filepath.Dir(path)
	length := 0
	for _, folder := range folders {
		if rel, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(rel) && len(folder) > length {
			innermost, length = folder, len(folder)
		}
	}
	there := *c
	there.Path = filepath.Join(innermost, config.FileName)
	return &there
}

// Open reads the frames of a document, nil where it has none.
func (o *Options) Open(doc *ast.Document) *frames.View { return frames.Open(doc, o.Frames) }

// Checker checks data. It keeps the schemas that it has read. The zero Checker
// is ready and safe for concurrent use.
type Checker struct{ schemas schema.Store }

// Findings returns what is wrong with the data of a document. View holds its
// frames, nil where it has none; see [Options.Open].
func (c *Checker) Findings(doc *ast.Document, view *frames.View, o Options) []diagnostics.Diagnostic {
	var found []diagnostics.Diagnostic
	if view != nil {
		found = view.Diagnostics()
	}
	s, problems := c.schemas.Open(doc, o.Schema)
	found = append(found, problems...)
	if s != nil {
		found = append(found, s.Check(doc)...)
	}
	return found
}

// Schema returns the schema of a document, or nil where it has none that can be
// used.
func (c *Checker) Schema(doc *ast.Document, o Options) *schema.Schema {
	s, _ := c.schemas.Open(doc, o.Schema)
	return s
}
