package diagnostics

import (
	"regexp"
	"strings"

	"gcf-lsp/ast"
)

// Typing says that a document is being typed. What is only unfinished at the
// place is held back, and nobody is told that what he types was cut off.
type Typing struct {
	// At is the byte offset behind the last change, or -1 where the line was
	// left: then nothing is held back.
	At int
}

// partial are the codes of what the next keys on the same line may mend: names,
// numbers and cells that are not whole yet. What no key behind it mends, such as
// a key that is there already or an unknown escape, is none.
var partial = codeSet(
	ast.MissingHeader, ast.MissingProfile, ast.UnknownProfile, ast.UnknownVersion, ast.MalformedHeaderField,
	ast.InvalidHeaderValue, ast.UnknownHeaderField, ast.EmptyHeaderValue, ast.DuplicateHeaderField,
	ast.UnterminatedQuote, ast.InvalidAttachmentMarker, ast.InvalidSurrogate, ast.InvalidMissing,
	ast.InlineWidthMismatch, ast.InvalidCount, ast.InvalidItemID, ast.InvalidKey, ast.InvalidSectionHeader,
	ast.InvalidFieldDeclaration, ast.KeyedTooFewFields, ast.InvalidMemberKey, ast.InvalidLine, ast.MissingRowID,
	ast.OrphanAttachment, ast.DuplicateAttachment, ast.TrailingContent, ast.InvalidIndent,
	ast.InvalidNodeLine, ast.InvalidSymbolID, ast.InvalidScore, ast.InvalidEdgeSyntax, ast.UnknownEdgeReference,
	ast.DuplicateSymbolID, ast.NonSequentialSymbolID, ast.UnknownGroup, ast.UnknownEdgeStatus,
	ast.TrailingWhitespace, ast.NotCanonical, ast.NumberRespelled, ast.UnknownPackRootAlgorithm,
	ast.MisplacedSummary, ast.SchemaViolation, ast.UnresolvedBaseRoot,
	ast.UnknownSuppression, ast.UnusedSuppression, ast.SchemaUnusable,
)

// following are the codes of what the next lines may mend: what is counted, and
// what is announced and not there yet.
var following = codeSet(
	ast.CountMismatch, ast.GroupCountMismatch, ast.HeaderCountMismatch, ast.MissingAttachment, ast.EmptySection,
	ast.KeyedZeroCount, ast.MissingSummary, ast.SummaryMismatch, ast.MissingEdgeCount, ast.MissingPackRoot,
	ast.PackRootMismatch,
)

func codeSet(codes ...ast.Code) map[ast.Code]bool {
	set := make(map[ast.Code]bool, len(codes))
	for _, c := range codes {
		set[c] = true
	}
	return set
}

// halfEscape is the end of a line within an escape.
var halfEscape = regexp.MustCompile(`\\(u[0-9a-fA-F]{0,3})?$`)

// typed is the line in which somebody types.
type typed struct {
	doc        *ast.Document
	start, end int // of the line, without its end
}

// typedLine returns the line of a place, or nil where nobody types.
func typedLine(doc *ast.Document, t *Typing) *typed {
	if t == nil || t.At < 0 {
		return nil
	}
	at := min(t.At, len(doc.Source))
	line := &typed{doc: doc, start: strings.LastIndexByte(doc.Source[:at], '\n') + 1, end: len(doc.Source)}
	if i := strings.IndexByte(doc.Source[at:], '\n'); i >= 0 {
		line.end = at + i
	}
	return line
}

// holds reports whether what is wrong at a range is only unfinished.
func (t *typed) holds(e *entry, p *ast.Problem) bool {
	if t == nil {
		return false
	}
	start, end := int(e.start), int(e.end)
	here := start <= t.end && t.start <= end
	switch {
	case e.code == ast.InvalidEscape:
		return here && halfEscape.MatchString(strings.TrimRight(t.doc.Source[t.start:t.end], "\r"))
	case p != nil && p.Cause == ast.CauseTruncated, e.code == ast.RowWidthMismatch && t.isShort():
		return here || following[e.code] && t.follows(start)
	case following[e.code]:
		return here || t.follows(start)
	}
	return here && partial[e.code]
}

// isShort reports whether the line is a row with too few cells.
func (t *typed) isShort() bool {
	line := t.doc.Line(t.start)
	decl := t.doc.DeclOf(line)
	return line != 0 && decl != nil && len(t.doc.Cells(line)) < len(decl.Fields)
}

// follows reports whether the line is inside what begins on the line of an
// offset, or right behind it, where it would go on.
func (t *typed) follows(offset int) bool {
	begins := t.doc.Line(offset)
	if begins == 0 || t.start < offset {
		return false
	}
	if t.doc.Nodes[begins].Kind == ast.KindHeader {
		return true
	}
	for id := begins; id > 0; id = t.doc.Nodes[id].Parent {
		if k := t.doc.Nodes[id].Kind; k == ast.KindRow || k == ast.KindItem || id == begins {
			if t.start <= t.doc.SubtreeEnd(id) {
				return true
			}
		}
	}
	return false
}
