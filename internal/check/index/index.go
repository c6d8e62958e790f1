// Package index knows the GCF documents of a workspace by their pack roots:
// which document holds a snapshot, which deltas apply to it, what a delta's or
// a session's earlier payloads are. It holds a few strings for each document;
// documents are read again, through a [Reader], when their content is needed.
//
// Enter it at [Index.Put] for what is known and at [Index.Base] for what a
// delta applies to.
package index

import (
	"hash/maphash"
	"maps"
	"slices"
	"strings"
	"sync"

	"gcf-lsp/ast"
	"gcf-lsp/snapshot"
)

// Kind is what a document is to the others.
type Kind uint8

// The kinds of documents.
const (
	Other     Kind = iota // no root can be computed, and none is declared
	Full                  // a snapshot
	Delta                 // turns one snapshot into another
	Session               // a payload of a session
	Unchanged             // says that a snapshot is still valid
)

// Entry is what the index knows of a document.
type Entry struct {
	Path     string // absolute
	Kind     Kind
	Profile  ast.Profile
	Declared string // pack_root, or ""
	Computed string // the root of the content of a Full document; "" with errors
	Base     string // base_root of a Delta
	New      string // new_root of a Delta
	Named    string // the base that a comment names, absolute, or ""
	Sum      uint64 // of the text: two versions with one sum are the same; 0 by PutOther
}

// Index is the set of known documents. It is safe for concurrent use.
type Index struct {
	seed maphash.Seed

	mu     sync.RWMutex
	files  map[string]*Entry
	holds  map[string]map[string]bool // by root: documents that hold or give it
	deltas map[string]map[string]bool // by root: deltas on it
	cache  cache
}

// New returns an empty index.
func New() *Index {
	return &Index{
		seed:   maphash.MakeSeed(),
		files:  make(map[string]*Entry),
		holds:  make(map[string]map[string]bool),
		deltas: make(map[string]map[string]bool),
	}
}

// Put takes note of a document, in place of what was known under its path. It
// returns false where nothing that others see has changed. It computes the
// document's root, which is linear in its size.
func (x *Index) Put(path string, doc *ast.Document) bool {
	e := x.Summarise(path, doc)
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.set(e)
}

func (x *Index) set(e Entry) bool {
	if old := x.files[e.Path]; old != nil {
		if *old == e {
			return false
		}
		x.forget(old)
	}
	x.files[e.Path] = &e
	for _, root := range e.roots() {
		put(x.holds, root, e.Path)
	}
	if e.Kind == Delta {
		put(x.deltas, e.Base, e.Path)
	}
	return true
}

// Relevant reports whether a text may be a document that others depend on or
// that depends on others: its header, read no further than it must be, names a
// root, an identity, a session or a graph. No other needs to be parsed for the
// index; see [Index.PutOther].
func Relevant(text string) bool {
	const most = 1 << 16
	header := text[:min(len(text), most)]
	if i := strings.IndexByte(header, '\n'); i >= 0 {
		header = header[:i]
	}
	for _, mark := range [...]string{"profile=graph", "_root=", "key=", "delta=", "session=", "unchanged="} {
		if strings.Contains(header, mark) {
			return true
		}
	}
	return false
}

// PutOther takes note of a document that is not [Relevant]: it is there. It
// returns false where that was known.
func (x *Index) PutOther(path string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.set(Entry{Path: path})
}

// Delete forgets a document. It returns false where it was not known.
func (x *Index) Delete(path string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	e := x.files[path]
	if e == nil {
		return false
	}
	x.forget(e)
	delete(x.files, path)
	return true
}

func (x *Index) forget(e *Entry) {
	for _, root := range e.roots() {
		drop(x.holds, root, e.Path)
	}
	drop(x.deltas, e.Base, e.Path)
}

func put(m map[string]map[string]bool, root, path string) {
	if m[root] == nil {
		m[root] = make(map[string]bool)
	}
	m[root][path] = true
}

func drop(m map[string]map[string]bool, root, path string) {
	delete(m[root], path)
	if len(m[root]) == 0 {
		delete(m, root)
	}
}

// roots returns the roots of the snapshots that a document holds or gives.
func (e *Entry) roots() []string {
	var all []string
	for _, root := range [...]string{e.Declared, e.Computed, e.New} {
		if root != "" && e.Kind != Unchanged && !slices.Contains(all, root) {
			all = append(all, root)
		}
	}
	return all
}

// Entry returns what is known of a document.
func (x *Index) Entry(path string) (Entry, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if e := x.files[path]; e != nil {
		return *e, true
	}
	return Entry{}, false
}

// Len returns the number of known documents.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.files)
}

// Paths returns the paths of all known documents, sorted.
func (x *Index) Paths() []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return slices.Sorted(maps.Keys(x.files))
}

// Dependent returns the paths of the documents that depend on others: deltas
// and payloads of sessions.
func (x *Index) Dependent() []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var all []string
	for path, e := range x.files {
		if e.Kind == Delta || e.Kind == Session {
			all = append(all, path)
		}
	}
	slices.Sort(all)
	return all
}

// Holding returns the documents that hold the snapshot with a root, the best
// first: full ones whose content has the root, full ones that only declare it,
// deltas that give it. Among equals the order is that of the paths.
func (x *Index) Holding(root string) []Entry { return x.entries(x.holds, root) }

// DeltasOn returns the deltas on the snapshot with a root, by path.
func (x *Index) DeltasOn(root string) []Entry { return x.entries(x.deltas, root) }

func (x *Index) entries(m map[string]map[string]bool, root string) []Entry {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var all []Entry
	for path := range m[root] {
		all = append(all, *x.files[path])
	}
	rank := func(e Entry) int {
		switch {
		case e.Computed == root:
			return 0
		case e.Declared == root:
			return 1
		}
		return 2
	}
	slices.SortFunc(all, func(a, b Entry) int {
		if r := rank(a) - rank(b); r != 0 {
			return r
		}
		return strings.Compare(a.Path, b.Path)
	})
	return all
}

// Sum returns the sum of a text, as an [Entry] has it.
func (x *Index) Sum(text string) uint64 { return maphash.String(x.seed, text) }

// Summarise returns what [Index.Put] would take note of. For a full payload it
// is linear in its size.
func (x *Index) Summarise(path string, doc *ast.Document) Entry {
	e := Entry{Path: path, Profile: doc.Profile, Sum: x.Sum(doc.Source)}
	h := &doc.Header
	e.Declared, _ = h.Get("pack_root")
	if d, ok := DirectiveOf(doc); ok {
		e.Named = d.Resolve(path)
	}
	switch {
	case h.Is("delta"):
		e.Kind = Delta
		e.Base, _ = h.Get("base_root")
		e.New, _ = h.Get("new_root")
		return e
	case h.Is("unchanged"):
		e.Kind = Unchanged
		return e
	case h.Is("session"):
		e.Kind = Session
	}
	s, err := snapshot.FromDocument(doc)
	if err != nil {
		if e.Kind == Other && e.Declared != "" {
			e.Kind = Full
		}
		return e
	}
	if e.Kind == Other {
		e.Kind = Full
	}
	e.Computed = s.Root()
	return e
}
