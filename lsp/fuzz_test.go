package lsp

import (
	"context"
	"testing"

	"go.lsp.dev/protocol"
)

// Whatever the params of a notification are, none panics, and the text of the
// document that is open stays what the server says it is.
func FuzzNotifications(f *testing.F) {
	for _, params := range []string{
		`{}`, `null`, `[]`, `7`, `{"textDocument":{"uri":"file:///a.gcf","version":2.0},"contentChanges":[{"text":"x"}]}`,
		`{"textDocument":{"uri":"file:///a.gcf","version":null},"contentChanges":[{"range":{"start":{"line":0,"character":0},"end":{"line":1e300,"character":-1}},"text":"x"},null]}`,
		`{"textDocument":{"uri":"untitled:b","text":"\ud800"}}`, `{"textDocument":{"uri":"file:///a.gcf"}}`,
		`{"settings":{"gcf":{"diagnostics":{"debounce":1},"rules":{"x":1}}}}`, `{"changes":[{"uri":"file:///.gcf-lsp.toml","type":1}]}`,
		`{"event":{"added":[{"uri":"vscode-remote://h/x"}],"removed":[7]}}`, `{"value":"verbose"}`,
	} {
		for i := range fuzzed {
			f.Add(i, params)
		}
	}
	f.Fuzz(func(t *testing.T, i int, params string) {
		s := newServer(context.Background(), Options{analysis: echo, CacheDir: t.TempDir()})
		defer s.stop()
		s.initialize(parseLoosely([]byte(`{"capabilities":{"textDocument":{"diagnostic":{}}}}`)))
		s.phase.Store(phaseRunning)
		s.didOpen(parseLoosely([]byte(`{"textDocument":{"uri":"file:///a.gcf","version":1,"text":"a\r\n😀"}}`)))
		notifications[fuzzed[uint(i)%uint(len(fuzzed))]](s, parseLoosely([]byte(params)))
		for key, doc := range s.now.Load().documents {
			if got := s.docs[key].String(); got != doc.text {
				t.Errorf("%s: the snapshot has %q, the buffer %q", key, doc.text, got)
			}
		}
	})
}

// fuzzed are the notifications that read params. `initialized` reads none.
var fuzzed = []string{
	protocol.MethodTextDocumentDidOpen,
	protocol.MethodTextDocumentDidChange,
	protocol.MethodTextDocumentDidClose,
	protocol.MethodWorkspaceDidChangeConfiguration,
	protocol.MethodWorkspaceDidChangeWorkspaceFolders,
	protocol.MethodWorkspaceDidChangeWatchedFiles,
	protocol.MethodWorkspaceDidRenameFiles,
	protocol.MethodWindowWorkDoneProgressCancel,
	protocol.MethodSetTrace,
}
