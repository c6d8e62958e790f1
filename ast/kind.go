package ast

// Kind says what a node's line is.
type Kind uint8

// The kinds. 'Decl' and 'Index' say what Node.Decl and Node.Index hold; where
// they are not named Decl is NoDecl and Index the position among the data
// items of the container.
const (
	KindDocument Kind = iota
	KindBlank         // a blank line
	KindComment       // `# …` (spec 11)
	KindHeader        // the `GCF …` line (spec 3)
	KindError         // a line that is nothing; a problem says why
	KindSummary       // `##! summary …` (spec 8.4)

	// Generic profile (spec 7).
	KindScalar      // `=scalar`: the root scalar, spec 7.1
	KindKeyValue    // `key=scalar`
	KindSection     // `## key`: an object; its members are its children
	KindArray       // `## key [N]{…}`, `## [N]…`: any block array or keyed table. Decl: its own
	KindInlineArray // `key[N]: a,b`, `## [N]: a,b`. Decl: its own
	KindRow         // a tabular row. Decl: the field list in force. Index: row number
	KindItem        // `@N …` in an expanded array. Decl: its own; Index: its position
	KindAttachment  // `.field …` (spec 7.4.4). Decl: its own; Index: the column, or NoColumn
	KindInlineBody  // a positional attachment body (spec 7.4.5). Decl: the inline schema; Index: the column

	// Graph profile (spec 5, 6, 9, 10).
	KindGroup       // `## targets`, `## edges [N]`, `## removed`. Decl: its own
	KindSymbol      // `@0 fn pkg.Name 0.78 lsp`; with a distance in a delta
	KindEdge        // `@0<@1 calls`
	KindReference   // `@0  # previously transmitted`
	KindDeltaSymbol // `fn pkg.Name` under `## removed`
	KindDeltaEdge   // `a -> b calls`
)

var kindNames = [...]string{
	"document", "blank", "comment", "header", "error", "summary",
	"scalar", "keyValue", "section", "array", "inlineArray", "row", "item", "attachment", "inlineBody",
	"group", "symbol", "edge", "reference", "deltaSymbol", "deltaEdge",
}

// String returns the kind's name, for debugging and tests.
func (k Kind) String() string { return kindNames[k] }

// Flags are facts about a node that the parser found and that later passes
// would otherwise work out again.
type Flags uint8

// The flags.
const (
	// FlagInvalid: the line has an error of its own; its data may be partial.
	FlagInvalid Flags = 1 << iota
	// FlagRowID: the row begins with `@N `.
	FlagRowID
	// FlagMarkers: the row has at least one `^` or `^{…}` cell.
	FlagMarkers
	// FlagQuotes: the row has at least one `"`, so a plain split on `|` may
	// be wrong.
	FlagQuotes
	// FlagShared: the attachment takes its field list from an earlier row
	// (spec 7.4.5.3); its rows have that list as their Decl.
	FlagShared
	// FlagFlat: no row of the table has a number, markers or attachments. It
	// may have comments, blank lines, and lines that are nothing.
	FlagFlat
)
