package lsp

import (
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/lsp/lsptest"
)

// askWorkspaceSymbols asks for the word after the feature.
func askWorkspaceSymbols(m *marker) string {
	var all []struct {
		Name, ContainerName string
		Kind                int
		Location            lsptest.Location
	}
	if failure := m.call("workspace/symbol", map[string]any{"query": strings.Join(m.args, " ")}, &all); failure != "" {
		return failure
	}
	var b strings.Builder
	for _, s := range all {
		place := fmt.Sprintf("line %d", s.Location.Range.Start.Line+1)
		if s.Location.URI == m.uri {
			place = m.show(s.Location.Range)
		}
		fmt.Fprintf(&b, "%d %s in %q, %s %s\n", s.Kind, s.Name, s.ContainerName, strings.TrimPrefix(s.Location.URI, "file:///"), place)
	}
	return b.String()
}

func TestWorkspaceSymbolMarkers(t *testing.T) {
	runMarkers(t, "workspacesymbol", map[string]ask{"find": askWorkspaceSymbols})
}

func TestARankingKeepsTheBestInOrder(t *testing.T) {
	r := ranking{limit: 3}
	for i := range 100 {
		r.add(candidate{score: i % 10})
	}
	var got []int
	for _, c := range r.sorted() {
		got = append(got, c.score, c.order)
	}
	if fmt.Sprint(got) != "[9 9 9 19 9 29]" {
		t.Error(got)
	}
}
