package diagnostics

import "gcf-lsp/ast"

// rules lists the rule of every code, in the order of the codes.
var rules = [...]*Rule{
	// Header.
	&missingHeader,
	&missingProfile,
	&unknownProfile,
	&unknownVersion,
	&malformedHeaderField,
	&duplicateHeaderField,
	&invalidHeaderValue,
	// Scalar.
	&unterminatedQuote,
	&invalidEscape,
	&trailingCharacters,
	&invalidMissing,
	&invalidAttachmentMarker,
	&invalidSurrogate,
	&invalidUTF8,
	&outOfRange,
	// Structure.
	&duplicateKey,
	&duplicateFieldName,
	&duplicateMemberKey,
	&rowWidthMismatch,
	&countMismatch,
	&invalidCount,
	&tabIndentation,
	&invalidIndent,
	&invalidItemID,
	&missingRowID,
	&orphanAttachment,
	&orphanInlineAttachment,
	&missingAttachment,
	&duplicateAttachment,
	&inlineWidthMismatch,
	&invalidKey,
	&invalidSectionHeader,
	&invalidFieldDeclaration,
	&keyedTooFewFields,
	&keyedZeroCount,
	&invalidMemberKey,
	&pathConflict,
	&invalidLine,
	&trailingContent,
	&misplacedSummary,
	&limitExceeded,
	// Graph.
	&invalidNodeLine,
	&invalidSymbolID,
	&invalidScore,
	&invalidEdgeSyntax,
	&unknownEdgeReference,
	&duplicateSymbolID,
	&missingGroupHeader,
	&invalidSessionReference,
	// Delta.
	&malformedDelta,
	&identityMismatch,
	&duplicateIdentity,
	&unexpectedBody,
	&deltaInvalid,
	&rootMismatch,
	// Warnings.
	&unknownHeaderField,
	&emptyHeaderValue,
	&profileNotFirst,
	&headerCountMismatch,
	&trailingWhitespace,
	&emptySection,
	&missingSummary,
	&summaryMismatch,
	&missingEdgeCount,
	&groupCountMismatch,
	&unknownGroup,
	&unknownEdgeStatus,
	&nonSequentialSymbolID,
	&nonAsciiGraphField,
	&nonStringMemberKey,
	&inexactNumber,
	&packRootMismatch,
	&missingPackRoot,
	&budgetExceeded,
	// Information and hints.
	&unresolvedBaseRoot,
	&numberRespelled,
	&unknownPackRootAlgorithm,
	&unsafeInteger,
	&notCanonical,
	// Suppressions.
	&unknownSuppression,
	&unusedSuppression,
	// The checker's own.
	&tooManyProblems,
}

// Rules returns the rules of all codes, in the order of the codes. The slice is
// the caller's, the rules are shared.
func Rules() []*Rule { return append([]*Rule(nil), rules[:]...) }

// ByCode returns the rule of a code, or nil for a code without one.
func ByCode(code ast.Code) *Rule {
	if code == ast.NoCode || int(code) > len(rules) {
		return nil
	}
	return rules[code-1]
}
