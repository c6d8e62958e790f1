package lsp

import (
	"testing"

	"gcf-lsp/lsp/lsptest"
)

func TestHoverMarkers(t *testing.T) { runMarkers(t, "hover", map[string]ask{"hover": askHover}) }

// askHover answers with the range in its own line and then the text.
func askHover(m *marker) string {
	var h *struct {
		Contents struct{ Kind, Value string }
		Range    *lsptest.Range
	}
	if failure := m.call("textDocument/hover", m.position(), &h); failure != "" {
		return failure
	}
	switch {
	case h == nil:
		return "nothing"
	case h.Range == nil:
		return h.Contents.Kind + "\n\n" + h.Contents.Value
	}
	return h.Contents.Kind + ", " + m.show(*h.Range) + "\n\n" + h.Contents.Value
}
