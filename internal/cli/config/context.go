package config

import (
	"path/filepath"
	"slices"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/frames"
	"gcf-lsp/internal/check/schema"
	"gcf-lsp/internal/text/embedded"
	"gcf-lsp/parser"
)

// Context returns what a document at an absolute path, "" for what is no file,
// is checked in: by the rules of the configuration, with the schemas of the
// folders and of that of the configuration.
func (c *Config) Context(path string, folders []string, schemas *schema.Store) check.Context {
	if c.Path != "" {
		folders = append(slices.Clip(folders), filepath.Dir(c.Path))
	}
	context := check.Context{
		Options: diagnostics.Options{Severities: c.Rules, Limits: c.limits()},
		Frames:  frames.SettingByName(c.CGP),
		Schemas: schemas,
		Files:   schema.Where{Path: path, Folders: folders},
	}
	if path == "" {
		return context
	}
	context.Severities = c.RulesFor(path)
	if len(c.Schemas) == 0 {
		return context
	}
	if c.Path == "" {
		c = inFolder(c, path, folders)
	}
	if dir := c.dirOf("schemas"); dir != "" {
		context.Files.Folders = append(slices.Clip(context.Files.Folders), dir)
	}
	context.Files.Configured, _ = c.SchemaFor(path)
	return context
}

// inFolder returns a configuration that is in no file, such as that of an
// editor, as if it were in the innermost folder that holds a path: what it says
// of files is relative to that.
func inFolder(c *Config, path string, folders []string) *Config {
	innermost := filepath.Dir(path)
	length := 0
	for _, folder := range folders {
		if rel, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(rel) && len(folder) > length {
			innermost, length = folder, len(folder)
		}
	}
	there := *c
	there.Path = filepath.Join(innermost, FileName)
	return &there
}

// KindOf returns how payloads are found in a file.
func (c *Config) KindOf(path string) embedded.Kind {
	kind := embedded.KindOf(path)
	if c.IsText(path) {
		return kind.AsText()
	}
	return kind
}

// limits are those that are lower than the reader's.
func (c *Config) limits() ast.Limits {
	if c.Limits == parser.DefaultLimits {
		return ast.Limits{}
	}
	return c.Limits
}
