package snapshot

import (
	"fmt"

	"gcf-lsp/ast"
)

// Op is one operation of a delta.
type Op uint8

// The operations, named after the sections of spec 10.1 and 10a.2.
const (
	OpAdd Op = iota + 1
	OpChange
	OpRemove
	OpAddEdge
	OpRemoveEdge
)

var opNames = [...]string{"", "added", "changed", "removed", "edges_added", "edges_removed"}

// String returns the name of the section that the operation stands in.
func (o Op) String() string { return opNames[o] }

// Reason says why something is refused or not possible.
type Reason uint8

// The reasons. The comments say where each can appear.
const (
	ReasonNone Reason = iota

	// A delta's operation (InvalidError).
	ReasonExists        // it adds what the base already has
	ReasonMissing       // it changes or removes what the base does not have
	ReasonRepeated      // the section names the identity twice
	ReasonContradictory // another section names the identity too
	ReasonUnknownEnd    // an edge ends at a symbol that the result does not have
	ReasonAmbiguousEnd  // an edge ends at a name that symbols of several kinds have
	ReasonDangling      // it removes a symbol that an edge of the result still names
	ReasonMalformed     // a symbol, edge or row that no snapshot may hold
	ReasonFields        // the fields differ from the base's
	ReasonKey           // the identity column differs from the base's
	ReasonSections      // its added and its changed rows have different fields
	ReasonNoFields      // changed rows have no field that could differ

	// No delta (NoDeltaError), a full payload (Answer).
	ReasonProfile    // the snapshots are of different kinds
	ReasonName       // the section of the rows has another name or form
	ReasonUnkeyable  // the key column's name cannot be written in a header
	ReasonSameRoot   // the data differ in what no root tells
	ReasonStatus     // an edge has a status, which a delta cannot say
	ReasonFirst      // the consumer holds nothing
	ReasonUnknown    // the root that the consumer holds is not known here
	ReasonSize       // a delta would not be small enough
	ReasonReanchored // the policy wants a full payload now

	// A session falls back to a full payload (Call).
	ReasonIdle     // too long since the last call
	ReasonLifetime // too long since the first call
	ReasonIDs      // more symbols than the session may hold
)

var reasonNames = [...]string{
	ReasonNone:          "none",
	ReasonExists:        "already exists in the base",
	ReasonMissing:       "is not in the base",
	ReasonRepeated:      "is named twice in this section",
	ReasonContradictory: "is named in another section too",
	ReasonUnknownEnd:    "ends at a symbol that is not in the result",
	ReasonAmbiguousEnd:  "ends at a name that symbols of more than one kind have",
	ReasonDangling:      "is still the end of an edge",
	ReasonMalformed:     "is malformed",
	ReasonFields:        "fields differ from the base's",
	ReasonKey:           "identity column differs from the base's",
	ReasonSections:      "fields differ from those of the other section",
	ReasonNoFields:      "has no field beside the identity",
	ReasonProfile:       "profiles differ",
	ReasonName:          "the rows are in a section of another name or form",
	ReasonUnkeyable:     "the identity column's name cannot be written in a header",
	ReasonSameRoot:      "the data differ, but the pack root does not",
	ReasonStatus:        "a delta cannot say the status of an edge",
	ReasonFirst:         "the consumer holds nothing yet",
	ReasonUnknown:       "the consumer's root is not known here",
	ReasonSize:          "a delta would not save enough",
	ReasonReanchored:    "the re-anchor policy asks for a full payload",
	ReasonIdle:          "the session was idle for too long",
	ReasonLifetime:      "the session is too old",
	ReasonIDs:           "the session holds too many symbols",
}

// String returns the reason as a clause, such as "is not in the base".
func (r Reason) String() string { return reasonNames[r] }

// InvalidError refuses a delta because of one of its operations: delta_invalid
// (spec 10.4 step 3, 10a.5 step 3).
type InvalidError struct {
	Op       Op
	Index    int    // position in its section, from 0
	Identity string // kind and name, edge, or identity value, as a delta writes it
	Reason   Reason
	Detail   string     // more words, or ""
	Node     ast.NodeID // the line, when the delta came from a document; else 0

	// Of ReasonRepeated, ReasonContradictory and ReasonSections the other
	// operation, which stands before this one in a document.
	OtherOp    Op
	OtherIndex int
	Other      ast.NodeID
}

// Error names the operation, the identity and the reason.
func (e *InvalidError) Error() string {
	s := fmt.Sprintf("delta_invalid: %s[%d] %s: %s", e.Op, e.Index, shown(e.Identity), e.Reason)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// BaseError refuses a delta because it applies to another snapshot (spec 10.4
// step 1, 10a.5 step 1).
type BaseError struct {
	Have, Want string // the base's own root, and the delta's base_root
	Profiles   bool   // base and delta are not even of the same profile
}

// Error names both roots.
func (e *BaseError) Error() string {
	if e.Profiles {
		return "the delta is of another profile than the base"
	}
	return fmt.Sprintf("the delta applies to %s, the base is %s", shown(e.Want), e.Have)
}

// RootError refuses a delta, or a full payload, because the content does not
// hash to the root that its header declares: root_mismatch (spec 10.4 step 6).
type RootError struct {
	Declared string
	Computed string
	// Result is what the payload makes of the base. It was not committed; it
	// is here to be explained, see [Differences].
	Result Snapshot
}

// Error names both roots.
func (e *RootError) Error() string {
	return fmt.Sprintf("root_mismatch: declared %s, computed %s", shown(e.Declared), e.Computed)
}

// NoDeltaError says why there is no delta between two snapshots.
type NoDeltaError struct {
	Reason Reason
	Detail string
}

// Error gives the reason.
func (e *NoDeltaError) Error() string {
	if e.Detail == "" {
		return "no delta: " + e.Reason.String()
	}
	return "no delta: " + e.Reason.String() + ": " + e.Detail
}

// DataError says why data is no snapshot: a name with a blank, two rows with
// one identity, an edge to nothing.
type DataError struct {
	What   string     // the symbol, edge or row
	Detail string     // what is wrong with it
	Node   ast.NodeID // the line, when the data came from a document; else 0
}

// Error names the item and what is wrong with it.
func (e *DataError) Error() string { return shown(e.What) + ": " + e.Detail }
