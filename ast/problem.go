package ast

// Problem is one thing that is wrong with a document, as compact as a node: a
// rule of package diagnostics turns it into a message, related places and
// fixes when somebody asks.
type Problem struct {
	Code       Code
	Cause      Cause  // what the writer most likely did, where the parser can tell
	Node       NodeID // the line it belongs to; 0 for the document
	Start, End uint32 // the tight range: the extra cell, not the row
	Have, Want uint32 // numbers for the message: counts, widths, ids
	// RelStart and RelEnd are the related place: the declaration, the first
	// of two duplicates, the row of an attachment. RelEnd is 0 for none.
	RelStart, RelEnd uint32
}

// Cause is a mistake that writers of GCF, language models above all, make
// often enough to be recognised: it selects a message and a fix of the rule.
type Cause uint8

// The causes. Each comment says which codes carry it, what the ranges mean.
const (
	NoCause Cause = iota

	// missing_header.
	CauseEmpty     // the document is empty or has only blanks
	CauseBOM       // a byte order mark before `GCF`; Start..End is the mark
	CauseFence     // a Markdown fence line before the payload; Start..End covers the lines to remove
	CauseLabel     // a label or prose line before the payload; Start..End covers the lines to remove
	CauseProse     // nothing in the document is GCF
	CauseHeadless  // the body is GCF, the header line is missing
	CauseJSON      // the document is JSON
	CauseLateCase  // `gcf profile=…`: the prefix in the wrong case
	CauseFenceTail // trailing_content, invalid_line: a closing fence after the payload

	// orphan_attachment, row_width_mismatch: rows have attachments or `^`
	// cells for a column that the field list omits. Start..End is the field
	// list; RelStart..RelEnd the first attachment line. Have is the number of
	// rows concerned.
	CauseColumnOmitted
	// invalid_attachment_marker, orphan_attachment: `^ [1]{a,b}` or
	// `.items [1]{a,b}` in a cell. Start..End is the cell.
	CauseHeaderInCell
	// invalid_count: `.items` or `## rows {a,b}` without `[N]`. Want is the
	// real number of items, when known.
	CauseCountMissing
	// invalid_indent: the body lines of an attachment at their row's
	// indentation. RelStart..RelEnd is the attachment header. Have and Want
	// are the indentation in spaces.
	CauseBodyNotIndented
	// invalid_key: `customer>id`, `customer.id`, `customer;id` in a field
	// list. Start..End is the first such name.
	CausePathColumn
	// row_width_mismatch: one cell too many (Start..End is that cell) or one
	// too few (Start..End is the last cell, Index of the missing column in
	// RelStart with RelEnd 0).
	CauseExtraCell
	CauseMissingCell
	// row_width_mismatch: every row of the table has the same wrong width;
	// Start..End is the field list, RelStart..RelEnd the first row.
	CauseAllRows
	// invalid_line, orphan_inline_attachment: rows with no header above them.
	// Start..End is the first row, Have their number, Want their width.
	CauseRowsWithoutHeader
	// count_mismatch and any code: the text stops in the middle of a line or
	// of a declared table.
	CauseTruncated
	// invalid_line, row_width_mismatch, count_mismatch: `#note`, a comment
	// without its space.
	CauseCommentNoSpace
	// count_mismatch: more items than declared. Start..End is the first
	// surplus item, RelStart..RelEnd the count.
	CauseSurplus
	// invalid_line, invalid_section_header: a space is missing. Start is
	// where it belongs (Start..End is the token around it).
	CauseSpaceMissing
	// invalid_field_declaration: a form of a newer spec, as `{id,region=us-east}`.
	CauseNewerSpec
	// invalid_line: a header inside a body: a second payload, which is not read.
	CauseSecondPayload
	// invalid_line: text behind the declaration of an attachment or an item,
	// such as the colon of `.a {}:`. invalid_field_declaration: the braces of
	// `## a {}`. Start..End is that text.
	CauseJunkAfter
	// invalid_line: `key: value`, as in YAML.
	CauseYAML
	// unknown_version.
	CauseVersion
	// identity_mismatch: key= without an @field, an @field without key=, two
	// that differ, more than one @field.
	CauseKeyWithoutField
	CauseFieldWithoutKey
	CauseKeyDiffers
	CauseManyIdentities
	// malformed_delta: which part.
	CauseDeltaSection  // a section that a delta may not have
	CauseDeltaRepeated // a section that is there twice
	CauseDeltaLine     // a line of the wrong form for its section
	CauseDeltaDistance // an added symbol without its distance
	CauseDeltaIdentity // a section whose rows have no identity column
	// out_of_range: a number that cannot be a string instead.
	CauseNotACell
	// not_canonical, trailing_characters: which part. Of other codes blanks where
	// the grammar has none, or exactly one space; Want is how many it has.
	CauseSpaces     // blanks around a delimiter or more than one between header fields
	CauseEmptyToken // an empty unquoted token
	CauseUnquoted   // a bare text that spec 2.4 quotes
	// limit_exceeded: which limit. Have is what the document has, Want the limit.
	CauseDepth
	CauseColumns
	CauseMembers
	CauseSize  // in bytes
	CausePaths // the objects that path columns stand for
)
