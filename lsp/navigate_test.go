package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/lsp/lsptest"
)

func TestNavigateMarkers(t *testing.T) {
	runMarkers(t, "navigate", map[string]ask{
		"definition": askTargets("textDocument/definition"), "declaration": askTargets("textDocument/declaration"),
		"references": askReferences, "highlight": askHighlights,
		"prepare": askPrepareRename, "rename": askRename, "linked": askLinked,
		"calls": askCalls, "types": askTypes, "links": askLinks,
	})
}

// askTargets answers with the origin of the links, and the name and the whole
// of each target.
func askTargets(method string) ask {
	return func(m *marker) string {
		var raw json.RawMessage
		if failure := m.call(method, m.position(), &raw); failure != "" {
			return failure
		}
		if string(raw) == "[]" {
			return "nothing"
		}
		var b strings.Builder
		if strings.Contains(string(raw), "targetUri") {
			for _, l := range decode[[]struct {
				OriginSelectionRange              *lsptest.Range
				TargetRange, TargetSelectionRange lsptest.Range
			}](m.t, raw) {
				from := "the word"
				if l.OriginSelectionRange != nil {
					from = m.show(*l.OriginSelectionRange)
				}
				fmt.Fprintf(&b, "%s -> %s in %s\n", from, m.show(l.TargetSelectionRange), m.show(l.TargetRange))
			}
			return b.String()
		}
		for _, l := range decode[[]lsptest.Location](m.t, raw) {
			b.WriteString(m.show(l.Range) + "\n")
		}
		return b.String()
	}
}

// askReferences asks for the declaration too where the marker says so.
func askReferences(m *marker) string {
	params := m.position()
	params["context"] = map[string]any{"includeDeclaration": slices.Contains(m.args, "declared")}
	var all []lsptest.Location
	if failure := m.call("textDocument/references", params, &all); failure != "" {
		return failure
	}
	var b strings.Builder
	for _, l := range all {
		b.WriteString(m.show(l.Range) + "\n")
	}
	return b.String()
}

func askHighlights(m *marker) string {
	var all []struct {
		Range lsptest.Range
		Kind  int
	}
	if failure := m.call("textDocument/documentHighlight", m.position(), &all); failure != "" {
		return failure
	}
	var b strings.Builder
	for _, h := range all {
		fmt.Fprintf(&b, "%s %s\n", [...]string{2: "read", 3: "write"}[h.Kind], m.show(h.Range))
	}
	return b.String()
}

func askPrepareRename(m *marker) string {
	var p struct {
		Range       lsptest.Range
		Placeholder string
	}
	if failure := m.call("textDocument/prepareRename", m.position(), &p); failure != "" {
		return failure
	}
	return m.show(p.Range) + " named " + p.Placeholder
}

// askRename renames to the marker's words after the first, and answers with
// the lines that change.
func askRename(m *marker) string {
	_, name, _ := strings.Cut(m.name, " to ")
	params := m.position()
	params["newName"] = name
	var edit *struct {
		Changes         map[string][]textEdit
		DocumentChanges []struct {
			TextDocument struct {
				URI     string
				Version *int
			}
			Edits []textEdit
		}
	}
	if failure := m.call("textDocument/rename", params, &edit); failure != "" {
		return failure
	}
	edits := edit.Changes[m.uri]
	if edit.Changes == nil {
		if len(edit.DocumentChanges) != 1 || *edit.DocumentChanges[0].TextDocument.Version != 1 {
			return fmt.Sprintf("%d document changes", len(edit.DocumentChanges))
		}
		edits = edit.DocumentChanges[0].Edits
	}
	return m.changedLines(edits)
}

type textEdit struct {
	Range   lsptest.Range
	NewText string
}

// changedLines makes edits and returns the lines that are others now.
func (m *marker) changedLines(edits []textEdit) string {
	text := m.document
	for i := len(edits) - 1; i >= 0; i-- {
		start, end := m.offset(edits[i].Range.Start), m.offset(edits[i].Range.End)
		if i > 0 && m.offset(edits[i-1].Range.End) > start {
			return "the edits overlap"
		}
		text = text[:start] + edits[i].NewText + text[end:]
	}
	before := strings.Split(m.document, "\n")
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i >= len(before) || line != before[i] {
			fmt.Fprintf(&b, "%d: %s\n", i+1, line)
		}
	}
	return b.String()
}

func askLinked(m *marker) string {
	var l *struct {
		Ranges      []lsptest.Range
		WordPattern string
	}
	if failure := m.call("textDocument/linkedEditingRange", m.position(), &l); failure != "" {
		return failure
	}
	if l == nil {
		return "nothing"
	}
	var b strings.Builder
	for _, r := range l.Ranges {
		b.WriteString(m.show(r) + "\n")
	}
	return b.String() + l.WordPattern
}

type hierarchyItem struct {
	Name           string          `json:"name"`
	Kind           int             `json:"kind"`
	Detail         string          `json:"detail"`
	URI            string          `json:"uri"`
	Range          lsptest.Range   `json:"range"`
	SelectionRange lsptest.Range   `json:"selectionRange"`
	Data           json.RawMessage `json:"data,omitempty"`
}

func (m *marker) item(h hierarchyItem) string {
	return fmt.Sprintf("%d %s (%s), %s", h.Kind, h.Name, h.Detail, m.show(h.SelectionRange))
}

// askCalls answers with the item at the place, who calls it and whom it calls.
func askCalls(m *marker) string {
	var items []hierarchyItem
	if failure := m.call("textDocument/prepareCallHierarchy", m.position(), &items); failure != "" {
		return failure
	}
	if len(items) == 0 {
		return "nothing"
	}
	var b strings.Builder
	b.WriteString(m.item(items[0]) + "\n")
	var calls []struct {
		From, To   hierarchyItem
		FromRanges []lsptest.Range
	}
	for _, way := range []string{"incoming", "outgoing"} {
		calls = nil
		if failure := m.call("callHierarchy/"+way+"Calls", map[string]any{"item": items[0]}, &calls); failure != "" {
			return failure
		}
		for _, c := range calls {
			other := c.From
			if way == "outgoing" {
				other = c.To
			}
			fmt.Fprintf(&b, "%s %s:", way, m.item(other))
			for _, r := range c.FromRanges {
				b.WriteString(" " + m.show(r))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// askTypes answers with the item at the place, its supertypes and subtypes.
func askTypes(m *marker) string {
	var items, others []hierarchyItem
	if failure := m.call("textDocument/prepareTypeHierarchy", m.position(), &items); failure != "" {
		return failure
	}
	if len(items) == 0 {
		return "nothing"
	}
	var b strings.Builder
	b.WriteString(m.item(items[0]) + "\n")
	for _, way := range []string{"supertypes", "subtypes"} {
		others = nil
		if failure := m.call("typeHierarchy/"+way, map[string]any{"item": items[0]}, &others); failure != "" {
			return failure
		}
		for _, o := range others {
			fmt.Fprintf(&b, "%s %s\n", way, m.item(o))
		}
	}
	return b.String()
}

func askLinks(m *marker) string {
	var all []struct {
		Range  lsptest.Range
		Target string
	}
	if failure := m.call("textDocument/documentLink", textDocument(m.uri), &all); failure != "" {
		return failure
	}
	var b strings.Builder
	for _, l := range all {
		fmt.Fprintf(&b, "%s -> %s\n", m.show(l.Range), l.Target)
	}
	return b.String()
}

func TestAHierarchyItemOfAnOlderDocumentIsRefused(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(nil)
	c.Open("untitled:g", 1, "GCF profile=graph\n## targets\n@0 fn a 0.50 x\n@1 fn b 0.50 x\n## edges [1]\n@0<@1 calls\n")
	var items []hierarchyItem
	params := map[string]any{"textDocument": map[string]any{"uri": "untitled:g"}, "position": map[string]any{"line": 5, "character": 1}}
	if err := c.Call("textDocument/prepareCallHierarchy", params, &items); err != nil || len(items) != 1 {
		t.Fatal(err, items)
	}
	c.Change("untitled:g", 2, lsptest.Edit(2, 0, 3, 0, ""))
	wantCode(t, "incoming calls", c.Call("callHierarchy/incomingCalls", map[string]any{"item": items[0]}, nil), -32801)
}
