package lsp

import (
	"context"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// The phases of a session.
const (
	phaseNew int32 = iota
	phaseRunning
	phaseShutDown
)

// refusal returns the error for a request in a phase in which none is served.
func refusal(phase int32) error {
	switch phase {
	case phaseNew:
		return jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "the server is not initialized")
	case phaseShutDown:
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server is shut down")
	}
	return nil
}

// lifecycle handles initialize and shutdown, on the read loop.
func (s *server) lifecycle(r *jsonrpc2.Request) (any, error) {
	phase := s.phase.Load()
	if r.Method() == protocol.MethodShutdown {
		if err := refusal(phase); err != nil {
			return nil, err
		}
		s.phase.Store(phaseShutDown)
		return nil, nil
	}
	if phase != phaseNew {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server is already initialized")
	}
	result := s.initialize(parseLoosely(r.Params()))
	s.phase.Store(phaseRunning)
	return result, nil
}

func (s *server) initialize(params any) *protocol.InitializeResult {
	c := readClient(params)
	settings, problems := defaultSettings().with(member(params, "initializationOptions"))
	s.initial = settings
	s.change(func(v *view) {
		v.client, v.settings, v.folders = c, settings, readFolders(params)
	})
	s.complain(problems)
	s.setTrace(text(params, "trace"))
	if pid, ok := integer(params, "processId"); ok && pid > 0 && pid != s.options.ClientProcess {
		s.task(func(ctx context.Context) { s.watchParent(ctx, pid) })
	}
	s.log.Info("session begins", "client", c.name, "clientVersion", c.version,
		"version", s.options.Version, "positionEncoding", string(c.encodingKind()))

	result := &protocol.InitializeResult{ServerInfo: protocol.ServerInfo{Name: "gcf-lsp"}}
	if s.options.Version != "" {
		result.ServerInfo.Version = protocol.NewOptional(s.options.Version)
	}
	for _, announce := range announcements {
		announce(c, &result.Capabilities)
	}
	announceFormatting(c, settings, &result.Capabilities)
	return result
}

// announcements tell the client what the server can do, given what the client
// can. Each is in the file of its feature.
var announcements = []func(*client, *protocol.ServerCapabilities){
	announceEncoding,
	announceSync,
	announceFolders,
	announceDiagnostics,
	announceHover,
	announceSignatureHelp,
	announceCompletion,
	announceDocumentSymbols,
	announceFolding,
	announceSelectionRanges,
	announceDefinition,
	announceReferences,
	announceRename,
	announceHierarchies,
	announceDocumentLinks,
	announceCommands,
	announceCodeActions,
	announceCodeLenses,
	announceFileOperations,
	announceWorkspaceSymbols,
	announceSemanticTokens,
	announceInlayHints,
}

// initialized asks for the settings and registers what can only be registered
// now.
func (s *server) initialized(any) {
	if s.greeted {
		return
	}
	s.greeted = true
	s.task(s.keepSettings)
	s.task(s.watchTyping)
	s.task(s.registerFormatting)
	s.task(s.index.run)
	s.task(func(ctx context.Context) { s.configured.run(ctx, s) })
	s.index.searchAgain()
	if registrations := dynamicRegistrations(s.now.Load().client); len(registrations) > 0 {
		s.task(func(ctx context.Context) {
			err := s.editor.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: registrations})
			if err != nil && ctx.Err() == nil {
				s.log.Warn("the client refused a registration", "err", err)
			}
		})
	}
}

// parentInterval is how often the client's process is looked for.
const parentInterval = 3 * time.Second

// watchParent ends the session when the client's process is gone, also where
// somebody else keeps our standard input open. A process that was never seen
// is not waited for: the client may live in another process namespace.
func (s *server) watchParent(ctx context.Context, pid int) {
	if !s.options.alive(pid) {
		s.log.Info("the client's process cannot be seen from here", "processId", pid)
		return
	}
	tick := time.NewTicker(parentInterval)
	defer tick.Stop()
	for s.options.alive(pid) {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
	s.log.Warn("the client's process is gone", "processId", pid)
	s.stop()
}
