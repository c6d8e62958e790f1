package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/files"
	"gcf-lsp/internal/text/nearest"
	"gcf-lsp/parser"
)

// Setting is one key of the configuration. The file's reader, an editor's
// settings, the commented default and the JSON schema all come from it.
type Setting struct {
	Key     string // dotted, such as "format.streaming"
	Doc     string // Markdown, one or two sentences
	Default any    // a bool, an int, a string or a []string; nil for an empty table
	Example string // TOML of a value, for tables
	Enum    []string
	schema  func() map[string]any // JSON schema of the value, made when it is asked for

	// read takes a value as it comes from TOML or JSON into the configuration.
	read func(r *reader, c *Config, v any)
	// show returns the value for printing, in the types of Default. Rules and
	// overrides have none: they are printed together.
	show func(c *Config) any
	// reset sets the default.
	reset func(c *Config)
}

// Settings returns all keys in the order in which they are documented.
func Settings() []Setting { return slices.Clone(settings) }

var severities = []string{"error", "warning", "information", "hint", "off"}

var settings = []Setting{
	{
		Key: "extend", Doc: "Another configuration file, relative to this one, whose settings hold where this one says nothing. What it says of files is relative to itself.",
		Example: `extend = "../.gcf-lsp.toml"`,
		schema:  func() map[string]any { return map[string]any{"type": "string", "pattern": `^$|\.toml$`} },
		read: func(r *reader, c *Config, v any) {
			if c.Path == "" {
				r.problem("extend", "extend is for configuration files")
			}
			c.Extend, _ = v.(string) // it was read before: see [source.extended]
		},
		show:  func(c *Config) any { return c.Extend },
		reset: func(c *Config) { c.Extend = "" },
	},
	globs("include", "Files that are checked where a folder is named, as globs relative to this file. Markdown (`.md`), JSON Lines and logs (`.jsonl`, `.ndjson`, `.json`, `.log`) may be among them: the payloads in them are checked.",
		[]string{"**/*.gcf"}, func(c *Config) *[]string { return &c.Include }),
	globs("exclude", "Files and folders to leave out. What `.gitignore` and `.ignore` name is left out anyway.",
		[]string{}, func(c *Config) *[]string { return &c.Exclude }),
	{
		Key: "rules", Doc: "The severity of a rule by its code, or of all rules of a category (`header`, `scalars`, `structure`, `graphs`, `roots`, `spelling`, `comments`, `checker`, `cgp`, `schema`): `error`, `warning`, `information`, `hint` or `off`. A code goes before its category.",
		Example: `number_respelled = "hint"` + "\n" + `unsafe_integer = "warning"`,
		schema:  rulesSchema,
		read:    func(r *reader, c *Config, v any) { r.rules("rules", c.Rules, v) },
		reset:   func(c *Config) { clear(c.Rules) },
	},
	{
		Key: "overrides", Doc: "Other severities for the files that globs name. The last one that fits wins.",
		Example: "paths = [\"testdata/**\"]\nrules = { row_width_mismatch = \"off\" }",
		schema: func() map[string]any {
			return map[string]any{"type": "array", "items": map[string]any{
				"type": "object", "additionalProperties": false, "required": []string{"paths", "rules"},
				"properties": map[string]any{"paths": globsSchema(), "rules": rulesSchema()},
			}}
		},
		read:  readOverrides,
		reset: func(c *Config) { c.Overrides = nil },
	},
	boolean("lint.enable", "Report diagnostics.",
		true, func(c *Config) *bool { return &c.Lint }),
	boolean("format.enable", "Format documents.",
		true, func(c *Config) *bool { return &c.Format.Enable }),
	enum("format.streaming", "What the formatter makes of a streaming document: `keep` leaves it streaming, with its summary right, `buffer` writes real counts and no summary.",
		[]string{"keep", "buffer"}, func(c *Config) *string { return &c.Format.Streaming }),
	boolean("format.flatten", "Write nested objects of a table as path columns (spec 7.4.6).",
		true, func(c *Config) *bool { return &c.Format.Flatten }),
	enum("cgp", "Read documents as Context Graph Protocol frames: `auto` where a comment, the data or their columns say so, `on`, `off`, or `strict`, which is `auto` with the demands of the protocol's own suite as errors.",
		[]string{"auto", "on", "off", "strict"}, func(c *Config) *string { return &c.CGP }),
	{
		Key: "schemas", Doc: "The JSON Schema of the decoded data: globs of documents, and the schema file relative to this file.",
		Example: `"orders/*.gcf" = "schemas/orders.schema.json"`,
		schema: func() map[string]any {
			return map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "string"}}
		},
		read:  readSchemas,
		reset: func(c *Config) { c.Schemas = nil },
		show: func(c *Config) any {
			all := map[string]any{}
			for _, s := range c.Schemas {
				all[s.Glob] = s.File
			}
			return all
		},
	},
	number("limits.depth", "How many levels deep a document may be nested. A path column counts with its segments. A document that exceeds a limit has the error `limit_exceeded`.",
		parser.DefaultLimits.Depth, func(c *Config) *int { return &c.Limits.Depth }),
	number("limits.columns", "How many columns a declaration may have.",
		parser.DefaultLimits.Columns, func(c *Config) *int { return &c.Limits.Columns }),
	number("limits.members", "How many items an array, or members an object may have.",
		parser.DefaultLimits.Members, func(c *Config) *int { return &c.Limits.Members }),
	number("limits.size", "How many bytes a document may have.",
		parser.DefaultLimits.Size, func(c *Config) *int { return &c.Limits.Size }),
	texts("embedded.fields", "Where the payloads are in JSON files and logs, as paths such as `result.content.*.text`. Without one, payloads are found in all strings, from a header such as `GCF profile=generic` on.",
		func(c *Config) *[]string { return &c.Embedded.Fields }),
	globs("embedded.text", "Text files with payloads in them: each begins at a header line such as `GCF profile=generic` and ends at the next one, at a fence line or at the end.",
		[]string{}, func(c *Config) *[]string { return &c.Embedded.Text }),
}

// number is a setting with a number from 1 to its default.
func number(key, doc string, def int, field func(*Config) *int) Setting {
	return Setting{
		Key: key, Doc: doc, Default: def,
		schema: func() map[string]any { return map[string]any{"type": "integer", "minimum": 1, "maximum": def} },
		read: func(r *reader, c *Config, v any) {
			n := int64(0)
			switch v := v.(type) {
			case int64:
				n = v
			case float64: // of JSON
				if n = int64(v); float64(n) != v {
					n = 0
				}
			}
			if n < 1 || n > int64(def) {
				r.problem(key, "%s must be a whole number from 1 to %d", key, def)
				return
			}
			*field(c) = int(n)
		},
		show:  func(c *Config) any { return *field(c) },
		reset: func(c *Config) { *field(c) = def },
	}
}

func boolean(key, doc string, def bool, field func(*Config) *bool) Setting {
	return Setting{
		Key: key, Doc: doc, Default: def,
		schema: func() map[string]any { return map[string]any{"type": "boolean"} },
		read: func(r *reader, c *Config, v any) {
			if b, ok := v.(bool); ok {
				*field(c) = b
			} else {
				r.problem(key, "%s must be true or false", key)
			}
		},
		show:  func(c *Config) any { return *field(c) },
		reset: func(c *Config) { *field(c) = def },
	}
}

// enum is a setting with a fixed set of words; the first is the default.
func enum(key, doc string, words []string, field func(*Config) *string) Setting {
	return Setting{
		Key: key, Doc: doc, Default: words[0], Enum: words,
		schema: func() map[string]any { return map[string]any{"enum": words} },
		read: func(r *reader, c *Config, v any) {
			if s, ok := v.(string); ok && slices.Contains(words, s) {
				*field(c) = s
			} else {
				r.problem(key, "%s must be one of %s", key, quoted(words))
			}
		},
		show:  func(c *Config) any { return *field(c) },
		reset: func(c *Config) { *field(c) = words[0] },
	}
}

func globs(key, doc string, def []string, field func(*Config) *[]string) Setting {
	return Setting{
		Key: key, Doc: doc, Default: def,
		schema: globsSchema,
		read:   func(r *reader, c *Config, v any) { r.globs(key, field(c), v) },
		show:   func(c *Config) any { return *field(c) },
		reset:  func(c *Config) { *field(c) = def },
	}
}

func texts(key, doc string, field func(*Config) *[]string) Setting {
	return Setting{
		Key: key, Doc: doc, Default: []string{},
		schema: globsSchema,
		read:   func(r *reader, c *Config, v any) { r.texts(key, field(c), v) },
		show:   func(c *Config) any { return *field(c) },
		reset:  func(c *Config) { *field(c) = []string{} },
	}
}

func globsSchema() map[string]any {
	return map[string]any{"type": "array", "items": map[string]any{"type": "string"}}
}

func rulesSchema() map[string]any {
	codes := map[string]any{}
	for _, name := range ruleNames() {
		codes[name] = map[string]any{"enum": severities}
	}
	return map[string]any{"type": "object", "additionalProperties": false, "properties": codes}
}

// ruleNames are the codes of all rules and their categories.
func ruleNames() []string {
	var names []string
	for _, c := range ast.Categories() {
		names = append(names, string(c))
	}
	for _, c := range ast.Codes() {
		names = append(names, c.String())
	}
	return names
}

func showRules(rules map[ast.Code]diagnostics.Severity) map[string]any {
	shown := map[string]any{}
	for code, s := range rules {
		shown[code.String()] = s.String()
	}
	return shown
}

// texts reads a list of strings.
func (r *reader) texts(key string, field *[]string, v any) {
	list, ok := v.([]any)
	if !ok {
		r.problem(key, "%s must be a list of strings", key)
		return
	}
	all := make([]string, 0, len(list))
	for i, item := range list {
		s, ok := item.(string)
		if !ok {
			r.problem(index(key, i), "%s must be a list of strings", key)
			return
		}
		all = append(all, s)
	}
	*field = all
}

// globs reads a list of globs.
func (r *reader) globs(key string, field *[]string, v any) {
	var all []string
	r.texts(key, &all, v)
	for i, g := range all {
		if err := validGlob(g); err != nil {
			r.problem(index(key, i), "%v", err)
			return
		}
	}
	if all != nil {
		*field = all
	}
}

// validGlob refuses what no file has: a backslash escapes a character of globs, and
// before any other was meant to separate folders.
func validGlob(glob string) error {
	for i := strings.IndexByte(glob, '\\'); i >= 0 && i+1 < len(glob); i++ {
		if glob[i] != '\\' {
			continue
		}
		if i++; i == len(glob) || !strings.ContainsRune(`\*?[]{}!,-^`, rune(glob[i])) {
			return fmt.Errorf("folders are separated by / in globs, not by \\: write %q", strings.ReplaceAll(glob, `\`, "/"))
		}
	}
	return files.ValidGlob(glob)
}

// rules reads a table of severities by code, which stands at key.
func (r *reader) rules(key string, rules map[ast.Code]diagnostics.Severity, v any) {
	table, ok := v.(map[string]any)
	if !ok {
		r.problem(key, "%s must be a table of severities by code", key)
		return
	}
	single := map[ast.Code]diagnostics.Severity{} // goes before what is said of a category
	for _, name := range sortedKeys(table) {
		at := join(key, name)
		code, category := ast.CodeByName(name), ast.Category(name)
		whole := slices.Contains(ast.Categories(), category)
		if code == ast.NoCode && !whole {
			r.problemAtKey(at, "there is no rule %q%s", name, didYouMean(name, ruleNames()))
			continue
		}
		word, _ := table[name].(string)
		severity, ok := diagnostics.SeverityByName(word)
		if !ok {
			r.problem(at, "the severity of %s must be one of %s", name, quoted(severities))
			continue
		}
		if !whole {
			single[code] = severity
		}
		for _, c := range ast.Codes() {
			if whole && c.Category() == category {
				rules[c] = severity
			}
		}
		r.origin(at)
	}
	maps.Copy(rules, single)
}

func readOverrides(r *reader, c *Config, v any) {
	list, ok := v.([]any)
	if !ok {
		r.problem("overrides", "overrides must be a list of tables: write [[overrides]]")
		return
	}
	c.Overrides = nil
	for i, item := range list {
		at := index("overrides", i)
		table, ok := item.(map[string]any)
		if !ok {
			r.problem(at, "an override must be a table with paths and rules")
			continue
		}
		o := Override{Rules: map[ast.Code]diagnostics.Severity{}}
		for _, key := range sortedKeys(table) {
			switch sub := join(at, key); key {
			case "paths":
				r.globs(sub, &o.Paths, table[key])
			case "rules":
				r.rules(sub, o.Rules, table[key])
			default:
				r.problemAtKey(sub, "an override has no key %q%s", key, didYouMean(key, []string{"paths", "rules"}))
			}
		}
		if table["paths"] == nil {
			r.problem(at, "an override needs paths, the globs of the files it is for")
			continue
		}
		c.Overrides = append(c.Overrides, o)
	}
}

func readSchemas(r *reader, c *Config, v any) {
	table, ok := v.(map[string]any)
	if !ok {
		r.problem("schemas", "schemas must be a table: globs of documents, and the schema of each")
		return
	}
	c.Schemas = nil
	for _, glob := range sortedKeys(table) {
		at := join("schemas", glob)
		file, ok := table[glob].(string)
		switch err := validGlob(glob); {
		case err != nil:
			r.problemAtKey(at, "%v", err)
		case !ok || file == "":
			r.problem(at, "the schema of %q must be the name of a file", glob)
		default:
			c.Schemas = append(c.Schemas, Schema{Glob: glob, File: file})
		}
	}
}

// join and index build the paths by which the places of values are kept.
func join(path, key string) string    { return path + "." + key }
func index(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }
func quoted(words []string) string    { return `"` + strings.Join(words, `", "`) + `"` }

func didYouMean(w string, known []string) string {
	if near := nearest.Word(w, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}
