package lsp

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/cli/config"
)

// settingsSection is the name of our settings among those of an editor.
const settingsSection = "gcf"

// settings are what a user may choose. They do not change; new ones take their
// place.
type settings struct {
	features
	// files finds the configuration of files, on top of what the editor says.
	files *config.Finder
	base  *config.Config
}

const defaultDebounce = 100 * time.Millisecond

func defaultSettings() *settings {
	base := config.Default()
	s := &settings{base: base, files: config.NewFinder(base)}
	s.hints = defaultHints
	for i := range serverSettings {
		if o := &serverSettings[i]; !o.foreign {
			o.read(s, o.initial)
		}
	}
	return s
}

// config returns the configuration of a file, or that of the editor where the
// document is no file.
func (s *settings) config(path string) *config.Config {
	if path == "" {
		return s.base
	}
	return s.files.For(path).Config
}

// with reads settings as an editor sends them, on top of these: an object with
// members or dotted names, inside a member "gcf" or not. Null is not set.
// Problems say what cannot be used; the rest counts.
func (below *settings) with(v any) (s *settings, problems []string) {
	s = &settings{features: below.features}
	object, ok := section(v)
	if !ok {
		problems = append(problems, notAnObject)
	}
	values := map[string]any{}
	for key, v := range object {
		problems = append(problems, s.readOwn(key, v, values)...)
	}
	base, found := config.FromEditor(below.base, values)
	for _, p := range found {
		problems = append(problems, p.Message)
	}
	s.base, s.files = base, config.NewFinder(base)
	slices.Sort(problems)
	return s, problems
}

// notAnObject is the problem of settings that are something else.
const notAnObject = "the settings must be an object"

// section returns our settings among those of an editor: what is inside a
// member "gcf" or below names that begin with "gcf.", and where there is
// neither, all of them. It returns false where they are no object; null is an
// empty one.
func section(v any) (object map[string]any, ok bool) {
	all, ok := v.(map[string]any)
	if !ok {
		return nil, v == nil
	}
	ours := map[string]any{} // by dotted names
	found := false
	if inside := all[settingsSection]; inside != nil {
		object, ok := inside.(map[string]any)
		if !ok {
			return nil, false
		}
		maps.Copy(ours, object)
		found = true
	}
	for name, v := range all {
		if key, dotted := strings.CutPrefix(name, settingsSection+"."); dotted {
			ours[key] = v
			found = true
		}
	}
	if !found {
		maps.Copy(ours, all)
	}
	return nested(ours), true
}

// nested returns an object with members in place of dotted names.
func nested(dotted map[string]any) map[string]any {
	object := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(dotted)) { // `a` comes before `a.b`
		v, in := dotted[name], object
		for group, rest, more := strings.Cut(name, "."); ; group, rest, more = strings.Cut(rest, ".") {
			inside, isObject := in[group].(map[string]any)
			if !more {
				if further, ok := v.(map[string]any); ok && isObject {
					inside = maps.Clone(inside)
					maps.Copy(inside, further)
					in[group] = inside
				} else {
					in[group] = v
				}
				break
			}
			if inside = maps.Clone(inside); inside == nil {
				inside = map[string]any{}
			}
			in[group], in = inside, inside
		}
	}
	return object
}

// readOwn reads the server's own settings at or below a key and puts all others
// into rest, under dotted names.
func (s *settings) readOwn(key string, v any, rest map[string]any) (problems []string) {
	if o := serverSettingOf(key); o != nil {
		if err := o.take(s, v); err != nil {
			problems = append(problems, err.Error())
		}
		return problems
	}
	group, ok := v.(map[string]any)
	if !ok || !slices.ContainsFunc(serverSettings, func(o serverSetting) bool { return strings.HasPrefix(o.key, key+".") }) {
		rest[key] = v
		return nil
	}
	for name, v := range group {
		problems = append(problems, s.readOwn(key+"."+name, v, rest)...)
	}
	return problems
}

// complaints remembers what was complained about: each problem is told once.
type complaints struct {
	mu   sync.Mutex
	told map[string]bool
}

func (s *server) complain(problems []string) {
	for _, p := range problems {
		s.warnOnce("setting ignored: " + p)
	}
}

// warnOnce puts a message into the log, the first time that it is given.
func (s *server) warnOnce(message string) {
	s.complaints.mu.Lock()
	told := s.complaints.told[message]
	s.complaints.told[message] = true
	s.complaints.mu.Unlock()
	if !told {
		s.log.Warn(message)
	}
}

// didChangeConfiguration takes the settings that come along, or asks for them.
func (s *server) didChangeConfiguration(params any) {
	if s.now.Load().client.hasConfiguration() {
		select {
		case s.askAgain <- struct{}{}:
		default: // it will ask anyway
		}
		return
	}
	s.useSettings(member(params, "settings"))
}

// keepSettings asks the client for the settings, now and whenever they have
// changed.
func (s *server) keepSettings(ctx context.Context) {
	if !s.now.Load().client.hasConfiguration() {
		return
	}
	for {
		s.askSettings(ctx)
		select {
		case <-ctx.Done():
			return
		case <-s.askAgain:
		}
	}
}

func (s *server) askSettings(ctx context.Context) {
	// Not the typed call: some clients answer null, or an object.
	var answer protocol.LSPAny
	section := settingsSection
	_, err := s.conn.Call(ctx, protocol.MethodWorkspaceConfiguration, &protocol.ConfigurationParams{
		Items: []protocol.ConfigurationItem{{Section: &section}},
	}, &answer)
	defer s.settingsKnown.Do(func() { close(s.settingsAsked) })
	switch {
	case ctx.Err() != nil:
	case err != nil:
		s.complain([]string{"the client does not tell the settings: " + err.Error()})
	default:
		v := parseLoosely(answer)
		if l, ok := v.([]any); ok {
			if v = nil; len(l) > 0 {
				v = l[0]
			}
		}
		s.useSettings(v)
	}
}

// useSettings puts settings in force, without a restart, on top of those of
// initialize. Null, which clients answer that have none for us, changes
// nothing.
func (s *server) useSettings(v any) {
	if _, ok := section(v); !ok {
		s.complain([]string{notAnObject})
		return
	}
	if v == nil {
		return
	}
	settings, problems := s.initial.with(v)
	s.complain(problems)
	s.change(func(v *view) {
		settings.files = v.settings.files.Again(settings.base)
		v.settings = settings
	})
	s.refreshDocuments()
	s.refreshHints()
	s.refreshLenses()
	s.task(s.registerFormatting)
}

// awaitSettings waits until the client had the time to tell the settings, so
// that diagnostics which are turned off do not flash up at the start.
func (s *server) awaitSettings(ctx context.Context) {
	if !s.now.Load().client.hasConfiguration() {
		return
	}
	timer := time.NewTimer(settingsPatience)
	defer timer.Stop()
	select {
	case <-s.settingsAsked:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// settingsPatience is how long the first diagnostics wait for the settings.
const settingsPatience = time.Second

// rereadConfiguration has the configuration files read again.
func (s *server) rereadConfiguration() {
	s.change(func(v *view) {
		next := *v.settings
		next.files = v.settings.files.Again(next.base)
		v.settings = &next
	})
	s.refreshDocuments()
}
