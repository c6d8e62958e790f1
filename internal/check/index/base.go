package index

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/snapshot"
)

// Reader returns the document at a path as it is now, or nil where there is
// none.
type Reader func(path string) *ast.Document

// Base is a snapshot that a delta may apply to, and what to call it.
type Base struct {
	Snapshot snapshot.Snapshot
	Name     string // such as "orders.gcf"
}

// Found is the base of a delta.
type Found struct {
	Base
	Path string // of the document that holds the snapshot or gives it
	// Soft says that the document only declares the root: its content has
	// another. For a graph that is no contradiction, see check.PackRoot.
	Soft bool
}

// maxChain is how many deltas are followed back to a full payload.
const maxChain = 1000

// Base returns what a delta applies to: the document that its comment names, or the snapshot with its base root, in a full payload or at
// the end of a chain of deltas. Where there is none, why says what is missing
// if a base was named or found but cannot be used; "" says that no document has
// the root.
func (x *Index) Base(delta Entry, read Reader) (found *Found, why string) {
	chain, why := x.Chain(delta)
	if chain == nil {
		return nil, why
	}
	// The keys of what each document of the chain gives, and the last of them
	// that is at hand.
	keys := make([]string, len(chain))
	first, s := 0, snapshot.Snapshot(nil)
	for i, e := range chain {
		keys[i] = strconv.FormatUint(e.Sum, 36)
		if i > 0 {
			keys[i] = strconv.FormatUint(x.Sum(keys[i-1]+" "+keys[i]), 36)
		}
		if cached := x.cache.get(keys[i]); cached != nil {
			first, s = i+1, cached
		}
	}
	fresh := true // what was read is what the index knows
	for i := first; i < len(chain); i++ {
		doc := read(chain[i].Path)
		next, err := step(s, doc)
		if err != nil {
			return nil, fmt.Sprintf("%s: %v", filepath.Base(chain[i].Path), err)
		}
		if fresh = fresh && x.Sum(doc.Source) == chain[i].Sum; fresh {
			x.cache.put(keys[i], next)
		}
		s = next
	}
	holder := chain[len(chain)-1]
	found = &Found{Base: Base{Snapshot: s, Name: name(holder)}, Path: holder.Path}
	found.Soft = delta.Named == "" && s.Profile() == ast.ProfileGraph && s.Root() != delta.Base
	return found, ""
}

// Chain returns the documents that make the base of a delta: a full payload and
// the deltas on it, in the order in which they apply. Where there are none, why
// says what is missing, as [Index.Base] does.
func (x *Index) Chain(delta Entry) (chain []Entry, why string) {
	cur, visited := delta, map[string]bool{delta.Path: true}
	for len(chain) <= maxChain {
		holder := Entry{}
		if cur.Named == "" {
			holder = x.first(cur.Base, visited)
		} else {
			var ok bool
			if holder, ok = x.Entry(cur.Named); !ok {
				return nil, fmt.Sprintf("%s is no document of the workspace", filepath.Base(cur.Named))
			}
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
		chain = append(chain, holder)
		if holder.Kind != Delta {
			slices.Reverse(chain)
			return chain, ""
		}
		cur = holder
	}
	return nil, fmt.Sprintf("more than %d deltas lie before it", maxChain)
}

// step returns what a document makes of what is before it in its chain: nothing
// before a full payload.
func step(base snapshot.Snapshot, doc *ast.Document) (snapshot.Snapshot, error) {
	if doc == nil {
		return nil, errors.New("it cannot be read")
	}
	if base == nil {
		return snapshot.FromDocument(doc)
	}
	delta, err := snapshot.DeltaFromDocument(doc)
	if err != nil {
		return nil, err
	}
	if base, err = snapshot.Apply(base, delta); err != nil {
		return nil, fmt.Errorf("it does not apply: %w", err)
	}
	return base, nil
}

// first returns the best document that holds the snapshot with a root, those
// visited left out, and the payloads of sessions that do not hold all of it.
func (x *Index) first(root string, visited map[string]bool) Entry {
	for _, e := range x.Holding(root) {
		if !visited[e.Path] && (e.Kind != Session || e.Computed != "") {
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
func (x *Index) Wanted(root, path string, read Reader) *Base {
	for _, e := range x.Holding(root) {
		if e.Path == path || e.Kind != Full || e.Computed != root {
			continue
		}
		if doc := read(e.Path); doc != nil {
			if s, err := snapshot.FromDocument(doc); err == nil && s.Root() == root {
				return &Base{Snapshot: s, Name: name(e)}
			}
		}
	}
	return nil
}
