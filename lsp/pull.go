package lsp

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/check"
	"gcf-lsp/internal/files"
)

func announceDiagnostics(c *client, server *protocol.ServerCapabilities) {
	if c.pulls() {
		server.DiagnosticProvider = &protocol.DiagnosticOptions{WorkspaceDiagnostics: true, InterFileDependencies: true}
	}
}

// Diagnostic answers textDocument/diagnostic.
func (s *server) Diagnostic(ctx context.Context, params *protocol.DocumentDiagnosticParams) (protocol.DocumentDiagnosticReport, error) {
	if params.TextDocument.URI == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "diagnostics of which document?")
	}
	r, err := s.pulledReport(ctx, documentKey(string(params.TextDocument.URI)))
	if err != nil {
		return nil, err
	}
	if before := params.PreviousResultID; before != nil && *before == r.resultID {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{UnchangedDocumentDiagnosticReport: r.unchanged()}, nil
	}
	return &protocol.RelatedFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: r.full()}, nil
}

// pulledReport returns the report of a document. One that is not open has that
// of its file, or an empty one: clients ask about documents that were closed
// meanwhile, too.
func (s *server) pulledReport(ctx context.Context, key uri.URI) (*report, error) {
	doc := s.pulled(ctx, key)
	if doc == nil {
		return s.closedReport(ctx, key)
	}
	if check.DependsOnOthers(doc.tree()) {
		doc = s.caughtUp(ctx, doc)
	}
	return s.report(ctx, doc)
}

func (s *server) closedReport(ctx context.Context, key uri.URI) (*report, error) {
	v := viewFrom(ctx)
	if path := filePath(key); path != "" && slices.Contains(s.workspace.included(ctx, v), path) {
		if r, err := s.workspace.report(ctx, s, v, path); r != nil || err != nil {
			return r, err
		}
	}
	return &report{resultID: "none", items: []protocol.Diagnostic{}}, nil
}

// caughtUp returns a snapshot of the same version of a document whose findings
// are those with all other documents as the client has told them.
func (s *server) caughtUp(ctx context.Context, doc *snapshot) *snapshot {
	s.index.catchUp(ctx)
	return s.current(doc)
}

// current returns the newest snapshot of the same version of a document.
func (s *server) current(doc *snapshot) *snapshot {
	if now := s.now.Load().documents[documentKey(string(doc.uri))]; now != nil && now.version == doc.version {
		return now
	}
	return doc
}

// pulled returns the snapshot of a document that diagnostics are asked of: an
// open one, or a file of configuration; else nil.
func (s *server) pulled(ctx context.Context, key uri.URI) *snapshot {
	v := viewFrom(ctx)
	if doc := v.foreign[key]; doc != nil {
		return doc
	}
	if path := filePath(key); path != "" && isConfiguration(key) {
		if found := v.settings.files.For(path); found.Path == path {
			return s.configurationOnDisk(found, v)
		}
	}
	return v.documents[key]
}

func (r *report) full() protocol.FullDocumentDiagnosticReport {
	return protocol.FullDocumentDiagnosticReport{
		Kind:     string(protocol.DocumentDiagnosticReportKindFull),
		ResultID: &r.resultID,
		Items:    r.items,
	}
}

func (r *report) unchanged() protocol.UnchangedDocumentDiagnosticReport {
	return protocol.UnchangedDocumentDiagnosticReport{
		Kind:     string(protocol.DocumentDiagnosticReportKindUnchanged),
		ResultID: r.resultID,
	}
}

// DiagnosticWorkspace answers workspace/diagnostic: all open documents, and
// the files of the workspace folders that the configuration includes, with the
// files of configuration that have mistakes.
func (s *server) DiagnosticWorkspace(ctx context.Context, params *protocol.WorkspaceDiagnosticParams) (*protocol.WorkspaceDiagnosticReport, error) {
	before, spellings := map[uri.URI]string{}, map[uri.URI]uri.URI{}
	for _, p := range params.PreviousResultIds {
		key := documentKey(string(p.URI))
		before[key], spellings[key] = p.Value, p.URI
	}
	result := &protocol.WorkspaceDiagnosticReport{}
	add := func(key, spelled uri.URI, number *int32, r *report) {
		if before[key] == r.resultID {
			result.Items = append(result.Items, &protocol.WorkspaceUnchangedDocumentDiagnosticReport{
				UnchangedDocumentDiagnosticReport: r.unchanged(), URI: spelled, Version: number})
		} else {
			result.Items = append(result.Items, &protocol.WorkspaceFullDocumentDiagnosticReport{
				FullDocumentDiagnosticReport: r.full(), URI: spelled, Version: number})
		}
		delete(before, key)
	}

	s.index.catchUp(ctx)
	v := viewFrom(ctx)
	all := maps.Clone(v.documents)
	for key, doc := range all {
		all[key] = s.current(doc)
	}
	maps.Copy(all, v.foreign)
	files := s.workspace.included(ctx, v)
	maps.Copy(all, s.configurations(v))
	for _, key := range slices.Sorted(maps.Keys(all)) {
		doc := all[key]
		r, err := s.containedReport(func() (*report, error) { return s.report(ctx, doc) })
		if ctx.Err() != nil {
			return nil, err
		}
		if err == nil {
			add(key, doc.uri, doc.number, r)
		}
	}
	for _, path := range files {
		key := uri.File(path)
		if all[key] != nil {
			continue
		}
		r, err := s.containedReport(func() (*report, error) { return s.workspace.report(ctx, s, v, path) })
		if ctx.Err() != nil {
			return nil, err
		}
		if err == nil && r != nil {
			add(key, key, nil, r)
		}
	}
	// What the client still has of files that are gone.
	for _, key := range slices.Sorted(maps.Keys(before)) {
		add(key, spellings[key], nil, &report{items: []protocol.Diagnostic{}})
	}
	return result, nil
}

// containedReport makes a report of one document of many.
func (s *server) containedReport(work func() (*report, error)) (r *report, err error) {
	err = s.contain("diagnostics", func() (err error) {
		r, err = work()
		return err
	})
	return r, err
}

// refreshPulled has a client that pulls ask again.
func (s *server) refreshPulled() {
	s.workspace.forget()
	if !s.now.Load().client.refreshesDiagnostics() {
		return
	}
	s.task(func(ctx context.Context) {
		if err := s.editor.DiagnosticRefresh(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("the client does not refresh diagnostics", "err", err)
		}
	})
}

// workspaceFiles are the files on disk below the workspace folders that the
// configuration includes: GCF files and others with payloads in them.
// Clients ask for them every few seconds: the folders are searched again only
// after a while or after a notice of changes, and a file is read again only
// when it has changed.
type workspaceFiles struct {
	most    int                  // files and folders that a search looks at
	say     func(message string) // says something once
	stale   atomic.Bool          // there was a notice of changes since the last search
	mu      sync.Mutex
	found   time.Time
	paths   []string // of all
	gcf     []string // of those that are GCF
	reports map[string]*fileReport
}

// fileReport is the report of a file as it was at a time and size, under some
// settings.
type fileReport struct {
	changed  time.Time
	size     int64
	settings *settings
	report   *report
}

// searchInterval is how long the list of files is good without a notice.
const searchInterval = 10 * time.Second

// maxFileSize is the size in bytes up to which files that are not open are
// read.
const maxFileSize = 64 << 20

// tellTooLarge names a file that is not read, once.
func (s *server) tellTooLarge(path string) {
	s.warnOnce(fmt.Sprintf("%s is larger than %d MiB: it is not read unless it is open", path, maxFileSize>>20))
}

// list returns the paths of the GCF files, absolute.
func (w *workspaceFiles) list(ctx context.Context, v *view) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.search(ctx, v)
	if len(v.folders) == 0 {
		return nil
	}
	return w.gcf
}

// included returns the paths of all files, absolute.
func (w *workspaceFiles) included(ctx context.Context, v *view) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.search(ctx, v)
	if len(v.folders) == 0 {
		return nil
	}
	return w.paths
}

// search looks for the files, where that is due. The lock is held. A search
// that ctx ends leaves none.
func (w *workspaceFiles) search(ctx context.Context, v *view) {
	if len(v.folders) == 0 {
		return
	}
	if !w.stale.Swap(false) && !w.found.IsZero() && time.Since(w.found) < searchInterval {
		return
	}
	limited, cancel := context.WithTimeout(ctx, maxSearchTime)
	defer cancel()
	seen := 0
	count := func() {
		if seen++; seen > w.most {
			cancel()
		}
	}
	finder := files.Finder{
		Select: func(path string) bool {
			count()
			return v.settings.config(path).Wants(path)
		},
		SkipFolder: func(path string) bool {
			count()
			return v.settings.config(path).Excludes(path)
		},
	}
	var walked []string
	for _, folder := range v.folders {
		if tooWide(folder) {
			w.say(fmt.Sprintf("%s is not searched for GCF files: open a folder of a project", folder))
			continue
		}
		walked = append(walked, folder)
	}
	// Folders that cannot be read have no diagnostics.
	found, _ := finder.Find(limited, walked)
	if limited.Err() != nil && ctx.Err() == nil {
		w.say(fmt.Sprintf("the workspace is too large: the search for GCF files ended after %d files and folders", seen))
	}
	w.paths, w.gcf, w.found = nil, nil, time.Now()
	if ctx.Err() != nil {
		w.stale.Store(true)
		return
	}
	for _, f := range found {
		w.paths = append(w.paths, f.Path)
		if isGCF(uri.File(f.Path), "") {
			w.gcf = append(w.gcf, f.Path)
		}
	}
}

// A search looks at no more files and folders, and no longer.
const (
	maxSearchedFiles = 500_000
	maxSearchTime    = 20 * time.Second
)

// tooWide reports whether a folder holds more than a workspace: the root of a
// file system, with its devices and processes, or a home folder.
func tooWide(folder string) bool {
	folder = filepath.Clean(folder)
	home, err := os.UserHomeDir()
	return filepath.Dir(folder) == folder || err == nil && folder == filepath.Clean(home)
}

// report returns the report of a file, or nil where it cannot be read.
func (w *workspaceFiles) report(ctx context.Context, s *server, v *view, path string) (*report, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	if info.Size() > maxFileSize {
		s.tellTooLarge(path)
		return nil, nil
	}
	w.mu.Lock()
	known := w.reports[path]
	w.mu.Unlock()
	if known != nil && known.changed.Equal(info.ModTime()) && known.size == info.Size() && known.settings == v.settings {
		return known.report, nil
	}
	src, err := files.Read(path, maxFileSize)
	if err != nil {
		return nil, nil
	}
	file := &version{uri: uri.File(path), path: path, text: string(src), foreign: !isGCF(uri.File(path), "")}
	file.complete(ctx, v.client.encoding, s.analysis)
	r, err := s.report(ctx, s.snapshotOf(file, v))
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.reports == nil {
		w.reports = map[string]*fileReport{}
	}
	w.reports[path] = &fileReport{info.ModTime(), info.Size(), v.settings, r}
	return r, nil
}

// forget has the folders searched again. It is called on the read loop, so it
// does not wait for a search that is on.
func (w *workspaceFiles) forget() { w.stale.Store(true) }
