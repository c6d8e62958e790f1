package index

import (
	"path/filepath"
	"strings"

	"gcf-lsp/ast"
)

// Directive is a comment `# gcf-lsp: base=./file.gcf`, which names the base of
// a delta or the payload before one of a session. Start and End are the file
// as it is written, in bytes of the source.
type Directive struct {
	File       string
	Start, End int
}

// directivePrefix begins the comments that name a base.
const directivePrefix = "# gcf-lsp:"

// DirectiveOf returns the first such comment of a document.
func DirectiveOf(doc *ast.Document) (Directive, bool) {
	for id := 1; id < len(doc.Nodes); id++ {
		if doc.Nodes[id].Kind != ast.KindComment {
			continue
		}
		start, end := doc.Span(ast.NodeID(id))
		text, ok := strings.CutPrefix(doc.Source[start:end], directivePrefix)
		if !ok {
			continue
		}
		text, ok = strings.CutPrefix(strings.TrimLeft(text, " \t"), "base=")
		if !ok {
			continue
		}
		from := end - len(text)
		text = strings.TrimRight(text, " \t")
		return Directive{File: text, Start: from, End: from + len(text)}, text != ""
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
