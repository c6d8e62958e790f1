package lsp

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/cli/config"
)

// watchers are the files whose changes on disk always matter.
var watchers = []protocol.FileSystemWatcher{
	{GlobPattern: protocol.Pattern("**/*.gcf")},
	{GlobPattern: protocol.Pattern("**/" + config.FileName)},
	{GlobPattern: protocol.Pattern("**/*.schema.json")},
}

// watchesFiles says whether the client tells of changes on disk.
func (c *client) watchesFiles() bool {
	w := c.can.Workspace
	return w != nil && w.DidChangeWatchedFiles != nil && is(w.DidChangeWatchedFiles.DynamicRegistration)
}

// watch is what a client that pulls watches beside watchers: the foreign files
// that the configuration includes.
type watch struct {
	mu       sync.Mutex // held while the client is told
	patterns []string
}

// watchedIncludedID is the id of their registration.
const watchedIncludedID = protocol.MethodWorkspaceDidChangeWatchedFiles + "/included"

// watchIncluded has the client watch what the configuration includes, as far as
// the configuration was read.
func (s *server) watchIncluded(ctx context.Context) {
	v := s.now.Load()
	if !v.client.watchesFiles() || !v.client.pulls() {
		return
	}
	s.watched.mu.Lock()
	defer s.watched.mu.Unlock()
	patterns := includedPatterns(v.settings)
	if slices.Equal(patterns, s.watched.patterns) {
		return
	}
	method := protocol.MethodWorkspaceDidChangeWatchedFiles
	var err error
	if len(s.watched.patterns) > 0 {
		err = s.editor.UnregisterCapability(ctx, &protocol.UnregistrationParams{
			Unregisterations: []protocol.Unregistration{{ID: watchedIncludedID, Method: method}}})
	}
	if err == nil && len(patterns) > 0 {
		options := &protocol.DidChangeWatchedFilesRegistrationOptions{}
		for _, p := range patterns {
			options.Watchers = append(options.Watchers, protocol.FileSystemWatcher{GlobPattern: protocol.Pattern(p)})
		}
		r := registration(method, options)
		r.ID = watchedIncludedID
		err = s.editor.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{r}})
	}
	switch {
	case err == nil:
		s.watched.patterns = patterns
	case ctx.Err() == nil:
		s.log.Warn("the client does not watch what the configuration includes", "err", err)
	}
}

// includedPatterns are the patterns of the foreign files that the configuration
// includes. They fit at any depth: which of the files are meant is for the
// configuration to say.
func includedPatterns(s *settings) []string {
	var all []string
	add := func(c *config.Config) {
		for _, glob := range c.Include {
			if strings.EqualFold(path.Ext(glob), ".gcf") {
				continue
			}
			glob = strings.TrimLeft(strings.TrimPrefix(glob, "./"), "/")
			if !strings.HasPrefix(glob, "**/") {
				glob = "**/" + glob
			}
			all = append(all, strings.TrimSuffix(glob, "/"))
		}
	}
	add(s.base)
	for _, found := range s.files.Files() {
		add(found.Config)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// fileChanges returns the paths of the GCF files that a notice names.
func fileChanges(params any) []string {
	var paths []string
	for _, change := range list(params, "changes") {
		path := filePath(documentKey(text(change, "uri")))
		if strings.EqualFold(filepath.Ext(path), ".gcf") {
			paths = append(paths, path)
		}
	}
	return paths
}
