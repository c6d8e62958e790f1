package parser

import (
	"strconv"

	"gcf-lsp/ast"
)

// context is where a scalar stands: only tabular cells may hold `~` and `^`
// (spec 2.1).
type context uint8

const (
	inValue context = iota
	inCell
)

// scalar checks the token that is the rest of a line.
func (p *parser) scalar(id ast.NodeID, i, e int, in context) {
	p.token(id, i, e, 0, in)
}

// token checks the scalar token that begins at or after i, and returns the
// offset of the delimiter behind it, or e.
func (p *parser) token(id ast.NodeID, i, e int, delim byte, in context) int {
	line := p.src[:e]
	start := skipBlanks(line, i)
	stop := ast.TokenEnd(line, start, delim)
	end := stop
	for end > start && isBlank(line[end-1]) {
		end--
	}
	if start > i {
		p.problem(ast.NotCanonical, id, i, start).Cause = ast.CauseSpaces
	}
	if end < stop && stop < e && end > start {
		p.blanksBehind(id, start, end, stop)
	}
	p.check(id, start, end, in)
	return stop
}

// blanksBehind reports the blanks between the end of a token and the delimiter
// behind it: only unquoted tokens are trimmed (spec 2.1, 4.2).
func (p *parser) blanksBehind(id ast.NodeID, start, end, stop int) {
	code := ast.NotCanonical
	if p.src[start] == '"' {
		if q, closed := ast.QuotedEnd(p.src[:end], start); closed && q == end {
			code = ast.TrailingCharacters
			p.nodes[id].Flags |= ast.FlagInvalid
		}
	}
	p.problem(code, id, end, stop).Cause = ast.CauseSpaces
}

// check reports what is wrong with the scalar src[start:end].
func (p *parser) check(id ast.NodeID, start, end int, in context) {
	token := p.src[start:end]
	if token == "" {
		at := start
		if at > int(p.nodes[id].Start) {
			at-- // the delimiter before it: an empty range cannot be seen
		}
		p.problem(ast.NotCanonical, id, at, max(start, at+1)).Cause = ast.CauseEmptyToken
		return
	}
	switch ast.ClassifyScalar(token) {
	case ast.ScalarQuoted:
		p.checkQuoted(id, start, end)
	case ast.ScalarMissing:
		if in != inCell {
			p.invalid(ast.InvalidMissing, id, start, end)
		}
	case ast.ScalarAttachment, ast.ScalarInlineSchema:
		if in != inCell {
			p.invalid(ast.InvalidAttachmentMarker, id, start, end)
		}
	case ast.ScalarInt:
		p.checkInt(id, start, end)
	case ast.ScalarDouble:
		p.checkDouble(id, start, end)
	case ast.ScalarBare:
		p.unquoted(id, start, end)
	}
}

// unquoted reports a bare text that an encoder quotes (spec 2.4), unless it is
// what was just taken for a comment without its space.
func (p *parser) unquoted(id ast.NodeID, start, end int) {
	if !ast.NeedsQuotes(p.src[start:end]) {
		return
	}
	if n := len(p.doc.Problems); n > 0 {
		if last := &p.doc.Problems[n-1]; last.Cause == ast.CauseCommentNoSpace && last.Node == id && int(last.Start) == start {
			return
		}
	}
	p.problem(ast.NotCanonical, id, start, end).Cause = ast.CauseUnquoted
}

// invalid records an error that leaves the line's data partial.
func (p *parser) invalid(code ast.Code, id ast.NodeID, start, end int) *ast.Problem {
	p.nodes[id].Flags |= ast.FlagInvalid
	return p.problem(code, id, start, end)
}

// checkQuoted checks a quoted token, from its quote to the delimiter.
func (p *parser) checkQuoted(id ast.NodeID, start, end int) {
	q, closed := ast.QuotedEnd(p.src[:end], start)
	if !closed {
		p.invalid(ast.UnterminatedQuote, id, start, end)
		return
	}
	p.quoted(id, start, q)
	if q < end {
		p.invalid(ast.TrailingCharacters, id, q, end)
	}
}

// quoted decodes a closed quoted token and reports a bad escape.
func (p *parser) quoted(id ast.NodeID, start, end int) string {
	s, err := ast.Unquote(p.src[start:end])
	if err != nil {
		p.invalid(err.Code, id, start+err.Start, start+err.End)
	}
	return s
}

// maxSafe is the largest integer that a double holds with all below it.
const maxSafe = 1<<53 - 1

// checkInt checks an integer token against int64 (spec 2.3.2).
func (p *parser) checkInt(id ast.NodeID, start, end int) {
	token := p.src[start:end]
	n, err := strconv.ParseInt(token, 10, 64)
	switch {
	case err != nil:
		p.invalid(ast.OutOfRange, id, start, end)
	case token == "-0":
		p.problem(ast.NumberRespelled, id, start, end)
	case n > maxSafe || n < -maxSafe:
		p.problem(ast.UnsafeInteger, id, start, end)
	}
}

// checkDouble checks a number token with a fraction or an exponent: whether a
// double holds it, and whether it is spelled as an encoder spells it (spec
// 2.3.1).
func (p *parser) checkDouble(id ast.NodeID, start, end int) {
	token := p.src[start:end]
	v, err := strconv.ParseFloat(token, 64)
	if err != nil {
		p.invalid(ast.OutOfRange, id, start, end)
		return
	}
	if !ast.IsExact(token, v) {
		p.problem(ast.InexactNumber, id, start, end)
		return
	}
	if token != ast.CanonicalDouble(v) {
		p.problem(ast.NumberRespelled, id, start, end)
	}
}
