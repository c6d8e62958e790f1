package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gcf-lsp/ast"
)

// DefaultFile returns a commented configuration file with the defaults.
func DefaultFile() string {
	var b strings.Builder
	b.WriteString("# The configuration of gcf-lsp. It holds for the files of this folder and the\n" +
		"# folders below it, up to those that have one of their own. Everything is\n" +
		"# optional; these are the defaults.\n")
	// Plain keys must come before the first table.
	for _, s := range settings {
		if strings.HasPrefix(s.Example, s.Key) {
			fmt.Fprintf(&b, "\n%s# %s\n", comment(s.Doc), s.Example)
		}
		if s.Default != nil && !strings.Contains(s.Key, ".") {
			fmt.Fprintf(&b, "\n%s%s = %s\n", comment(s.Doc), s.Key, tomlText(s.Default))
		}
	}
	group := ""
	for _, s := range settings {
		switch name, key, grouped := strings.Cut(s.Key, "."); {
		case grouped:
			if name != group {
				fmt.Fprintf(&b, "\n[%s]\n", name)
				group = name
			} else {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "%s%s = %s\n", comment(s.Doc), key, tomlText(s.Default))
		case s.Default == nil && !strings.HasPrefix(s.Example, s.Key):
			header := "[" + s.Key + "]"
			if s.Key == "overrides" {
				header = "[" + header + "]"
			}
			fmt.Fprintf(&b, "\n%s# %s\n%s", comment(s.Doc), header, comment(s.Example))
		}
	}
	return b.String()
}

// comment turns text into TOML comment lines of at most 80 columns.
func comment(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		column := 0
		for word := range strings.FieldsSeq(line) {
			switch {
			case column == 0:
				b.WriteString("#")
				column = 1
			case column+1+len(word) > 80:
				b.WriteString("\n#")
				column = 1
			}
			b.WriteString(" " + word)
			column += 1 + len(word)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Line is one value of an effective configuration.
type Line struct {
	Key    string
	Value  string // as TOML
	Origin Origin
}

// Lines returns the values in force for a file or folder, each with where it
// comes from. Rules are listed one by one where they are configured, overrides
// taken in.
func (c *Config) Lines(path string) []Line {
	var lines []Line
	for _, s := range settings {
		switch s.Key {
		case "rules":
			rules := showRules(c.RulesFor(path))
			for _, name := range sortedKeys(rules) {
				lines = append(lines, Line{join(s.Key, name), tomlText(rules[name]), c.ruleOrigin(path, name)})
			}
		case "overrides":
		case "extend":
			if c.Extend != "" {
				lines = append(lines, Line{s.Key, tomlText(c.Extend), c.Origin(s.Key)})
			}
		default:
			lines = append(lines, Line{s.Key, tomlText(s.show(c)), c.Origin(s.Key)})
		}
	}
	return lines
}

// ruleOrigin returns where the severity of a rule for a file comes from.
func (c *Config) ruleOrigin(path, name string) Origin {
	for i, o := range slices.Backward(c.Overrides) {
		if _, ok := o.Rules[ast.CodeByName(name)]; ok && o.fits(c, path) {
			return c.Origin(join(join(index("overrides", i), "rules"), name))
		}
	}
	return c.Origin(join("rules", name))
}

// tomlText writes a value of a setting as TOML on one line.
func tomlText(v any) string {
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			return "{}"
		}
		var parts []string
		for _, key := range sortedKeys(v) {
			parts = append(parts, tomlKey(key)+" = "+tomlText(v[key]))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case []string:
		var parts []string
		for _, item := range v {
			parts = append(parts, tomlText(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		text, err := json.Marshal(v)
		if err != nil {
			return fmt.Sprintf("%q", v)
		}
		return string(text)
	}
	return fmt.Sprint(v)
}

func tomlKey(key string) string {
	plain := func(r rune) bool {
		return r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
	}
	if key != "" && !strings.ContainsFunc(key, func(r rune) bool { return !plain(r) }) {
		return key
	}
	return tomlText(key)
}

// Schema returns the JSON schema of the setting's value, with its description
// and its default.
func (s Setting) Schema() map[string]any {
	schema := map[string]any{"description": s.Doc}
	maps.Copy(schema, s.schema())
	if s.Default != nil {
		schema["default"] = s.Default
	}
	return schema
}

// JSONSchema returns a JSON schema (2020-12) of the configuration file.
func JSONSchema() ([]byte, error) {
	root := map[string]any{}
	for _, s := range settings {
		props := root
		name, key, grouped := strings.Cut(s.Key, ".")
		if grouped {
			group, ok := root[name].(map[string]any)
			if !ok {
				group = map[string]any{"type": "object", "additionalProperties": false, "properties": map[string]any{}}
				root[name] = group
			}
			props = group["properties"].(map[string]any)
		} else {
			key = name
		}
		props[key] = s.Schema()
	}
	return json.MarshalIndent(map[string]any{
		"$schema":              "https://json-schema.org/draft/2020-12/schema",
		"title":                FileName,
		"description":          "The configuration of gcf-lsp.",
		"type":                 "object",
		"additionalProperties": false,
		"properties":           root,
	}, "", "  ")
}
