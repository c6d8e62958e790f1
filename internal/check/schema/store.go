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

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/files"
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
	maxFileSize = 8 << 20 // bytes of a schema, its files together
	maxFiles    = 256     // files of one schema
	maxEntries  = 64      // schemas that are kept
	maxIdle     = 8       // compiled copies of one that are kept
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
	once   sync.Once // compiles it
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

// load compiles the schema at a URL, or takes it from the store. Who asks for it
// meanwhile waits for the one compilation.
func (s *Store) load(location string, roots []string) *entry {
	key := location + "\x00" + strings.Join(roots, "\x00")
	known := s.entry(key, nil)
	known.once.Do(func() { known.compile(location, roots) })
	if known.fresh() {
		return known
	}
	next := s.entry(key, known)
	next.once.Do(func() { next.compile(location, roots) })
	return next
}

// entry returns the entry of a key, a new one where there is none or only the
// stale one.
func (s *Store) entry(key string, stale *entry) *entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.entries[key]; known != nil && known != stale {
		return known
	}
	if s.entries == nil || len(s.entries) >= maxEntries {
		s.entries = make(map[string]*entry)
	}
	e := &entry{stamps: make(map[string]stamp)}
	s.entries[key] = e
	return e
}

func (e *entry) compile(location string, roots []string) {
	l := &loader{roots: roots, entry: e, files: make(map[string]file)}
	first, err := newEngine(location, l)
	if err != nil {
		e.err = err
		return
	}
	name := location
	if f := l.files[location]; f.path != "" {
		name = filepath.Base(f.path)
	} else if short, ok := strings.CutPrefix(location, bundledURL); ok {
		name = bundledPrefix + strings.TrimSuffix(short, ".json")
	}
	e.schema = &Schema{
		Name: name, location: location, compiled: first.schema, files: l.files, dynamic: isDynamic(l.files),
		idle: make(chan *engine, maxIdle),
	}
	e.schema.giveBack(first)
}

// loader reads the files of one schema: those that may be read.
type loader struct {
	roots []string
	entry *entry
	files map[string]file
	size  int // bytes read
}

func (l *loader) anchored() []string { return anchored(l.files) }

// readFiles gives the library files that were read before.
type readFiles map[string]file

func (r readFiles) Load(location string) (any, error) {
	f, ok := r[location]
	if !ok {
		return nil, fmt.Errorf("%s was not read", location)
	}
	return jsonschema.UnmarshalJSON(strings.NewReader(f.text))
}

func (r readFiles) anchored() []string { return anchored(r) }

// anchored returns the locations of the schemas that a dynamic reference may
// lead to.
func anchored(files map[string]file) []string {
	var all []string
	for location, f := range files {
		if !strings.Contains(f.text, "$dynamicAnchor") && !strings.Contains(f.text, "$recursiveAnchor") {
			continue
		}
		d := jsontext.NewDecoder(strings.NewReader(f.text), jsontext.AllowDuplicateNames(true))
		for {
			if _, err := d.ReadToken(); err != nil {
				break
			}
			at := d.StackPointer()
			if name := at.LastToken(); name == "$dynamicAnchor" || name == "$recursiveAnchor" {
				all = append(all, location+"#"+(&url.URL{Fragment: string(at.Parent())}).EscapedFragment())
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
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
	text, err := files.Read(path, int64(maxFileSize-l.size))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s", path)
	case err != nil:
		return nil, err
	}
	l.size += len(text)
	return l.parse(location, file{path: path, text: string(text)})
}

func (l *loader) parse(location string, f file) (any, error) {
	if err := sane(f.text); err != nil {
		return nil, err
	}
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
