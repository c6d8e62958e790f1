// Package diagnostics says what is wrong with a GCF document, in words, with
// the place, the related places and the fix. Each code has one [Rule] in one
// file; [Check] runs them over a parsed document.
package diagnostics

import (
	"fmt"

	"gcf-lsp/ast"
)

// Severity is how bad a diagnostic is.
type Severity uint8

// The severities, worst first. Off silences a rule.
const (
	Off Severity = iota
	Error
	Warning
	Information
	Hint
)

var severityNames = [...]string{"off", "error", "warning", "information", "hint"}

// String returns the severity's name as the configuration writes it.
func (s Severity) String() string { return severityNames[s] }

// MarshalText returns the severity's name, for JSON and what works like it.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets the severity of a name.
func (s *Severity) UnmarshalText(name []byte) error {
	found, ok := SeverityByName(string(name))
	if !ok {
		return fmt.Errorf("unknown severity %q", name)
	}
	*s = found
	return nil
}

// SeverityByName returns the severity with this name, and false where there is
// none.
func SeverityByName(name string) (Severity, bool) {
	for i, n := range severityNames {
		if n == name {
			return Severity(i), true
		}
	}
	return Off, false
}

// Diagnostic is one finding. Offsets are bytes into the document's source.
type Diagnostic struct {
	Code       ast.Code
	Severity   Severity
	Message    string
	Start, End int
	Related    []Related
	Fixes      []Fix
	// Mistake is what is behind the finding, where package diagnosis knows it.
	Mistake *Mistake
	// Suppressed says that a comment suppresses the finding, for the Reason
	// that it gives; see Options.KeepSuppressed.
	Suppressed bool
	Reason     string
}

// Mistake is what the writer of a document did, and what was meant.
type Mistake struct {
	Slip   string     // its name, see package diagnosis
	Cause  string     // what is written, what was meant, what to write; one clause
	Places []ast.Span // the lines concerned, the first included, in order
	// Wrong and Right are the first of these lines, as it is and as it should
	// be. Right is "" where the line is to go, Wrong where one is to come.
	Wrong, Right string
}

// Related is a place that helps to understand a diagnostic, in the same
// document: a declaration, the first of two duplicates.
type Related struct {
	Message    string
	Start, End int
}

// Fix is a way to repair a diagnostic.
type Fix struct {
	Title string
	// Safe says that the fix changes no data and needs no decision: it may be
	// applied without asking.
	Safe bool
	// Lossy says that the fix drops or makes up data: it is applied alone, by
	// who chooses it.
	Lossy bool
	Edits []Edit // ordered by Start, not overlapping
}

// Edit replaces the bytes from Start to End of the source by Text.
type Edit struct {
	Start, End int
	Text       string
}
