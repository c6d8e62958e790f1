package lsp

import (
	"encoding/json"
	"fmt"
	"strings"

	"gcf-lsp/internal/cli/config"
)

// editorSetting is a setting as an editor has it, whichever side reads it.
type editorSetting struct {
	name   string // in an editor, such as "gcf.hover.enable"
	schema map[string]any
}

// editorSettings are all settings that an editor may send, those of the
// configuration file first.
func editorSettings() []editorSetting {
	var all []editorSetting
	for _, s := range config.Settings() {
		if s.Key == "extend" {
			continue // files do
		}
		all = append(all, editorSetting{settingsSection + "." + s.Key, s.Schema()})
	}
	for i := range serverSettings {
		if o := &serverSettings[i]; !o.foreign {
			all = append(all, editorSetting{settingsSection + "." + o.key, o.schema()})
		}
	}
	return all
}

// schema is the JSON schema of the setting's value.
func (o *serverSetting) schema() map[string]any {
	schema := map[string]any{"description": o.doc, "default": o.initial, "type": "boolean"}
	if _, ok := o.initial.(int); ok {
		schema["type"], schema["minimum"], schema["maximum"] = "integer", o.least, o.most
	}
	return schema
}

// SettingsSchema returns the JSON schema of the settings that an editor may
// send, under their dotted names.
func SettingsSchema() ([]byte, error) {
	properties := map[string]any{}
	for _, s := range editorSettings() {
		properties[s.name] = s.schema
	}
	text, err := json.MarshalIndent(map[string]any{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "gcf-lsp",
		"description": "The settings of gcf-lsp in an editor.",
		"type":        "object",
		"properties":  properties,
	}, "", "  ")
	return append(text, '\n'), err
}

// SettingsTable returns the same as a Markdown table, for docs/lsp.md.
func SettingsTable() string {
	var b strings.Builder
	b.WriteString("| setting | default | what it does |\n| --- | --- | --- |\n")
	for _, s := range editorSettings() {
		initial := "`{}`"
		if v, ok := s.schema["default"]; ok {
			text, err := json.Marshal(v)
			if err != nil {
				text = fmt.Append(nil, v)
			}
			initial = "`" + string(text) + "`"
		} else if s.schema["type"] == "array" {
			initial = "`[]`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.name, initial, strings.ReplaceAll(fmt.Sprint(s.schema["description"]), "|", `\|`))
	}
	return b.String()
}
