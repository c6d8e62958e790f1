// Package snapshot holds what a GCF payload says about the state of something
// at one moment, and how one such state becomes the next: content hashes (pack
// roots), deltas that verify, the answer to a consumer that names what it
// holds, and the symbol ids of a session (spec sections 9, 10 and 10a).
//
// A [Graph] is a set of symbols and the edges between them, a [Table] a set of
// rows with an identity column. Both are immutable, are sets (order never
// matters to a root) and are built from values or, with [FromDocument], from a
// parsed document. [Diff] makes a delta of two, [Apply] makes the second from
// the first and the delta or says exactly why it cannot.
//
// A server that answers calls keeps one [Producer] for each conversation, and
// a [Session] where it sends graphs with references; the other end keeps a
// [Consumer]. These three hold state and are safe for concurrent use.
package snapshot

import (
	"fmt"

	"gcf-lsp/ast"
)

// Snapshot is an immutable state: a [*Graph] or a [*Table].
type Snapshot interface {
	// Profile says which of the two it is.
	Profile() ast.Profile
	// Root returns the pack root, such as "sha256:9f86…" (spec 10.2, 10a.3).
	// It is computed once.
	Root() string
	// Records returns the canonical records that the root is the hash of, in
	// the order in which they are hashed, each with its final LF. The slice
	// is shared and must not be changed.
	Records() []string
	// Len returns the number of symbols or rows.
	Len() int

	appendFull(dst []byte, h Header) ([]byte, error)
}

// Delta turns one snapshot into another: a [*GraphDelta] or a [*TableDelta].
type Delta interface {
	// Profile says which of the two it is.
	Profile() ast.Profile
	// Roots returns the base that the delta applies to and its result.
	Roots() (base, new string)
	// Counts returns how many symbols or rows, and for a graph edges, the
	// delta adds, replaces and removes. A symbol that is removed and added
	// again counts as replaced.
	Counts() Counts

	appendDelta(dst []byte, h Header) ([]byte, error)
}

// Counts says how much a delta changes.
type Counts struct {
	Added, Changed, Removed  int // symbols or rows
	AddedEdges, RemovedEdges int // of a graph
}

// Empty reports whether nothing changes.
func (c Counts) Empty() bool { return c == Counts{} }

// Diff returns the delta that turns base into next. It fails with a
// [*NoDeltaError] where the protocol has no delta for that: the snapshots are
// of different kinds, the section, the fields or the identity column of the
// rows differ (spec 10a.7), an edge cannot be named (spec 10.1 writes edges
// without the kinds of their ends) or has a status, or the data differ in
// nothing that the root tells. Its cost is linear in the size of both.
func Diff(base, next Snapshot) (Delta, error) {
	switch b := base.(type) {
	case *Graph:
		if n, ok := next.(*Graph); ok {
			return DiffGraphs(b, n)
		}
	case *Table:
		if n, ok := next.(*Table); ok {
			return DiffTables(b, n)
		}
	}
	return nil, &NoDeltaError{Reason: ReasonProfile, Detail: fmt.Sprintf("%s to %s", base.Profile(), next.Profile())}
}

// Apply returns what a delta makes of base, verified against the delta's new
// root (spec 10.4, 10a.5). Base is never changed. The errors are
// [*BaseError], [*InvalidError] and [*RootError].
func Apply(base Snapshot, delta Delta) (Snapshot, error) {
	switch b := base.(type) {
	case *Graph:
		if d, ok := delta.(*GraphDelta); ok {
			return nilOnError(b.Apply(d))
		}
	case *Table:
		if d, ok := delta.(*TableDelta); ok {
			return nilOnError(b.Apply(d))
		}
	}
	want, _ := delta.Roots()
	return nil, &BaseError{Have: base.Root(), Want: want, Profiles: true}
}

// Problems returns everything that is wrong with a delta's operations on a
// base, in order, whatever the roots are: what an editor marks. [Apply] reports
// the first.
func Problems(base Snapshot, delta Delta) []*InvalidError {
	switch b := base.(type) {
	case *Graph:
		if d, ok := delta.(*GraphDelta); ok {
			_, invalid := b.transform(d)
			return invalid
		}
	case *Table:
		if d, ok := delta.(*TableDelta); ok {
			_, invalid := b.transform(d)
			return invalid
		}
	}
	return nil
}

// nilOnError keeps a nil pointer out of a Snapshot that is not nil.
func nilOnError[S Snapshot](s S, err error) (Snapshot, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}
