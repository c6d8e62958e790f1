package parser

import (
	"strings"

	"gcf-lsp/ast"
)

// cut is what is known about a payload that was cut off: language models stop
// at their token limit, in the middle of a line as often as not. It is one
// mistake and gives one problem, at the last line.
type cut struct {
	inLine  bool        // the last line is incomplete
	inside  bool        // a container is, and an enclosing one will say so
	said    bool        // the problem was reported
	problem ast.Problem // what the last line's own problem was
}

// cutLine finds out whether the text stops in the middle of a line: it has no
// final line end, and the last line is wrong in a way that a cut explains. The
// problems of that line are taken back.
func (p *parser) cutLine() {
	last := p.lastLine()
	if strings.HasSuffix(p.src, "\n") || p.nodes[last].Flags&ast.FlagInvalid == 0 || p.mode != modeGeneric {
		return
	}
	for i := len(p.doc.Problems) - 1; i >= 0; i-- {
		pr := &p.doc.Problems[i]
		if pr.Node != last {
			break
		}
		if !cutCode(pr) {
			continue
		}
		if pr.Code < ast.UnknownHeaderField {
			p.cut.inLine = true
			p.cut.problem = *pr
		}
		pr.Code = ast.NoCode
	}
}

// cutUnsaid reports the last line's problem where no count told of the cut.
func (p *parser) cutUnsaid() {
	if p.cut.inLine && !p.cut.said {
		p.cut.problem.Cause = ast.CauseTruncated
		p.doc.Problems = append(p.doc.Problems, p.cut.problem)
	}
}

// cutOff decides whether a count that is not reached at the end of the text is
// that of a payload that was cut off, and reports it once, at the last line.
// It returns false for a count that is simply wrong.
func (p *parser) cutOff(f *frame) bool {
	if p.outerShort() {
		p.cut.inside = true
		return true // the enclosing container says it
	}
	if strings.HasSuffix(p.src, "\n") && !p.cut.inside {
		return false
	}
	last := p.lastLine()
	for i := len(p.doc.Problems) - 1; i >= 0 && p.doc.Problems[i].Node == last; i-- {
		if pr := &p.doc.Problems[i]; cutCode(pr) {
			pr.Code = ast.NoCode
		}
	}
	n := &p.nodes[last]
	decl := &p.doc.Decls[f.decl]
	start := int(n.Start) + indentOf(p.src, int(n.Start), int(n.End))
	pr := p.problem(ast.CountMismatch, last, start, max(int(n.End), start))
	pr.Cause = ast.CauseTruncated
	pr.Have, pr.Want = clip(f.count), clip(decl.N)
	pr.RelStart, pr.RelEnd = uint32(f.at+decl.CountStart), uint32(f.at+decl.CountEnd)
	p.cut.said = true
	return true
}

// outerShort reports whether a container around the innermost one lacks items
// too.
func (p *parser) outerShort() bool {
	for i := len(p.stack) - 2; i >= 0; i-- {
		o := &p.stack[i]
		if (o.kind == frameTable || o.kind == frameExpanded) && !o.quiet {
			if d := &p.doc.Decls[o.decl]; d.Count == ast.CountExact && o.count < d.N {
				return true
			}
		}
	}
	return false
}

// lastLine returns the last line that is no comment and not blank.
func (p *parser) lastLine() ast.NodeID { return lastLine(p.nodes) }

func lastLine(nodes []ast.Node) ast.NodeID {
	last := ast.NodeID(len(nodes) - 1)
	for last > 0 && (nodes[last].Kind == ast.KindBlank || nodes[last].Kind == ast.KindComment) {
		last--
	}
	return last
}

// cutCode reports whether a problem is what a line cut in its middle looks
// like.
func cutCode(pr *ast.Problem) bool {
	switch pr.Code {
	case ast.RowWidthMismatch, ast.InlineWidthMismatch:
		return pr.Have < pr.Want
	case ast.UnterminatedQuote, ast.InvalidLine, ast.InvalidItemID, ast.InvalidCount,
		ast.InvalidFieldDeclaration, ast.InvalidEscape, ast.InvalidSurrogate,
		ast.NumberRespelled, ast.NotCanonical, ast.OutOfRange:
		return true
	}
	return false
}
