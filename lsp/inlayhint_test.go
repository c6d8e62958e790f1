package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/lsp/lsptest"
)

func TestInlayHintMarkers(t *testing.T) {
	runMarkers(t, "inlayhint", map[string]ask{"hints": askHints})
}

// askHints asks for the hints of the marker's range, or of the whole document
// where the marker says "all", and answers with the lines with the hints in
// them.
func askHints(m *marker) string {
	params := rangeOf(m)
	if slices.Contains(m.args, "all") {
		params["range"] = lsptest.Range{End: lsptest.Position{Line: strings.Count(m.document, "\n")}}
	}
	var all []struct {
		Position                  lsptest.Position
		Label                     json.RawMessage
		Kind                      int
		PaddingLeft, PaddingRight bool
	}
	if failure := m.call("textDocument/inlayHint", params, &all); failure != "" {
		return failure
	}
	text, moved := m.document, 0
	var rest strings.Builder
	for _, h := range all {
		label := string(h.Label)
		if strings.HasPrefix(label, "[") {
			part := decode[[]struct {
				Value, Tooltip string
				Location       lsptest.Location
			}](m.t, h.Label)[0]
			label = part.Value
			fmt.Fprintf(&rest, "%s is %s %s\n", label, m.show(part.Location.Range), part.Tooltip)
		} else {
			label = decode[string](m.t, h.Label)
		}
		at := m.offset(h.Position) + moved
		text = text[:at] + "⟨" + label + "⟩" + text[at:]
		moved += len("⟨" + label + "⟩")
	}
	var b strings.Builder
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "⟨") {
			b.WriteString(line + "\n")
		}
	}
	return b.String() + rest.String()
}

func TestInlayHintSettingsTakeEffectAtOnce(t *testing.T) {
	c := start(t, Options{})
	refreshed := make(chan bool, 10)
	c.Answer("workspace/inlayHint/refresh", func(json.RawMessage) any { refreshed <- true; return nil })
	c.Initialize(map[string]any{"workspace": map[string]any{"inlayHint": map[string]any{"refreshSupport": true}}})
	c.Open("untitled:a", 1, "GCF profile=generic\n## r [?]{a}\n1\n")
	count := func() int {
		var all []any
		params := textDocument("untitled:a")
		params["range"] = lsptest.Range{End: lsptest.Position{Line: 3}}
		if err := c.Call("textDocument/inlayHint", params, &all); err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	if n := count(); n != 1 {
		t.Errorf("%d hints", n)
	}
	c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"gcf": map[string]any{"inlayHints": map[string]any{"counts": false}}}})
	<-refreshed
	if n := count(); n != 0 {
		t.Errorf("%d hints after they were turned off", n)
	}
}
