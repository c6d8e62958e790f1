package lsp

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/gendata"
	"gcf-lsp/lsp/lsptest"
	"gcf-lsp/parser"
)

// A person at work sends some ten messages a second: a change or two and what
// the editor asks after each. An hour of that is about 40,000 messages:
//
//	go test ./lsp -run Session -session 40000
var (
	sessionSteps = flag.Int("session", 1500, "the `messages` of the random session")
	sessionSeed  = flag.Uint64("session-seed", 1, "the seed of the random session")
)

// TestSession is a session of random but valid traffic: edits, requests,
// cancels, opens, closes, settings. It ends with the right texts, without a
// leak and without an error in the log.
func TestSession(t *testing.T) {
	goroutines := runtime.NumGoroutine()
	c, parsed, logged := startLogged(t)
	can := editor()
	can["textDocument"].(map[string]any)["diagnostic"] = map[string]any{}
	can["workspace"].(map[string]any)["configuration"] = true
	can["window"] = map[string]any{"workDoneProgress": true}
	c.Answer("workspace/configuration", func(json.RawMessage) any { return []any{nil} })
	c.Initialize(can)

	if testing.Short() {
		*sessionSteps = min(*sessionSteps, 300) // the race detector takes ten times as long
	}
	s := &session{t: t, c: c, parsed: parsed, r: rand.New(rand.NewPCG(*sessionSeed, 7))}
	for i, text := range sessionTexts() {
		s.docs = append(s.docs, &sessionDocument{uri: fmt.Sprintf("untitled:doc%d.gcf", i), original: text})
	}
	// The first part fills the caches that are allowed.
	s.run(*sessionSteps / 4)
	s.finish()
	heap, running := settled(goroutines)
	s.run(*sessionSteps)
	s.finish()
	heapAfter, runningAfter := settled(running)

	const most = 6 << 20
	if heapAfter > heap+most {
		t.Errorf("the heap has grown from %d to %d bytes", heap, heapAfter)
	}
	if runningAfter > running {
		t.Errorf("%d goroutines, before there were %d", runningAfter, running)
	}
	if code := c.Exit(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	if text := logged.String(); text != "" {
		t.Errorf("in the log: %s", text)
	}
	t.Logf("%d changes, %d requests, %d cancelled, %d opens; %d kB of heap, %d goroutines",
		s.changes, s.requests, s.cancelled, s.opens, heapAfter>>10, runningAfter)
}

// startLogged starts a server that notes the texts which it parses, and the errors
// in its log.
func startLogged(t *testing.T) (*lsptest.Client, *parsedTexts, *lockedBuffer) {
	t.Helper()
	logged := new(lockedBuffer)
	log, err := NewLogger(logged, "error")
	if err != nil {
		t.Fatal(err)
	}
	parsed := &parsedTexts{seed: maphash.MakeSeed(), sums: map[uint64]bool{}}
	a := *realAnalysis
	a.parse, a.reparse = parsed.parse, parsed.reparse
	return start(t, Options{Log: log, analysis: &a}), parsed, logged
}

// settled returns the heap and the number of goroutines when all is quiet.
func settled(expected int) (heap uint64, goroutines int) {
	for range 100 {
		if goroutines = runtime.NumGoroutine(); goroutines <= expected {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	debug.FreeOSMemory() // with a full collection
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, goroutines
}

// parsedTexts remembers which texts the server has parsed.
type parsedTexts struct {
	seed maphash.Seed
	mu   sync.Mutex
	sums map[uint64]bool
}

func (p *parsedTexts) parse(src string) *ast.Document {
	p.mu.Lock()
	p.sums[maphash.String(p.seed, src)] = true
	p.mu.Unlock()
	return parser.Parse(src)
}

func (p *parsedTexts) reparse(before *ast.Document, src string, change ast.Splice) *ast.Document {
	p.mu.Lock()
	p.sums[maphash.String(p.seed, src)] = true
	p.mu.Unlock()
	return parser.Reparse(before, src, change)
}

// took reports whether a text was parsed.
func (p *parsedTexts) took(text string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sums[maphash.String(p.seed, text)]
}

// sessionTexts are documents of all forms.
func sessionTexts() []string {
	table, _ := gendata.Table(400)
	orders, _ := gendata.Orders(60)
	var graph strings.Builder
	graph.WriteString("GCF profile=graph symbols=40 edges=80\n## targets\n")
	for i := range 40 {
		if i == 10 {
			graph.WriteString("## related\n")
		}
		fmt.Fprintf(&graph, "@%d fn pkg.Name%d 0.%02d lsp\n", i, i, 99-i)
	}
	graph.WriteString("## edges [80]\n")
	for i := range 80 {
		fmt.Fprintf(&graph, "@%d<@%d calls\n", i%40, (i*7)%40)
	}
	return []string{
		table, orders, graph.String(),
		"GCF profile=generic\r\nname=\"Zoë 😀\"\r\n# 😀 a comment\r\n## s\r\n  x=1\r\n  ## t [2]{a,b}\r\n  1|2\r\n  3|\"è|4\"\r\n",
		"GCF profile=generic\n## k [2:]{key,a}\nx|1\ny|2\n## d [?]{q}\n1\n##! summary counts=1\n",
		"GCF profile=generic delta=true base_root=sha256:00 new_root=sha256:01 key=id\n## added [1]{@id,v}\n1|2\n",
	}
}

// session is the client.
type session struct {
	t      *testing.T
	c      *lsptest.Client
	parsed *parsedTexts
	r      *rand.Rand
	docs   []*sessionDocument

	pending                             []*lsptest.Pending
	changes, requests, cancelled, opens int
}

type sessionDocument struct {
	uri, original, text string
	version             int
	open                bool
	cursor              int // where somebody types, in bytes
}

func (s *session) run(steps int) {
	for range steps {
		d := s.docs[s.r.IntN(len(s.docs))]
		switch n := s.r.IntN(100); {
		case !d.open:
			s.open(d)
		case n < 25:
			s.edit(d)
		case n < 27:
			s.close(d)
		case n < 28:
			s.c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
		case n < 30:
			s.format(d)
		case n < 32:
			s.act(d)
		default:
			s.request(d)
		}
		if len(s.pending) > 0 && s.r.IntN(10) == 0 {
			s.pending[s.r.IntN(len(s.pending))].Cancel()
		}
		for len(s.pending) > 16 {
			s.answer()
		}
	}
}

// finish waits for all answers, compares the texts and closes the documents.
func (s *session) finish() {
	s.t.Helper()
	for len(s.pending) > 0 {
		s.answer()
	}
	for _, d := range s.docs {
		if !d.open {
			continue
		}
		if err := s.c.Call("textDocument/foldingRange", textDocument(d.uri), nil); err != nil {
			s.t.Errorf("%s: %v", d.uri, err)
		}
		if !s.parsed.took(d.text) {
			s.t.Errorf("the server has another text of %s than\n%s", d.uri, d.text)
		}
		s.close(d)
	}
	// An answer to anything comes after all that was sent before.
	_ = s.c.Call("workspace/symbol", map[string]any{"query": "x"}, nil)
	s.c.Drain()
}

// answer waits for the oldest answer. What is cancelled, refused for a reason
// or out of date may fail.
func (s *session) answer() {
	s.t.Helper()
	p := s.pending[0]
	s.pending = s.pending[1:]
	s.failed(p.Wait(nil))
}

func (s *session) failed(err error) bool {
	s.t.Helper()
	e, _ := err.(*lsptest.Error)
	switch {
	case err == nil:
		return false
	case e != nil && e.Code == -32800:
		s.cancelled++
	case e != nil && (e.Code == -32801 || e.Code == -32803):
	default:
		s.t.Errorf("a request failed: %v", err)
	}
	return true
}

func (s *session) open(d *sessionDocument) {
	d.open, d.version, d.text, d.cursor = true, 1, d.original, 0
	s.c.Open(d.uri, d.version, d.text)
	s.opens++
}

func (s *session) close(d *sessionDocument) {
	d.open = false
	s.c.CloseDocument(d.uri)
}

// edit changes a document as somebody who types does: mostly where the last
// change was.
func (s *session) edit(d *sessionDocument) {
	d.version++
	s.changes++
	if len(d.text) > 2*len(d.original)+500 || s.r.IntN(60) == 0 {
		d.text = d.original
		s.c.Change(d.uri, d.version, map[string]any{"text": d.text})
		return
	}
	if d.cursor > len(d.text) || s.r.IntN(8) == 0 {
		d.cursor = s.r.IntN(len(d.text) + 1)
	}
	var changes []any
	for range 1 + s.r.IntN(3)/2 {
		start := boundary(d.text, d.cursor)
		end := start
		if s.r.IntN(3) == 0 {
			end = boundary(d.text, min(len(d.text), start+s.r.IntN(12)))
		}
		text := typed[s.r.IntN(len(typed))]
		changes = append(changes, editOf(d.text, start, end, text))
		d.text = d.text[:start] + text + d.text[end:]
		d.cursor = start + len(text)
	}
	s.c.Change(d.uri, d.version, changes...)
}

var typed = []string{"", "a", "1", "|", "x=1\n", "\n", "\r\n", "\"", "😀", "é", " ", "@0 ", "^", "~", "-", "## t [1]{a,b}\n1|2\n", "# c\n", "\t", "<@1", ".b {}\n    c=1\n", "[?]"}

// boundary takes an offset to where an editor has a cursor: not inside a
// character or a line end.
func boundary(text string, i int) int {
	for i > 0 && i < len(text) && (!utf8.RuneStart(text[i]) || text[i-1] == '\r' && text[i] == '\n') {
		i--
	}
	return i
}

func editOf(text string, start, end int, with string) any {
	a, b := positionOf(text, start), positionOf(text, end)
	return lsptest.Edit(a.Line, a.Character, b.Line, b.Character, with)
}

// positionOf counts for itself: lines that end with CR LF, LF or CR, columns
// in UTF-16.
func positionOf(text string, offset int) (p lsptest.Position) {
	for i, r := range text {
		if i >= offset {
			return p
		}
		switch {
		case r == '\n' || r == '\r' && (i+1 == len(text) || text[i+1] != '\n'):
			p.Line++
			p.Character = 0
		case r > 0xFFFF:
			p.Character += 2
		default:
			p.Character++
		}
	}
	return p
}

func (s *session) place(d *sessionDocument) lsptest.Position {
	at := d.cursor
	if s.r.IntN(2) == 0 {
		at = s.r.IntN(len(d.text) + 1)
	}
	return positionOf(d.text, boundary(d.text, min(at, len(d.text))))
}

func (s *session) send(method string, params any) {
	s.requests++
	p := s.c.Request(method, params)
	s.pending = append(s.pending, p)
	if s.r.IntN(12) == 0 { // the user goes on
		p.Cancel()
	}
}

// request asks something.
func (s *session) request(d *sessionDocument) {
	at := s.place(d)
	params := textDocument(d.uri)
	switch n := s.r.IntN(4); n {
	case 0:
		method := atPlace[s.r.IntN(len(atPlace))]
		params["position"] = at
		params["context"] = map[string]any{"includeDeclaration": true, "triggerKind": 1, "isRetrigger": false}
		s.send(method, params)
	case 1:
		s.send(ofDocument[s.r.IntN(len(ofDocument))], params)
	case 2:
		params["range"] = lsptest.Range{Start: lsptest.Position{}, End: at}
		params["context"] = map[string]any{"diagnostics": []any{}}
		params["options"] = formattingOptions
		s.send(ofRange[s.r.IntN(len(ofRange))], params)
	case 3:
		s.special(d, at, params)
	}
}

var (
	atPlace = []string{"textDocument/hover", "textDocument/completion", "textDocument/signatureHelp", "textDocument/definition",
		"textDocument/references", "textDocument/documentHighlight", "textDocument/prepareRename", "textDocument/linkedEditingRange",
		"textDocument/prepareCallHierarchy", "textDocument/prepareTypeHierarchy"}
	ofDocument = []string{"textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/codeLens", "textDocument/documentLink",
		"textDocument/semanticTokens/full", "textDocument/diagnostic", "gcf/decoded"}
	ofRange = []string{"textDocument/codeAction", "textDocument/inlayHint", "textDocument/rangeFormatting", "textDocument/semanticTokens/range"}
)

func (s *session) special(d *sessionDocument, at lsptest.Position, params map[string]any) {
	switch s.r.IntN(6) {
	case 0:
		params["position"], params["newName"] = at, "renamed"
		s.send("textDocument/rename", params)
	case 1:
		params["positions"] = []lsptest.Position{at, {}}
		s.send("textDocument/selectionRange", params)
	case 2:
		params["start"], params["count"] = s.r.IntN(100), 50
		params["sort"] = map[string]any{"column": s.r.IntN(3), "descending": s.r.IntN(2) == 0}
		params["filter"] = []string{"", "a", "😀"}[s.r.IntN(3)]
		s.send("gcf/table", params)
	case 3:
		command := []string{"gcf.stats", "gcf.root", "gcf.decode", "gcf.applyDelta"}[s.r.IntN(4)]
		s.send("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{map[string]any{"uri": d.uri}}})
	case 4:
		s.send("workspace/diagnostic", map[string]any{"previousResultIds": []any{}})
	case 5:
		s.send("workspace/symbol", map[string]any{"query": "name"})
	}
}

// format formats a document and takes the result.
func (s *session) format(d *sessionDocument) {
	params := textDocument(d.uri)
	params["options"] = formattingOptions
	var edits []change
	s.requests++
	if s.failed(s.c.Call("textDocument/formatting", params, &edits)) || len(edits) == 0 {
		return
	}
	s.take(d, edits)
}

// take makes the edits of an answer in a document, last one first, so that each
// place is still where the answer says.
func (s *session) take(d *sessionDocument, edits []change) {
	var changes []any
	for _, e := range slices.Backward(edits) {
		changes = append(changes, map[string]any{"range": e.Range, "text": e.NewText})
	}
	d.text = applyEdits(d.text, ast.UTF16, edits)
	d.version++
	s.changes++
	s.c.Change(d.uri, d.version, changes...)
}

// act applies one of the code actions at a place.
func (s *session) act(d *sessionDocument) {
	at := s.place(d)
	var possible []codeAction
	for _, a := range codeActions(s.t, s.c, d.uri, lsptest.Range{Start: at, End: at}) {
		if a.Disabled == nil && a.Command == nil {
			possible = append(possible, a)
		}
	}
	if s.requests++; len(possible) == 0 {
		return
	}
	a := possible[s.r.IntN(len(possible))]
	var err error
	if a.Edit == nil {
		s.requests++
		if err = s.c.Call("codeAction/resolve", a, &a); s.failed(err) {
			return
		}
	}
	if a.Edit != nil {
		s.take(d, a.Edit.of(d.uri))
	}
}
