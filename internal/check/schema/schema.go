// Package schema checks the data of GCF documents against JSON Schemas, and
// tells what a schema says of a place: the description, the words that may
// stand there, where it is written.
//
// A document names its schema in a comment, `# gcf-lsp: schema=./x.schema.json`,
// or the configuration does. Schemas are files of the workspace or come with
// this program; nothing is fetched. See [Store.Open] and [Schema.Check].
package schema

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// Schema is a compiled schema with the files that it was read from. It is safe
// for concurrent use.
type Schema struct {
	// Name is what to call it: its file, or the name of a bundled schema.
	Name     string
	compiled *jsonschema.Schema
	location string          // its URL
	dynamic  bool            // it refers to schemas by where it is used from
	files    map[string]file // by URL
	idle     chan *engine    // those that nobody uses
}

// take returns an engine that nobody else uses; give it back.
func (s *Schema) take() (*engine, error) {
	select {
	case e := <-s.idle:
		return e, nil
	default:
		return newEngine(s.location, readFiles(s.files))
	}
}

func (s *Schema) giveBack(e *engine) {
	e.ctx = nil
	select {
	case s.idle <- e:
	default:
	}
}

// file is a file of a schema.
type file struct {
	path string // "" for a bundled one
	text string
	id   string // its $id
}

// Reference is a comment that names the schema of a document. Start and End are
// the name as it is written, in bytes of the source.
type Reference struct {
	Name       string
	Start, End int
}

// ReferenceOf returns the first comment of a document that names a schema.
func ReferenceOf(doc *ast.Document) (Reference, bool) {
	for id := range doc.Outside {
		if doc.Nodes[id].Kind != ast.KindComment {
			continue
		}
		start := int(doc.Nodes[id].Start)
		if name, at, ok := spec.Setting(doc.Text(id), "schema"); ok {
			return Reference{Name: name, Start: start + at, End: start + at + len(name)}, name != ""
		}
	}
	return Reference{}, false
}

// fileURL is the URL of an absolute path.
func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // a drive letter
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// filePath is the path of a file URL, or "".
func filePath(u *url.URL) string {
	if u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return ""
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' {
		path = path[1:]
	}
	return filepath.FromSlash(path)
}
