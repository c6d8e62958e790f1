package schema

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/files"
	"gcf-lsp/internal/text/printable"
)

// Store keeps compiled schemas until their files change. The zero Store is
// empty; it is safe for concurrent use.
type Store struct {
	mu      sync.Mutex
	entries map[string]*entry
}

// Where says where a document is and what it may use.
type Where struct {
	// Path is the document's, absolute, or "" for what is no file.
	Path string
	// Configured is the schema file that the configuration names, absolute, or
	// "". It may be anywhere, and may end with the name of a bundled schema.
	Configured string
	// Folders are those of the workspace, whose files may be read. The folder
	// of the document and those below it may be, too.
	Folders []string
}

// Limits of what is read.
const (
	maxFileSize = 8 << 20 // bytes of one schema file
	maxFiles    = 256     // files of one schema
	maxEntries  = 64      // schemas that are kept
)

// Open returns the schema of a document: the one that a comment names, else the
// configured one; nil where there is none. Where it cannot be used it says so.
func (s *Store) Open(doc *ast.Document, where Where) (*Schema, []diagnostics.Diagnostic) {
	location, roots := "", slices.Clone(where.Folders)
	start, end := 0, 0
	if ref, ok := ReferenceOf(doc); ok {
		start, end = ref.Start, ref.End
		var err error
		if location, err = resolve(ref.Name, where.Path); err != nil {
			return nil, unusable(start, end, err)
		}
		if where.Path != "" {
			roots = append(roots, filepath.Dir(where.Path))
		}
	} else if name := filepath.Base(where.Configured); strings.HasPrefix(name, bundledPrefix) {
		start, end = doc.Span(min(1, ast.NodeID(len(doc.Nodes)-1)))
		var err error
		if location, err = resolve(name, ""); err != nil {
			return nil, unusable(start, end, err)
		}
	} else if where.Configured != "" {
		start, end = doc.Span(min(1, ast.NodeID(len(doc.Nodes)-1)))
		location = fileURL(where.Configured)
		roots = append(roots, filepath.Dir(where.Configured))
		if real, err := filepath.EvalSymlinks(where.Configured); err == nil {
			roots = append(roots, filepath.Dir(real))
		}
	} else {
		return nil, nil
	}
	e := s.load(location, roots)
	if e.err != nil {
		return nil, unusable(start, end, e.err)
	}
	return e.schema, nil
}

func unusable(start, end int, err error) []diagnostics.Diagnostic {
	return []diagnostics.Diagnostic{{
		Code: ast.SchemaUnusable, Severity: diagnostics.Warning,
		Message: "the schema cannot be used: " + printable.Text(reason(err), 300), Start: start, End: end,
	}}
}

// reason puts an error of the library into a line.
func reason(err error) string {
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		return reason(load.Err)
	}
	var invalid *jsonschema.SchemaValidationError
	if errors.As(err, &invalid) {
		var cause *jsonschema.ValidationError
		if errors.As(invalid.Err, &cause) {
			for len(cause.Causes) > 0 {
				cause = cause.Causes[0]
			}
			return fmt.Sprintf("it is no JSON Schema: at %q %s", "/"+strings.Join(cause.InstanceLocation, "/"), cause.ErrorKind.LocalizedString(english))
		}
		return "it is no JSON Schema"
	}
	if inPath := (*fs.PathError)(nil); errors.As(err, &inPath) {
		return fmt.Sprintf("%s: %v", inPath.Path, inPath.Err)
	}
	return strings.ReplaceAll(err.Error(), "\n", " ")
}

// resolve returns the URL of a schema that a document at path names.
func resolve(name, path string) (string, error) {
	if bundledName, ok := strings.CutPrefix(name, bundledPrefix); ok && !strings.HasPrefix(name, bundledURL) {
		location := bundledURL + bundledName + ".json"
		if _, ok := bundled(location); !ok {
			return "", fmt.Errorf("this program has no schema %s: it has %s", name, strings.Join(Bundled(), ", "))
		}
		return location, nil
	}
	switch file := filepath.FromSlash(name); {
	case strings.Contains(name, "://"):
		return "", errors.New("nothing is fetched: save it in the workspace and name the file")
	case filepath.IsAbs(file):
		return fileURL(filepath.Clean(file)), nil
	case path == "":
		return "", errors.New("this document is not in a folder that the name could start from")
	default:
		return fileURL(filepath.Join(filepath.Dir(path), file)), nil
	}
}

// entry is a schema, or why there is none, with the state of its files.
type entry struct {
	schema *Schema
	err    error
	stamps map[string]stamp // by path
}

// stamp tells whether a file has changed; it is zero for one that is not there.
type stamp struct {
	changed time.Time
	size    int64
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

func (e *entry) fresh() bool {
	for path, s := range e.stamps {
		if stampOf(path) != s {
			return false
		}
	}
	return true
}

// load compiles the schema at a URL, or takes it from the store.
func (s *Store) load(location string, roots []string) *entry {
	key := location + "\x00" + strings.Join(roots, "\x00")
	s.mu.Lock()
	known := s.entries[key]
	s.mu.Unlock()
	if known != nil && known.fresh() {
		return known
	}
	e := compile(location, roots)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.entries == nil || len(s.entries) >= maxEntries {
		s.entries = make(map[string]*entry)
	}
	s.entries[key] = e
	return e
}

func compile(location string, roots []string) *entry {
	l := &loader{roots: roots, entry: &entry{stamps: make(map[string]stamp)}, files: make(map[string]file)}
	c := jsonschema.NewCompiler()
	c.UseLoader(l)
	compiled, err := c.Compile(location)
	if err != nil {
		l.entry.err = err
		return l.entry
	}
	name := location
	if f := l.files[location]; f.path != "" {
		name = filepath.Base(f.path)
	} else if short, ok := strings.CutPrefix(location, bundledURL); ok {
		name = bundledPrefix + strings.TrimSuffix(short, ".json")
	}
	l.entry.schema = &Schema{Name: name, compiled: compiled, files: l.files, dynamic: isDynamic(l.files)}
	return l.entry
}

// loader reads the files of one schema: those that may be read.
type loader struct {
	roots []string
	entry *entry
	files map[string]file
}

// Load implements jsonschema.URLLoader.
func (l *loader) Load(location string) (any, error) {
	if len(l.files) >= maxFiles {
		return nil, errors.New("it refers to too many files")
	}
	if text, ok := bundled(location); ok {
		return l.parse(location, file{text: text})
	}
	u, err := url.Parse(location)
	if err != nil {
		return nil, err
	}
	path := filePath(u)
	if path == "" {
		return nil, fmt.Errorf("it refers to %s, and nothing is fetched: save it in the workspace and refer to the file", location)
	}
	if !l.mayRead(path) {
		return nil, fmt.Errorf("%s is outside the workspace", path)
	}
	l.entry.stamps[path] = stampOf(path)
	text, err := files.Read(path, maxFileSize)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s", path)
	case err != nil:
		return nil, err
	}
	return l.parse(location, file{path: path, text: string(text)})
}

func (l *loader) parse(location string, f file) (any, error) {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(f.text))
	if err != nil {
		return nil, fmt.Errorf("%s is not JSON: %w", filepath.Base(f.path), err)
	}
	if object, ok := v.(map[string]any); ok {
		f.id, _ = object["$id"].(string)
	}
	l.files[location] = f
	return v, nil
}

// mayRead reports whether a file lies in or below one of the folders, links
// followed.
func (l *loader) mayRead(path string) bool {
	return slices.ContainsFunc(l.roots, func(root string) bool { return files.Inside(root, path) })
}
