package mcp

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"gcf-lsp/internal/cli/lint"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/text/embedded"
)

// ProxyOptions say what a [Proxy] does with the results of tools.
type ProxyOptions struct {
	// Always takes it that the client wants GCF. Else it has to say so, by the
	// experimental capability `gcf` or by `"gcf": true` in the _meta of a call.
	Always bool
	// CheckOnly changes nothing and reports what is wrong with GCF in results.
	CheckOnly bool
	// Log takes a line for each result that was re-encoded; nil for none.
	Log io.Writer
	// Errors takes reports, the sum of the savings and what the server says.
	Errors io.Writer

	limit int // of a message in bytes, for tests
}

// Proxy starts an MCP server, a command that speaks over its standard input and
// output, and stands between it and a client. Results of tools that are JSON
// texts become GCF where that has fewer tokens and the same data; every other
// byte passes as it is. It returns when the server has ended, which it does when
// in ends; a read from in may outlast it. The error is that of the server.
func Proxy(ctx context.Context, in io.Reader, out io.Writer, command []string, o ProxyOptions) error {
	server := exec.CommandContext(ctx, command[0], command[1:]...)
	if _, ok := o.Errors.(*os.File); !ok { // the server gets a file itself
		o.Errors = &shared{out: o.Errors}
	}
	server.Stderr = o.Errors
	server.Cancel = func() error { return server.Process.Signal(os.Interrupt) }
	server.WaitDelay = 5 * time.Second
	stdin, err := server.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	o.limit = cmp.Or(o.limit, maxMessage)
	p := &proxy{ProxyOptions: o, calls: map[string]toolCall{}}
	go func() {
		_ = copyLines(stdin, in, p.limit, p.fromClient) // the server ends, which says it
		_ = stdin.Close()
	}()
	// A client that is gone does not end the server's output at once: it is read
	// to its end, for a server must not block on it.
	if copyLines(out, stdout, p.limit, p.fromServer) != nil {
		_ = stdin.Close()
		_, _ = io.Copy(io.Discard, stdout)
	}
	if ended := server.Wait(); ended != nil {
		err = fmt.Errorf("%s: %w", command[0], ended)
	}
	p.sum()
	return err
}

// shared is a writer that the server and the proxy write to.
type shared struct {
	mu  sync.Mutex
	out io.Writer
}

func (s *shared) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(b)
}

// proxy is one session.
type proxy struct {
	ProxyOptions

	mu     sync.Mutex
	wants  bool                // the client said that it takes GCF
	calls  map[string]toolCall // of tools, by their id as it is written, until they are answered
	counts struct{ results, encoded, before, after int }
}

type toolCall struct {
	tool  string
	wants bool
}

// capabilities are those of a client that matter here.
type capabilities struct{ Experimental map[string]json.RawMessage }

func (c capabilities) takesGCF() bool {
	_, ok := c.Experimental["gcf"]
	return ok
}

// maxCalls is how many calls may be open that the proxy keeps in mind. The
// results of others pass as they are.
const maxCalls = 1 << 16

// copyLines copies lines, each as see has it. What is longer than limit bytes is
// copied unseen.
func copyLines(out io.Writer, in io.Reader, limit int, see func(line []byte) []byte) error {
	r := bufio.NewReaderSize(in, 1<<16)
	var line []byte
	unseen := false
	for {
		part, err := r.ReadSlice('\n')
		if unseen || len(line)+len(part) > limit {
			if !unseen {
				part = append(line, part...)
			}
			line, unseen = nil, err == bufio.ErrBufferFull
			if _, failed := out.Write(part); failed != nil {
				return failed
			}
		} else {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case len(line) > 0:
			if _, failed := out.Write(see(line)); failed != nil {
				return failed
			}
			line = line[:0]
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// fromClient notes what the client asks for. Its lines pass as they are.
func (p *proxy) fromClient(line []byte) []byte {
	var m struct {
		ID     json.RawMessage
		Method string
		Params struct {
			Name         string
			RequestID    json.RawMessage `json:"requestId"`
			Capabilities capabilities
			Meta         map[string]json.RawMessage `json:"_meta"`
		}
	}
	if json.Unmarshal(line, &m) != nil {
		return line // a batch, or nothing that the proxy knows
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch m.Method {
	case "initialize":
		p.wants = m.Params.Capabilities.takesGCF()
	case "tools/call":
		c := toolCall{m.Params.Name, p.wants || p.Always}
		// Since the version 2026-07-28 each request says what the client can do.
		var now capabilities
		if json.Unmarshal(m.Params.Meta["io.modelcontextprotocol/clientCapabilities"], &now) == nil && now.takesGCF() {
			c.wants = true
		}
		if said, ok := m.Params.Meta["gcf"]; ok {
			c.wants = string(said) == "true"
		}
		if len(p.calls) < maxCalls && len(m.ID) > 0 {
			p.calls[string(m.ID)] = c
		}
	case "notifications/cancelled":
		delete(p.calls, string(m.Params.RequestID))
	}
	return line
}

// fromServer returns a line as the client gets it.
func (p *proxy) fromServer(line []byte) []byte {
	var m struct {
		ID     json.RawMessage
		Result json.RawMessage
	}
	if json.Unmarshal(line, &m) != nil || len(m.Result) == 0 {
		return line
	}
	p.mu.Lock()
	c, ok := p.calls[string(m.ID)]
	delete(p.calls, string(m.ID))
	p.mu.Unlock()
	if !ok {
		return line
	}
	p.counts.results++
	if p.CheckOnly {
		p.check(c.tool, line)
		return line
	}
	if !c.wants {
		return line
	}
	return p.encode(c.tool, line)
}

// encode replaces the JSON texts of a result.
func (p *proxy) encode(tool string, line []byte) []byte {
	var b bytes.Buffer
	at := 0
	for _, t := range textsOf(line) {
		s, ok := smaller(t.text)
		if !ok {
			continue
		}
		quoted, err := quote(s.text)
		if err != nil {
			continue
		}
		b.Write(line[at:t.start])
		b.Write(quoted)
		at = t.end
		p.counts.encoded++
		p.counts.before += s.before
		p.counts.after += s.after
		if p.Log != nil {
			fmt.Fprintf(p.Log, "%s: %d tokens instead of %d\n", report.Safe(tool), s.after, s.before)
		}
	}
	if at == 0 {
		return line
	}
	b.Write(line[at:])
	return b.Bytes()
}

// check reports what is wrong with the GCF in a result.
func (p *proxy) check(tool string, line []byte) {
	for _, t := range textsOf(line) {
		found := lint.Check(cmp.Or(tool, "result"), t.text, lint.Options{Kind: embedded.Text})
		w, err := report.New("concise", p.Errors, report.Options{})
		if err == nil {
			err = errors.Join(w.File(found), w.Close(nil))
		}
		if err != nil {
			return // standard error is gone
		}
	}
}

// sum says what was saved.
func (p *proxy) sum() {
	if !p.CheckOnly && p.counts.results > 0 {
		fmt.Fprintf(p.Errors, "gcf-lsp mcp proxy: %d results of tools, %d texts as GCF: %d tokens instead of %d\n",
			p.counts.results, p.counts.encoded, p.counts.after, p.counts.before)
	}
}
