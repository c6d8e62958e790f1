package lsp

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/files"
)

// workspaceIndex keeps an index of the documents of the workspace by their pack
// roots: the GCF files of the folders, and in their place the open documents.
// One goroutine does all its work, off the path of every request; what others
// say is taken note of and done when it comes to it.
type workspaceIndex struct {
	server *server
	known  *index.Index
	ready  chan struct{} // closed when the folders were searched once

	mu      sync.Mutex
	dirty   map[string]bool // paths to look at
	search  bool            // the folders are to be searched
	waiting []chan struct{} // each closed when all that is dirty now was looked at
	wake    chan struct{}   // holds one wish to look
	hurry   chan struct{}   // holds one wish not to let documents settle
	state   atomic.Uint64   // counts the states that others were told of
	early   atomic.Bool     // a text was read that the index did not know yet

	// Of the goroutine alone.
	files  map[string]bool  // of the folders
	named  map[string]bool  // outside them, named by a document
	stamps map[string]stamp // of the files as they were read
}

// stamp tells whether a file has changed.
type stamp struct {
	changed time.Time
	size    int64
}

func newWorkspaceIndex(s *server) *workspaceIndex {
	return &workspaceIndex{
		server: s,
		known:  index.New(),
		ready:  make(chan struct{}),
		dirty:  make(map[string]bool),
		wake:   make(chan struct{}, 1),
		hurry:  make(chan struct{}, 1),
		named:  make(map[string]bool),
		stamps: make(map[string]stamp),
	}
}

// touch has documents looked at again: they were opened, edited, closed or
// changed on disk. It does not wait.
func (w *workspaceIndex) touch(paths ...string) {
	w.mu.Lock()
	for _, path := range paths {
		if path != "" {
			w.dirty[path] = true
		}
	}
	w.mu.Unlock()
	w.look()
}

// searchAgain has the folders searched: they are others, or what is in them,
// or what is ignored. It does not wait.
func (w *workspaceIndex) searchAgain() {
	w.mu.Lock()
	w.search = true
	w.mu.Unlock()
	w.look()
}

func (w *workspaceIndex) look() {
	select {
	case w.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// take returns what there is to do, and who waits for it.
func (w *workspaceIndex) take() (paths []string, search bool, waiting []chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	paths, search, waiting = slices.Sorted(maps.Keys(w.dirty)), w.search, w.waiting
	clear(w.dirty)
	w.search, w.waiting = false, nil
	select {
	case <-w.hurry: // of those who wait
	default:
	}
	return paths, search, waiting
}

// catchUp waits until the index knows all that the client has said before, but
// no longer than a request may wait.
func (w *workspaceIndex) catchUp(ctx context.Context) {
	done := make(chan struct{})
	w.mu.Lock()
	w.waiting = append(w.waiting, done)
	w.mu.Unlock()
	select {
	case w.hurry <- struct{}{}:
	default: // it will hurry anyway
	}
	w.look()
	timer := time.NewTimer(searchPatience)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// run does the work until the session is over.
func (w *workspaceIndex) run(ctx context.Context) {
	first := true
	poll := time.NewTimer(pollInterval)
	defer poll.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-poll.C:
			if w.server.now.Load().client.watchesFiles() {
				continue // no next time either
			}
			if w.server.now.Load().settings.files.Stale() {
				w.server.rereadConfiguration()
			}
			w.searchAgain()
			continue
		case <-w.wake:
		}
		w.settle(ctx)
		began := time.Now()
		paths, search, waiting := w.take()
		changed := make(map[string]bool) // those that are true
		if search {
			paths = append(paths, w.searchFolders(ctx)...)
		}
		w.update(ctx, paths, search, changed)
		if ctx.Err() != nil {
			return
		}
		if w.early.Swap(false) {
			changed[""] = true
		}
		if search && first {
			first = false
			close(w.ready)
			changed[""] = true // what could not be said before can be said now
		}
		w.refresh(changed)
		for _, done := range waiting {
			close(done)
		}
		if search {
			w.server.configured.look()
			poll.Reset(max(pollInterval, pollShare*time.Since(began)))
		}
	}
}

// A client that does not tell of changes on disk has the folders searched from
// time to time, for no more than a small share of the time.
const (
	pollInterval = 5 * time.Second
	pollShare    = 20
)

// settle waits a moment while a document is being typed in: its root is not
// worth computing for each letter.
func (w *workspaceIndex) settle(ctx context.Context) {
	w.mu.Lock()
	search := w.search
	w.mu.Unlock()
	if search {
		return
	}
	timer := time.NewTimer(w.server.now.Load().settings.debounce)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-w.hurry:
	case <-timer.C:
	}
}

// changedOnDisk has files looked at again of which the client says that they
// are there, are others or are gone. Whether a new one is ignored is for a
// search to say.
func (w *workspaceIndex) changedOnDisk(paths []string) {
	for _, path := range paths {
		if _, known := w.known.Entry(path); !known {
			w.searchAgain()
			break
		}
	}
	w.touch(paths...)
}

// searchFolders returns the documents of the folders, and those that the index
// knows from before.
func (w *workspaceIndex) searchFolders(ctx context.Context) []string {
	v := w.server.now.Load()
	var paths []string
	if len(v.folders) > 0 {
		// Here, not where somebody asks for a search: it waits for a search
		// that is on.
		w.server.workspace.forget()
		paths = slices.Clone(w.server.workspace.list(ctx, v))
	}
	w.files = make(map[string]bool, len(paths))
	for _, path := range paths {
		w.files[path] = true
	}
	return append(paths, w.known.Paths()...)
}

// update looks at documents and notes in changed those that are not what they
// were. A long search tells the client how far it is.
func (w *workspaceIndex) update(ctx context.Context, paths []string, search bool, changed map[string]bool) {
	slices.Sort(paths)
	paths = slices.Compact(paths)
	var shown *progress
	if search {
		shown = w.server.beginProgress(ctx, "Indexing GCF files", len(paths))
		defer shown.end(ctx)
	}
	for i := 0; i < len(paths) && ctx.Err() == nil; i++ {
		path := paths[i]
		_ = w.server.contain("index", func() error { // it is in the log
			if w.one(path) {
				changed[path] = true
			}
			return nil
		})
		if e, ok := w.known.Entry(path); ok && e.Named != "" {
			// A base outside the folders is known only through its name.
			if _, known := w.known.Entry(e.Named); !known && w.mayRead(path, e.Named) {
				w.named[e.Named] = true
				_ = w.server.contain("index", func() error {
					changed[e.Named] = w.one(e.Named)
					return nil
				})
			}
		}
		shown.step(ctx, i+1)
	}
}

// one looks at one document and reports whether it has changed.
func (w *workspaceIndex) one(path string) bool {
	defer w.server.recover("the index of "+path, nil)
	v := w.server.now.Load()
	if doc := v.byPath(path); doc != nil {
		delete(w.stamps, path)
		if !index.Relevant(doc.text) {
			return w.known.PutOther(path)
		}
		return w.known.Put(path, doc.tree())
	}
	info, err := os.Stat(path)
	tooLarge := err == nil && info.Mode().IsRegular() && info.Size() > maxFileSize && (w.files[path] || w.named[path])
	if tooLarge {
		w.server.tellTooLarge(path)
	}
	if err != nil || tooLarge || !info.Mode().IsRegular() || !w.files[path] && !w.named[path] {
		delete(w.stamps, path)
		return w.known.Delete(path)
	}
	now := stamp{info.ModTime(), info.Size()}
	if w.stamps[path] == now {
		return false
	}
	src, err := files.Read(path, maxFileSize)
	if err != nil {
		delete(w.stamps, path)
		return w.known.Delete(path)
	}
	w.stamps[path] = now
	if !index.Relevant(string(src)) {
		return w.known.PutOther(path)
	}
	return w.known.Put(path, w.server.analysis.parse(string(src)))
}

// mayRead reports whether the document at path may make the server read a file
// that it names: one of the workspace, or one in or below its own folder. It
// is a matter of who wrote the document.
func (w *workspaceIndex) mayRead(path, named string) bool {
	if !strings.EqualFold(filepath.Ext(named), ".gcf") {
		return false
	}
	if files.Inside(filepath.Dir(path), named) {
		return true
	}
	return slices.ContainsFunc(w.server.now.Load().folders, func(folder string) bool { return files.Inside(folder, named) })
}

// refresh has the client see what a change of other documents means for the
// open ones that depend on them. A change of the document itself is no news.
func (w *workspaceIndex) refresh(changed map[string]bool) {
	maps.DeleteFunc(changed, func(_ string, yes bool) bool { return !yes })
	if len(changed) == 0 {
		return
	}
	w.state.Add(1)
	s := w.server
	var depend []uri.URI
	for key, doc := range s.now.Load().documents {
		itself := len(changed) == 1 && changed[doc.path]
		if !itself && index.Relevant(doc.text) && check.DependsOnOthers(doc.tree()) {
			depend = append(depend, key)
		}
	}
	v := s.change(func(v *view) {
		for _, key := range depend {
			if doc := v.documents[key]; doc != nil {
				v.documents[key] = s.snapshotOf(doc.version, v)
			}
		}
	})
	files := w.known.Dependent()
	s.workspace.drop(files)
	if v.client.pulls() {
		if len(files) > 0 {
			s.refreshPulled()
		}
		return
	}
	for _, key := range depend {
		if doc := v.documents[key]; doc != nil {
			s.publishers.wake(key, doc.uri)
		}
	}
}

// others returns what other documents tell about one, as far as they are known
// now, or nil where that is nothing.
func (w *workspaceIndex) others(v *version) *check.Others {
	if v.foreign || !index.Relevant(v.text) {
		return nil
	}
	return &check.Others{
		Version: w.state.Load(), Path: v.path, Known: w.known, Read: w.read, Complete: w.searched(),
	}
}

// searched reports whether the folders were searched: before that nothing is
// missing yet.
func (w *workspaceIndex) searched() bool {
	select {
	case <-w.ready:
		return true
	default:
		return false
	}
}

// searchPatience is how long a request waits for the index.
const searchPatience = 2 * time.Second

// read returns a document of the index as it is now.
func (w *workspaceIndex) read(path string) *ast.Document {
	v := w.version(path)
	if v == nil {
		return nil
	}
	if e, ok := w.known.Entry(path); ok && e.Sum != 0 && e.Sum != w.known.Sum(v.text) {
		// What is said now may be about a text that nobody sees for long: it
		// is to be said anew when the index has caught up.
		w.early.Store(true)
		w.touch(path)
	}
	var doc *ast.Document
	_ = w.server.contain("index", func() error { // it is in the log; the document counts as unreadable
		doc = v.tree()
		return nil
	})
	return doc
}

// version returns a document of the index as it is now, or nil. Only documents
// that the index knows are read.
func (w *workspaceIndex) version(path string) *version {
	v := w.server.now.Load()
	if doc := v.byPath(path); doc != nil {
		return doc.version
	}
	src, err := files.Read(path, maxFileSize)
	if err != nil {
		return nil
	}
	file := &version{uri: uri.File(path), path: path, text: string(src)}
	file.complete(context.Background(), v.client.encoding, w.server.analysis)
	return file
}

// byPath returns the open document of a file, or nil.
func (v *view) byPath(path string) *snapshot {
	return v.documents[uri.File(path)]
}

// drop has files reported anew.
func (w *workspaceFiles) drop(paths []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, path := range paths {
		delete(w.reports, path)
	}
}
