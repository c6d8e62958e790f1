package lsp

import (
	"context"
	"path"
	"strings"
	"sync/atomic"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/internal/text/textsync"
)

// documents are the texts of the open documents, which change in place on the
// read loop. Requests never see them; they see the snapshots of a [view].
type documents map[uri.URI]*textsync.Buffer

// lives end the work on the versions of open documents that are out of date. They
// are of the read loop.
type lives map[uri.URI]context.CancelFunc

// begin ends the life of a document's version and returns that of the next one.
func (l lives) begin(key uri.URI) context.Context {
	l.end(key)
	ctx, end := context.WithCancel(context.Background())
	l[key] = end
	return ctx
}

func (l lives) end(key uri.URI) {
	if end := l[key]; end != nil {
		end()
		delete(l, key)
	}
}

func announceSync(_ *client, server *protocol.ServerCapabilities) {
	yes, incremental := true, protocol.TextDocumentSyncKindIncremental
	server.TextDocumentSync = &protocol.TextDocumentSyncOptions{
		OpenClose: &yes, Change: &incremental, WillSaveWaitUntil: &yes, Save: protocol.Boolean(true),
	}
}

// documentKey returns the canonical form of a URI, under which a document is
// found however the client spells it: `C:` is `c%3A`, `d/x/../a` is `d/a`,
// `file://localhost/a` is `file:///a` (RFC 8089).
func documentKey(spelled string) uri.URI {
	key, err := uri.Parse(spelled)
	if err != nil {
		return uri.URI(spelled)
	}
	if !key.IsFile() {
		return key
	}
	c := key.Components()
	if strings.EqualFold(c.Authority, "localhost") && strings.HasPrefix(c.Path, "/") {
		c.Authority = ""
	}
	if strings.HasPrefix(c.Path, "/") && path.Clean(c.Path) != strings.TrimSuffix(c.Path, "/") {
		c.Path = path.Clean(c.Path)
	}
	if c == key.Components() {
		return key
	}
	if clean, err := uri.From(c); err == nil {
		return clean
	}
	return key
}

// filePath returns the path of a file: URI and "" for every other: there is
// no file behind untitled: or vscode-remote:, whatever their path looks like.
func filePath(key uri.URI) string {
	if !key.IsFile() {
		return ""
	}
	return key.FsPath()
}

func (s *server) didOpen(params any) {
	spelled := text(params, "textDocument", "uri")
	if spelled == "" {
		s.log.Warn("a document without a URI was opened")
		return
	}
	key := documentKey(spelled)
	if s.docs[key] != nil {
		s.log.Warn("a document was opened twice", "uri", spelled)
	}
	c := s.now.Load().client
	content := text(params, "textDocument", "text")
	s.docs[key] = textsync.New(content, c.encoding)
	right := new(atomic.Bool)
	right.Store(strings.TrimSpace(content) == "")
	s.setVersion(key, &version{
		uri:     uri.URI(spelled),
		path:    filePath(key),
		number:  versionNumber(params),
		text:    content,
		foreign: !isGCF(key, text(params, "textDocument", "languageId")),
		right:   right,
	})
}

func (s *server) didChange(params any) {
	spelled := text(params, "textDocument", "uri")
	key := documentKey(spelled)
	buffer, before := s.docs[key], s.now.Load().open(key)
	if buffer == nil {
		s.log.Warn("a document that is not open was changed", "uri", spelled)
		return
	}
	number := versionNumber(params)
	if number != nil && before.number != nil && *number <= *before.number {
		s.log.Warn("a change with a version that is not newer", "uri", spelled,
			"version", *number, "current", *before.number)
	}
	changes := list(params, "contentChanges")
	var typed *protocol.Position
	var all ast.Splice
	for _, c := range changes {
		change, ok := readChange(c)
		if !ok {
			// Guessing could only make it worse: left out, the client's next
			// full text sets it right.
			s.log.Error("a change that cannot be understood is left out", "uri", spelled)
			continue
		}
		splice := buffer.Apply(change)
		all = all.Then(splice)
		if len(changes) == 1 {
			typed = typedAt(change)
		}
	}
	next := &version{
		uri: before.uri, path: before.path, number: number, foreign: before.foreign,
		right: before.right, typed: typed,
	}
	if next.text = before.text; all.Changes() {
		next.text = buffer.String()
	}
	next.from.Store(before.basis(all))
	s.setVersion(key, next)
}

func (s *server) didClose(params any) {
	key := documentKey(text(params, "textDocument", "uri"))
	if s.docs[key] == nil {
		return
	}
	delete(s.docs, key)
	s.lives.end(key)
	s.change(func(v *view) {
		delete(v.documents, key)
		delete(v.foreign, key)
	})
	s.index.touch(filePath(key))
	s.viewers.closed(key)
	s.publishers.close(key)
	if isConfiguration(key) {
		s.rereadConfiguration() // it may have been saved
	}
	s.tokens.forget(key)
}

// setVersion makes the next version of a document the current one.
func (s *server) setVersion(key uri.URI, next *version) {
	left := uri.URI("")
	v := s.change(func(v *view) {
		next.complete(s.lives.begin(key), v.client.encoding, s.analysis)
		left = s.typesIn(v, next)
		doc := s.snapshotOf(next, v)
		delete(v.documents, key)
		delete(v.foreign, key)
		if next.foreign {
			v.foreign[key] = doc
		} else {
			v.documents[key] = doc
		}
	})
	s.index.touch(next.path)
	s.viewers.changed(key)
	s.configured.look()
	s.publishers.wakeOpen(left)
	if !v.client.pulls() && !(next.foreign && isConfiguration(key)) {
		s.publishers.wake(key, next.uri)
	}
}

// versionNumber reads the version of a document; null and what is no number
// are none.
func versionNumber(params any) *int32 {
	n, ok := integer(params, "textDocument", "version")
	if !ok {
		return nil
	}
	number := int32(n)
	return &number
}

// readChange reads one content change. Without a range, or with null for one,
// the whole text is replaced. A range that is there must be one.
func readChange(v any) (c textsync.Change, ok bool) {
	c.Text, ok = member(v, "text").(string)
	if !ok || member(v, "range") == nil {
		return c, ok
	}
	start, ok1 := readPosition(member(v, "range", "start"))
	end, ok2 := readPosition(member(v, "range", "end"))
	c.Range = &textsync.Range{Start: start, End: end}
	return c, ok1 && ok2
}

func readPosition(v any) (p ast.Position, ok bool) {
	line, ok1 := position(v, "line")
	column, ok2 := position(v, "character")
	return ast.Position{Line: line, Column: column}, ok1 && ok2
}

// position reads a line or a column. Clients say "to the end" with numbers as
// large as they have.
func position(v any, name string) (n int, ok bool) {
	f, ok := member(v, name).(float64)
	return int(min(max(f, -1), 1<<31)), ok
}

// refreshDocuments gives all documents the settings of the current view and
// has the client see what that changes.
func (s *server) refreshDocuments() {
	v := s.remake()
	s.index.searchAgain()
	s.configured.look()
	s.showAgain(v)
}

// remake makes the snapshots of all open documents anew.
func (s *server) remake() *view {
	return s.change(func(v *view) {
		for key, doc := range v.documents {
			v.documents[key] = s.snapshotOf(doc.version, v)
		}
		for key, doc := range v.foreign {
			v.foreign[key] = s.snapshotOf(doc.version, v)
		}
	})
}

// showAgain has the client see what is wrong with all documents now.
func (s *server) showAgain(v *view) {
	if v.client.pulls() {
		s.refreshPulled()
		return
	}
	s.publishers.wakeAll()
}
