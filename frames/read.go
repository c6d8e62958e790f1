package frames

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// contents is what was found in a value.
type contents struct {
	results   []*Result
	queries   []*Query
	envelopes []envelope
	// version is the root's protocol_version, where it has one.
	version   value.Value
	versionAt *path
}

// envelope is one message with its type.
type envelope struct {
	value value.Value
	kind  string
	at    *path
}

// reader finds queries, results and envelopes in a value. Its stack keeps it
// from going as deep as its input.
type reader struct {
	contents
	doc *ast.Document
	// told says that the document is known to hold frames: by a comment, by
	// its data or by the settings. Otherwise only what looks like it is taken.
	told     bool
	comment  directive
	asked    map[string]*Query // queries of envelopes by their id
	lastSeen *Query
	todo     []place
}

type place struct {
	value value.Value
	at    *path
}

func (r *reader) read(root value.Value) {
	r.asked = make(map[string]*Query)
	if r.doc.Header.Is("delta") {
		r.delta(root)
		return
	}
	r.todo = append(r.todo, place{root, nil})
	for len(r.todo) > 0 {
		p := r.todo[len(r.todo)-1]
		r.todo = r.todo[:len(r.todo)-1]
		r.one(p.value, p.at)
	}
	for _, result := range r.results {
		if result.Query == nil {
			result.Query = r.comment.query()
		}
		if result.Provider == "" {
			result.Provider = r.comment.provider
		}
	}
}

// one reads a container, or leaves its parts to be read.
func (r *reader) one(v value.Value, at *path) {
	switch {
	case v.Kind() == value.Array:
		r.list(v, at)
		return
	case v.Kind() != value.Object:
		return
	case r.told && at == nil && isEnvelope(v):
		r.envelope(v, at)
		return
	}
	if version, ok := v.Get("protocol_version"); ok && at == nil {
		r.version, r.versionAt = version, at.to("protocol_version")
	}
	query, hasQuery := object1(v, "query")
	result, hasResult := object1(v, "result")
	list, hasFrames := v.Get("frames")
	switch {
	case hasQuery && (hasResult || r.told && at == nil):
		q := r.query(query, at.to("query"))
		if hasResult {
			r.result(result, at.to("result"), q)
		}
	case hasResult && r.told && at == nil:
		r.result(result, at.to("result"), nil)
	case hasFrames && list.Kind() == value.Array && (r.told && at == nil || r.looksLikeResult(v, list)):
		r.result(v, at, nil)
	case r.told && at == nil && looksLikeFrame(v):
		r.results = append(r.results, &Result{Value: v, Frames: []Frame{newFrame(v, at)}, at: at, list: at, bare: true})
	default:
		r.later(v, at)
	}
}

// later has the containers in a value read, in their order.
func (r *reader) later(v value.Value, at *path) {
	members, elems := v.Members(), v.Elems()
	for i := len(members) - 1; i >= 0; i-- {
		if !members[i].Value.IsScalar() {
			r.todo = append(r.todo, place{members[i].Value, at.to(members[i].Key)})
		}
	}
	for i := len(elems) - 1; i >= 0; i-- {
		if !elems[i].IsScalar() {
			r.todo = append(r.todo, place{elems[i], at.item(i)})
		}
	}
}

// list reads an array: of frames, of envelopes, or of anything.
func (r *reader) list(v value.Value, at *path) {
	elems := v.Elems()
	switch {
	case len(elems) == 0 && r.hasColumns(v):
		r.results = append(r.results, &Result{Value: v, at: at, list: at, bare: true})
	case len(elems) == 0 || elems[0].Kind() != value.Object:
		r.later(v, at)
	case r.told && at == nil && isEnvelope(elems[0]):
		for i := range elems {
			if isEnvelope(elems[i]) {
				r.envelope(elems[i], at.item(i))
			}
		}
	case r.hasColumns(v) && (r.told || wellFormed(v)), r.told && at == nil && looksLikeFrame(elems[0]):
		r.results = append(r.results, &Result{Value: v, Frames: r.frames(v, at), at: at, list: at, bare: true})
	default:
		r.later(v, at)
	}
}

func (r *reader) frames(list value.Value, at *path) []Frame {
	elems := list.Elems()
	frames := make([]Frame, 0, len(elems))
	for i := range elems {
		if elems[i].Kind() == value.Object {
			frames = append(frames, newFrame(elems[i], at.item(i)))
		}
	}
	return frames
}

func (r *reader) query(v value.Value, at *path) *Query {
	q := newQuery(v, at)
	r.queries = append(r.queries, q)
	return q
}

func (r *reader) result(v value.Value, at *path, q *Query) {
	list, _ := v.Get("frames")
	r.results = append(r.results, &Result{Value: v, Query: q, Frames: r.frames(list, at.to("frames")), at: at, list: at.to("frames")})
}

// envelope reads a message. A result answers the query with its id, or else
// the last one before.
func (r *reader) envelope(v value.Value, at *path) {
	e := envelope{value: v, kind: text(v, "type"), at: at}
	r.envelopes = append(r.envelopes, e)
	id := text(v, "id")
	switch e.kind {
	case "query":
		if query, ok := object1(v, "query"); ok {
			r.lastSeen = r.query(query, at.to("query"))
			if id != "" {
				r.asked[id] = r.lastSeen
			}
		}
	case "frames":
		if result, ok := object1(v, "result"); ok {
			q := r.asked[id]
			if q == nil {
				q = r.lastSeen
			}
			r.result(result, at.to("result"), q)
		}
	}
}

// delta reads the rows that a delta adds and changes. They are a part of a set:
// its sums are not known.
func (r *reader) delta(root value.Value) {
	for _, section := range [...]string{"added", "changed"} {
		list, _ := root.Get(section)
		at := (*path)(nil).to(section)
		if list.Len() > 0 && (r.told && looksLikeFrame(list.Elems()[0]) || r.hasColumns(list) && wellFormed(list)) {
			r.results = append(r.results, &Result{Value: list, Frames: r.frames(list, at), at: at, list: at, bare: true, partial: true})
		}
	}
}

// object1 returns a member that is an object.
func object1(v value.Value, key string) (value.Value, bool) {
	m, _ := v.Get(key)
	return m, m.Kind() == value.Object
}

// payloads are the members that go with the type of an envelope.
var payloads = map[string][]string{
	"handshake": {"protocol_version"}, "handshake_ack": {"provider", "capabilities"}, "query": {"query"}, "frames": {"result"},
	"verify": {"request"}, "verified": {"response"}, "error": {"message"},
}

// isEnvelope reports whether an object is a message of the protocol: its type
// is one of the eight and its payload is there. A shutdown has none, so it is
// one only where it holds nothing else.
func isEnvelope(v value.Value) bool {
	kind := text(v, "type")
	if kind == "shutdown" {
		return v.Len() == 1
	}
	members, ok := payloads[kind]
	if !ok {
		return false
	}
	for _, key := range members {
		m, ok := v.Get(key)
		scalar := key == "protocol_version" || key == "message"
		if !ok || !scalar && m.Kind() != value.Object {
			return false
		}
	}
	return true
}

// isOurs reports whether an envelope cannot be anything else: a type such as
// error, with a message, is not the protocol's alone.
func isOurs(v value.Value) bool {
	if !isEnvelope(v) {
		return false
	}
	inside := func(key, member string) bool {
		object, _ := v.Get(key)
		return object.Index(member) >= 0
	}
	switch text(v, "type") {
	case "handshake":
		return strings.HasPrefix(text(v, "protocol_version"), "contextgraph/")
	case "handshake_ack":
		return inside("provider", "data_flow") || strings.HasPrefix(text(v, "protocol_version"), "contextgraph/")
	case "query":
		return inside("query", "goal") && inside("query", "max_tokens")
	case "frames":
		return inside("result", "frames") && inside("result", "truncated")
	case "verify":
		return inside("request", "frames")
	case "verified":
		return inside("response", "verdicts")
	}
	return false
}

// The columns that tell a table of frames: all of the first and one of the
// second.
var (
	frameColumns = [...]Member{ID, Kind, Title, Score, TokenCost}
	oneOfColumns = [...]Member{Content, Representation, ContentRef, CitationLabel}
)

// hasColumns reports whether an array is a table with the columns of frames.
func (r *reader) hasColumns(list value.Value) bool {
	if list.Line() == 0 {
		return false
	}
	decl := r.doc.DeclOf(list.Line())
	return decl != nil && !decl.Keyed && hasFrameColumns(decl)
}

func hasFrameColumns(decl *ast.Decl) bool {
	var has [memberCount]bool
	for i := range decl.Fields {
		name := decl.Fields[i].Name
		if p := decl.Fields[i].Path; p != nil {
			name = p[0]
		}
		if m, ok := memberIDs[name]; ok {
			has[m] = true
		}
	}
	for _, m := range frameColumns {
		if !has[m] {
			return false
		}
	}
	for _, m := range oneOfColumns {
		if has[m] {
			return true
		}
	}
	return false
}

// looksLikeResult reports whether an object that nobody called one is a
// result.
func (r *reader) looksLikeResult(v, list value.Value) bool {
	truncated, _ := v.Get("truncated")
	return (truncated.Kind() == value.Bool || r.hasColumns(list)) && list.Len() > 0 && wellFormed(list)
}

// wellFormed reports whether the elements of a list can be frames: each has a
// kind and a cost that are possible.
func wellFormed(list value.Value) bool {
	elems := list.Elems()
	for i := range elems {
		cost, _ := elems[i].Get("token_cost")
		if _, ok := count(cost); !ok || !known(kinds, text(elems[i], "kind")) {
			return false
		}
	}
	return true
}

// looksLikeFrame reports whether an object has some members of a frame: enough
// where the document is known to hold frames.
func looksLikeFrame(v value.Value) bool {
	n := 0
	for _, m := range frameColumns {
		if v.Index(m.String()) >= 0 {
			n++
		}
	}
	return n >= 3
}
