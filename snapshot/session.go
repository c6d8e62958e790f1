package snapshot

import (
	"sync"
	"time"
)

// SessionOptions are the limits of a session and what its payloads say. Servers
// should set the limits: the table of ids is memory that a client makes grow.
type SessionOptions struct {
	// Idle, Lifetime and IDs are the limits of spec 9.5: the time between two
	// calls, the time since the first, the number of symbols that have an id.
	// Zero is no limit.
	Idle     time.Duration
	Lifetime time.Duration
	IDs      int
	// ResendChanged declares a symbol again, under its id, when its score or
	// provenance differ from those the consumer has. Without it a symbol is
	// declared once; spec 9.1 leaves the choice.
	ResendChanged bool
	// PackRoot names the root in each payload, so that a consumer may ask for
	// deltas too (spec 10.6). It implies ResendChanged: the root is of the
	// scores and provenances as they are.
	PackRoot bool
}

// Session gives the symbols of one conversation ids that stay, and writes
// payloads that refer to what was sent before (spec 9). A symbol is known by
// its kind and name alone. A session must not be shared between users or
// conversations (spec 9.3). It is safe for concurrent use.
type Session struct {
	options SessionOptions

	mu      sync.Mutex
	ids     map[string]int      // by identity; never reused, never rebound
	sent    map[string]delivery // what the consumer is known to have
	first   time.Time           // call
	latest  time.Time           // call
	expired Reason
}

// delivery is the declaration that a consumer has of a symbol.
type delivery struct {
	score      float64
	provenance string
}

// NewSession returns a session in which nothing has been sent.
func NewSession(o SessionOptions) *Session {
	o.ResendChanged = o.ResendChanged || o.PackRoot
	return &Session{options: o, ids: make(map[string]int), sent: make(map[string]delivery)}
}

// Call is the payload of one call of a session.
type Call struct {
	Payload []byte
	// Fallback says why the payload is a full one outside the session, or is
	// ReasonNone. After ReasonIdle and ReasonLifetime the session is over: the
	// consumer starts a new one. After ReasonIDs it goes on.
	Fallback Reason

	session   *Session
	graph     *Graph
	reference []bool // symbols that were not declared
}

// Encode writes a graph as the next payload of the session. Symbols that were
// declared in a payload whose [Call.Delivered] was called are written as
// references, all others are declared. It fails where the header cannot be
// written.
func (s *Session) Encode(g *Graph, h Header) (*Call, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.first.IsZero() {
		s.first, s.latest = now, now
	}
	order := g.order()
	switch {
	case s.expired != ReasonNone:
	case s.options.Lifetime > 0 && now.Sub(s.first) > s.options.Lifetime:
		s.end(ReasonLifetime)
	case s.options.Idle > 0 && now.Sub(s.latest) > s.options.Idle:
		s.end(ReasonIdle)
	}
	fallback := s.expired
	if fallback == ReasonNone && s.options.IDs > 0 && len(s.ids)+s.unknown(g) > s.options.IDs {
		fallback = ReasonIDs
	}
	s.latest = now
	if fallback != ReasonNone {
		payload, err := g.appendFull(nil, h)
		return &Call{Payload: payload, Fallback: fallback}, err
	}
	ids := make([]int, len(g.symbols))
	reference := make([]bool, len(g.symbols))
	for _, i := range order {
		n := &g.symbols[i]
		id, known := s.ids[n.id()]
		if !known {
			id = len(s.ids)
			s.ids[n.id()] = id
		}
		ids[i] = id
		d, sent := s.sent[n.id()]
		reference[i] = sent && !(s.options.ResendChanged && d != delivery{n.Score, n.Provenance})
	}
	b := append(g.appendHeader(nil, h), " session=true"...)
	if s.options.PackRoot {
		b = appendWord(b, "pack_root", g.Root())
	}
	b = append(b, '\n')
	return &Call{Payload: g.appendBody(b, order, ids, reference), session: s, graph: g, reference: reference}, nil
}

// unknown returns the number of symbols of a graph that have no id yet.
func (s *Session) unknown(g *Graph) int {
	n := 0
	for i := range g.symbols {
		if _, known := s.ids[g.symbols[i].id()]; !known {
			n++
		}
	}
	return n
}

// end makes the session give full payloads from now on, and lets go of its
// tables.
func (s *Session) end(reason Reason) {
	s.expired = reason
	s.ids, s.sent = nil, nil
}

// Delivered says that the consumer has received the payload, so that later
// ones may refer to its symbols. A producer that cannot tell does not call it,
// and the symbols are declared again (spec 9.4).
func (c *Call) Delivered() {
	if c.session == nil {
		return
	}
	s := c.session
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sent == nil {
		return
	}
	for i := range c.graph.symbols {
		if c.reference[i] {
			continue // it has what was sent before
		}
		n := &c.graph.symbols[i]
		s.sent[n.id()] = delivery{n.Score, n.Provenance}
	}
}

// Forget says that the consumer has lost what it received (spec 9.4): all
// symbols are declared again, under the ids that they have.
func (s *Session) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.sent)
}
