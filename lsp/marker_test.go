package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/lsp/lsptest"
)

// A marker test is a txtar archive in testdata/<feature>. Its .gcf files are
// opened as file:///<name>. In them a line of carets marks a place in the line
// above it and says what to ask there:
//
//	1|Alice|Engineering
//	  ^^^^^ <- hover name
//
// The first word is the feature, the rest are its arguments or tell the marker
// from others. A caret stands under one code point; the carets mark the range
// from the first to after the last, of which most features look at the start
// only. Caret lines are taken out before the document is opened.
//
// What the answer must be is in the file of the archive that is named like the
// marker, `-- hover name --`; `go test -run Marker -update` rewrites it. Each
// archive runs in all three position encodings, so answers show places as
// text, see [marker.show].
//
// Beside them an archive may have
//   - capabilities.json: the client's capabilities, in place of [editor];
//   - settings.json: the initialization options.

// marker is one marked place.
type marker struct {
	*lsptest.Client
	t        testing.TB
	uri      string
	document string // the text that is open
	encoding ast.Encoding
	name     string   // all that follows the arrow
	args     []string // without the feature
	// Start and end of the range, in the client's encoding.
	at lsptest.Range
}

// ask puts a marker's question and returns the answer as text.
type ask func(m *marker) string

// runMarkers runs the archives in testdata/<folder>. What each feature asks is
// in asks.
func runMarkers(t *testing.T, folder string, asks map[string]ask) {
	for path, archive := range golden.Archives(t, filepath.Join("testdata", folder, "*.txtar")) {
		for _, encoding := range []string{"utf-16", "utf-8", "utf-32"} {
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar")+"/"+encoding, func(t *testing.T) {
				runArchive(t, path, archive, encoding, asks)
			})
		}
	}
}

func runArchive(t *testing.T, path string, archive *txtar.Archive, encoding string, asks map[string]ask) {
	c, markers := openArchive(t, archive, encoding)
	want := map[string]*[]byte{}
	for i := range archive.Files {
		want[archive.Files[i].Name] = &archive.Files[i].Data
	}
	asked := map[string]bool{}
	for _, m := range markers {
		feature, _, _ := strings.Cut(m.name, " ")
		ask := asks[feature]
		if ask == nil {
			t.Fatalf("%s: nothing asks %q", path, feature)
		}
		if asked[m.name] {
			t.Fatalf("%s: two markers are named %q", path, m.name)
		}
		asked[m.name] = true
		m.Client = c
		got := ask(m)
		if got != "" && !strings.HasSuffix(got, "\n") {
			got += "\n"
		}
		switch data := want[m.name]; {
		case golden.Update() && data == nil:
			archive.Files = append(archive.Files, txtar.File{Name: m.name, Data: []byte(got)})
			want = map[string]*[]byte{}
			for i := range archive.Files {
				want[archive.Files[i].Name] = &archive.Files[i].Data
			}
		case golden.Update() && encoding == "utf-16":
			*data = []byte(got)
		case data == nil:
			t.Errorf("%s: no answer for %q; run with -update. It is\n%s", path, m.name, got)
		default:
			if diff := cmp.Diff(string(*data), got); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", path, m.name, diff)
			}
		}
	}
	if golden.Update() && encoding == "utf-16" {
		archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
			return !asked[f.Name] && filepath.Ext(f.Name) == ""
		})
	}
}

// openArchive starts a server and opens the documents of an archive.
func openArchive(t *testing.T, archive *txtar.Archive, encoding string) (*lsptest.Client, []*marker) {
	params := map[string]any{"processId": nil, "rootUri": nil}
	can := editor()
	for _, f := range archive.Files {
		switch f.Name {
		case "capabilities.json":
			can = nil
			if err := json.Unmarshal(f.Data, &can); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
		case "settings.json":
			params["initializationOptions"] = json.RawMessage(f.Data)
		}
	}
	maps.Copy(can, capabilities(encoding, false)) // positionEncodings
	params["capabilities"] = can
	c := start(t, Options{})
	c.InitializeWith(params)
	var all []*marker
	for _, f := range archive.Files {
		if filepath.Ext(f.Name) != ".gcf" {
			continue
		}
		uri := "file:///" + f.Name
		text, found := takeMarkers(string(f.Data), encoding)
		c.Open(uri, 1, text)
		for _, m := range found {
			m.t, m.uri, m.document = t, uri, text
			all = append(all, m)
		}
	}
	return c, all
}

// editor are the capabilities of a client that can all that we make use of.
func editor() map[string]any {
	var can map[string]any
	if err := json.Unmarshal([]byte(`{
		"textDocument": {
			"hover": {"contentFormat": ["markdown", "plaintext"]},
			"signatureHelp": {"signatureInformation": {
				"documentationFormat": ["markdown", "plaintext"],
				"parameterInformation": {"labelOffsetSupport": true},
				"activeParameterSupport": true}},
			"completion": {"completionItem": {
				"snippetSupport": true, "documentationFormat": ["markdown", "plaintext"],
				"insertReplaceSupport": true, "labelDetailsSupport": true,
				"resolveSupport": {"properties": ["documentation", "detail"]}}},
			"documentSymbol": {"hierarchicalDocumentSymbolSupport": true, "symbolKind": {"valueSet": [18, 19, 21, 23, 24]}},
			"definition": {"linkSupport": true},
			"rename": {"prepareSupport": true},
			"foldingRange": {"lineFoldingOnly": false},
			"codeAction": {
				"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}},
				"isPreferredSupport": true, "disabledSupport": true, "dataSupport": true,
				"resolveSupport": {"properties": ["edit"]}},
			"inlayHint": {"resolveSupport": {"properties": ["tooltip"]}}
		},
		"window": {"showDocument": {"support": true}},
		"workspace": {"workspaceEdit": {"documentChanges": true}}
	}`), &can); err != nil {
		panic(err) // the text is above
	}
	return can
}

// markerLine matches a line of carets and the text after its arrow.
var markerLine = regexp.MustCompile(`^( *)(\^+) <- (\S.*?)\s*$`)

// takeMarkers takes the caret lines out of a text.
func takeMarkers(marked, encoding string) (text string, found []*marker) {
	var b strings.Builder
	line, last := -1, ""
	unit := ast.Encoding(slices.Index(encodingKinds[:], protocol.PositionEncodingKind(encoding)))
	for l := range strings.SplitAfterSeq(marked, "\n") {
		match := markerLine.FindStringSubmatch(strings.TrimSuffix(l, "\n"))
		if match == nil {
			b.WriteString(l)
			line++
			last = strings.TrimSuffix(l, "\n")
			continue
		}
		m := &marker{name: match[3], args: strings.Fields(match[3])[1:], encoding: unit}
		from, to := len(match[1]), len(match[1])+len(match[2])
		m.at.Start = lsptest.Position{Line: line, Character: units(last, from, unit)}
		m.at.End = lsptest.Position{Line: line, Character: units(last, to, unit)}
		found = append(found, m)
	}
	return b.String(), found
}

// units returns the column of a code point of a line.
func units(line string, codePoint int, unit ast.Encoding) int {
	i := 0
	for ; codePoint > 0 && i < len(line); codePoint-- {
		_, size := utf8.DecodeRuneInString(line[i:])
		i += size
	}
	return ast.Columns(line[:i], unit)
}

// position are the params of a request about the marked place.
func (m *marker) position() map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": m.uri}, "position": m.at.Start}
}

// call asks the server; an error of the server is the answer.
func (m *marker) call(method string, params, result any) (failure string) {
	m.t.Helper()
	if err := m.Call(method, params, result); err != nil {
		return "error: " + err.Error()
	}
	return ""
}

// offset is the byte offset of a position in the marker's document.
func (m *marker) offset(p lsptest.Position) int {
	return ast.NewLineTable(m.document, ast.AnyLineEnd).Offset(ast.Position{Line: p.Line, Column: p.Character}, m.encoding)
}

// show shows a range of the marker's document as its line, counted from 1, and
// its text: `4: "Alice"`. It is the same in all encodings.
func (m *marker) show(r lsptest.Range) string {
	start, end := m.offset(r.Start), m.offset(r.End)
	if start > end {
		return fmt.Sprintf("%d: a range that ends before it begins", r.Start.Line+1)
	}
	return fmt.Sprintf("%d: %q", r.Start.Line+1, m.document[start:end])
}

// edited returns the document after an edit.
func (m *marker) edited(r lsptest.Range, text string) string {
	return m.document[:m.offset(r.Start)] + text + m.document[m.offset(r.End):]
}
