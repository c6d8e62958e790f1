package lsp

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

func TestSignatureHelpMarkers(t *testing.T) {
	runMarkers(t, "signature", map[string]ask{"signature": askSignature})
}

// askSignature answers with the label, a line of carets under the active
// parameter, and what is said about both. A marker with the word "blank" asks
// because a blank was typed.
func askSignature(m *marker) string {
	params := m.position()
	if slices.Contains(m.args, "blank") {
		params["context"] = map[string]any{"triggerKind": 2, "triggerCharacter": " ", "isRetrigger": false}
	}
	type markup struct{ Kind, Value string }
	var h *struct {
		Signatures []struct {
			Label         string
			Documentation markup
			Parameters    []struct {
				Label         json.RawMessage
				Documentation markup
			}
		}
		ActiveParameter *int
	}
	if failure := m.call("textDocument/signatureHelp", params, &h); failure != "" {
		return failure
	}
	if h == nil {
		return "nothing"
	}
	s := h.Signatures[0]
	answer := s.Label + "\n"
	if h.ActiveParameter != nil {
		p := s.Parameters[*h.ActiveParameter]
		var offsets [2]int
		if json.Unmarshal(p.Label, &offsets) == nil {
			units := utf16.Encode([]rune(s.Label))
			before := string(utf16.Decode(units[:offsets[0]]))
			answer += strings.Repeat(" ", len([]rune(before))) + strings.Repeat("^", len([]rune(string(utf16.Decode(units[offsets[0]:offsets[1]])))))
		} else {
			answer += "active: " + string(p.Label)
		}
		answer += "\n\n" + p.Documentation.Value
	}
	return strings.TrimRight(answer+"\n"+s.Documentation.Value, "\n")
}

// VS Code sends what it shows back, with -1 where no parameter is active.
func TestSignatureHelpIsReadLoosely(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	const uri = "file:///a.gcf"
	c.Open(uri, 1, "GCF profile=generic\n## r [1]{a,b}\n1|2\n")
	for _, shown := range []string{`{"signatures":[{"label":"a"}],"activeSignature":0,"activeParameter":-1}`, `true`, `null`} {
		var h *struct{ ActiveParameter int }
		params := textDocument(uri)
		params["position"] = map[string]int{"line": 2, "character": 3}
		params["context"] = map[string]any{"triggerKind": 3, "isRetrigger": true, "activeSignatureHelp": json.RawMessage(shown)}
		if err := c.Call("textDocument/signatureHelp", params, &h); err != nil || h == nil || h.ActiveParameter != 1 {
			t.Errorf("with %s shown: %+v, %v", shown, h, err)
		}
	}
}
