package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"gcf-lsp/lsp/lsptest"
)

func TestCompletionMarkers(t *testing.T) {
	runMarkers(t, "completion", map[string]ask{"complete": askCompletion, "accept": askAccept, "resolve": askResolve})
}

// completionItem is an item as it comes over the wire.
type completionItem struct {
	Label        string
	LabelDetails struct{ Description string }
	Detail       string
	FilterText   string
	SortText     string
	InsertText   string
	// 2 is a snippet.
	InsertTextFormat int
	TextEdit         struct {
		NewText         string
		Range           *lsptest.Range
		Insert, Replace *lsptest.Range
	}
	AdditionalTextEdits []struct {
		Range   lsptest.Range
		NewText string
	}
	Documentation struct{ Kind, Value string }
}

// completions asks for the items at a marker, in the order of their sort texts,
// and checks what must hold of each: the edit and the text to insert are the
// same, the range is on one line and holds the place, what is typed fits the
// filter. A marker with the word "unasked" asks because a character was typed.
func completions(m *marker) (items []completionItem, raw []json.RawMessage, more bool) {
	var list struct {
		IsIncomplete bool
		Items        []json.RawMessage
	}
	params := m.position()
	if slices.Contains(m.args, "unasked") {
		params["context"] = map[string]any{"triggerKind": 2, "triggerCharacter": "|"}
	}
	if failure := m.call("textDocument/completion", params, &list); failure != "" {
		m.t.Fatal(failure)
	}
	for _, r := range list.Items {
		item := decode[completionItem](m.t, r)
		items = append(items, item)
		if item.TextEdit.NewText != item.InsertText {
			m.t.Errorf("%s: the edit of %q inserts %q, its text is %q", m.name, item.Label, item.TextEdit.NewText, item.InsertText)
		}
		insert := item.inserted()
		for _, r := range []lsptest.Range{insert, item.replaced()} {
			if r.Start.Line != r.End.Line || r.Start.Line != m.at.Start.Line ||
				r.Start.Character > m.at.Start.Character || r.End.Character < m.at.Start.Character {
				m.t.Errorf("%s: the range of %q is %v", m.name, item.Label, r)
			}
		}
		filter := item.FilterText
		if filter == "" {
			filter = item.Label
		}
		typed := m.document[m.offset(insert.Start):m.offset(m.at.Start)]
		if !isSubsequence(typed, filter) {
			m.t.Errorf("%s: %q is offered for %q, and an editor would filter it", m.name, filter, typed)
		}
	}
	if !slices.IsSortedFunc(items, func(a, b completionItem) int { return strings.Compare(a.SortText, b.SortText) }) {
		m.t.Errorf("%s: not in the order of the sort texts", m.name)
	}
	return items, list.Items, list.IsIncomplete
}

func (i *completionItem) inserted() lsptest.Range {
	if i.TextEdit.Range != nil {
		return *i.TextEdit.Range
	}
	return *i.TextEdit.Insert
}

func (i *completionItem) replaced() lsptest.Range {
	if i.TextEdit.Replace != nil {
		return *i.TextEdit.Replace
	}
	return i.inserted()
}

func isSubsequence(short, long string) bool {
	rest := []rune(strings.ToLower(long))
	for _, r := range strings.ToLower(short) {
		i := slices.Index(rest, unicode.ToLower(r))
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
	}
	return true
}

// askCompletion answers with the labels, at most 25 of them.
func askCompletion(m *marker) string {
	items, _, more := completions(m)
	if items == nil {
		return "nothing"
	}
	var b strings.Builder
	for i, item := range items {
		if i == 25 {
			fmt.Fprintf(&b, "… %d in all", len(items))
			break
		}
		b.WriteString(item.Label)
		if detail := item.LabelDetails.Description + item.Detail; detail != "" {
			b.WriteString("  (" + detail + ")")
		}
		b.WriteByte('\n')
	}
	if more {
		b.WriteString("… and more")
	}
	return b.String()
}

// askAccept answers with the line and its neighbours after the item has been
// accepted whose label is the rest of the marker. Where a snippet comes in it
// is shown as it is.
func askAccept(m *marker) string {
	label := strings.TrimPrefix(m.name, "accept ")
	items, _, _ := completions(m)
	for _, item := range items {
		if item.Label != label {
			continue
		}
		after := m.edited(item.inserted(), item.TextEdit.NewText)
		for _, e := range item.AdditionalTextEdits {
			// It comes in before the place, on the same line.
			after = after[:m.offset(e.Range.Start)] + e.NewText + after[m.offset(e.Range.End):]
		}
		lines, n := strings.Split(after, "\n"), m.at.Start.Line
		return strings.Join(lines[n:min(len(lines), n+1+strings.Count(item.InsertText, "\n"))], "\n")
	}
	var labels []string
	for _, item := range items {
		labels = append(labels, item.Label)
	}
	return "not offered; there is " + strings.Join(labels, ", ")
}

// askResolve answers with the documentation of the item whose label is the rest
// of the marker.
func askResolve(m *marker) string {
	label := strings.TrimPrefix(m.name, "resolve ")
	items, raw, _ := completions(m)
	for i, item := range items {
		if item.Label != label {
			continue
		}
		var resolved completionItem
		if failure := m.call("completionItem/resolve", raw[i], &resolved); failure != "" {
			return failure
		}
		return resolved.Documentation.Value
	}
	return "not offered"
}
