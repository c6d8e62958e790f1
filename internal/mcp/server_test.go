package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/tools"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// The test binary is also the server: see [TestMain].
const serveVariable = "GCF_MCP_TEST"

func TestMain(m *testing.M) {
	switch os.Getenv(serveVariable) {
	case "serve":
		if err := Serve(context.Background(), os.Stdin, os.Stdout, Options{Version: "test", Roots: filepath.SplitList(os.Getenv("GCF_MCP_ROOTS"))}); err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	case "behind":
		serveBehind()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// connect starts a server process and connects the SDK's client to it.
func connect(t *testing.T, roots ...string) *sdk.ClientSession {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serveVariable+"=serve", "GCF_MCP_ROOTS="+strings.Join(roots, string(filepath.ListSeparator)))
	cmd.Stderr = os.Stderr
	return connectTo(t, cmd)
}

func connectTo(t *testing.T, cmd *exec.Cmd) *sdk.ClientSession {
	t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(context.Background(), &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	})
	return session
}

// call calls a tool and returns its text and its structured content.
func call(t *testing.T, s *sdk.ClientSession, name string, arguments any) (result *sdk.CallToolResult, text, data string) {
	t.Helper()
	result, err := s.CallTool(context.Background(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	structured, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return result, result.Content[0].(*sdk.TextContent).Text, string(structured)
}

func TestTools(t *testing.T) {
	s := connect(t)
	list, err := s.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Tools) != len(tools.All()) {
		t.Errorf("%d tools", len(list.Tools))
	}
	for _, tool := range list.Tools {
		a := tool.Annotations
		if tool.Description == "" || tool.OutputSchema == nil || a == nil || !a.ReadOnlyHint || !a.IdempotentHint || *a.DestructiveHint || *a.OpenWorldHint {
			t.Errorf("%s lacks something: %+v", tool.Name, a)
		}
	}
	broken := "GCF profile=generic\n## rows [2]{id,name}\n1|Ann\n"
	result, text, data := call(t, s, "check", map[string]any{"text": broken})
	if result.IsError || !strings.Contains(text, "line 2, column 10: error:") || !strings.Contains(data, `"code":"count_mismatch"`) {
		t.Errorf("check: %s\n%s", text, data)
	}
	if result, text, _ = call(t, s, "decode", map[string]any{"text": broken}); !result.IsError || !strings.Contains(text, "count_mismatch") {
		t.Errorf("decode of a broken document: %s", text)
	}
	if _, text, _ = call(t, s, "encode", json.RawMessage(`{"value":{"z":1234567890123456789,"a":[{"x":9007199254740993}]}}`)); !strings.Contains(text, "z=1234567890123456789\n") || !strings.Contains(text, "9007199254740993") || strings.Index(text, "z=") > strings.Index(text, "## a") {
		t.Errorf("encode does not keep numbers and order: %s", text)
	}
	if result, text, _ = call(t, s, "check", map[string]any{"txt": ""}); !result.IsError || !strings.Contains(text, "txt") {
		t.Errorf("wrong arguments: %s", text)
	}
	if result, text, _ = call(t, s, "check", map[string]any{"textFile": "/etc/hostname"}); !result.IsError {
		t.Errorf("a file was read without roots: %s", text)
	}
}

// TestOutputSchemas holds the answers against the schemas that are announced.
func TestOutputSchemas(t *testing.T) {
	document := "GCF profile=generic\n## rows [1]{id,name}\n1|Ann\n"
	example := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join("../../examples", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	all := map[string]map[string]any{
		"check": {"text": "GCF\nx"}, "repair": {"text": "GCF\nx"}, "format": {"text": document}, "explain": {}, "decode": {"text": document},
		"encode": {"value": []int{1}}, "compare": {"a": document, "b": "[1]"}, "size": {"text": document},
		"diff":   {"old": example("stock.gcf"), "new": "GCF profile=generic key=sku\n## stock [1]{@sku,name,qty}\nKB-7|Keyboard|11\n"},
		"apply":  {"base": example("stock.gcf"), "deltas": []string{example("stock.delta.gcf")}},
		"budget": {"text": example("frames.gcf")},
	}
	for _, tool := range tools.All() {
		if all[tool.Name] == nil {
			t.Errorf("%s is not asked", tool.Name)
		}
	}
	for name, arguments := range all {
		tool, _ := tools.ByName(name)
		in, _ := json.Marshal(arguments)
		answer, err := tool.Call(in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		schema, err := schemaOf(tool.Output)
		if err != nil {
			t.Fatal(err)
		}
		resolved, err := schema.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		data, _ := tools.Marshal(answer.Data)
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(v); err != nil {
			t.Errorf("%s: %s: %v", name, data, err)
		}
	}
}

func TestRoots(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	document := "GCF profile=generic\nname=Ann\n"
	for _, path := range []string{filepath.Join(dir, "a.gcf"), filepath.Join(outside, "b.gcf")} {
		if err := os.WriteFile(path, []byte(document), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(outside, "b.gcf"), filepath.Join(dir, "link.gcf")); err != nil {
		t.Skip("there are no links here:", err)
	}
	s := connect(t, dir)
	if result, text, _ := call(t, s, "decode", map[string]any{"textFile": "a.gcf"}); result.IsError || text != `{"name":"Ann"}` {
		t.Errorf("a file: %s", text)
	}
	for _, path := range []string{"link.gcf", "../" + filepath.Base(outside) + "/b.gcf", filepath.Join(outside, "b.gcf"), ".", "none.gcf"} {
		if result, text, _ := call(t, s, "decode", map[string]any{"textFile": path}); !result.IsError {
			t.Errorf("%s was read: %s", path, text)
		}
	}
	if result, text, _ := call(t, s, "decode", map[string]any{"textFile": "a.gcf", "text": document}); !result.IsError {
		t.Errorf("a file and a text: %s", text)
	}
}

func TestPages(t *testing.T) {
	s := connect(t)
	list, err := s.ListResources(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := len(diagnostics.Rules()) + 2; len(list.Resources) != want {
		t.Errorf("%d resources, not %d", len(list.Resources), want)
	}
	for _, r := range list.Resources {
		page, err := s.ReadResource(context.Background(), &sdk.ReadResourceParams{URI: r.URI})
		if err != nil || len(page.Contents[0].Text) < 40 {
			t.Errorf("%s: %v", r.URI, err)
		}
	}
	prompt, err := s.GetPrompt(context.Background(), &sdk.GetPromptParams{Name: "answer_in_gcf", Arguments: map[string]string{"task": "List the planets."}})
	if err != nil {
		t.Fatal(err)
	}
	if text := prompt.Messages[0].Content.(*sdk.TextContent).Text; !strings.Contains(text, "GCF on one page") || !strings.HasSuffix(text, "List the planets.") {
		t.Error(text)
	}
}

// TestSheet reads the examples of the sheet: they are right, canonical, and the
// JSON that they are said to be.
func TestSheet(t *testing.T) {
	examples := regexp.MustCompile("(?s)```gcf\n(.*?)```\n\nis `(.*?)`\\.\n").FindAllStringSubmatch(sheet, -1)
	if len(examples) != strings.Count(sheet, "```gcf\n") || len(examples) < 2 {
		t.Fatalf("%d examples", len(examples))
	}
	for _, e := range examples {
		doc := parser.Parse(e[1])
		if found := diagnostics.Check(doc, diagnostics.Options{}); len(found) > 0 {
			t.Errorf("%s\n%v", e[1], found[0].Message)
			continue
		}
		v, err := value.Decode(doc)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := value.AppendJSON(nil, v); string(got) != e[2] {
			t.Errorf("%s\nis %s\nnot %s", e[1], got, e[2])
		}
	}
	if len(sheet) > 4000 {
		t.Errorf("the sheet has %d bytes: it is for a model to read before it answers", len(sheet))
	}
}

// TestGarbage sends what is no message, and more than may be sent.
func TestGarbage(t *testing.T) {
	for _, in := range []string{"", "nonsense\n", "{}\n", "[]\n", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}` + "\n", "\xff\x00\n", `{"jsonrpc":"2.0","method":"` + strings.Repeat("a", maxMessage) + `"}` + "\n"} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), serveVariable+"=serve")
		cmd.Stdin = strings.NewReader(in)
		var errors bytes.Buffer
		cmd.Stderr = &errors
		_ = cmd.Run() // the status tells that the connection broke
		if strings.Contains(errors.String(), "panic") || strings.Contains(errors.String(), "goroutine") {
			t.Errorf("%.40q: %s", in, errors.String())
		}
	}
}

// What is no message is answered, and the session goes on.
func TestGarbageEndsNoSession(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	long := strings.Repeat("x", maxMessage+1)
	bad := []string{"garbage", "{}", `{"jsonrpc":"1.0","id":4,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`, `{"jsonrpc":"2.0","id":7,"method":5}`, `"x"`, "[]", "[1,2]", "\xff", long}
	in, feed := io.Pipe()
	read, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(t.Context(), in, out, Options{}) }()
	answers := bufio.NewScanner(read)
	answers.Buffer(nil, 1<<20)
	say := func(line, want string) {
		t.Helper()
		go io.WriteString(feed, line+"\n")
		if !answers.Scan() || !strings.Contains(answers.Text(), want) {
			t.Fatalf("%.60s: %.200s, want %s", line, answers.Text(), want)
		}
	}
	say(hello, `"id":1`)
	for i, line := range bad {
		say(line, `"id":null,"error":{"code":-32`)
		say("\n"+fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, 100+i), fmt.Sprintf(`"id":%d,"result"`, 100+i))
	}
	feed.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
