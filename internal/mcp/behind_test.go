package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"gcf-lsp/parser"
	"gcf-lsp/value"
)

type rowsInput struct {
	Rows int    `json:"rows"`
	Kind string `json:"kind,omitempty"`
}

// rows is a JSON text as servers send it.
func rows(n int) string {
	var b strings.Builder
	b.WriteString("[")
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"item \"%d\"","price":%d.5,"note":null}`, 9007199254740993+i, i, i)
	}
	b.WriteString("]")
	return b.String()
}

// serveBehind is the server behind the proxy: one tool that sends what it is
// asked for.
func serveBehind() {
	server := sdk.NewServer(&sdk.Implementation{Name: "behind", Version: "1"}, nil)
	sdk.AddTool(server, &sdk.Tool{Name: "rows", Description: "rows"}, func(ctx context.Context, request *sdk.CallToolRequest, in rowsInput) (*sdk.CallToolResult, any, error) {
		text := rows(in.Rows)
		result := &sdk.CallToolResult{}
		switch in.Kind {
		case "prose":
			text = "There are " + text
		case "gcf":
			text = "GCF profile=generic\n## rows [2]{id}\n1\n"
		case "failed":
			result.IsError = true
		case "error":
			return nil, nil, fmt.Errorf("there is nothing")
		case "die":
			os.Exit(3)
		case "wait":
			if request.Params.GetProgressToken() != nil {
				_ = request.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: request.Params.GetProgressToken(), Progress: 1})
			}
			<-ctx.Done()
			fmt.Fprintln(os.Stderr, "the call was cancelled")
			return nil, nil, ctx.Err()
		}
		result.Content = []sdk.Content{&sdk.TextContent{Text: text}}
		return result, nil, nil
	})
	if err := server.Run(context.Background(), &sdk.StdioTransport{}); err != nil && err != io.EOF {
		os.Exit(4)
	}
}

// behind is the command of the server, for whoever starts it.
func behind(t *testing.T) []string {
	t.Helper()
	t.Setenv(serveVariable, "behind")
	return []string{os.Args[0]}
}

// throughProxy connects the SDK's client to the server through a proxy. End
// closes the session and returns what the proxy said and how it ended.
func throughProxy(t *testing.T, o ProxyOptions, options *sdk.ClientOptions) (session *sdk.ClientSession, end func() (string, error)) {
	t.Helper()
	fromClient, toProxy := io.Pipe()
	fromProxy, toClient := io.Pipe()
	var errors bytes.Buffer
	o.Errors = &errors
	command := behind(t)
	ended := make(chan error, 1)
	go func() {
		err := Proxy(context.Background(), fromClient, toClient, command, o)
		_ = toClient.Close()
		ended <- err
	}()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, options)
	session, err := client.Connect(context.Background(), &sdk.IOTransport{Reader: fromProxy, Writer: toProxy, MaxLineLength: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session, func() (string, error) {
		_ = session.Close() // the server may be dead
		_ = toProxy.Close()
		select {
		case err := <-ended:
			return errors.String(), err
		case <-time.After(time.Minute):
			t.Fatal("the proxy does not end")
			return "", nil
		}
	}
}

// ask calls the tool of the server behind.
func askRows(t *testing.T, s *sdk.ClientSession, in rowsInput, meta sdk.Meta) (string, bool) {
	t.Helper()
	result, err := s.CallTool(context.Background(), &sdk.CallToolParams{Name: "rows", Arguments: in, Meta: meta})
	if err != nil {
		t.Fatal(err)
	}
	return result.Content[0].(*sdk.TextContent).Text, result.IsError
}

// sameData says whether a text is GCF with the data of a JSON text.
func sameData(t *testing.T, gcf, text string) {
	t.Helper()
	a, err := value.Decode(parser.Parse(gcf), value.KeepLexemes)
	if err != nil {
		t.Fatalf("%v: %.200s", err, gcf)
	}
	b, err := value.FromJSON(text, value.KeepNumbers())
	if err != nil {
		t.Fatal(err)
	}
	if c := value.Compare(a, b, 1); !c.Equal() {
		t.Errorf("%.200s is not %.200s", gcf, text)
	}
}

func TestProxy(t *testing.T) {
	s, end := throughProxy(t, ProxyOptions{}, &sdk.ClientOptions{Capabilities: &sdk.ClientCapabilities{Experimental: map[string]any{"gcf": map[string]any{}}}})
	got, _ := askRows(t, s, rowsInput{Rows: 20}, nil)
	sameData(t, got, rows(20))
	for _, test := range []struct {
		in   rowsInput
		meta sdk.Meta
		want string
	}{
		{rowsInput{Rows: 20}, sdk.Meta{"gcf": false}, rows(20)},            // not asked for
		{rowsInput{Rows: 0}, nil, "[]"},                                    // not smaller
		{rowsInput{Rows: 20, Kind: "prose"}, nil, "There are " + rows(20)}, // no JSON
		{rowsInput{Rows: 20, Kind: "failed"}, nil, rows(20)},               // an error
		{rowsInput{Rows: 20, Kind: "error"}, nil, "there is nothing"},      // of the handler
	} {
		if got, _ := askRows(t, s, test.in, test.meta); got != test.want {
			t.Errorf("%+v: %.200s", test.in, got)
		}
	}
	if tools, err := s.ListTools(context.Background(), nil); err != nil || len(tools.Tools) != 1 {
		t.Errorf("%v %v", tools, err)
	}
	said, err := end()
	if err != nil || !strings.Contains(said, "6 results of tools, 1 texts as GCF") {
		t.Errorf("%v: %s", err, said)
	}
}

// TestProxyIsTransparent has a client that asks for nothing, and one of a call.
func TestProxyIsTransparent(t *testing.T) {
	s, end := throughProxy(t, ProxyOptions{}, nil)
	if got, _ := askRows(t, s, rowsInput{Rows: 20}, nil); got != rows(20) {
		t.Errorf("%.200s", got)
	}
	got, _ := askRows(t, s, rowsInput{Rows: 20}, sdk.Meta{"gcf": true})
	sameData(t, got, rows(20))
	if _, err := end(); err != nil {
		t.Error(err)
	}
}

func TestProxyWithManyCalls(t *testing.T) {
	calls := 10_000
	if testing.Short() {
		calls = 500
	}
	var log bytes.Buffer
	s, end := throughProxy(t, ProxyOptions{Always: true, Log: &log}, nil)
	const clients = 8
	failed := make(chan error, clients)
	for c := range clients {
		go func() {
			for i := c; i < calls; i += clients {
				n := i%7 + 3
				result, err := s.CallTool(context.Background(), &sdk.CallToolParams{Name: "rows", Arguments: rowsInput{Rows: n}})
				if err == nil && !strings.HasPrefix(result.Content[0].(*sdk.TextContent).Text, fmt.Sprintf("GCF profile=generic\n## [%d]{", n)) {
					err = fmt.Errorf("%d rows: %s", n, result.Content[0].(*sdk.TextContent).Text)
				}
				if err != nil {
					failed <- err
					return
				}
			}
			failed <- nil
		}()
	}
	for range clients {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	said, err := end()
	if want := fmt.Sprintf("%d results of tools, %d texts as GCF", calls, calls); err != nil || !strings.Contains(said, want) {
		t.Errorf("%v: %s", err, said)
	}
	if n := strings.Count(log.String(), "rows: "); n != calls {
		t.Errorf("%d lines in the log", n)
	}
}

func TestProxyWithBigResults(t *testing.T) {
	s, end := throughProxy(t, ProxyOptions{Always: true, limit: 2 << 20}, nil)
	got, _ := askRows(t, s, rowsInput{Rows: 10_000}, nil)
	sameData(t, got, rows(10_000))
	// More than a message may be: it passes as it is.
	if got, _ := askRows(t, s, rowsInput{Rows: 60_000}, nil); got != rows(60_000) {
		t.Errorf("%d bytes, not %d", len(got), len(rows(60_000)))
	}
	if got, _ := askRows(t, s, rowsInput{Rows: 3}, nil); !strings.HasPrefix(got, "GCF ") {
		t.Errorf("after it: %s", got)
	}
	if _, err := end(); err != nil {
		t.Error(err)
	}
}

func TestProxyOfAServerThatDies(t *testing.T) {
	s, end := throughProxy(t, ProxyOptions{Always: true}, nil)
	if _, err := s.CallTool(context.Background(), &sdk.CallToolParams{Name: "rows", Arguments: rowsInput{Kind: "die"}}); err == nil {
		t.Error("there was an answer")
	}
	if _, err := end(); err == nil || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("the proxy ends with %v", err)
	}
	err := Proxy(context.Background(), strings.NewReader(""), io.Discard, []string{"/nonexistent/server"}, ProxyOptions{Errors: io.Discard})
	if err == nil {
		t.Error("a server that is not there was started")
	}
}

func TestProxyPassesCancellationAndProgress(t *testing.T) {
	progress := make(chan float64, 1)
	s, end := throughProxy(t, ProxyOptions{Always: true}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) { progress <- r.Params.Progress },
	})
	ctx, cancel := context.WithCancel(context.Background())
	params := &sdk.CallToolParams{Name: "rows", Arguments: rowsInput{Kind: "wait"}}
	params.SetProgressToken("token")
	done := make(chan error, 1)
	go func() {
		_, err := s.CallTool(ctx, params)
		done <- err
	}()
	if p := <-progress; p != 1 {
		t.Errorf("progress %v", p)
	}
	cancel()
	if err := <-done; err == nil {
		t.Error("a cancelled call was answered")
	}
	if got, _ := askRows(t, s, rowsInput{Rows: 3}, nil); !strings.HasPrefix(got, "GCF ") {
		t.Errorf("after it: %s", got)
	}
	if said, err := end(); err != nil || !strings.Contains(said, "the call was cancelled") {
		t.Errorf("%v: %s", err, said)
	}
}

func TestProxyChecksOnly(t *testing.T) {
	s, end := throughProxy(t, ProxyOptions{CheckOnly: true, Always: true}, nil)
	if got, _ := askRows(t, s, rowsInput{Rows: 20}, nil); got != rows(20) {
		t.Errorf("%.200s", got)
	}
	if got, _ := askRows(t, s, rowsInput{Kind: "gcf"}, nil); got != "GCF profile=generic\n## rows [2]{id}\n1\n" {
		t.Errorf("%s", got)
	}
	if said, err := end(); err != nil || !strings.Contains(said, "rows:2:") || !strings.Contains(said, "count_mismatch") {
		t.Errorf("%v: %s", err, said)
	}
}

// TestTextsOf finds the texts of a result, and nothing else.
func TestTextsOf(t *testing.T) {
	for line, want := range map[string][]string{
		`{"id":1,"result":{"content":[{"type":"text","text":"a\"\\"},{"text":"b","type":"text"},{"type":"image","text":"c"}]}}`: {`a"\`, "b"},
		`{"id":1,"result":{"isError":true,"content":[{"type":"text","text":"a"}]}}`:                                             nil,
		`{"id":1,"result":{"content":[{"type":"text","text":"a"}],"isError":true}}`:                                             nil,
		`{"id":1,"result":{"content":[{"type":"text","text":"a"}],"isError":false}}`:                                            {"a"},
		`{"id":1,"result":{"structuredContent":[{"type":"text","text":"a"}],"content":[]}}`:                                     nil,
		`{"id":1,"result":{"content":{"x":{"type":"text","text":"a"}}}}`:                                                        nil,
		`{"id":1,"result":{"content":[{"type":"text","_meta":{"type":"text","text":"z"},"text":"a"}]}}`:                         {"a"},
		`{"id":1,"result":{"content":[{"type":"text","text":"a"`:                                                                nil,
		`{"id":1,"result":{"content":[{"type":"text","text":"a","text":"b"}]}}`:                                                 nil,
		`[]`: nil, ``: nil, `nonsense`: nil,
	} {
		var got []string
		for _, x := range textsOf([]byte(line)) {
			got = append(got, x.text)
			var s string
			if err := json.Unmarshal([]byte(line[x.start:x.end]), &s); err != nil || s != x.text {
				t.Errorf("%s: %q is not %q", line, line[x.start:x.end], x.text)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s\ngot  %q\nwant %q", line, got, want)
		}
	}
}

// TestProxyAsACommand is the server behind, started as the proxy does, and what
// is no message passes.
func TestProxyAsACommand(t *testing.T) {
	cat, err := exec.LookPath("cat")
	if err != nil {
		t.Skip("there is no cat")
	}
	in := "nonsense\n\n[1]\n{\"id\":1}\nno line end"
	var out bytes.Buffer
	if err := Proxy(context.Background(), strings.NewReader(in), &out, []string{cat}, ProxyOptions{Always: true, Errors: io.Discard}); err != nil || out.String() != in {
		t.Errorf("%v: %q", err, out.String())
	}
}
