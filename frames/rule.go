package frames

import (
	"slices"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// Rule is one rule of the protocol, or one that follows from its definitions.
// Records are shared and must not be changed.
type Rule struct {
	// ID is the rule's name in the specification, such as B3; T and L ids are
	// ours.
	ID string
	// Code is what it is reported under. Its page is in package diagnostics.
	Code     ast.Code
	Severity diagnostics.Severity
	// Strict says that the rule is an error under the setting strict: the
	// published suite or specification demands it where the concepts do not.
	Strict bool
}

// Rules of the form of members (T), found while an object is compared with
// its shape.
var (
	ruleT1 = &Rule{ID: "T1", Code: ast.CGPMissingMember, Severity: diagnostics.Error}
	ruleT2 = &Rule{ID: "T2", Code: ast.CGPWrongType, Severity: diagnostics.Error}
	ruleT3 = &Rule{ID: "T3", Code: ast.CGPUnknownWord, Severity: diagnostics.Error}
	ruleT4 = &Rule{ID: "T4", Code: ast.CGPInvalidCount, Severity: diagnostics.Error}
	ruleT5 = &Rule{ID: "T5", Code: ast.CGPNullMember, Severity: diagnostics.Error}
	ruleT6 = &Rule{ID: "T6", Code: ast.CGPEmptyName, Severity: diagnostics.Error}
	ruleT7 = &Rule{ID: "T7", Code: ast.CGPUnknownMember, Severity: diagnostics.Information}
)

// Rules of a frame.
var (
	ruleF1  = &Rule{ID: "F1", Code: ast.CGPScoreRange, Severity: diagnostics.Error}
	ruleF2  = &Rule{ID: "F2", Code: ast.CGPBlankTitle, Severity: diagnostics.Error}
	ruleF3  = &Rule{ID: "F3", Code: ast.CGPMissingCitation, Severity: diagnostics.Error}
	ruleF4  = &Rule{ID: "F4", Code: ast.CGPInvalidTime, Severity: diagnostics.Error}
	ruleF5  = &Rule{ID: "F5", Code: ast.CGPInvalidDigest, Severity: diagnostics.Error}
	ruleD1  = &Rule{ID: "D1", Code: ast.CGPInvalidDigest, Severity: diagnostics.Error}
	ruleP0  = &Rule{ID: "P0", Code: ast.CGPRedundantRepresentation, Severity: diagnostics.Warning}
	ruleP1a = &Rule{ID: "P1a", Code: ast.CGPMissingContent, Severity: diagnostics.Error}
	ruleP1b = &Rule{ID: "P1b", Code: ast.CGPFullWithSource, Severity: diagnostics.Warning, Strict: true}
	ruleP2  = &Rule{ID: "P2", Code: ast.CGPIncompleteCompact, Severity: diagnostics.Error}
	ruleP2d = &Rule{ID: "P2d", Code: ast.CGPCompactWithoutDigest, Severity: diagnostics.Warning, Strict: true}
	ruleP3a = &Rule{ID: "P3a", Code: ast.CGPReferenceWithContent, Severity: diagnostics.Error}
	ruleP3b = &Rule{ID: "P3b", Code: ast.CGPIncompleteReference, Severity: diagnostics.Error}
	ruleP3c = &Rule{ID: "P3c", Code: ast.CGPReferenceWithDigest, Severity: diagnostics.Error}
	ruleB3  = &Rule{ID: "B3", Code: ast.CGPTokenCost, Severity: diagnostics.Error}
	ruleG1  = &Rule{ID: "G1", Code: ast.CGPRelationLabel, Severity: diagnostics.Warning, Strict: true}
	ruleG2  = &Rule{ID: "G2", Code: ast.CGPRelationTarget, Severity: diagnostics.Error}
	ruleU3  = &Rule{ID: "U3", Code: ast.CGPRelationName, Severity: diagnostics.Error}
	ruleL01 = &Rule{ID: "L01", Code: ast.CGPValidityOrder, Severity: diagnostics.Warning}
	ruleL02 = &Rule{ID: "L02", Code: ast.CGPDigestMismatch, Severity: diagnostics.Warning}
	ruleL03 = &Rule{ID: "L03", Code: ast.CGPInvalidDigest, Severity: diagnostics.Warning}
	ruleL04 = &Rule{ID: "L04", Code: ast.CGPMissingTokenizer, Severity: diagnostics.Warning}
	ruleL05 = &Rule{ID: "L05", Code: ast.CGPFidelityFloor, Severity: diagnostics.Warning}
	ruleL06 = &Rule{ID: "L06", Code: ast.CGPInlineRequired, Severity: diagnostics.Warning}
	ruleL07 = &Rule{ID: "L07", Code: ast.CGPFidelityOmitted, Severity: diagnostics.Information}
	ruleL08 = &Rule{ID: "L08", Code: ast.CGPInvalidTime, Severity: diagnostics.Warning}
	ruleL09 = &Rule{ID: "L09", Code: ast.CGPBareID, Severity: diagnostics.Warning}
	ruleL10 = &Rule{ID: "L10", Code: ast.CGPSameHandle, Severity: diagnostics.Warning}
	ruleL11 = &Rule{ID: "L11", Code: ast.CGPInvalidFingerprint, Severity: diagnostics.Information}
	ruleL12 = &Rule{ID: "L12", Code: ast.CGPVectorLength, Severity: diagnostics.Warning}
	ruleL13 = &Rule{ID: "L13", Code: ast.CGPInvalidDigest, Severity: diagnostics.Warning}
	ruleL14 = &Rule{ID: "L14", Code: ast.CGPNoScheme, Severity: diagnostics.Information}
	ruleL15 = &Rule{ID: "L15", Code: ast.CGPRelationName, Severity: diagnostics.Information}
	ruleL16 = &Rule{ID: "L16", Code: ast.CGPRepeatedRelation, Severity: diagnostics.Information}
	ruleL17 = &Rule{ID: "L17", Code: ast.CGPGraphWithoutRelations, Severity: diagnostics.Warning}
)

// Rules of a result and its query.
var (
	ruleB1  = &Rule{ID: "B1", Code: ast.CGPOverBudget, Severity: diagnostics.Error}
	ruleB1h = &Rule{ID: "B1h", Code: ast.CGPHonestOverBudget, Severity: diagnostics.Warning}
	ruleB4  = &Rule{ID: "B4", Code: ast.CGPTooManyFrames, Severity: diagnostics.Error}
	ruleQ1  = &Rule{ID: "Q1", Code: ast.CGPKindNotAsked, Severity: diagnostics.Error}
	ruleP5  = &Rule{ID: "P5", Code: ast.CGPRepresentationNotAsked, Severity: diagnostics.Warning}
	ruleD2a = &Rule{ID: "D2a", Code: ast.CGPIdentityConflict, Severity: diagnostics.Error}
	ruleD2b = &Rule{ID: "D2b", Code: ast.CGPRepeatedIdentity, Severity: diagnostics.Warning}
	ruleD2c = &Rule{ID: "D2c", Code: ast.CGPAmbiguousID, Severity: diagnostics.Warning}
	ruleL18 = &Rule{ID: "L18", Code: ast.CGPZeroBudget, Severity: diagnostics.Information}
	ruleL19 = &Rule{ID: "L19", Code: ast.CGPNotYetValid, Severity: diagnostics.Warning}
	ruleL20 = &Rule{ID: "L20", Code: ast.CGPNoLongerValid, Severity: diagnostics.Information}
	ruleL21 = &Rule{ID: "L21", Code: ast.CGPMixedProviders, Severity: diagnostics.Warning}
	ruleL22 = &Rule{ID: "L22", Code: ast.CGPDroppedNotTruncated, Severity: diagnostics.Information}
)

// Rules of envelopes.
var (
	ruleH0  = &Rule{ID: "H0", Code: ast.CGPProtocolVersion, Severity: diagnostics.Error}
	ruleH2  = &Rule{ID: "H2", Code: ast.CGPEmptyName, Severity: diagnostics.Error}
	ruleC5  = &Rule{ID: "C5", Code: ast.CGPEgressContradiction, Severity: diagnostics.Error}
	ruleP6  = &Rule{ID: "P6", Code: ast.CGPUnresolvable, Severity: diagnostics.Error}
	ruleE1g = &Rule{ID: "E1g", Code: ast.CGPInvalidFingerprint, Severity: diagnostics.Error}
	ruleV1  = &Rule{ID: "V1", Code: ast.CGPVerifyBody, Severity: diagnostics.Error}
	ruleV3  = &Rule{ID: "V3", Code: ast.CGPUnknownWord, Severity: diagnostics.Error}
	ruleV4  = &Rule{ID: "V4", Code: ast.CGPReplacementDigest, Severity: diagnostics.Warning}
	ruleL23 = &Rule{ID: "L23", Code: ast.CGPUnverifiable, Severity: diagnostics.Information}
)

var rules = []*Rule{
	ruleT1, ruleT2, ruleT3, ruleT4, ruleT5, ruleT6, ruleT7,
	ruleF1, ruleF2, ruleF3, ruleF4, ruleF5, ruleD1,
	ruleP0, ruleP1a, ruleP1b, ruleP2, ruleP2d, ruleP3a, ruleP3b, ruleP3c, ruleB3,
	ruleG1, ruleG2, ruleU3,
	ruleL01, ruleL02, ruleL03, ruleL04, ruleL05, ruleL06, ruleL07, ruleL08, ruleL09, ruleL10, ruleL11, ruleL12,
	ruleL13, ruleL14, ruleL15, ruleL16, ruleL17,
	ruleB1, ruleB1h, ruleB4, ruleQ1, ruleP5, ruleD2a, ruleD2b, ruleD2c, ruleL18, ruleL19, ruleL20, ruleL21, ruleL22,
	ruleH0, ruleH2, ruleC5, ruleP6, ruleE1g, ruleV1, ruleV3, ruleV4, ruleL23,
}

// Rules returns all rules. The slice is the caller's, the rules are shared.
func Rules() []*Rule { return slices.Clone(rules) }
