package value

import "gcf-lsp/spec"

// AbbreviateKind returns a symbol's kind as the graph profile writes it: "fn"
// for "function" (spec 5). Unknown kinds are their own abbreviation.
func AbbreviateKind(kind string) string { return spec.ShortKind(kind) }

// ExpandKind returns the full form of a symbol's kind: "function" for "fn".
// Unknown kinds are their own full form.
func ExpandKind(kind string) string { return spec.FullKind(kind) }
