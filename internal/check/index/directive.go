package index

import (
	"path/filepath"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// Directive is a comment `# gcf-lsp: base=./file.gcf`, which names the base of
// a delta or the payload before one of a session. Start and End are the file
// as it is written, in bytes of the source.
type Directive struct {
	File       string
	Start, End int
}

// DirectiveOf returns the first such comment of a document.
func DirectiveOf(doc *ast.Document) (Directive, bool) {
	for id := 1; id < len(doc.Nodes); id++ {
		if doc.Nodes[id].Kind != ast.KindComment {
			continue
		}
		start := int(doc.Nodes[id].Start)
		if file, at, ok := spec.Setting(doc.Text(ast.NodeID(id)), "base"); ok {
			return Directive{File: file, Start: start + at, End: start + at + len(file)}, file != ""
		}
	}
	return Directive{}, false
}

// Resolve returns the absolute path that the comment means in a document at
// path, or "" where that has no folder.
func (d Directive) Resolve(path string) string {
	file := filepath.FromSlash(d.File)
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	if path == "" {
		return ""
	}
	return filepath.Join(filepath.Dir(path), file)
}
