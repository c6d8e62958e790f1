// Package format writes GCF: values in the generic profile ([Generic], row by
// row [TableStream]), graphs in the graph profile ([Graph], [GraphStream]), and
// documents that are there already, canonically and with their comments
// ([Document]). The payloads of sessions and deltas are written by package
// snapshot, which knows their state, with the pieces of this one
// ([AppendTable], [AppendScalar], [AppendKey]).
//
// Canonical output is decided by spec sections 2.3 to 2.4, 7.2 to 7.11 and 16:
// the same value gives the same bytes. Nothing here recurses, so a value may be
// as deep as memory allows, and all work is linear in the size of what is read
// and written.
package format
