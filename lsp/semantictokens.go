package lsp

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/tokens"
)

// announceSemanticTokens announces the legend, which is described in package
// tokens.
func announceSemanticTokens(_ *client, server *protocol.ServerCapabilities) {
	yes := true
	server.SemanticTokensProvider = &protocol.SemanticTokensOptions{
		Legend: protocol.SemanticTokensLegend{TokenTypes: tokens.TypeNames[:], TokenModifiers: tokens.ModifierNames[:]},
		Range:  protocol.Boolean(true),
		Full:   &protocol.SemanticTokensFullDelta{Delta: &yes},
	}
}

// mostTokens is how many tokens a client is given at once: Neovim stands still
// for seconds over some hundred thousand, and no screen shows so many. Of a
// larger document there are only those of ranges.
const mostTokens = 100_000

// SemanticTokensFull answers textDocument/semanticTokens/full: null for more than
// [mostTokens].
func (s *server) SemanticTokensFull(ctx context.Context, params *protocol.SemanticTokensParams) (*protocol.SemanticTokens, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	data, err := s.allTokens(ctx, doc)
	if data == nil {
		return nil, err
	}
	id := s.keepTokens(documentKey(string(doc.uri)), data)
	return &protocol.SemanticTokens{ResultID: &id, Data: data}, nil
}

// SemanticTokensFullDelta answers textDocument/semanticTokens/full/delta: with
// the one stretch that differs, or with all tokens where the earlier result is
// not known any more.
func (s *server) SemanticTokensFullDelta(ctx context.Context, params *protocol.SemanticTokensDeltaParams) (protocol.SemanticTokensDeltaResult, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	data, err := s.allTokens(ctx, doc)
	if data == nil {
		return nil, err
	}
	key := documentKey(string(doc.uri))
	before, known := s.tokens.get(key, params.PreviousResultID)
	id := s.keepTokens(key, data)
	if !known {
		return &protocol.SemanticTokens{ResultID: &id, Data: data}, nil
	}
	return &protocol.SemanticTokensDelta{ResultID: &id, Edits: tokenEdits(before, data)}, nil
}

// allTokens returns the tokens of a document, or nil where they are too many.
func (s *server) allTokens(ctx context.Context, doc *snapshot) ([]uint32, error) {
	if len(doc.tree().Nodes) > mostTokens {
		return nil, nil
	}
	data, err := encodeTokens(ctx, doc, s.shapeOf(doc), 1, ast.NodeID(len(doc.tree().Nodes)))
	if len(data) > mostTokens*tokenSize {
		data = nil
	}
	return data, err
}

// shape is how the lines below a header are read while it is typed.
type shape struct {
	tree *ast.Document
	line ast.NodeID // the header; what is below it counts
}

// shapeOf returns the last known shape of the table in whose header somebody
// types, where the header does not read as one at the moment: else all of its
// rows would lose their colours with each key. It returns nil where the document
// is as it reads.
func (s *server) shapeOf(doc *snapshot) *shape {
	key, tree := documentKey(string(doc.uri)), doc.tree()
	if before := s.tokens.whole(key); doc.typed != nil && before != nil && len(before.tree().Nodes) == len(tree.Nodes) {
		line := tree.Line(doc.offset(*doc.typed))
		if losesRows(before.tree(), tree, line) {
			is, was := tree.Nodes[line].Start, before.tree().Nodes[line].Start
			isNext, wasNext := tree.Nodes[line+1].Start, before.tree().Nodes[line+1].Start
			return &shape{s.analysis.parse(doc.text[:is] + before.text[was:wasNext] + doc.text[isNext:]), line}
		}
	}
	s.tokens.keepWhole(key, doc.version)
	return nil
}

// losesRows reports whether a line was the header of what is on the line below
// it, and is none any more.
func losesRows(before, now *ast.Document, line ast.NodeID) bool {
	if line == 0 || int(line)+1 >= len(now.Nodes) {
		return false
	}
	was, is := &before.Nodes[line+1], &now.Nodes[line+1]
	return was.Parent == line && (was.Kind == ast.KindRow || was.Kind == ast.KindItem) &&
		(is.Kind != was.Kind || is.Parent != line || is.Flags&ast.FlagInvalid != was.Flags&ast.FlagInvalid)
}

// keepTokens keeps a result for the next delta, and names it.
func (s *server) keepTokens(key uri.URI, data []uint32) (id string) {
	id = s.tokens.put(key, data)
	if s.now.Load().documents[key] == nil {
		s.tokens.forget(key) // it was closed meanwhile
	}
	return id
}

// SemanticTokensRange answers textDocument/semanticTokens/range with the tokens
// of the lines of a range.
func (s *server) SemanticTokensRange(ctx context.Context, params *protocol.SemanticTokensRangeParams) (*protocol.SemanticTokens, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	tree := doc.tree()
	first := tree.Line(doc.offset(params.Range.Start))
	last := tree.Line(doc.offset(params.Range.End))
	if last == 0 { // at the end of the text
		last = ast.NodeID(len(tree.Nodes)) - 1
	}
	data := []uint32{}
	if first != 0 {
		if data, err = encodeTokens(ctx, doc, s.shapeOf(doc), first, last+1); err != nil {
			return nil, err
		}
	}
	return &protocol.SemanticTokens{Data: data}, nil
}

// tokenSize is how many numbers one token takes in LSP.
const tokenSize = 5

// encodeTokens encodes the tokens of the lines from first up to end: each in
// relation to the one before, in the client's columns. Known is the shape of
// some of them, or nil.
func encodeTokens(ctx context.Context, doc *snapshot, known *shape, first, end ast.NodeID) ([]uint32, error) {
	tree := doc.tree()
	e := tokenEncoder{doc: doc, lineEnds: doc.lines().LoneCR()}
	liner := tokens.NewLiner(tree)
	var line []tokens.Token
	for id := first; id < end; id++ {
		if id%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if known != nil && id > known.line && tree != known.tree && !e.lineEnds {
			tree, liner = known.tree, tokens.NewLiner(known.tree)
		}
		line = liner.Append(line[:0], id)
		if len(line) > 0 {
			e.line(tree, id, line)
		}
		if id-first == 256 && len(e.data) > 0 {
			// A guess at the size of the whole saves copying it.
			perLine := len(e.data)/256 + tokenSize
			e.data = append(make([]uint32, 0, (int(end-first)+256)*perLine), e.data...)
		}
	}
	if e.data == nil {
		return []uint32{}, nil
	}
	return e.data, nil
}

// tokenEncoder keeps the position of the last token.
type tokenEncoder struct {
	doc        *snapshot
	lineEnds   bool // a CR alone ends lines in LSP, but not in GCF
	data       []uint32
	lastLine   uint32
	lastColumn uint32
}

// line encodes the tokens of one line of the tree.
func (e *tokenEncoder) line(tree *ast.Document, id ast.NodeID, line []tokens.Token) {
	at, column := int(tree.Node(id).Start), uint32(0)
	number := uint32(id - 1)
	for _, t := range line {
		if e.lineEnds {
			if strings.IndexByte(tree.Source[t.Start:t.End], '\r') >= 0 {
				continue // a token is on one line
			}
			p := e.doc.position(int(t.Start))
			number, column = p.Line, p.Character
		} else {
			column += uint32(ast.Columns(tree.Source[at:t.Start], e.doc.encoding))
		}
		length := uint32(ast.Columns(tree.Source[t.Start:t.End], e.doc.encoding))
		from := uint32(0)
		if number == e.lastLine {
			from = e.lastColumn
		}
		e.data = append(e.data, number-e.lastLine, column-from, length, uint32(t.Type), uint32(t.Modifiers))
		e.lastLine, e.lastColumn = number, column
		at = int(t.End)
		column += length
	}
}

// tokenEdits returns the edit that turns one result into another: what is alike
// at both ends stays.
func tokenEdits(before, after []uint32) []protocol.SemanticTokensEdit {
	shorter := min(len(before), len(after))
	head := 0
	for head < shorter && before[head] == after[head] {
		head++
	}
	head -= head % tokenSize
	tail := 0
	for tail < shorter-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	tail -= tail % tokenSize
	if head == len(before) && head == len(after) {
		return []protocol.SemanticTokensEdit{}
	}
	return []protocol.SemanticTokensEdit{{
		Start:       uint32(head),
		DeleteCount: uint32(len(before) - tail - head),
		Data:        after[head : len(after)-tail],
	}}
}

// tokenResults keeps the last result of each open document, for deltas.
type tokenResults struct {
	mu     sync.Mutex
	number int
	last   map[uri.URI]tokenResult
	wholes map[uri.URI]*version
}

type tokenResult struct {
	id   string
	data []uint32
}

// put keeps a result in place of the one before, and names it.
func (r *tokenResults) put(key uri.URI, data []uint32) (id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil {
		r.last = map[uri.URI]tokenResult{}
	}
	r.number++
	id = strconv.Itoa(r.number)
	r.last[key] = tokenResult{id, data}
	return id
}

func (r *tokenResults) get(key uri.URI, id string) ([]uint32, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	result, ok := r.last[key]
	return result.data, ok && result.id == id
}

// forget drops the result of a document that was closed.
func (r *tokenResults) forget(key uri.URI) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.last, key)
	delete(r.wholes, key)
}

// whole returns the last version of a document that was coloured as it reads,
// or nil.
func (r *tokenResults) whole(key uri.URI) *version {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wholes[key]
}

func (r *tokenResults) keepWhole(key uri.URI, v *version) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.wholes == nil {
		r.wholes = map[uri.URI]*version{}
	}
	r.wholes[key] = v
}
