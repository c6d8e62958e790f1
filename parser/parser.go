// Package parser turns any bytes into a GCF tree. It never fails: what is
// wrong is recorded in the tree as problems, a broken line becomes an error
// node, and the rest is read. Enter it at [Parse].
//
// The document is read line by line in one pass. Open containers are on an
// explicit stack, so nesting costs no recursion. What declares the shape of
// data is read by declaration.go, once for each distinct text.
package parser

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"gcf-lsp/ast"
)

// Parse reads a document. It never fails and never panics; the problems it
// found are in the result. The result refers to src and copies none of it.
// Sources of 4 GiB and more are not read: they are one error node with the
// problem limit_exceeded.
func Parse(src string) *ast.Document { return ParseWithin(src, Limits{}) }

// ParseWithin is [Parse] with limits.
func ParseWithin(src string, limits Limits) *ast.Document {
	limits = orDefault(limits)
	if len(src) > limits.Size {
		return tooLarge(src, limits)
	}
	p := newParser(src, limits, strings.Count(src, "\n")+1, nil)
	p.run()
	p.finish()
	return p.doc
}

// newParser begins to read a text that has so many line ends and one more. Where
// it has no more lines than a text before had, the nodes of that lie where those
// of the same lines come: most of them stay, and no memory is cleared first.
func newParser(src string, limits Limits, lines int, before []ast.Node) *parser {
	p := &parser{src: src, doc: &ast.Document{Source: src}, limits: limits, lines: lines, decls: map[string]ast.DeclID{}}
	n := lines // with the document's own, without one of an empty last line
	if !strings.HasSuffix(src, "\n") {
		n++
	}
	if p.copied = n <= len(before); p.copied {
		p.nodes = append([]ast.Node(nil), before[:n]...)[:1]
	} else {
		p.nodes = make([]ast.Node, 1, n)
	}
	p.nodes[0] = ast.Node{End: uint32(len(src)), Next: 1, Decl: ast.NoDecl}
	return p
}

// parser is the state of one Parse.
type parser struct {
	src string
	doc *ast.Document

	limits   Limits
	exceeded exceeded
	levels   int // that path columns stand for, see countPaths
	uneven   int // lines so far that keep the tables around them from being flat, see ast.FlagFlat

	declLevels map[ast.DeclID]int // that the path columns of a row lead through

	nodes []ast.Node
	decls map[string]ast.DeclID
	// columns are the names of wide field lists, where they were looked up.
	columns map[ast.DeclID]map[string]int

	stack  []frame
	trivia ast.NodeID // first comment or blank line not yet given a parent, 0 for none

	mode      mode
	sawBody   bool       // a significant line after the header
	errorRun  ast.NodeID // the last line, where it was an unexplained error line
	lastGood  ast.NodeID // the last line that is data or a declaration
	badDepth  int        // the indentation of a bad line that explains all deeper ones, or -1
	indentAt  int        // the wrong indentation that was reported last, or -1
	badSchema bool       // the row just read has a `^{…}` that could not be read
	newer     bool       // the field list just checked has a form of a newer spec
	fenced    bool       // the payload is inside a Markdown fence
	mute      bool       // the rest of the document is no GCF, and that was said

	cut cut // whether the text stops in the middle of something

	before *earlier // of a changed text, or nil
	copied bool     // nodes has those of the text before behind its end

	lines    int
	listed   [2]int      // problems so far: errors, and the others
	unlisted ast.Problem // the last one beyond the limit

	deferred []deferredCount // `[?]` in order
	markers  []marker        // of the row being read
	fields   []ast.Span      // of the graph line being read

	graph graphState
	delta deltaState
}

// mode is which body grammar reads the lines.
type mode uint8

const (
	modeHeader mode = iota
	modeGeneric
	modeGraph
)

// deferredCount is one `[?]` and what was counted for it.
type deferredCount struct {
	node       ast.NodeID
	start, end uint32
	count      uint64
}

func tooLarge(src string, limits Limits) *ast.Document {
	end := uint32(min(uint64(len(src)), math.MaxUint32-1))
	return &ast.Document{
		Source: src,
		Nodes: []ast.Node{
			{End: end, Next: 2, Decl: ast.NoDecl},
			{End: end, Next: 2, Decl: ast.NoDecl, Kind: ast.KindError, Flags: ast.FlagInvalid},
		},
		Problems: []ast.Problem{{Code: ast.LimitExceeded, Cause: ast.CauseSize, Node: 1, Have: clip(uint64(len(src))), Want: clip(uint64(limits.Size))}},
	}
}

// run reads all lines.
func (p *parser) run() {
	p.indentAt, p.badDepth = -1, -1
	skip := p.findHeader()
	for pos, line := 0, 0; pos < len(p.src); line++ {
		end, next := len(p.src), len(p.src)
		if i := strings.IndexByte(p.src[pos:], '\n'); i >= 0 {
			end, next = pos+i, pos+i+1
		}
		// Also of a last line that has lost its LF.
		if end > pos && p.src[end-1] == '\r' {
			end--
		}
		switch {
		case line < skip:
			p.leaf(ast.KindError, pos, end, ast.FlagInvalid)
		case p.mode == modeHeader:
			p.headerLine(pos, end)
		case p.mute:
			p.mutedLine(pos, end)
		case p.mode == modeGraph:
			p.graphLine(pos, end)
		default:
			p.genericLine(pos, end)
			if p.before != nil {
				next = p.takeOver(next)
			}
		}
		pos = next
	}
	p.cutLine()
	p.closeGroup(true)
	for len(p.stack) > 0 {
		p.closeTop(true)
	}
	p.cutUnsaid()
	p.giveTrivia(0)
	p.nodes[0].Next = ast.NodeID(len(p.nodes))
	p.doc.Nodes = p.nodes
}

// finish reports what can only be known at the end and sorts the problems.
func (p *parser) finish() {
	p.checkSummary()
	p.checkIdentities()
	p.checkHeaderCounts()
	p.checkUTF8()
	p.doc.Problems = slices.DeleteFunc(p.doc.Problems, func(pr ast.Problem) bool {
		return pr.Code == ast.NoCode ||
			pr.Code == ast.TrailingWhitespace && p.nodes[pr.Node].Kind == ast.KindError
	})
	slices.SortStableFunc(p.doc.Problems, func(a, b ast.Problem) int {
		return int(int64(a.Start) - int64(b.Start))
	})
}

// readLine measures a line's indentation and takes out what no body grammar
// needs to see: blank lines and comments. It returns false for those.
func (p *parser) readLine(start, end int) (l line, significant bool) {
	src := p.src
	i := start
	for i < end && src[i] == ' ' {
		i++
	}
	indent := i - start
	if i < end && src[i] == '\t' {
		for i < end && isBlank(src[i]) {
			indent++
			if src[i] == '\t' {
				indent++ // a tab is read as one level
			}
			i++
		}
		indent -= indentOf(src, start, end)
		p.problem(ast.TabIndentation, ast.NodeID(len(p.nodes)), start, i)
		p.indentAt = indent // how deep a tab is, is not its writer's second mistake
		if i == end {
			p.addTrivia(ast.KindBlank, start, end)
			return l, false
		}
	}
	if i == end {
		if end > start {
			p.problem(ast.TrailingWhitespace, ast.NodeID(len(p.nodes)), start, end)
		}
		p.addTrivia(ast.KindBlank, start, end)
		return l, false
	}
	if src[i] == '#' && i+1 < end && src[i+1] == ' ' {
		p.trailingBlanks(i+2, end)
		p.addTrivia(ast.KindComment, start, end)
		return l, false
	}
	e := end
	if isBlank(src[end-1]) {
		from := i
		if src[i] == '@' && ast.RowIDEnd(src[:end], i) == end {
			// The blank behind `@N` is part of it; what follows is empty.
			from = skipDigits(src, i+1) + 1
		}
		e = p.trailingBlanks(from, end)
	}
	return line{start: start, i: i, e: e, end: end, indent: indent}, true
}

// leaf adds the node of a line to the container that is open now.
func (p *parser) leaf(kind ast.Kind, start, end int, flags ast.Flags) ast.NodeID {
	return p.add(p.container(), kind, start, end, flags)
}

// container returns the node of the innermost open container.
func (p *parser) container() ast.NodeID {
	if len(p.stack) == 0 {
		return 0
	}
	return p.top().node
}

func (p *parser) top() *frame { return &p.stack[len(p.stack)-1] }

// add adds the node of a line under a parent. Comments and blank lines that
// wait for a parent stand before this line in the same container.
func (p *parser) add(parent ast.NodeID, kind ast.Kind, start, end int, flags ast.Flags) ast.NodeID {
	if p.trivia != 0 {
		p.giveTrivia(parent)
	}
	id := ast.NodeID(len(p.nodes))
	p.nodes = append(p.nodes, ast.Node{
		Start: uint32(start), End: uint32(end),
		Next: id + 1, Parent: parent,
		Decl: ast.NoDecl, Kind: kind, Flags: flags,
	})
	if kind != ast.KindError {
		p.lastGood = id
	}
	if kind != ast.KindRow && kind != ast.KindError {
		p.uneven++
	}
	return id
}

// addTrivia adds a comment or a blank line; its parent is found when it is
// known what follows.
func (p *parser) addTrivia(kind ast.Kind, start, end int) {
	id := ast.NodeID(len(p.nodes))
	p.nodes = append(p.nodes, ast.Node{
		Start: uint32(start), End: uint32(end),
		Next: id + 1, Decl: ast.NoDecl, Kind: kind,
	})
	if p.trivia == 0 {
		p.trivia = id
	}
}

// giveTrivia gives all waiting comments and blank lines to a parent.
func (p *parser) giveTrivia(parent ast.NodeID) {
	if p.trivia == 0 {
		return
	}
	for id := p.trivia; int(id) < len(p.nodes); id++ {
		p.nodes[id].Parent = parent
	}
	p.trivia = 0
}

// problem records a problem and returns it for more detail. The pointer is
// good until the next problem.
//
// Memory stays in proportion to the source: a document in which every other
// byte is wrong has its first problems listed and the others counted. What is
// less than an error is counted apart, so that it never hides an error.
func (p *parser) problem(code ast.Code, node ast.NodeID, start, end int) *ast.Problem {
	kind := &p.listed[0]
	if code >= ast.UnknownHeaderField {
		kind = &p.listed[1]
	}
	if *kind++; *kind > maxProblems+p.lines+len(p.src)/bytesPerProblem {
		p.doc.Unlisted++
		p.unlisted = ast.Problem{Code: code}
		return &p.unlisted
	}
	p.doc.Problems = append(p.doc.Problems, ast.Problem{
		Code: code, Node: node, Start: uint32(start), End: uint32(end),
	})
	return &p.doc.Problems[len(p.doc.Problems)-1]
}

// How many problems a document lists, of each kind: one for each line, as many
// more as its size allows, and some thousand in any case.
const (
	maxProblems     = 4096
	bytesPerProblem = 16
)

// indexOf returns the index of the problem that was recorded last, or -1 where
// it is not listed.
func (p *parser) indexOf(pr *ast.Problem) int {
	if pr == &p.unlisted {
		return -1
	}
	return len(p.doc.Problems) - 1
}

// decl returns the declaration with this text, parsed once.
func (p *parser) decl(text string) ast.DeclID {
	if id, ok := p.decls[text]; ok {
		return id
	}
	id := ast.DeclID(len(p.doc.Decls))
	p.doc.Decls = append(p.doc.Decls, parseDecl(text))
	p.decls[text] = id
	return id
}

// trailingBlanks warns of blanks at the end of a line and returns the end
// without them.
func (p *parser) trailingBlanks(start, end int) int {
	e := end
	for e > start && isBlank(p.src[e-1]) {
		e--
	}
	if e < end {
		p.problem(ast.TrailingWhitespace, ast.NodeID(len(p.nodes)), e, end)
	}
	return e
}

// mutedLine adds a line of a text that is no GCF any more.
func (p *parser) mutedLine(start, end int) {
	if strings.Trim(p.src[start:end], " \t") == "" {
		p.addTrivia(ast.KindBlank, start, end)
		return
	}
	p.leaf(ast.KindError, start, end, ast.FlagInvalid)
}

// checkUTF8 reports the first malformed bytes of each line (spec 2.2).
func (p *parser) checkUTF8() {
	if p.before != nil { // the lines that changed were looked at, see reusable
		return
	}
	if utf8.ValidString(p.src) {
		return
	}
	for id := 1; id < len(p.nodes); id++ {
		n := &p.nodes[id]
		line := p.src[n.Start:n.End]
		if utf8.ValidString(line) {
			continue
		}
		start := 0
		for {
			r, size := utf8.DecodeRuneInString(line[start:])
			if r == utf8.RuneError && size <= 1 {
				break
			}
			start += size
		}
		end := start
		for end < len(line) {
			r, size := utf8.DecodeRuneInString(line[end:])
			if r != utf8.RuneError || size != 1 {
				break
			}
			end++
		}
		n.Flags |= ast.FlagInvalid
		p.problem(ast.InvalidUTF8, ast.NodeID(id), int(n.Start)+start, int(n.Start)+end)
	}
}
