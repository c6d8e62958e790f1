package lsp

import (
	"strings"
	"testing"

	"gcf-lsp/ast"
)

// The requests about tables in the text answer in lines and characters.
func TestTablesInTheText(t *testing.T) {
	const uri, doc = "file:///t.gcf", "GCF profile=generic\n## t [2]{id,name}\n1|😀x\n20|b\n"
	c := start(t, Options{})
	c.Initialize(nil)
	c.Open(uri, 1, doc)
	ask := func(method string, result any, more map[string]any) string {
		params := textDocument(uri)
		for k, v := range more {
			params[k] = v
		}
		if err := c.Call(method, params, result); err != nil {
			return err.Error()
		}
		return ""
	}
	position := func(line, character int) map[string]any { return map[string]any{"line": line, "character": character} }
	at := func(line, character int) map[string]any {
		return map[string]any{"position": position(line, character), "ranges": []any{map[string]any{"start": position(line, character), "end": position(line, character)}}}
	}
	with := func(m map[string]any, pairs ...any) map[string]any {
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i].(string)] = pairs[i+1]
		}
		return m
	}

	var columns columnsResult
	ask("gcf/columns", &columns, map[string]any{"range": map[string]any{"start": position(0, 0), "end": position(3, 0)}})
	if len(columns.Lines) != 3 || columns.Lines[1].Line != 2 || columns.Lines[1].Cells[1].End != 5 || columns.Lines[1].Cells[0].Pad != 1 || !columns.Lines[1].Cells[0].Right {
		t.Errorf("%+v", columns)
	}
	var place *placeResult
	ask("gcf/place", &place, at(2, 3))
	if place == nil || place.Text != "t[0] · name, 2 of 2 · string" || place.Path != "t[0].name" {
		t.Errorf("%+v", place)
	}
	ask("gcf/move", &place, with(at(2, 3), "to", "down"))
	if place == nil || place.Range.Start.Line != 3 || place.Range.Start.Character != 3 {
		t.Errorf("%+v", place)
	}
	ask("gcf/place", &place, at(0, 0))
	if place != nil {
		t.Errorf("%+v", place)
	}
	var taken takeResult
	ask("gcf/take", &taken, with(at(2, 3), "what", "row", "as", "json"))
	if taken.Text != "{\n  \"id\": 1,\n  \"name\": \"😀x\"\n}\n" {
		t.Errorf("%+v", taken)
	}
	ask("gcf/take", &taken, with(at(2, 0), "what", "column", "as", "summary"))
	if taken.Summary == nil || taken.Summary.Sum != 21 {
		t.Errorf("%+v", taken.Summary)
	}
	if why := ask("gcf/take", &taken, with(at(0, 0), "what", "row", "as", "json")); !strings.Contains(why, "no row of a table") {
		t.Error(why)
	}
	for _, tt := range []struct {
		params map[string]any
		want   string
	}{
		{with(at(2, 3), "what", "set", "typed", "a|b"), strings.Replace(doc, "😀x", `"a|b"`, 1)},
		{map[string]any{"table": 0, "row": 1, "column": 0, "version": 1, "what": "set", "value": 7}, strings.Replace(doc, "20|", "7|", 1)},
		{with(at(2, 3), "what", "paste", "text", "3\tc\n4\td"), "GCF profile=generic\n## t [4]{id,name}\n1|😀x\n3|c\n4|d\n20|b\n"},
		{with(at(3, 0), "what", "remove"), "GCF profile=generic\n## t [1]{id,name}\n1|😀x\n"},
		{with(at(3, 0), "what", "up"), "GCF profile=generic\n## t [2]{id,name}\n20|b\n1|😀x\n"},
	} {
		var edit struct{ Edits []change }
		if why := ask("gcf/edit", &edit, tt.params); why != "" {
			t.Error(why)
		}
		if got := applyEdits(doc, ast.UTF16, edit.Edits); got != tt.want {
			t.Errorf("%v:\n%s", tt.params, got)
		}
	}
	if why := ask("gcf/edit", nil, map[string]any{"table": 0, "row": 1, "version": 9, "what": "remove"}); !strings.Contains(why, "changed") {
		t.Error(why)
	}
}
