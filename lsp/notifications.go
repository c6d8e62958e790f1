package lsp

import (
	"fmt"
	"strings"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// notifications are those that are served while the session runs, each on the
// read loop, in the order in which they come. Their params are read loosely:
// one that cannot be read must not end the connection, nor cost a document.
var notifications = map[string]func(s *server, params any){
	protocol.MethodInitialized:                        (*server).initialized,
	protocol.MethodTextDocumentDidOpen:                (*server).didOpen,
	protocol.MethodTextDocumentDidChange:              (*server).didChange,
	protocol.MethodTextDocumentDidSave:                (*server).didSave,
	protocol.MethodTextDocumentDidClose:               (*server).didClose,
	protocol.MethodWorkspaceDidChangeConfiguration:    (*server).didChangeConfiguration,
	protocol.MethodWorkspaceDidChangeWorkspaceFolders: (*server).didChangeWorkspaceFolders,
	protocol.MethodWorkspaceDidChangeWatchedFiles:     (*server).didChangeWatchedFiles,
	protocol.MethodWorkspaceDidCreateFiles:            (*server).didOperateOnFiles,
	protocol.MethodWorkspaceDidRenameFiles:            (*server).didOperateOnFiles,
	protocol.MethodWorkspaceDidDeleteFiles:            (*server).didOperateOnFiles,
	protocol.MethodWindowWorkDoneProgressCancel:       (*server).cancelWork,
	protocol.MethodSetTrace:                           func(s *server, params any) { s.setTrace(text(params, "value")) },
}

// unlinked returns a message without anything that an editor makes a link of:
// VS Code reads `[text](command:id)` in notifications, and a message may hold
// text of a document or the name of a file.
func unlinked(message string) string { return strings.ReplaceAll(message, "](", "] (") }

// show has the client show a message to the user.
func (s *server) show(kind protocol.MessageType, message string) {
	s.outbox.put(outgoing{protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: kind, Message: unlinked(message)}})
}

// The values of $/setTrace.
const (
	traceOff int32 = iota
	traceMessages
	traceVerbose
)

func (s *server) setTrace(value string) {
	switch value {
	case "messages":
		s.tracing.Store(traceMessages)
	case "verbose":
		s.tracing.Store(traceVerbose)
	default:
		s.tracing.Store(traceOff)
	}
}

// trace tells the client what was done, where it wants to know.
func (s *server) trace(r *jsonrpc2.Request, took time.Duration, err error) {
	level := s.tracing.Load()
	if level == traceOff {
		return
	}
	line := fmt.Sprintf("%s in %s", r.Method(), took.Round(10*time.Microsecond))
	if r.IsCall() {
		line = fmt.Sprintf("%s (%v) in %s", r.Method(), r.ID(), took.Round(10*time.Microsecond))
	}
	if err != nil {
		line += ": " + err.Error()
	}
	message := &protocol.LogTraceParams{Message: line}
	if level == traceVerbose {
		params := r.Params()
		verbose := string(params[:min(len(params), maxTrace)])
		message.Verbose = &verbose
	}
	s.outbox.put(outgoing{protocol.MethodLogTrace, message})
}

// maxTrace is how many bytes of the params are traced.
const maxTrace = 2000
