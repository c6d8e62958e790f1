package lsp

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/diagnostics"
	"gcf-lsp/lsp/lsptest"
)

// A panic in a handler is one failed request and a log line.
func TestPanicIsOneFailedRequest(t *testing.T) {
	var stderr lockedBuffer
	log, err := NewLogger(&stderr, "error")
	if err != nil {
		t.Fatal(err)
	}
	c := start(t, Options{Log: log, analysis: &analysis{
		parse: echo.parse,
		check: func(subject *check.Subject) []diagnostics.Diagnostic {
			if subject.Doc.Source == "bad" {
				panic("a mistake of ours")
			}
			return echo.check(subject)
		},
	}})
	c.Initialize(pulling)
	c.Open("file:///bad.gcf", 1, "bad")
	c.Open("file:///good.gcf", 1, "good")
	for range 3 {
		wantCode(t, "a request that panics", c.Call("textDocument/diagnostic", textDocument("file:///bad.gcf"), nil), internalError)
		if got := serverText(t, c, "file:///good.gcf"); got != "good" {
			t.Errorf("the other document is %q", got)
		}
	}
	c.Change("file:///bad.gcf", 2, map[string]any{"text": "mended"})
	if got := serverText(t, c, "file:///bad.gcf"); got != "mended" {
		t.Errorf("the document is %q after the panic", got)
	}
	if code := c.Exit(); code != ExitOK {
		t.Errorf("exit status %d, want 0", code)
	}
	if !strings.Contains(stderr.String(), "a mistake of ours") {
		t.Errorf("the log is %q", stderr.String())
	}
}

// A panic while diagnostics are pushed costs those diagnostics and no more.
func TestPanicWhilePublishing(t *testing.T) {
	c := start(t, Options{analysis: &analysis{
		parse: func(src string) *ast.Document {
			if src == "bad" {
				panic("a mistake of ours")
			}
			return echo.parse(src)
		},
		check: echo.check,
	}})
	c.Initialize(nil)
	c.Open("file:///a.gcf", 1, "bad")
	c.Await("a log message", func(m lsptest.Message) bool {
		return m.Method == "window/logMessage" && bytes.Contains(m.Params, []byte("a mistake of ours"))
	})
	c.Change("file:///a.gcf", 2, map[string]any{"text": "good"})
	if d := c.AwaitDiagnostics("file:///a.gcf", 2); d.Diagnostics[0].Message != "good" {
		t.Errorf("the text is %q", d.Diagnostics[0].Message)
	}
}

// A panic in a notification is a log line.
func TestPanicInANotification(t *testing.T) {
	c := lsptest.Start(t, func(ctx context.Context, in io.Reader, out io.Writer) (int, error) {
		s := newServer(ctx, Options{analysis: echo, CacheDir: t.TempDir()})
		s.docs = nil // opening a document panics
		return s.serve(in, out)
	})
	c.Initialize(pulling)
	c.Open("file:///a.gcf", 1, "text")
	c.Await("a log message", func(m lsptest.Message) bool {
		return m.Method == "window/logMessage" && bytes.Contains(m.Params, []byte("panic"))
	})
	if code := c.Exit(); code != ExitOK {
		t.Errorf("exit status %d, want 0", code)
	}
}

// A cancelled request is answered with RequestCancelled, whenever it is
// cancelled.
func TestCancel(t *testing.T) {
	parsing, release := make(chan struct{}), make(chan struct{})
	c := start(t, Options{analysis: &analysis{
		parse: func(src string) *ast.Document {
			close(parsing)
			<-release
			return echo.parse(src)
		},
		check: echo.check,
	}})
	c.Initialize(pulling)
	c.Open("file:///a.gcf", 1, "text")
	inProgress := c.Request("textDocument/diagnostic", textDocument("file:///a.gcf"))
	<-parsing
	waiting := c.Request("textDocument/diagnostic", textDocument("file:///a.gcf"))
	kept := c.Request("textDocument/diagnostic", textDocument("file:///a.gcf"))
	inProgress.Cancel()
	waiting.Cancel()
	c.Change("file:///b.gcf", 1) // once this is read, so are the cancels
	c.Await("the log message about it", func(m lsptest.Message) bool {
		return m.Method == "window/logMessage" && bytes.Contains(m.Params, []byte("b.gcf"))
	})
	close(release)
	wantCode(t, "a request cancelled in progress", inProgress.Wait(nil), requestCancelled)
	wantCode(t, "a request cancelled while it waits", waiting.Wait(nil), requestCancelled)
	if err := kept.Wait(nil); err != nil {
		t.Errorf("a request that nobody cancelled: %v", err)
	}
	kept.Cancel() // too late: nothing happens
	if got := serverText(t, c, "file:///a.gcf"); got != "text" {
		t.Errorf("the text is %q", got)
	}
}

// A slow request does not hold up others, nor changes.
func TestSlowRequestHoldsUpNothing(t *testing.T) {
	release := make(chan struct{})
	c := start(t, Options{analysis: &analysis{
		parse: func(src string) *ast.Document {
			if src == "slow" {
				<-release
			}
			return echo.parse(src)
		},
		check: echo.check,
	}})
	c.Initialize(pulling)
	c.Open("file:///slow.gcf", 1, "slow")
	c.Open("file:///fast.gcf", 1, "fast")
	slow := c.Request("textDocument/diagnostic", textDocument("file:///slow.gcf"))
	c.Change("file:///fast.gcf", 2, map[string]any{"text": "faster"})
	if got := serverText(t, c, "file:///fast.gcf"); got != "faster" {
		t.Errorf("the text is %q", got)
	}
	close(release)
	if err := slow.Wait(nil); err != nil {
		t.Error(err)
	}
}

// Every request of LSP is answered, served or not, with good params, odd ones
// and none; as a notification each is left alone.
func TestEveryMethod(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	params := map[string]any{
		"textDocument":      map[string]any{"uri": "file:///a.gcf"},
		"position":          map[string]any{"line": 1, "character": 0},
		"positions":         []any{map[string]any{"line": 1, "character": 0}},
		"range":             map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 1, "character": 0}},
		"previousResultIds": []any{},
	}
	for _, method := range methods {
		if method == protocol.MethodInitialize || method == protocol.MethodShutdown || method == protocol.MethodExit {
			continue
		}
		for _, p := range []any{nil, map[string]any{}, []any{}, 7, params} {
			c.Open("file:///a.gcf", 1, "GCF profile=generic\na=1\n") // some of the notifications close it
			err := c.Call(method, p, nil)
			if e, ok := err.(*lsptest.Error); ok && e.Code != methodNotFound && e.Code != invalidParams {
				t.Errorf("%s with %v: %v", method, p, err)
			}
			c.Notify(method, p)
		}
	}
	for _, method := range []string{"gcf/none", "$/none", "", "textDocument/none"} {
		wantCode(t, method, c.Call(method, params, nil), methodNotFound)
		wantCode(t, method, c.Call(method, nil, nil), methodNotFound)
	}
	if code := c.Exit(); code != ExitOK {
		t.Errorf("exit status %d, want 0", code)
	}
}

// methods are all methods that a client may send.
var methods = []string{
	protocol.MethodInitialize,
	protocol.MethodInitialized,
	protocol.MethodShutdown,
	protocol.MethodExit,
	protocol.MethodSetTrace,
	protocol.MethodProgress,
	protocol.MethodWindowWorkDoneProgressCancel,
	protocol.MethodTextDocumentDidOpen,
	protocol.MethodTextDocumentDidChange,
	protocol.MethodTextDocumentWillSave,
	protocol.MethodTextDocumentWillSaveWaitUntil,
	protocol.MethodTextDocumentDidSave,
	protocol.MethodTextDocumentDidClose,
	protocol.MethodNotebookDocumentDidOpen,
	protocol.MethodNotebookDocumentDidChange,
	protocol.MethodNotebookDocumentDidSave,
	protocol.MethodNotebookDocumentDidClose,
	protocol.MethodTextDocumentDeclaration,
	protocol.MethodTextDocumentDefinition,
	protocol.MethodTextDocumentTypeDefinition,
	protocol.MethodTextDocumentImplementation,
	protocol.MethodTextDocumentReferences,
	protocol.MethodTextDocumentPrepareCallHierarchy,
	protocol.MethodCallHierarchyIncomingCalls,
	protocol.MethodCallHierarchyOutgoingCalls,
	protocol.MethodTextDocumentPrepareTypeHierarchy,
	protocol.MethodTypeHierarchySupertypes,
	protocol.MethodTypeHierarchySubtypes,
	protocol.MethodTextDocumentDocumentHighlight,
	protocol.MethodTextDocumentDocumentLink,
	protocol.MethodDocumentLinkResolve,
	protocol.MethodTextDocumentHover,
	protocol.MethodTextDocumentCodeLens,
	protocol.MethodCodeLensResolve,
	protocol.MethodTextDocumentFoldingRange,
	protocol.MethodTextDocumentSelectionRange,
	protocol.MethodTextDocumentDocumentSymbol,
	protocol.MethodTextDocumentSemanticTokensFull,
	protocol.MethodTextDocumentSemanticTokensFullDelta,
	protocol.MethodTextDocumentSemanticTokensRange,
	protocol.MethodTextDocumentInlineValue,
	protocol.MethodTextDocumentInlayHint,
	protocol.MethodInlayHintResolve,
	protocol.MethodTextDocumentMoniker,
	protocol.MethodTextDocumentCompletion,
	protocol.MethodCompletionItemResolve,
	protocol.MethodTextDocumentDiagnostic,
	protocol.MethodWorkspaceDiagnostic,
	protocol.MethodTextDocumentSignatureHelp,
	protocol.MethodTextDocumentCodeAction,
	protocol.MethodCodeActionResolve,
	protocol.MethodTextDocumentDocumentColor,
	protocol.MethodTextDocumentColorPresentation,
	protocol.MethodTextDocumentFormatting,
	protocol.MethodTextDocumentRangeFormatting,
	protocol.MethodTextDocumentRangesFormatting,
	protocol.MethodTextDocumentOnTypeFormatting,
	protocol.MethodTextDocumentRename,
	protocol.MethodTextDocumentPrepareRename,
	protocol.MethodTextDocumentLinkedEditingRange,
	protocol.MethodTextDocumentInlineCompletion,
	protocol.MethodWorkspaceSymbol,
	protocol.MethodWorkspaceSymbolResolve,
	protocol.MethodWorkspaceDidChangeConfiguration,
	protocol.MethodWorkspaceDidChangeWorkspaceFolders,
	protocol.MethodWorkspaceWillCreateFiles,
	protocol.MethodWorkspaceWillRenameFiles,
	protocol.MethodWorkspaceWillDeleteFiles,
	protocol.MethodWorkspaceDidCreateFiles,
	protocol.MethodWorkspaceDidRenameFiles,
	protocol.MethodWorkspaceDidDeleteFiles,
	protocol.MethodWorkspaceDidChangeWatchedFiles,
	protocol.MethodWorkspaceExecuteCommand,
	protocol.MethodWorkspaceTextDocumentContent,
}

// Sessions end without goroutines of theirs, whatever is in progress.
func TestNoGoroutineIsLeft(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t, Options{analysis: &analysis{
			parse: func(src string) *ast.Document {
				time.Sleep(time.Second)
				return echo.parse(src)
			},
			check: echo.check,
		}})
		c.Initialize(nil)
		for _, uri := range []string{"file:///a.gcf", "file:///b.gcf", "untitled:c"} {
			c.Open(uri, 1, "text")
		}
		c.CloseDocument("file:///b.gcf")
		c.CloseInput()
		if code, err := c.Over(); code != ExitNoShutdown || err != nil {
			t.Errorf("Serve returned %d, %v", code, err)
		}
		// The bubble fails the test if a goroutine is left.
	})
}

// The caller's context ends the session.
func TestContextEndsTheSession(t *testing.T) {
	bubble(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		var code atomic.Int32
		code.Store(-1)
		in, _ := io.Pipe()
		go func() {
			n, _ := Serve(ctx, in, &lockedBuffer{}, Options{CacheDir: t.TempDir()})
			code.Store(int32(n))
		}()
		synctest.Wait()
		cancel()
		synctest.Wait()
		if got := code.Load(); got != ExitNoShutdown {
			t.Errorf("exit status %d, want 1", got)
		}
	})
}

// lockedBuffer is a buffer for several goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
