package snapshot

import (
	"fmt"
	"maps"
	"sync"

	"gcf-lsp/ast"
)

// Consumer holds what it was last sent, and takes payloads one after the
// other (spec 10.3, 10.4). It is safe for concurrent use. The zero value holds
// nothing.
type Consumer struct {
	mu   sync.Mutex
	held Snapshot
	ids  SessionReader
}

// Root returns the root of what is held, to be sent with the next request, or
// "" when nothing is.
func (c *Consumer) Root() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held == nil {
		return ""
	}
	return c.held.Root()
}

// Snapshot returns what is held, or nil.
func (c *Consumer) Snapshot() Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held
}

// Receive takes a payload: a full one replaces what is held, a delta is
// applied to it, an unchanged one leaves it, a session payload is resolved. A
// payload that is refused, for which the error gives the reason, changes
// nothing; the consumer then asks for a full payload (spec 10.4, 9.4).
func (c *Consumer) Receive(doc *ast.Document) (Snapshot, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	next, err := c.receive(doc)
	if err != nil {
		return nil, err
	}
	c.held = next
	return next, nil
}

func (c *Consumer) receive(doc *ast.Document) (Snapshot, error) {
	if err := readable(doc); err != nil {
		return nil, err
	}
	h := &doc.Header
	switch {
	case h.Is("unchanged"):
		root, _ := h.Get("pack_root")
		if c.held == nil || c.held.Root() != root {
			return nil, &BaseError{Have: c.root(), Want: root}
		}
		return c.held, nil
	case h.Is("delta"):
		delta, err := DeltaFromDocument(doc)
		if err != nil {
			return nil, err
		}
		if c.held == nil {
			want, _ := delta.Roots()
			return nil, &BaseError{Want: want}
		}
		return Apply(c.held, delta)
	case h.Is("session"):
		g, fresh, err := c.ids.resolve(doc)
		if err != nil {
			return nil, err
		}
		if err := verify(doc, g); err != nil {
			return nil, err
		}
		c.ids.learn(fresh)
		return g, nil
	}
	s, err := FromDocument(doc)
	if err != nil {
		return nil, err
	}
	if err := verify(doc, s); err != nil {
		return nil, err
	}
	return s, nil
}

func (c *Consumer) root() string {
	if c.held == nil {
		return ""
	}
	return c.held.Root()
}

// Forget lets go of everything: of a session that was reset, say.
func (c *Consumer) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held, c.ids = nil, SessionReader{}
}

// SessionReader resolves the references of the payloads of one session (spec
// 9). It is not safe for concurrent use; the zero value knows no symbol.
type SessionReader struct {
	symbols map[uint64]Symbol // as they were declared last
}

// Read returns the graph of the next payload, its references resolved: they
// have the score and the provenance of their declaration and the distance of
// their group. It fails with a [*ReferenceError] where an id was never
// declared, and with a [*DataError] where an id changes its symbol (spec 9.2);
// the payload then leaves the reader as it was.
func (r *SessionReader) Read(doc *ast.Document) (*Graph, error) {
	if err := readable(doc); err != nil {
		return nil, err
	}
	g, fresh, err := r.resolve(doc)
	if err != nil {
		return nil, err
	}
	r.learn(fresh)
	return g, nil
}

// Symbol returns what was last declared under an id.
func (r *SessionReader) Symbol(id uint64) (Symbol, bool) {
	s, ok := r.symbols[id]
	return s, ok
}

// resolve returns the graph of a payload and what the payload declares.
func (r *SessionReader) resolve(doc *ast.Document) (g *Graph, fresh map[uint64]Symbol, err error) {
	if g, err = graphFromDocument(doc, r.Symbol); err != nil {
		return nil, nil, err
	}
	fresh = make(map[uint64]Symbol)
	for node, d := range Declared(doc) {
		if d.Reference {
			continue
		}
		if was, bound := r.symbols[d.ID]; bound && was.Identity() != d.Symbol.Identity() {
			detail := fmt.Sprintf("is bound to %s in this session and cannot become %s", was.Identity(), d.Symbol.Identity())
			return nil, nil, &DataError{What: fmt.Sprintf("@%d", d.ID), Detail: detail, Node: node}
		}
		fresh[d.ID] = d.Symbol
	}
	return g, fresh, nil
}

func (r *SessionReader) learn(fresh map[uint64]Symbol) {
	if r.symbols == nil {
		r.symbols = make(map[uint64]Symbol, len(fresh))
	}
	maps.Copy(r.symbols, fresh)
}
