package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/lsp/lsptest"
)

func TestMeaningMarkers(t *testing.T) {
	runMarkers(t, "meaning", map[string]ask{
		"hover": askHover, "complete": askCompletion, "accept": askAccept, "hints": askHints,
		"goto": askTargets("textDocument/definition"), "problems": askProblems, "lenses": askLensTitles, "fix": askFix,
	})
}

// askProblems answers with the diagnostics of the whole document.
func askProblems(m *marker) string {
	var b strings.Builder
	for _, d := range pull(m.t, m.Client, m.uri).Items {
		fmt.Fprintf(&b, "%s [%s] %s\n", m.show(d.Range), d.Code, d.Message)
	}
	return b.String()
}

func askLensTitles(m *marker) string {
	var all []struct {
		Range   lsptest.Range
		Command json.RawMessage
		Data    json.RawMessage `json:"data"`
	}
	if failure := m.call("textDocument/codeLens", textDocument(m.uri), &all); failure != "" {
		return failure
	}
	var b strings.Builder
	for _, l := range all {
		lens := map[string]any{"range": l.Range, "data": l.Data}
		var answer struct{ Command struct{ Title string } }
		if failure := m.call("codeLens/resolve", lens, &answer); failure != "" {
			return failure
		}
		fmt.Fprintf(&b, "%d: %s\n", l.Range.Start.Line+1, answer.Command.Title)
	}
	return b.String()
}

// askFix lists the quick fixes at the marker, or applies the one that is named
// after the first word and shows the lines that are others.
func askFix(m *marker) string {
	title := strings.Join(m.args, " ")
	var b strings.Builder
	for _, a := range codeActions(m.t, m.Client, m.uri, m.at) {
		switch {
		case strings.HasPrefix(title, "list") && !strings.HasPrefix(a.Title, "Ignore") && (a.Kind == "quickfix" || strings.HasPrefix(a.Title, "Mark")):
			b.WriteString(a.Title + "\n")
		case a.Title == title:
			a, err := resolved(m.t, m.Client, a)
			if err != nil {
				return "error: " + err.Error()
			}
			before := strings.Split(m.document, "\n")
			for _, line := range strings.Split(applyEdits(m.document, m.encoding, a.Edit.of(m.uri)), "\n") {
				if !slices.Contains(before, line) {
					b.WriteString(line + "\n")
				}
			}
		}
	}
	return b.String()
}

// The documents of the protocol's examples report in the server what they do on
// the command line.
func TestSharedFramesInTheServer(t *testing.T) {
	want := map[string][]string{
		"01-valid-full.gcf":         nil,
		"02-valid-compact.gcf":      nil,
		"04-bad-token-cost.gcf":     {"7:cgp_honest_over_budget", "9:cgp_token_cost", "10:cgp_token_cost", "11:cgp_token_cost", "12:cgp_token_cost"},
		"05-bad-representation.gcf": {"3:cgp_missing_content", "5:cgp_reference_with_content", "6:cgp_reference_with_content"},
	}
	c := start(t, Options{})
	c.Initialize(editor())
	for name, want := range want {
		text, err := os.ReadFile(material.Dir(t, "cgp", name))
		if err != nil {
			t.Fatal(err)
		}
		c.Open("untitled:"+name, 1, string(text))
		var got []string
		for _, d := range pull(t, c, "untitled:"+name).Items {
			got = append(got, fmt.Sprintf("%d:%s", d.Range.Start.Line, d.Code))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

const orderSchema = `{
  "properties": {"orders": {"items": {"properties": {
    "status": {"description": "How far the <b>order</b> is.", "enum": ["open", "done", "on hold"]}
  }}}}
}
`

// A schema is a file of the workspace: its words, its places, its changes.
func TestSchemaInTheWorkspace(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	schemaFile := write("schemas/order.schema.json", orderSchema)
	write(".gcf-lsp.toml", "[schemas]\n\"configured/*.gcf\" = \"schemas/order.schema.json\"\n")
	text := "GCF profile=generic\n# gcf-lsp: schema=../schemas/order.schema.json\n## orders [1]{id,status}\n1|lost\n"
	document := string(uri.File(write("docs/a.gcf", text)))
	configured := string(uri.File(write("configured/a.gcf", strings.Replace(text, "# gcf-lsp: schema=../schemas/order.schema.json\n", "", 1))))

	c := start(t, Options{})
	can := editor()
	can["workspace"].(map[string]any)["didChangeWatchedFiles"] = map[string]any{"dynamicRegistration": true}
	c.InitializeWith(map[string]any{"processId": nil, "capabilities": can, "workspaceFolders": []any{map[string]any{"uri": string(uri.File(dir)), "name": "w"}}})
	c.Open(document, 1, text)
	diagnose := func(document string) string {
		report := pull(t, c, document)
		if len(report.Items) != 1 {
			return fmt.Sprint(report.Items)
		}
		return report.Items[0].Message
	}
	const wrong = "`status` is \"lost\": expected \"open\", \"done\" or \"on hold\""
	if got := diagnose(document); got != wrong {
		t.Errorf("named in a comment: %s", got)
	}
	c.Open(configured, 1, "GCF profile=generic\n## orders [1]{id,status}\n1|lost\n")
	if got := diagnose(configured); got != wrong {
		t.Errorf("configured: %s", got)
	}

	params := textDocument(document)
	params["position"] = lsptest.Position{Line: 3, Character: 2}
	var hover struct{ Contents struct{ Value string } }
	if err := c.Call("textDocument/hover", params, &hover); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"Schema `order.schema.json`", "How far the", "`on hold`"} {
		if !strings.Contains(hover.Contents.Value, part) {
			t.Errorf("no %q in the hover %s", part, hover.Contents.Value)
		}
	}
	if strings.Contains(hover.Contents.Value, "<b>") {
		t.Errorf("what a schema says is not escaped: %s", hover.Contents.Value)
	}

	var list struct {
		Items []struct{ Label, InsertText string }
	}
	if err := c.Call("textDocument/completion", params, &list); err != nil {
		t.Fatal(err)
	}
	var labels []string
	for _, item := range list.Items[:min(3, len(list.Items))] {
		labels = append(labels, item.Label)
	}
	if fmt.Sprint(labels) != "[open done on hold]" {
		t.Errorf("completion offers %v", labels)
	}

	params["position"] = lsptest.Position{Line: 2, Character: 19} // the column
	var to []lsptest.Location
	if err := c.Call("textDocument/definition", params, &to); err != nil {
		t.Fatal(err)
	}
	if len(to) != 1 || to[0].URI != string(uri.File(schemaFile)) || to[0].Range.Start != (lsptest.Position{Line: 2, Character: 4}) {
		t.Errorf("the column leads to %+v", to)
	}

	params["position"] = lsptest.Position{Line: 1, Character: 25} // the comment
	if err := c.Call("textDocument/definition", params, &to); err != nil {
		t.Fatal(err)
	}
	if len(to) != 1 || to[0].URI != string(uri.File(schemaFile)) {
		t.Errorf("the comment leads to %+v", to)
	}

	write("schemas/order.schema.json", strings.Replace(orderSchema, `"open"`, `"lost"`, 1))
	c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": string(uri.File(schemaFile)), "type": 2}}})
	if got := diagnose(document); got != "[]" {
		t.Errorf("after the schema has changed: %s", got)
	}
}

// A relation leads to the frame with that uri in another file of the workspace.
func TestRelationLeadsToAFrameElsewhere(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other.gcf")
	if err := os.WriteFile(other, []byte("GCF profile=generic\n# cgp\n## frames [1]{id,kind,title,content,uri,score,token_cost,citation_label}\nb|doc|B|text|file:///b.md|0.5|1|b md\ntruncated=false\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text := "GCF profile=generic\n# cgp\n## frames [1]{id,kind,title,content,score,token_cost,citation_label,relations}\n@0 a|doc|A|text|0.5|1|a md|^\n.relations [1]{rel,target_uri,display_name}\n    doc.documents|file:///b.md|B\ntruncated=false\n"
	c := start(t, Options{})
	c.InitializeWith(map[string]any{"processId": nil, "capabilities": editor(), "workspaceFolders": []any{map[string]any{"uri": string(uri.File(dir)), "name": "w"}}})
	c.Open("untitled:a", 1, text)
	params := textDocument("untitled:a")
	params["position"] = lsptest.Position{Line: 5, Character: 25}
	var to []lsptest.Location
	if err := c.Call("textDocument/definition", params, &to); err != nil {
		t.Fatal(err)
	}
	if len(to) != 1 || to[0].URI != string(uri.File(other)) || to[0].Range.Start != (lsptest.Position{Line: 3, Character: 13}) {
		t.Errorf("the relation leads to %+v", to)
	}
}
