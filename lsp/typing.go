package lsp

import (
	"context"
	"strings"
	"time"
	"unicode/utf16"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/internal/text/textsync"
)

// What is only unfinished in the line that is being typed is held back until
// the line is left, the document is saved, or nothing was typed for a while.
// See [diagnostics.Typing].

// typingRest is how long after the last key a line counts as left.
const typingRest = 3 * time.Second

// typedAt returns the position behind a change that somebody typed, or nil where
// it is another one: a paste of lines, a whole text, a formatting.
func typedAt(c textsync.Change) *protocol.Position {
	if c.Range == nil || c.Range.End.Line-c.Range.Start.Line > 1 || strings.Count(c.Text, "\n") > 1 {
		return nil
	}
	p := protocol.Position{Line: uint32(max(c.Range.Start.Line, 0)), Character: uint32(max(c.Range.Start.Column, 0))}
	if i := strings.LastIndexByte(c.Text, '\n'); i >= 0 {
		p.Line, p.Character = p.Line+1, 0
		c.Text = c.Text[i+1:]
	}
	// As UTF-16 counts: only the line matters, and a column behind its end is
	// its end.
	p.Character += uint32(len(utf16.Encode([]rune(c.Text))))
	return &p
}

// typesIn notes in a view under way that a version of a document is the newest
// of all. It holds findings back only where the client can be told of them
// later. It returns the document that was left by it, or "".
func (s *server) typesIn(v *view, next *version) uri.URI {
	before := v.typing
	v.typing = nil
	if next.typed != nil && !next.foreign && (!v.client.pulls() || v.client.refreshesDiagnostics()) {
		v.typing = next
		select {
		case s.typed <- struct{}{}:
		default: // it will be seen anyway
		}
	}
	return v.left(s, before)
}

// left makes the snapshot of a document anew in which somebody typed before, and
// returns its key; "" where it has changed.
func (v *view) left(s *server, before *version) uri.URI {
	if before == nil {
		return ""
	}
	key := documentKey(string(before.uri))
	if doc := v.documents[key]; doc != nil && doc.version == before {
		v.documents[key] = s.snapshotOf(before, v)
		return key
	}
	return ""
}

// leaveLine shows what was held back. Where only is not nil, only that of this
// version.
func (s *server) leaveLine(only *version) {
	left := uri.URI("")
	v := s.change(func(v *view) {
		if before := v.typing; before != nil && (only == nil || only == before) {
			v.typing = nil
			left = v.left(s, before)
		}
	})
	switch {
	case left == "":
	case v.client.pulls():
		s.refreshPulled()
	default:
		s.publishers.wakeOpen(left)
	}
}

// watchTyping leaves a line when nothing was typed for a while.
func (s *server) watchTyping(ctx context.Context) {
	rest := time.NewTimer(typingRest)
	defer rest.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.typed:
			rest.Reset(typingRest)
		case <-rest.C:
			s.leaveLine(nil)
		}
	}
}

// didSave shows what is wrong with a document that was saved.
func (s *server) didSave(params any) {
	key := documentKey(text(params, "textDocument", "uri"))
	if doc := s.now.Load().documents[key]; doc != nil {
		s.leaveLine(doc.version)
	}
	if isConfiguration(key) {
		s.rereadConfiguration()
	}
}
