package index

import (
	"fmt"
	"path/filepath"

	"gcf-lsp/ast"
	"gcf-lsp/internal/roots"
	"gcf-lsp/snapshot"
)

// Reader returns the document at a path as it is now, or nil where there is
// none.
type Reader func(path string) *ast.Document

// Found is the base of a delta.
type Found struct {
	roots.Base
	Path string // of the document that holds the snapshot or gives it
	// Soft says that the document only declares the root: its content has
	// another. For a graph that is no contradiction, see roots.PackRoot.
	Soft bool
}

// maxChain is how many deltas are followed back to a full payload.
const maxChain = 1000

// Base returns what the delta at path applies to: the document that its
// comment names, or the snapshot with its base root, in a full payload or at
// the end of a chain of deltas. Where there is none, why says what is missing
// if a base was named or found but cannot be used; "" says that no document has
// the root.
func (x *Index) Base(path string, read Reader) (found *Found, why string) {
	cur, ok := x.Entry(path)
	if !ok {
		return nil, ""
	}
	visited := map[string]bool{path: true}
	var chain []Entry // deltas to apply, the last one first
	var s snapshot.Snapshot
	holder := Entry{}
	for s == nil {
		if len(chain) > maxChain {
			return nil, fmt.Sprintf("more than %d deltas lie before it", maxChain)
		}
		if cur.Named == "" {
			if s = x.cache.get(cur.Base); s != nil {
				holder = x.first(cur.Base, visited)
				break
			}
			holder = x.first(cur.Base, visited)
		} else if holder, ok = x.Entry(cur.Named); !ok {
			return nil, fmt.Sprintf("%s is no document of the workspace", filepath.Base(cur.Named))
		}
		switch {
		case holder.Path == "" && len(chain) == 0:
			return nil, ""
		case holder.Path == "":
			return nil, fmt.Sprintf("the base of %s is not known", filepath.Base(cur.Path))
		case visited[holder.Path]:
			return nil, fmt.Sprintf("%s depends on itself", filepath.Base(holder.Path))
		}
		visited[holder.Path] = true
		if holder.Kind == Delta {
			chain = append(chain, holder)
			cur = holder
			continue
		}
		doc := read(holder.Path)
		if doc == nil {
			return nil, fmt.Sprintf("%s cannot be read", filepath.Base(holder.Path))
		}
		var err error
		if s, err = snapshot.FromDocument(doc); err != nil {
			return nil, fmt.Sprintf("%s: %v", filepath.Base(holder.Path), err)
		}
		x.cache.put(s)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		next, err := step(s, chain[i].Path, read)
		if err != nil {
			return nil, fmt.Sprintf("%s does not apply: %v", filepath.Base(chain[i].Path), err)
		}
		s, holder = next, chain[i]
		x.cache.put(s)
	}
	found = &Found{Base: roots.Base{Snapshot: s, Name: name(holder)}, Path: holder.Path}
	e, _ := x.Entry(path)
	found.Soft = e.Named == "" && s.Profile() == ast.ProfileGraph && s.Root() != e.Base
	return found, ""
}

// step applies the delta at path.
func step(base snapshot.Snapshot, path string, read Reader) (snapshot.Snapshot, error) {
	doc := read(path)
	if doc == nil {
		return nil, fmt.Errorf("it cannot be read")
	}
	delta, err := snapshot.DeltaFromDocument(doc)
	if err != nil {
		return nil, err
	}
	return snapshot.Apply(base, delta)
}

// first returns the best document that holds the snapshot with a root, those
// visited left out.
func (x *Index) first(root string, visited map[string]bool) Entry {
	for _, e := range x.Holding(root) {
		if !visited[e.Path] && e.Kind != Session {
			return e
		}
	}
	return Entry{}
}

// name is what messages call the snapshot that a document holds or gives.
func name(e Entry) string {
	if e.Path == "" {
		return "the base"
	}
	if e.Kind == Delta {
		return "the result of " + filepath.Base(e.Path)
	}
	return filepath.Base(e.Path)
}

// Wanted returns the snapshot with a root in a document other than path, to
// explain what a wrong delta should have given, or nil.
func (x *Index) Wanted(root, path string, read Reader) *roots.Base {
	for _, e := range x.Holding(root) {
		if e.Path == path || e.Kind != Full || e.Computed != root {
			continue
		}
		if doc := read(e.Path); doc != nil {
			if s, err := snapshot.FromDocument(doc); err == nil && s.Root() == root {
				return &roots.Base{Snapshot: s, Name: name(e)}
			}
		}
	}
	return nil
}
