// Package config is the configuration of a run: what is checked, how severe
// each rule is, how documents are written. It comes from the nearest
// `.gcf-lsp.toml` above a file, on top of an editor's settings, on top of the
// defaults; the keys are the same in all three. Enter it at [Finder.For].
package config

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// FileName is the name of a configuration file.
const FileName = ".gcf-lsp.toml"

// Config is one effective configuration. It is not changed once it is made.
type Config struct {
	// Path is the file it was read from, absolute, or "" where there is none.
	Path string

	Extend string // the file that it extends, as it says, or ""

	Include []string // globs of the files that a folder is searched for
	Exclude []string // globs of files and folders to leave out

	Rules     map[ast.Code]diagnostics.Severity // where they are not the rule's own
	Overrides []Override                        // for some files, in order, the last one wins

	Lint   bool // report diagnostics at all
	Format Format

	// CGP says when a document is read as Context Graph Protocol frames: auto,
	// on, off or strict.
	CGP string
	// Schemas maps globs to JSON Schema files, relative to the folder of Path.
	Schemas []Schema

	Embedded Embedded
	Limits   ast.Limits // of a check; those of the reader where nothing is said

	origins map[string]Origin
}

// Override changes rules for the files that one of its globs names.
type Override struct {
	Paths []string
	Rules map[ast.Code]diagnostics.Severity
}

// fits reports whether an override of a configuration is for a file.
func (o *Override) fits(c *Config, path string) bool {
	return matchesAny(o.Paths, c.relative("overrides", path))
}

// Format says how documents are written.
type Format struct {
	Enable    bool
	Streaming string // what becomes of `[?]` documents: buffer or keep
	Flatten   bool   // write nested objects as path columns
}

// Schema names the JSON Schema of the files that a glob names.
type Schema struct{ Glob, File string }

// Embedded says where payloads are found in files that are not GCF themselves.
type Embedded struct {
	Fields []string // paths of the payloads in JSON files and logs
	Text   []string // globs of text files with payloads in them
}

// Origin says where a value comes from: "default", "editor", or a file with
// its line, counted from 1.
type Origin struct {
	Source string
	Line   int
}

// Default returns the configuration where nothing is configured.
func Default() *Config {
	c := &Config{Rules: map[ast.Code]diagnostics.Severity{}, origins: map[string]Origin{}}
	for _, s := range settings {
		s.reset(c)
	}
	return c
}

// clone returns a copy whose maps and lists are its own.
func (c *Config) clone() *Config {
	d := *c
	d.Rules = maps.Clone(c.Rules)
	d.Overrides = slices.Clone(c.Overrides)
	d.Schemas = slices.Clone(c.Schemas)
	d.origins = maps.Clone(c.origins)
	return &d
}

// Origin returns where the value of a key such as "format.flatten" or
// "rules.invalid_line" comes from.
func (c *Config) Origin(key string) Origin {
	if o, ok := c.origins[key]; ok {
		return o
	}
	return Origin{Source: "default"}
}

// Wants says whether a file found in a folder is to be checked.
func (c *Config) Wants(path string) bool {
	return matchesAny(c.Include, c.relative("include", path)) && !matchesAny(c.Exclude, c.relative("exclude", path))
}

// Excludes says whether a file or folder is left out with all that is in it.
func (c *Config) Excludes(path string) bool {
	return len(c.Exclude) > 0 && matchesAny(c.Exclude, c.relative("exclude", path))
}

// IsText says whether a file is text with payloads in it.
func (c *Config) IsText(path string) bool {
	return len(c.Embedded.Text) > 0 && matchesAny(c.Embedded.Text, c.relative("embedded.text", path))
}

// SchemaFor returns the JSON Schema file that is configured for a file.
func (c *Config) SchemaFor(path string) (file string, ok bool) {
	for _, s := range slices.Backward(c.Schemas) {
		if matches(s.Glob, c.relative("schemas", path)) {
			return filepath.Join(c.dirOf("schemas"), filepath.FromSlash(s.File)), true
		}
	}
	return "", false
}

// RulesFor returns the severities in force for a file. The map is not to be
// changed.
func (c *Config) RulesFor(path string) map[ast.Code]diagnostics.Severity {
	rules, own := c.Rules, false
	for _, o := range c.Overrides {
		if !o.fits(c, path) {
			continue
		}
		if !own {
			rules, own = maps.Clone(rules), true
		}
		maps.Copy(rules, o.Rules)
	}
	return rules
}

// WithRules returns the configuration with severities that win over all that it
// has, as by flags.
func (c *Config) WithRules(rules map[ast.Code]diagnostics.Severity) *Config {
	if len(rules) == 0 {
		return c
	}
	d := c.clone()
	d.Overrides = append(d.Overrides, Override{Paths: []string{"**"}, Rules: rules})
	return d
}

// RulesFrom reads severities as flags have them, `code=severity` or
// `category=severity`, the later over the earlier. Its error says what is wrong.
func RulesFrom(flags []string) (map[ast.Code]diagnostics.Severity, error) {
	rules := map[ast.Code]diagnostics.Severity{}
	for _, flag := range flags {
		name, severity, ok := strings.Cut(flag, "=")
		if !ok {
			return nil, fmt.Errorf("%q is not CODE=SEVERITY", flag)
		}
		r := &reader{places: map[string]place{}, config: &Config{origins: map[string]Origin{}}}
		if r.rules("rules", rules, map[string]any{name: severity}); len(r.problems) > 0 {
			return nil, errors.New(r.problems[0].Message)
		}
	}
	return rules, nil
}

// With returns the configuration with globs added to what is included and
// excluded, as by flags.
func (c *Config) With(include, exclude []string) *Config {
	if len(include) == 0 && len(exclude) == 0 {
		return c
	}
	d := c.clone()
	d.Include = slices.Concat(c.Include, include)
	d.Exclude = slices.Concat(c.Exclude, exclude)
	return d
}

// LeftAlone returns the configuration of a file that is neither checked nor
// formatted.
func (c *Config) LeftAlone() *Config {
	d := c.clone()
	d.Lint, d.Format.Enable = false, false
	return d
}

// dirOf returns the folder that what a key says of files is relative to: that of
// the file that says it, or "" where there is none.
func (c *Config) dirOf(key string) string {
	file := c.Path
	if from := c.Origin(key).Source; filepath.IsAbs(from) {
		file = from
	}
	if file == "" {
		return ""
	}
	return filepath.Dir(file)
}

// relative returns the slash path that the globs of a key are matched against:
// relative to their folder, or the whole path where there is none.
func (c *Config) relative(key, path string) string {
	if dir := c.dirOf(key); dir != "" {
		if rel, err := filepath.Rel(dir, path); err == nil {
			path = rel
		}
	}
	return strings.TrimPrefix(filepath.ToSlash(path), "/")
}

func matchesAny(globs []string, rel string) bool {
	return slices.ContainsFunc(globs, func(g string) bool { return matches(g, rel) })
}

// matches says whether a glob names a path or a folder above it. A glob without
// a slash names files and folders at any depth.
func matches(glob, rel string) bool {
	glob = strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
	if after, anchored := strings.CutPrefix(glob, "/"); anchored {
		glob = after
	} else if !strings.Contains(glob, "/") {
		glob = "**/" + glob
	}
	return doublestar.MatchUnvalidated(glob, rel) || doublestar.MatchUnvalidated(glob+"/**", rel)
}
