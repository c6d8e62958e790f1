package snapshot

import "fmt"

// Reply is a payload that brings a holder of one snapshot to another one.
type Reply struct {
	Outcome Outcome
	Text    []byte
	Why     string // why it is a FullPayload
}

// Between returns the payload that turns base into next: what says that nothing
// changed, a delta, or the full payload where there is no delta or where it does
// not stay below the guard's share of the full payload (spec 10.1); a guard of 0
// or less is no limit. It fails where the snapshot cannot be written.
func Between(base, next Snapshot, header Header, guard float64) (Reply, error) {
	delta, noDelta := Diff(base, next)
	if noDelta == nil && base.Root() == next.Root() {
		out, err := AppendUnchanged(nil, next, header)
		return Reply{Outcome: Unchanged, Text: out}, err
	}
	full, err := AppendFull(nil, next, header)
	if err != nil {
		return Reply{}, err
	}
	if noDelta != nil {
		return Reply{FullPayload, full, noDelta.Error()}, nil
	}
	out, err := AppendDelta(nil, delta, header)
	if err != nil {
		return Reply{}, err
	}
	size := len(out)
	if guard > 0 && !Small(size, len(full), guard) {
		return Reply{FullPayload, full, fmt.Sprintf("a delta has %d bytes, the full payload %d, and the guard is %g %%", size, len(full), 100*guard)}, nil
	}
	if size < len(full) {
		header.Savings = Savings(size, len(full))
		out, err = AppendDelta(nil, delta, header)
	}
	return Reply{Outcome: DeltaPatch, Text: out}, err
}
