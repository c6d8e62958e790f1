package ast

import "fmt"

// Code names what is wrong. The names are the ecosystem's own, so that a
// message can be searched for; they are never reused. Severity, message and
// page of a code are its rule's, in package diagnostics.
type Code uint8

// The codes that the parser and the rules report. NoCode is none.
const (
	NoCode Code = iota

	// Header.
	MissingHeader
	MissingProfile
	UnknownProfile
	UnknownVersion
	MalformedHeaderField
	DuplicateHeaderField
	InvalidHeaderValue

	// Scalar.
	UnterminatedQuote
	InvalidEscape
	TrailingCharacters
	InvalidMissing
	InvalidAttachmentMarker
	InvalidSurrogate
	InvalidUTF8
	OutOfRange

	// Structure.
	DuplicateKey
	DuplicateFieldName
	DuplicateMemberKey
	RowWidthMismatch
	CountMismatch
	InvalidCount
	TabIndentation
	InvalidIndent
	InvalidItemID
	MissingRowID
	OrphanAttachment
	OrphanInlineAttachment
	MissingAttachment
	DuplicateAttachment
	InlineWidthMismatch
	InvalidKey
	InvalidSectionHeader
	InvalidFieldDeclaration
	KeyedTooFewFields
	KeyedZeroCount
	InvalidMemberKey
	PathConflict
	InvalidLine
	TrailingContent
	MisplacedSummary
	LimitExceeded

	// Graph.
	InvalidNodeLine
	InvalidSymbolID
	InvalidScore
	InvalidEdgeSyntax
	UnknownEdgeReference
	DuplicateSymbolID
	MissingGroupHeader
	InvalidSessionReference

	// Delta.
	MalformedDelta
	IdentityMismatch
	DuplicateIdentity
	UnexpectedBody
	DeltaInvalid
	RootMismatch

	// Warnings.
	UnknownHeaderField
	EmptyHeaderValue
	ProfileNotFirst
	HeaderCountMismatch
	TrailingWhitespace
	EmptySection
	MissingSummary
	SummaryMismatch
	MissingEdgeCount
	GroupCountMismatch
	UnknownGroup
	UnknownEdgeStatus
	NonSequentialSymbolID
	NonAsciiGraphField
	NonStringMemberKey
	HeaderLikeText
	InexactNumber
	PackRootMismatch
	MissingPackRoot
	BudgetExceeded

	// Information and hints.
	UnresolvedBaseRoot
	NumberRespelled
	UnknownPackRootAlgorithm
	UnsafeInteger
	NotCanonical
	UnlikelyText
	PrototypeSegment

	// Suppressions.
	UnknownSuppression
	UnusedSuppression

	// The checker's own.
	TooManyProblems

	// Context Graph Protocol frames (package frames).
	CGPMissingMember
	CGPWrongType
	CGPUnknownWord
	CGPInvalidCount
	CGPNullMember
	CGPEmptyName
	CGPUnknownMember
	CGPScoreRange
	CGPBlankTitle
	CGPMissingCitation
	CGPInvalidTime
	CGPInvalidDigest
	CGPRedundantRepresentation
	CGPMissingContent
	CGPFullWithSource
	CGPIncompleteCompact
	CGPCompactWithoutDigest
	CGPReferenceWithContent
	CGPIncompleteReference
	CGPReferenceWithDigest
	CGPTokenCost
	CGPRelationLabel
	CGPRelationTarget
	CGPRelationName
	CGPRepeatedRelation
	CGPGraphWithoutRelations
	CGPValidityOrder
	CGPDigestMismatch
	CGPMissingTokenizer
	CGPFidelityFloor
	CGPFidelityOmitted
	CGPInlineRequired
	CGPBareID
	CGPSameHandle
	CGPInvalidFingerprint
	CGPVectorLength
	CGPNoScheme
	CGPOverBudget
	CGPHonestOverBudget
	CGPTooManyFrames
	CGPKindNotAsked
	CGPRepresentationNotAsked
	CGPIdentityConflict
	CGPRepeatedIdentity
	CGPAmbiguousID
	CGPZeroBudget
	CGPNotYetValid
	CGPNoLongerValid
	CGPMixedProviders
	CGPDroppedNotTruncated
	CGPProtocolVersion
	CGPEgressContradiction
	CGPUnresolvable
	CGPVerifyBody
	CGPReplacementDigest
	CGPUnverifiable

	// The JSON Schema of the data.
	SchemaViolation
	SchemaUnusable
)

// Category is what codes are about. The configuration can set the severity of
// all codes of one, by its name.
type Category string

// The categories of codes.
const (
	AboutHeader    Category = "header"
	AboutScalars   Category = "scalars"
	AboutStructure Category = "structure"
	AboutGraphs    Category = "graphs"
	AboutRoots     Category = "roots" // and deltas
	AboutSpelling  Category = "spelling"
	AboutComments  Category = "comments" // to this project's tools
	AboutChecker   Category = "checker"
	AboutCGP       Category = "cgp"
	AboutSchema    Category = "schema"
)

// Categories returns all categories.
func Categories() []Category {
	return []Category{AboutHeader, AboutScalars, AboutStructure, AboutGraphs, AboutRoots, AboutSpelling, AboutComments, AboutChecker, AboutCGP, AboutSchema}
}

// Whether a strict decoder must reject a document with the code (spec 16.5).
const (
	rejects = true
	tells   = false
)

// codes says of each code its name, its category and whether it rejects. Their
// order is that of the pages, and nothing else.
var codes = [...]struct {
	name     string
	category Category
	rejects  bool
}{
	NoCode:                     {},
	MissingHeader:              {"missing_header", AboutHeader, rejects},
	MissingProfile:             {"missing_profile", AboutHeader, rejects},
	UnknownProfile:             {"unknown_profile", AboutHeader, rejects},
	UnknownVersion:             {"unknown_version", AboutHeader, rejects},
	MalformedHeaderField:       {"malformed_header_field", AboutHeader, rejects},
	DuplicateHeaderField:       {"duplicate_header_field", AboutHeader, rejects},
	InvalidHeaderValue:         {"invalid_header_value", AboutHeader, rejects},
	UnterminatedQuote:          {"unterminated_quote", AboutScalars, rejects},
	InvalidEscape:              {"invalid_escape", AboutScalars, rejects},
	TrailingCharacters:         {"trailing_characters", AboutScalars, rejects},
	InvalidMissing:             {"invalid_missing", AboutScalars, rejects},
	InvalidAttachmentMarker:    {"invalid_attachment_marker", AboutScalars, rejects},
	InvalidSurrogate:           {"invalid_surrogate", AboutScalars, rejects},
	InvalidUTF8:                {"invalid_utf8", AboutScalars, rejects},
	OutOfRange:                 {"out_of_range", AboutScalars, rejects},
	DuplicateKey:               {"duplicate_key", AboutStructure, rejects},
	DuplicateFieldName:         {"duplicate_field_name", AboutStructure, rejects},
	DuplicateMemberKey:         {"duplicate_member_key", AboutStructure, rejects},
	RowWidthMismatch:           {"row_width_mismatch", AboutStructure, rejects},
	CountMismatch:              {"count_mismatch", AboutStructure, rejects},
	InvalidCount:               {"invalid_count", AboutStructure, rejects},
	TabIndentation:             {"tab_indentation", AboutStructure, rejects},
	InvalidIndent:              {"invalid_indent", AboutStructure, rejects},
	InvalidItemID:              {"invalid_item_id", AboutStructure, rejects},
	MissingRowID:               {"missing_row_id", AboutStructure, rejects},
	OrphanAttachment:           {"orphan_attachment", AboutStructure, rejects},
	OrphanInlineAttachment:     {"orphan_inline_attachment", AboutStructure, rejects},
	MissingAttachment:          {"missing_attachment", AboutStructure, rejects},
	DuplicateAttachment:        {"duplicate_attachment", AboutStructure, rejects},
	InlineWidthMismatch:        {"inline_width_mismatch", AboutStructure, rejects},
	InvalidKey:                 {"invalid_key", AboutStructure, rejects},
	InvalidSectionHeader:       {"invalid_section_header", AboutStructure, rejects},
	InvalidFieldDeclaration:    {"invalid_field_declaration", AboutStructure, rejects},
	KeyedTooFewFields:          {"keyed_too_few_fields", AboutStructure, rejects},
	KeyedZeroCount:             {"keyed_zero_count", AboutStructure, rejects},
	InvalidMemberKey:           {"invalid_member_key", AboutStructure, rejects},
	PathConflict:               {"path_conflict", AboutStructure, rejects},
	InvalidLine:                {"invalid_line", AboutStructure, rejects},
	TrailingContent:            {"trailing_content", AboutStructure, rejects},
	MisplacedSummary:           {"misplaced_summary", AboutStructure, rejects},
	LimitExceeded:              {"limit_exceeded", AboutStructure, rejects},
	InvalidNodeLine:            {"invalid_node_line", AboutGraphs, rejects},
	InvalidSymbolID:            {"invalid_symbol_id", AboutGraphs, rejects},
	InvalidScore:               {"invalid_score", AboutGraphs, rejects},
	InvalidEdgeSyntax:          {"invalid_edge_syntax", AboutGraphs, rejects},
	UnknownEdgeReference:       {"unknown_edge_reference", AboutGraphs, rejects},
	DuplicateSymbolID:          {"duplicate_symbol_id", AboutGraphs, rejects},
	MissingGroupHeader:         {"missing_group_header", AboutGraphs, rejects},
	InvalidSessionReference:    {"invalid_session_reference", AboutGraphs, rejects},
	MalformedDelta:             {"malformed_delta", AboutRoots, rejects},
	IdentityMismatch:           {"identity_mismatch", AboutRoots, rejects},
	DuplicateIdentity:          {"duplicate_identity", AboutRoots, rejects},
	UnexpectedBody:             {"unexpected_body", AboutRoots, rejects},
	DeltaInvalid:               {"delta_invalid", AboutRoots, rejects},
	RootMismatch:               {"root_mismatch", AboutRoots, rejects},
	UnknownHeaderField:         {"unknown_header_field", AboutHeader, tells},
	EmptyHeaderValue:           {"empty_header_value", AboutHeader, tells},
	ProfileNotFirst:            {"profile_not_first", AboutHeader, tells},
	HeaderCountMismatch:        {"header_count_mismatch", AboutHeader, tells},
	TrailingWhitespace:         {"trailing_whitespace", AboutSpelling, tells},
	EmptySection:               {"empty_section", AboutGraphs, tells},
	MissingSummary:             {"missing_summary", AboutStructure, tells},
	SummaryMismatch:            {"summary_mismatch", AboutStructure, tells},
	MissingEdgeCount:           {"missing_edge_count", AboutGraphs, tells},
	GroupCountMismatch:         {"group_count_mismatch", AboutGraphs, tells},
	UnknownGroup:               {"unknown_group", AboutGraphs, tells},
	UnknownEdgeStatus:          {"unknown_edge_status", AboutGraphs, tells},
	NonSequentialSymbolID:      {"non_sequential_symbol_id", AboutGraphs, tells},
	NonAsciiGraphField:         {"non_ascii_graph_field", AboutGraphs, tells},
	NonStringMemberKey:         {"non_string_member_key", AboutStructure, tells},
	HeaderLikeText:             {"header_like_text", AboutStructure, tells},
	InexactNumber:              {"inexact_number", AboutScalars, tells},
	PackRootMismatch:           {"pack_root_mismatch", AboutRoots, tells},
	MissingPackRoot:            {"missing_pack_root", AboutRoots, tells},
	BudgetExceeded:             {"budget_exceeded", AboutHeader, tells},
	UnresolvedBaseRoot:         {"unresolved_base_root", AboutRoots, tells},
	NumberRespelled:            {"number_respelled", AboutSpelling, tells},
	UnknownPackRootAlgorithm:   {"unknown_pack_root_algorithm", AboutRoots, tells},
	UnsafeInteger:              {"unsafe_integer", AboutScalars, tells},
	NotCanonical:               {"not_canonical", AboutSpelling, tells},
	UnlikelyText:               {"unlikely_text", AboutScalars, tells},
	PrototypeSegment:           {"prototype_segment", AboutStructure, tells},
	UnknownSuppression:         {"unknown_suppression", AboutComments, tells},
	UnusedSuppression:          {"unused_suppression", AboutComments, tells},
	TooManyProblems:            {"too_many_problems", AboutChecker, tells},
	CGPMissingMember:           {"cgp_missing_member", AboutCGP, tells},
	CGPWrongType:               {"cgp_wrong_type", AboutCGP, tells},
	CGPUnknownWord:             {"cgp_unknown_word", AboutCGP, tells},
	CGPInvalidCount:            {"cgp_invalid_count", AboutCGP, tells},
	CGPNullMember:              {"cgp_null_member", AboutCGP, tells},
	CGPEmptyName:               {"cgp_empty_name", AboutCGP, tells},
	CGPUnknownMember:           {"cgp_unknown_member", AboutCGP, tells},
	CGPScoreRange:              {"cgp_score_range", AboutCGP, tells},
	CGPBlankTitle:              {"cgp_blank_title", AboutCGP, tells},
	CGPMissingCitation:         {"cgp_missing_citation", AboutCGP, tells},
	CGPInvalidTime:             {"cgp_invalid_time", AboutCGP, tells},
	CGPInvalidDigest:           {"cgp_invalid_digest", AboutCGP, tells},
	CGPRedundantRepresentation: {"cgp_redundant_representation", AboutCGP, tells},
	CGPMissingContent:          {"cgp_missing_content", AboutCGP, tells},
	CGPFullWithSource:          {"cgp_full_with_source", AboutCGP, tells},
	CGPIncompleteCompact:       {"cgp_incomplete_compact", AboutCGP, tells},
	CGPCompactWithoutDigest:    {"cgp_compact_without_digest", AboutCGP, tells},
	CGPReferenceWithContent:    {"cgp_reference_with_content", AboutCGP, tells},
	CGPIncompleteReference:     {"cgp_incomplete_reference", AboutCGP, tells},
	CGPReferenceWithDigest:     {"cgp_reference_with_digest", AboutCGP, tells},
	CGPTokenCost:               {"cgp_token_cost", AboutCGP, tells},
	CGPRelationLabel:           {"cgp_relation_label", AboutCGP, tells},
	CGPRelationTarget:          {"cgp_relation_target", AboutCGP, tells},
	CGPRelationName:            {"cgp_relation_name", AboutCGP, tells},
	CGPRepeatedRelation:        {"cgp_repeated_relation", AboutCGP, tells},
	CGPGraphWithoutRelations:   {"cgp_graph_without_relations", AboutCGP, tells},
	CGPValidityOrder:           {"cgp_validity_order", AboutCGP, tells},
	CGPDigestMismatch:          {"cgp_digest_mismatch", AboutCGP, tells},
	CGPMissingTokenizer:        {"cgp_missing_tokenizer", AboutCGP, tells},
	CGPFidelityFloor:           {"cgp_fidelity_floor", AboutCGP, tells},
	CGPFidelityOmitted:         {"cgp_fidelity_omitted", AboutCGP, tells},
	CGPInlineRequired:          {"cgp_inline_required", AboutCGP, tells},
	CGPBareID:                  {"cgp_bare_id", AboutCGP, tells},
	CGPSameHandle:              {"cgp_same_handle", AboutCGP, tells},
	CGPInvalidFingerprint:      {"cgp_invalid_fingerprint", AboutCGP, tells},
	CGPVectorLength:            {"cgp_vector_length", AboutCGP, tells},
	CGPNoScheme:                {"cgp_no_scheme", AboutCGP, tells},
	CGPOverBudget:              {"cgp_over_budget", AboutCGP, tells},
	CGPHonestOverBudget:        {"cgp_honest_over_budget", AboutCGP, tells},
	CGPTooManyFrames:           {"cgp_too_many_frames", AboutCGP, tells},
	CGPKindNotAsked:            {"cgp_kind_not_asked", AboutCGP, tells},
	CGPRepresentationNotAsked:  {"cgp_representation_not_asked", AboutCGP, tells},
	CGPIdentityConflict:        {"cgp_identity_conflict", AboutCGP, tells},
	CGPRepeatedIdentity:        {"cgp_repeated_identity", AboutCGP, tells},
	CGPAmbiguousID:             {"cgp_ambiguous_id", AboutCGP, tells},
	CGPZeroBudget:              {"cgp_zero_budget", AboutCGP, tells},
	CGPNotYetValid:             {"cgp_not_yet_valid", AboutCGP, tells},
	CGPNoLongerValid:           {"cgp_no_longer_valid", AboutCGP, tells},
	CGPMixedProviders:          {"cgp_mixed_providers", AboutCGP, tells},
	CGPDroppedNotTruncated:     {"cgp_dropped_not_truncated", AboutCGP, tells},
	CGPProtocolVersion:         {"cgp_protocol_version", AboutCGP, tells},
	CGPEgressContradiction:     {"cgp_egress_contradiction", AboutCGP, tells},
	CGPUnresolvable:            {"cgp_unresolvable", AboutCGP, tells},
	CGPVerifyBody:              {"cgp_verify_body", AboutCGP, tells},
	CGPReplacementDigest:       {"cgp_replacement_digest", AboutCGP, tells},
	CGPUnverifiable:            {"cgp_unverifiable", AboutCGP, tells},
	SchemaViolation:            {"schema_violation", AboutSchema, tells},
	SchemaUnusable:             {"schema_unusable", AboutSchema, tells},
}

// Category returns what the code is about.
func (c Code) Category() Category { return codes[c].category }

// Rejects reports whether a strict decoder must reject a document with the code
// (spec 16.5).
func (c Code) Rejects() bool { return codes[c].rejects }

// String returns the code as users see it, such as "row_width_mismatch".
func (c Code) String() string { return codes[c].name }

// Codes returns all codes in the order of their declaration.
func Codes() []Code {
	all := make([]Code, 0, len(codes)-1)
	for c := NoCode + 1; int(c) < len(codes); c++ {
		all = append(all, c)
	}
	return all
}

// CodeByName returns the code with this name, or NoCode.
func CodeByName(name string) Code {
	for c := range codes {
		if name != "" && codes[c].name == name {
			return Code(c)
		}
	}
	return NoCode
}

// MarshalText returns the code's name, for JSON and what works like it.
func (c Code) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText sets the code of a name.
func (c *Code) UnmarshalText(name []byte) error {
	found := CodeByName(string(name))
	if found == NoCode && len(name) > 0 {
		return fmt.Errorf("unknown code %q", name)
	}
	*c = found
	return nil
}
