// Package refactor changes documents on request: it offers the refactorings at
// a place ([At]) and makes the edits of one ([Action.Edits]). Each keeps the
// value of the document, or changes exactly what its title says; a result that
// does not is refused instead of offered.
//
// Offsets are bytes of the source.
package refactor
