package snapshot

import (
	"errors"
	"sync"
)

// Outcome is one of the three answers of spec 10.3.
type Outcome uint8

// The outcomes.
const (
	Unchanged   Outcome = iota + 1 // the consumer already holds this snapshot
	DeltaPatch                     // what changed
	FullPayload                    // everything
)

var outcomeNames = [...]string{"", "unchanged", "delta", "full"}

// String returns "unchanged", "delta" or "full".
func (o Outcome) String() string { return outcomeNames[o] }

// Answer is a payload and what it is.
type Answer struct {
	Outcome Outcome
	Payload []byte
	Root    string // of the snapshot that the consumer holds afterwards
	Delta   Delta  // of a DeltaPatch
	Reason  Reason // why it is a FullPayload
}

// DefaultGuard is the share of a full payload that a delta must stay below
// (spec 10.1, 10a.2).
const DefaultGuard = 0.60

// NoGuard sends deltas of any size.
const NoGuard = -1

// Reanchor says when a producer sends a full payload although a delta would do,
// so that a consumer need not follow a long chain (spec 10a.8). The zero value
// never does.
type Reanchor struct {
	// Every counts the answers that are not unchanged: with N the Nth after a
	// full payload is full. 15 is the spec's advice.
	Every int
	// Cumulative sends a full payload when the deltas since the last one,
	// with the one at hand, come to the size of a full payload.
	Cumulative bool
}

// Options of a producer. The zero value is the spec's advice without
// re-anchoring.
type Options struct {
	Tool string // named in full payloads
	// Guard is the share of a full payload that a delta must stay below:
	// DefaultGuard when it is zero, NoGuard for no limit.
	Guard    float64
	Reanchor Reanchor
	// Measure returns the size of a payload for Guard, Reanchor and Savings,
	// in tokens for instance; bytes when it is nil.
	Measure func(payload []byte) int
	// Savings makes deltas say what they save.
	Savings bool
	// Keep is the number of earlier snapshots, besides the current one, that
	// a consumer may still hold and get a delta from; 1 when it is zero.
	Keep int
}

// Producer answers one consumer, which says with each call what it holds. It
// must not be shared between consumers, users or conversations (spec 9.3). It
// is safe for concurrent use.
type Producer struct {
	options Options

	mu         sync.Mutex
	sent       []Snapshot // the last ones sent, the newest at the end
	turns      int        // answers since the last full payload
	cumulative int        // size of the deltas since then
}

// NewProducer returns a producer that has sent nothing.
func NewProducer(o Options) *Producer {
	if o.Guard == 0 {
		o.Guard = DefaultGuard
	}
	if o.Measure == nil {
		o.Measure = func(payload []byte) int { return len(payload) }
	}
	if o.Keep <= 0 {
		o.Keep = 1
	}
	return &Producer{options: o}
}

// Answer returns the payload that brings a consumer from what it holds, named
// by its root or "", to the current snapshot. It fails where the snapshot
// cannot be written, and then remembers nothing.
func (p *Producer) Answer(held string, current Snapshot) (Answer, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	root := current.Root()
	if held == root && p.sameShape(held, current) {
		payload, err := AppendUnchanged(nil, current, Header{Tool: p.options.Tool})
		if err == nil {
			p.remember(current)
		}
		return Answer{Outcome: Unchanged, Payload: payload, Root: root}, err
	}
	full, err := AppendFull(nil, current, Header{Tool: p.options.Tool})
	if err != nil {
		return Answer{}, err
	}
	fullSize := p.options.Measure(full)
	delta, payload, reason := p.delta(held, current, fullSize)
	p.remember(current)
	if reason != ReasonNone {
		p.turns, p.cumulative = 0, 0
		return Answer{Outcome: FullPayload, Payload: full, Root: root, Reason: reason}, nil
	}
	p.turns++
	p.cumulative += p.options.Measure(payload)
	return Answer{Outcome: DeltaPatch, Payload: payload, Root: root, Delta: delta}, nil
}

// delta makes the delta payload, or says why the answer is a full one.
func (p *Producer) delta(held string, current Snapshot, fullSize int) (Delta, []byte, Reason) {
	if held == "" {
		return nil, nil, ReasonFirst
	}
	base := p.find(held)
	if base == nil {
		return nil, nil, ReasonUnknown
	}
	if n := p.options.Reanchor.Every; n > 0 && p.turns+1 >= n {
		return nil, nil, ReasonReanchored
	}
	delta, err := Diff(base, current)
	if err != nil {
		var no *NoDeltaError
		errors.As(err, &no)
		return nil, nil, no.Reason
	}
	payload, err := AppendDelta(nil, delta, Header{})
	if err != nil {
		return nil, nil, ReasonMalformed
	}
	size := p.options.Measure(payload)
	if p.options.Guard > 0 && !Small(size, fullSize, p.options.Guard) {
		return nil, nil, ReasonSize
	}
	if p.options.Reanchor.Cumulative && p.cumulative+size >= fullSize {
		return nil, nil, ReasonReanchored
	}
	if p.options.Savings && size < fullSize {
		if payload, err = AppendDelta(nil, delta, Header{Savings: Savings(size, fullSize)}); err != nil {
			return nil, nil, ReasonMalformed
		}
	}
	return delta, payload, ReasonNone
}

// Small reports whether a delta's size is below the guard's share of a full
// payload's.
func Small(size, full int, guard float64) bool { return float64(size) < guard*float64(full) }

// sameShape reports whether a consumer that holds the root of a snapshot holds
// the snapshot: a root says nothing of the names that only a header has, which
// matters most for tables without rows, nor of what is absent and not null. What
// it was sent is known to agree, or is not known any more.
func (p *Producer) sameShape(held string, current Snapshot) bool {
	base := p.find(held)
	if base == nil {
		return true
	}
	_, err := Diff(base, current)
	return err == nil
}

// find returns the snapshot with this root if it was sent lately.
func (p *Producer) find(root string) Snapshot {
	for _, s := range p.sent {
		if s.Root() == root {
			return s
		}
	}
	return nil
}

// remember makes a snapshot the newest one sent.
func (p *Producer) remember(s Snapshot) {
	root := s.Root()
	for i, old := range p.sent {
		if old.Root() == root {
			p.sent = append(p.sent[:i], p.sent[i+1:]...)
			break
		}
	}
	p.sent = append(p.sent, s)
	if extra := len(p.sent) - 1 - p.options.Keep; extra > 0 {
		clear(p.sent[:extra])
		p.sent = append(p.sent[:0], p.sent[extra:]...)
	}
}

// Reset forgets what was sent: the next answer is a full payload.
func (p *Producer) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent, p.turns, p.cumulative = nil, 0, 0
}
