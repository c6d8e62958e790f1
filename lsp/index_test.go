package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"gcf-lsp/lsp/lsptest"
	gcf "gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// folder is a workspace folder on disk with a client that has it open.
type folder struct {
	*lsptest.Client
	t       testing.TB
	dir     string
	version int
	// Greeting is the answer to initialize.
	Greeting json.RawMessage
}

// openFolder makes a folder with these files and opens it.
func openFolder(t testing.TB, can map[string]any, files map[string]string) *folder {
	t.Helper()
	f := &folder{t: t, dir: t.TempDir()}
	for name, text := range files {
		f.write(name, text)
	}
	f.Client = start(t, Options{})
	if can == nil {
		can = map[string]any{}
	}
	f.Greeting = f.InitializeWith(map[string]any{"capabilities": can, "initializationOptions": map[string]any{"diagnostics.debounce": 1},
		"workspaceFolders": []any{map[string]any{"uri": string(uri.File(f.dir)), "name": "w"}}})
	return f
}

func (f *folder) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }
func (f *folder) uri(name string) string  { return string(uri.File(f.path(name))) }

func (f *folder) write(name, text string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(f.path(name)), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(f.path(name), []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

func (f *folder) remove(name string) {
	f.t.Helper()
	if err := os.Remove(f.path(name)); err != nil {
		f.t.Fatal(err)
	}
}

// say tells the server of files that have changed on disk.
func (f *folder) say(names ...string) {
	f.t.Helper()
	var changes []any
	for _, name := range names {
		changes = append(changes, map[string]any{"uri": f.uri(name), "type": 2})
	}
	f.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": changes})
}

func (f *folder) open(name, text string) {
	f.t.Helper()
	f.version++
	f.Open(f.uri(name), f.version, text)
}

func (f *folder) edit(name, text string) {
	f.t.Helper()
	f.version++
	f.Change(f.uri(name), f.version, map[string]any{"text": text})
}

// await waits until the diagnostics of a document are these: `line: code`,
// one a line, nothing for none. With contains it looks for a part of the text
// of the messages too.
func (f *folder) await(name, want string) lsptest.Diagnostics {
	f.t.Helper()
	var got lsptest.Diagnostics
	f.Await(fmt.Sprintf("%q for %s", want, name), func(m lsptest.Message) bool {
		d := lsptest.Diagnostics{}
		if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &d) != nil || d.URI != f.uri(name) {
			return false
		}
		got = d
		return codes(d) == want
	})
	return got
}

func codes(d lsptest.Diagnostics) string {
	var lines []string
	for _, d := range d.Diagnostics {
		lines = append(lines, fmt.Sprintf("%d: %s", d.Range.Start.Line+1, d.Code))
	}
	return strings.Join(lines, "\n")
}

// ask asks for something at the first place of a text in a document.
func (f *folder) ask(method, name, document, at string, more map[string]any) (answer string) {
	f.t.Helper()
	offset := strings.Index(document, at)
	if offset < 0 {
		f.t.Fatalf("%s does not hold %q", name, at)
	}
	line := strings.Count(document[:offset], "\n")
	params := map[string]any{"textDocument": map[string]any{"uri": f.uri(name)},
		"position": map[string]any{"line": line, "character": offset - (strings.LastIndexByte(document[:offset], '\n') + 1)}}
	for key, v := range more {
		params[key] = v
	}
	var result json.RawMessage
	if err := f.Call(method, params, &result); err != nil {
		f.t.Fatal(err)
	}
	return strings.ReplaceAll(string(result), string(uri.File(f.dir)), "")
}

// places shows an answer of places: `file:line:column`.
func (f *folder) places(method, name, document, at string) string {
	f.t.Helper()
	var all []lsptest.Location
	answer := f.ask(method, name, document, at, map[string]any{"context": map[string]any{"includeDeclaration": true}})
	if err := json.Unmarshal([]byte(answer), &all); err != nil {
		f.t.Fatalf("%v in %s", err, answer)
	}
	var out []string
	for _, l := range all {
		out = append(out, fmt.Sprintf("%s:%d:%d", strings.TrimPrefix(l.URI, "/"), l.Range.Start.Line+1, l.Range.Start.Character+1))
	}
	return strings.Join(out, " ")
}

// stock makes a table of products with these numbers in stock.
func stock(t testing.TB, numbers ...int) *gcf.Table {
	t.Helper()
	var rows []value.Value
	for i, n := range numbers {
		rows = append(rows, value.NewObject([]value.Member{
			{Key: "sku", Value: value.NewString(fmt.Sprintf("P-%d", i))}, {Key: "qty", Value: value.NewInt(int64(n))}}))
	}
	table, err := gcf.NewTable(gcf.TableSpec{Name: "stock", Key: "sku", Rows: rows})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func fullText(t testing.TB, s gcf.Snapshot) string {
	t.Helper()
	b, err := gcf.AppendFull(nil, s, gcf.Header{})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func deltaText(t testing.TB, base, next gcf.Snapshot) string {
	t.Helper()
	d, err := gcf.Diff(base, next)
	if err != nil {
		t.Fatal(err)
	}
	b, err := gcf.AppendDelta(nil, d, gcf.Header{})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestDeltaIsCheckedAgainstItsBase(t *testing.T) {
	one, two, three := stock(t, 5, 7), stock(t, 5, 8, 1), stock(t, 5, 8, 2)
	first, second := deltaText(t, one, two), deltaText(t, two, three)
	f := openFolder(t, nil, map[string]string{"base.gcf": fullText(t, one), "sub/first.gcf": first, "second.gcf": second})

	// Right: nothing to say, alone and in a chain.
	f.open("sub/first.gcf", first)
	f.await("sub/first.gcf", "")
	f.open("second.gcf", second)
	f.await("second.gcf", "")

	// An operation that cannot be, on its line.
	f.edit("second.gcf", strings.Replace(second, "P-2", "P-9", 1))
	f.await("second.gcf", "3: delta_invalid")
	// A result that is not the one announced, with the one that it is.
	f.edit("second.gcf", strings.Replace(second, "P-2|2", "P-2|3", 1))
	d := f.await("second.gcf", "1: root_mismatch")
	if want := stock(t, 5, 8, 3).Root(); !strings.Contains(d.Diagnostics[0].Message, want) {
		t.Errorf("%s does not name %s", d.Diagnostics[0].Message, want)
	}
	f.edit("second.gcf", second)
	f.await("second.gcf", "")

	// A base that nobody has.
	f.edit("second.gcf", strings.Replace(second, two.Root(), gcf.Algorithm+"00", 1))
	d = f.await("second.gcf", "1: unresolved_base_root")
	if d.Diagnostics[0].Severity != 3 {
		t.Errorf("severity %d, want information", d.Diagnostics[0].Severity)
	}
}

func TestDeltaFollowsAnOpenBase(t *testing.T) {
	one, two := stock(t, 5, 7), stock(t, 5, 8)
	base, delta := fullText(t, one), deltaText(t, one, two)
	f := openFolder(t, nil, map[string]string{"base.gcf": base, "delta.gcf": delta})
	f.open("delta.gcf", delta)
	f.await("delta.gcf", "")
	f.open("base.gcf", base)
	f.await("base.gcf", "")
	f.edit("base.gcf", strings.Replace(base, "P-0|5", "P-0|6", 1))
	f.await("base.gcf", "1: pack_root_mismatch")
	f.await("delta.gcf", "1: root_mismatch")
	f.edit("base.gcf", base)
	f.await("delta.gcf", "")
	// A buffer that is closed without being saved counts no more.
	f.edit("base.gcf", "GCF profile=generic\na=1\n")
	f.await("delta.gcf", "1: unresolved_base_root")
	f.CloseDocument(f.uri("base.gcf"))
	f.await("delta.gcf", "")
}

func TestFilesOnDiskAreFollowed(t *testing.T) {
	one, two := stock(t, 5, 7), stock(t, 5, 8)
	base, delta := fullText(t, one), deltaText(t, one, two)
	f := openFolder(t, nil, map[string]string{"delta.gcf": delta, ".gitignore": "ignored/\n"})
	f.open("delta.gcf", delta)
	f.await("delta.gcf", "1: unresolved_base_root")
	// Created in a folder that is ignored.
	f.write("ignored/base.gcf", base)
	f.say("ignored/base.gcf")
	// Created.
	f.write("base.gcf", strings.Replace(base, "P-1|7", "P-1|9", 1))
	f.say("base.gcf")
	f.await("delta.gcf", "1: root_mismatch") // the ignored one would be right
	// Changed.
	f.write("base.gcf", base)
	f.say("base.gcf")
	f.await("delta.gcf", "")
	// Deleted.
	f.remove("base.gcf")
	f.say("base.gcf")
	f.await("delta.gcf", "1: unresolved_base_root")
	// Renamed: gone here, there again under another name.
	f.write("a.gcf", base)
	f.say("a.gcf")
	f.await("delta.gcf", "")
	if err := os.Rename(f.path("a.gcf"), f.path("b.gcf")); err != nil {
		t.Fatal(err)
	}
	f.say("a.gcf", "b.gcf")
	for range 100 {
		if got := f.places("textDocument/definition", "delta.gcf", delta, one.Root()); got == "b.gcf:1:31" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the new name is not known: ", f.places("textDocument/definition", "delta.gcf", delta, one.Root()))
}

func TestRootsLeadToDocuments(t *testing.T) {
	numbers := make([]int, 40)
	one := stock(t, numbers...)
	numbers[3] = 4
	two := stock(t, append(numbers, 1)...)
	numbers[5] = 5
	three := stock(t, numbers...)
	base, first, second := fullText(t, one), deltaText(t, one, two), deltaText(t, one, three)
	f := openFolder(t, nil, map[string]string{"base.gcf": base, "first.gcf": first, "second.gcf": second})
	f.open("first.gcf", first)
	f.await("first.gcf", "")
	f.open("base.gcf", base)

	for _, c := range []struct{ method, document, text, at, want string }{
		{"definition", "first.gcf", first, "base_root", "base.gcf:1:31"},
		{"definition", "first.gcf", first, two.Root(), "first.gcf:1:123"},
		{"references", "base.gcf", base, one.Root(), "base.gcf:1:31 first.gcf:1:42 second.gcf:1:42"},
		{"references", "first.gcf", first, one.Root(), "base.gcf:1:31 first.gcf:1:42 second.gcf:1:42"},
		{"references", "first.gcf", first, two.Root(), "first.gcf:1:123"},
	} {
		if got := f.places("textDocument/"+c.method, c.document, c.text, c.at); got != c.want {
			t.Errorf("%s of %s in %s: %s, want %s", c.method, c.at, c.document, got, c.want)
		}
	}
	for _, c := range []struct{ document, text, at, want string }{
		{"first.gcf", first, one.Root(), "+1 −0 ~1 rows"},
		{"first.gcf", first, one.Root(), "saves "},
		{"base.gcf", base, one.Root(), "2 deltas of the workspace on it"},
	} {
		if got := f.ask("textDocument/hover", c.document, c.text, c.at, nil); !strings.Contains(got, c.want) {
			t.Errorf("hover of %s in %s: %s lacks %q", c.at, c.document, got, c.want)
		}
	}
}

func TestCommentNamesTheBase(t *testing.T) {
	one, two, other := stock(t, 5, 7), stock(t, 5, 8), stock(t, 1)
	delta := deltaText(t, one, two)
	name := func(file string) string { return strings.Replace(delta, "\n", "\n# gcf-lsp: base="+file+"\n", 1) }
	f := openFolder(t, nil, map[string]string{"base.gcf": fullText(t, one), "other.gcf": fullText(t, other)})
	outside := filepath.Join(t.TempDir(), "outside.gcf")
	if err := os.WriteFile(outside, []byte(fullText(t, one)), 0o644); err != nil {
		t.Fatal(err)
	}
	f.open("delta.gcf", name("./base.gcf"))
	f.await("delta.gcf", "")
	if got := f.places("textDocument/definition", "delta.gcf", name("./base.gcf"), "./base.gcf"); got != "base.gcf:1:1" {
		t.Error(got)
	}
	// Another snapshot, though the right one is there.
	f.edit("delta.gcf", name("./other.gcf"))
	f.await("delta.gcf", "1: root_mismatch")
	// Nothing there; it was named, so it is a warning.
	f.edit("delta.gcf", name("./missing.gcf"))
	d := f.await("delta.gcf", "2: unresolved_base_root")
	if d.Diagnostics[0].Severity != 2 {
		t.Errorf("severity %d, want a warning", d.Diagnostics[0].Severity)
	}
	// A document makes nobody read files outside its folder and the workspace.
	f.edit("delta.gcf", name(filepath.ToSlash(outside)))
	f.await("delta.gcf", "2: unresolved_base_root")
}

func TestSessionReferencesAreResolved(t *testing.T) {
	first := "GCF profile=graph symbols=1 session=true\n## targets\n@0 fn pkg.Auth 0.90 lsp\n"
	second := "GCF profile=graph symbols=2 session=true\n# gcf-lsp: base=./1.gcf\n## targets\n@0  # previously transmitted\n@1 fn pkg.Server 0.80 lsp\n"
	f := openFolder(t, nil, map[string]string{"1.gcf": first})
	f.open("2.gcf", second)
	f.await("2.gcf", "")
	if got := f.places("textDocument/definition", "2.gcf", second, "@0"); got != "1.gcf:3:1" {
		t.Error(got)
	}
	if got := f.ask("textDocument/hover", "2.gcf", second, "@0", nil); !strings.Contains(got, "pkg.Auth") || !strings.Contains(got, "1.gcf") {
		t.Error(got)
	}
	f.edit("2.gcf", strings.Replace(second, "@0", "@7", 1))
	f.await("2.gcf", "4: invalid_session_reference")
	f.edit("2.gcf", strings.Replace(second, "@1 fn pkg.Server", "@0 fn pkg.Server", 1))
	f.await("2.gcf", "5: duplicate_symbol_id")
	f.edit("2.gcf", strings.Replace(second, "@0  # previously transmitted\n@1", "@0", 1))
	f.await("2.gcf", "4: invalid_session_reference")
	// The payload before it is edited.
	f.edit("2.gcf", second)
	f.await("2.gcf", "")
	f.open("1.gcf", strings.Replace(first, "@0", "@3", 1))
	f.await("2.gcf", "4: invalid_session_reference")
}

func TestPulledDiagnosticsFollowTheWorkspace(t *testing.T) {
	one, two := stock(t, 5, 7), stock(t, 5, 8)
	base, delta := fullText(t, one), deltaText(t, one, two)
	can := map[string]any{"textDocument": map[string]any{"diagnostic": map[string]any{}},
		"workspace": map[string]any{"diagnostics": map[string]any{"refreshSupport": true}}}
	f := openFolder(t, can, map[string]string{"delta.gcf": delta})
	f.open("delta.gcf", delta)
	await := func(want string) {
		t.Helper()
		var got string
		for range 3000 {
			got = codes(lsptest.Diagnostics{Diagnostics: pull(t, f.Client, f.uri("delta.gcf")).Items})
			if got == want {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%q, want %q", got, want)
	}
	await("1: unresolved_base_root")
	asked := len(f.Asked("workspace/diagnostic/refresh"))
	f.write("base.gcf", base)
	f.say("base.gcf")
	await("")
	if len(f.Asked("workspace/diagnostic/refresh")) <= asked {
		t.Error("the client was not told to ask again")
	}
}

// The first answer about a delta is right, also where its base was opened or
// typed in a moment ago.
func TestPulledDiagnosticsAreOfTheLatestTexts(t *testing.T) {
	one, two, three := stock(t, 5, 7), stock(t, 5, 8), stock(t, 5, 9)
	delta := deltaText(t, one, two)
	f := openFolder(t, pulling, map[string]string{"base.gcf": fullText(t, one)})
	if !strings.Contains(string(f.Greeting), `"interFileDependencies":true`) {
		t.Errorf("announced is %s", f.Greeting)
	}
	want := func(want string) {
		t.Helper()
		if got := codes(lsptest.Diagnostics{Diagnostics: pull(t, f.Client, f.uri("delta.gcf")).Items}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		var workspace string
		for _, r := range pullWorkspace(t, f.Client, nil) {
			if r.URI == f.uri("delta.gcf") {
				workspace = codes(lsptest.Diagnostics{Diagnostics: r.Items})
			}
		}
		if workspace != want {
			t.Errorf("with the workspace %q, want %q", workspace, want)
		}
		answer := command(t, f, "gcf.applyDelta", map[string]any{"uri": f.uri("delta.gcf")})
		if got := !strings.Contains(answer, "baseMissing"); got != (want == "") {
			t.Errorf("with %q the command answers %s", want, answer)
		}
	}
	f.open("delta.gcf", delta)
	want("")
	for range 3 {
		f.open("base.gcf", fullText(t, three))
		want("1: unresolved_base_root")
		f.edit("base.gcf", fullText(t, one))
		want("")
		f.edit("base.gcf", fullText(t, three))
		f.CloseDocument(f.uri("base.gcf"))
		want("")
	}
}

// command runs a command and returns its answer, or the error.
func command(t testing.TB, f *folder, name string, argument any) string {
	t.Helper()
	var answer json.RawMessage
	if err := f.Call("workspace/executeCommand", map[string]any{"command": name, "arguments": []any{argument}}, &answer); err != nil {
		return err.Error()
	}
	return string(answer)
}

// A base that was edited, closed and deleted is gone for a client that does not
// pull, too.
func TestADeletedBaseIsMissed(t *testing.T) {
	t.Parallel() // it waits most of its time
	one, two := stock(t, 5, 7), stock(t, 5, 8)
	base, delta := fullText(t, one), deltaText(t, one, two)
	for name, can := range map[string]map[string]any{
		"watching": {"workspace": map[string]any{"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true}}},
		"blind":    nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := openFolder(t, can, map[string]string{"base.gcf": base, "delta.gcf": delta})
			f.open("delta.gcf", delta)
			f.await("delta.gcf", "")
			f.open("base.gcf", base)
			f.edit("base.gcf", fullText(t, two))
			f.await("delta.gcf", "1: unresolved_base_root")
			f.CloseDocument(f.uri("base.gcf"))
			f.await("delta.gcf", "")
			f.remove("base.gcf")
			if can != nil {
				f.say("base.gcf")
			}
			f.await("delta.gcf", "1: unresolved_base_root")
		})
	}
}

// Without notices of the client the folders are looked at from time to time.
func TestFilesAreFollowedWithoutNotices(t *testing.T) {
	t.Parallel() // it waits most of its time
	one, two := stock(t, 5, 7), stock(t, 5, 8)
	delta := deltaText(t, one, two)
	f := openFolder(t, nil, map[string]string{"delta.gcf": delta})
	f.open("delta.gcf", delta)
	f.await("delta.gcf", "1: unresolved_base_root")
	f.write("base.gcf", fullText(t, one))
	f.await("delta.gcf", "")
}

// What was found with the help of other documents is fixed like the rest.
func TestRootMismatchHasAFix(t *testing.T) {
	one, two := stock(t, 5, 7), stock(t, 5, 8)
	delta := strings.Replace(deltaText(t, one, two), two.Root(), gcf.Algorithm+"00", 1)
	f := openFolder(t, editor(), map[string]string{"base.gcf": fullText(t, one)})
	f.open("delta.gcf", delta)
	d := f.await("delta.gcf", "1: root_mismatch").Diagnostics[0]
	answer := f.ask("textDocument/codeAction", "delta.gcf", delta, gcf.Algorithm+"00", map[string]any{
		"range": d.Range, "context": map[string]any{"diagnostics": []any{d}}})
	var actions []map[string]any
	if err := json.Unmarshal([]byte(answer), &actions); err != nil {
		t.Fatal(err)
	}
	for _, action := range actions {
		if action["title"] != "Write the root of the result" {
			continue
		}
		var whole json.RawMessage
		if err := f.Call("codeAction/resolve", action, &whole); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(whole), two.Root()) {
			t.Errorf("%s does not write %s", whole, two.Root())
		}
		return
	}
	t.Errorf("no fix among %s", answer)
}

// A search that takes a while is shown, and taken from the screen again.
func TestLongSearchIsShown(t *testing.T) {
	files := map[string]string{}
	for i := range 2 * progressMinimum {
		files[fmt.Sprintf("%d.gcf", i)] = fullText(t, stock(t, i))
	}
	f := openFolder(t, map[string]any{"window": map[string]any{"workDoneProgress": true}}, files)
	for _, kind := range []string{"begin", "end"} {
		f.Await("the "+kind, func(m lsptest.Message) bool {
			return m.Method == "$/progress" && strings.Contains(string(m.Params), `"kind":"`+kind+`"`)
		})
	}
	if n := len(f.Asked("window/workDoneProgress/create")); n != 1 {
		t.Errorf("the client was asked %d times", n)
	}
}
