package lsp

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/config"
)

// configurationCode is the code of what is wrong with a configuration file.
const configurationCode = "configuration"

// configurationFindings returns the mistakes in the text of a configuration
// file.
func configurationFindings(v *version, settings *settings) []diagnostics.Diagnostic {
	_, problems := config.Parse(settings.base, v.path, v.text)
	return configurationProblems(&config.Found{Problems: problems})
}

// configurationProblems returns what is wrong with a configuration file.
func configurationProblems(found *config.Found) []diagnostics.Diagnostic {
	var all []diagnostics.Diagnostic
	if found.Err != nil {
		all = append(all, diagnostics.Diagnostic{Severity: diagnostics.Error, Message: "the configuration cannot be read: " + found.Err.Error()})
	}
	for _, p := range found.Problems {
		all = append(all, diagnostics.Diagnostic{Severity: diagnostics.Error, Message: p.Message, Start: p.Start, End: p.End})
	}
	return all
}

// configurationOnDisk is a configuration file that was read, as a snapshot.
func (s *server) configurationOnDisk(found *config.Found, v *view) *snapshot {
	file := &version{uri: uri.File(found.Path), path: found.Path, text: found.Source, foreign: true}
	file.complete(context.Background(), v.client.encoding, s.analysis)
	doc := s.snapshotOf(file, v)
	doc.findings = func() []diagnostics.Diagnostic { return configurationProblems(found) }
	return doc
}

// configurations returns the configuration files that were read and have
// mistakes, as snapshots by their URIs: in place of a file, its open document.
func (s *server) configurations(v *view) map[uri.URI]*snapshot {
	all := map[uri.URI]*snapshot{}
	for key, doc := range v.foreign {
		if isConfiguration(key) {
			all[key] = doc
		}
	}
	for _, found := range v.settings.files.Files() {
		if key := uri.File(found.Path); all[key] == nil && (found.Err != nil || len(found.Problems) > 0) {
			all[key] = s.configurationOnDisk(found, v)
		}
	}
	return all
}

// configurationReports tell what is wrong with the configuration: in the log,
// once, and in the files, for a client that does not pull. One goroutine does
// all of it, so nothing overtakes anything.
type configurationReports struct {
	wake      chan struct{}      // holds one wish to look
	known     []*config.Found    // what was there; of the goroutine
	published map[uri.URI]string // the result ids of what the client has; of the goroutine
}

func newConfigurationReports() *configurationReports {
	return &configurationReports{wake: make(chan struct{}, 1), published: map[uri.URI]string{}}
}

// look has the configuration looked at. It does not wait.
func (c *configurationReports) look() {
	select {
	case c.wake <- struct{}{}:
	default: // it will be looked at anyway
	}
}

func (c *configurationReports) run(ctx context.Context, s *server) {
	s.awaitSettings(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		v := s.now.Load()
		// What was read before counts now, not when a document is looked at.
		for _, found := range c.known {
			v.settings.files.For(found.Path)
		}
		for _, doc := range v.documents {
			v.settings.config(doc.path)
		}
		for _, doc := range v.foreign {
			v.settings.config(doc.path)
		}
		c.known = v.settings.files.Files()
		s.tellConfigurations(v)
		s.task(s.watchIncluded)
		if !v.client.pulls() {
			c.publish(ctx, s, v)
		}
	}
}

// tellConfigurations puts what is wrong with configuration files into the log.
func (s *server) tellConfigurations(v *view) {
	for _, found := range v.settings.files.Files() {
		doc := s.configurationOnDisk(found, v)
		for _, d := range doc.findings() {
			s.warnOnce(fmt.Sprintf("%s:%d: %s", found.Path, doc.position(d.Start).Line+1, d.Message))
		}
	}
}

func (c *configurationReports) publish(ctx context.Context, s *server, v *view) {
	configurations := s.configurations(v)
	for _, key := range slices.Sorted(maps.Keys(configurations)) {
		doc := configurations[key]
		r, err := s.report(ctx, doc)
		if err != nil {
			return
		}
		if c.published[key] == r.resultID {
			continue
		}
		c.published[key] = r.resultID
		message := &protocol.PublishDiagnosticsParams{URI: doc.uri, Diagnostics: r.items}
		if doc.number != nil {
			message.Version = protocol.NewOptional(*doc.number)
		}
		s.publish(ctx, message)
	}
	for key := range c.published {
		if configurations[key] == nil {
			delete(c.published, key)
			s.publish(ctx, &protocol.PublishDiagnosticsParams{URI: key})
		}
	}
}
