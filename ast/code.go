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

var codeNames = [...]string{
	MissingHeader:              "missing_header",
	MissingProfile:             "missing_profile",
	UnknownProfile:             "unknown_profile",
	UnknownVersion:             "unknown_version",
	MalformedHeaderField:       "malformed_header_field",
	DuplicateHeaderField:       "duplicate_header_field",
	InvalidHeaderValue:         "invalid_header_value",
	UnterminatedQuote:          "unterminated_quote",
	InvalidEscape:              "invalid_escape",
	TrailingCharacters:         "trailing_characters",
	InvalidMissing:             "invalid_missing",
	InvalidAttachmentMarker:    "invalid_attachment_marker",
	InvalidSurrogate:           "invalid_surrogate",
	InvalidUTF8:                "invalid_utf8",
	OutOfRange:                 "out_of_range",
	DuplicateKey:               "duplicate_key",
	DuplicateFieldName:         "duplicate_field_name",
	DuplicateMemberKey:         "duplicate_member_key",
	RowWidthMismatch:           "row_width_mismatch",
	CountMismatch:              "count_mismatch",
	InvalidCount:               "invalid_count",
	TabIndentation:             "tab_indentation",
	InvalidIndent:              "invalid_indent",
	InvalidItemID:              "invalid_item_id",
	MissingRowID:               "missing_row_id",
	OrphanAttachment:           "orphan_attachment",
	OrphanInlineAttachment:     "orphan_inline_attachment",
	MissingAttachment:          "missing_attachment",
	DuplicateAttachment:        "duplicate_attachment",
	InlineWidthMismatch:        "inline_width_mismatch",
	InvalidKey:                 "invalid_key",
	InvalidSectionHeader:       "invalid_section_header",
	InvalidFieldDeclaration:    "invalid_field_declaration",
	KeyedTooFewFields:          "keyed_too_few_fields",
	KeyedZeroCount:             "keyed_zero_count",
	InvalidMemberKey:           "invalid_member_key",
	PathConflict:               "path_conflict",
	InvalidLine:                "invalid_line",
	TrailingContent:            "trailing_content",
	MisplacedSummary:           "misplaced_summary",
	LimitExceeded:              "limit_exceeded",
	InvalidNodeLine:            "invalid_node_line",
	InvalidSymbolID:            "invalid_symbol_id",
	InvalidScore:               "invalid_score",
	InvalidEdgeSyntax:          "invalid_edge_syntax",
	UnknownEdgeReference:       "unknown_edge_reference",
	DuplicateSymbolID:          "duplicate_symbol_id",
	MissingGroupHeader:         "missing_group_header",
	InvalidSessionReference:    "invalid_session_reference",
	MalformedDelta:             "malformed_delta",
	IdentityMismatch:           "identity_mismatch",
	DuplicateIdentity:          "duplicate_identity",
	UnexpectedBody:             "unexpected_body",
	DeltaInvalid:               "delta_invalid",
	RootMismatch:               "root_mismatch",
	UnknownHeaderField:         "unknown_header_field",
	EmptyHeaderValue:           "empty_header_value",
	ProfileNotFirst:            "profile_not_first",
	HeaderCountMismatch:        "header_count_mismatch",
	TrailingWhitespace:         "trailing_whitespace",
	EmptySection:               "empty_section",
	MissingSummary:             "missing_summary",
	SummaryMismatch:            "summary_mismatch",
	MissingEdgeCount:           "missing_edge_count",
	GroupCountMismatch:         "group_count_mismatch",
	UnknownGroup:               "unknown_group",
	UnknownEdgeStatus:          "unknown_edge_status",
	NonSequentialSymbolID:      "non_sequential_symbol_id",
	NonAsciiGraphField:         "non_ascii_graph_field",
	NonStringMemberKey:         "non_string_member_key",
	HeaderLikeText:             "header_like_text",
	InexactNumber:              "inexact_number",
	PackRootMismatch:           "pack_root_mismatch",
	MissingPackRoot:            "missing_pack_root",
	BudgetExceeded:             "budget_exceeded",
	UnresolvedBaseRoot:         "unresolved_base_root",
	NumberRespelled:            "number_respelled",
	UnknownPackRootAlgorithm:   "unknown_pack_root_algorithm",
	UnsafeInteger:              "unsafe_integer",
	NotCanonical:               "not_canonical",
	UnknownSuppression:         "unknown_suppression",
	UnusedSuppression:          "unused_suppression",
	TooManyProblems:            "too_many_problems",
	CGPMissingMember:           "cgp_missing_member",
	CGPWrongType:               "cgp_wrong_type",
	CGPUnknownWord:             "cgp_unknown_word",
	CGPInvalidCount:            "cgp_invalid_count",
	CGPNullMember:              "cgp_null_member",
	CGPEmptyName:               "cgp_empty_name",
	CGPUnknownMember:           "cgp_unknown_member",
	CGPScoreRange:              "cgp_score_range",
	CGPBlankTitle:              "cgp_blank_title",
	CGPMissingCitation:         "cgp_missing_citation",
	CGPInvalidTime:             "cgp_invalid_time",
	CGPInvalidDigest:           "cgp_invalid_digest",
	CGPRedundantRepresentation: "cgp_redundant_representation",
	CGPMissingContent:          "cgp_missing_content",
	CGPFullWithSource:          "cgp_full_with_source",
	CGPIncompleteCompact:       "cgp_incomplete_compact",
	CGPCompactWithoutDigest:    "cgp_compact_without_digest",
	CGPReferenceWithContent:    "cgp_reference_with_content",
	CGPIncompleteReference:     "cgp_incomplete_reference",
	CGPReferenceWithDigest:     "cgp_reference_with_digest",
	CGPTokenCost:               "cgp_token_cost",
	CGPRelationLabel:           "cgp_relation_label",
	CGPRelationTarget:          "cgp_relation_target",
	CGPRelationName:            "cgp_relation_name",
	CGPRepeatedRelation:        "cgp_repeated_relation",
	CGPGraphWithoutRelations:   "cgp_graph_without_relations",
	CGPValidityOrder:           "cgp_validity_order",
	CGPDigestMismatch:          "cgp_digest_mismatch",
	CGPMissingTokenizer:        "cgp_missing_tokenizer",
	CGPFidelityFloor:           "cgp_fidelity_floor",
	CGPFidelityOmitted:         "cgp_fidelity_omitted",
	CGPInlineRequired:          "cgp_inline_required",
	CGPBareID:                  "cgp_bare_id",
	CGPSameHandle:              "cgp_same_handle",
	CGPInvalidFingerprint:      "cgp_invalid_fingerprint",
	CGPVectorLength:            "cgp_vector_length",
	CGPNoScheme:                "cgp_no_scheme",
	CGPOverBudget:              "cgp_over_budget",
	CGPHonestOverBudget:        "cgp_honest_over_budget",
	CGPTooManyFrames:           "cgp_too_many_frames",
	CGPKindNotAsked:            "cgp_kind_not_asked",
	CGPRepresentationNotAsked:  "cgp_representation_not_asked",
	CGPIdentityConflict:        "cgp_identity_conflict",
	CGPRepeatedIdentity:        "cgp_repeated_identity",
	CGPAmbiguousID:             "cgp_ambiguous_id",
	CGPZeroBudget:              "cgp_zero_budget",
	CGPNotYetValid:             "cgp_not_yet_valid",
	CGPNoLongerValid:           "cgp_no_longer_valid",
	CGPMixedProviders:          "cgp_mixed_providers",
	CGPDroppedNotTruncated:     "cgp_dropped_not_truncated",
	CGPProtocolVersion:         "cgp_protocol_version",
	CGPEgressContradiction:     "cgp_egress_contradiction",
	CGPUnresolvable:            "cgp_unresolvable",
	CGPVerifyBody:              "cgp_verify_body",
	CGPReplacementDigest:       "cgp_replacement_digest",
	CGPUnverifiable:            "cgp_unverifiable",
	SchemaViolation:            "schema_violation",
	SchemaUnusable:             "schema_unusable",
}

// String returns the code as users see it, such as "row_width_mismatch".
func (c Code) String() string { return codeNames[c] }

// Codes returns all codes in the order of their declaration.
func Codes() []Code {
	all := make([]Code, 0, len(codeNames)-1)
	for c := NoCode + 1; int(c) < len(codeNames); c++ {
		all = append(all, c)
	}
	return all
}

// CodeByName returns the code with this name, or NoCode.
func CodeByName(name string) Code {
	for c, n := range codeNames {
		if n == name {
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
