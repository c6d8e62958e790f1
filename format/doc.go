// Package format writes GCF: values in the generic profile ([Generic],
// [TableStream]), graphs in the graph profile ([Graph], [GraphStream],
// [GraphSession]), deltas of both ([GraphDelta], [GenericDelta]), and documents
// that are there already, canonically and with their comments ([Document]).
//
// Canonical output is decided by spec sections 2.3 to 2.4, 7.2 to 7.11 and 16:
// the same value gives the same bytes. Nothing here recurses, so a value may be
// as deep as memory allows, and all work is linear in the size of what is read
// and written.
package format
