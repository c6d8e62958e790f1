package frames

import (
	"cmp"
	"slices"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/dataplace"
)

// place of a frame among the lines of its document.
type frameLine struct {
	line   ast.NodeID
	result *Result
	frame  int
}

// lines returns the frames in the order of their lines.
func (v *View) frameLines() []frameLine {
	v.once.Do(func() {
		n := 0
		for _, r := range v.Results {
			n += len(r.Frames)
		}
		v.lines = make([]frameLine, 0, n)
		for _, r := range v.Results {
			for i := range r.Frames {
				v.lines = append(v.lines, frameLine{r.Frames[i].Value.Line(), r, i})
			}
		}
		slices.SortStableFunc(v.lines, func(a, b frameLine) int { return cmp.Compare(a.line, b.line) })
	})
	return v.lines
}

// FrameAt returns the frame that a line belongs to: its result and its index.
// The time grows with the logarithm of the number of frames.
func (v *View) FrameAt(line ast.NodeID) (r *Result, frame int, ok bool) {
	lines := v.frameLines()
	i, found := slices.BinarySearchFunc(lines, line, func(f frameLine, line ast.NodeID) int { return cmp.Compare(f.line, line) })
	if !found {
		i--
	}
	if i < 0 || line >= v.Document.Node(lines[i].line).Next {
		return nil, 0, false
	}
	return lines[i].result, lines[i].frame, true
}

// FramesIn calls yield for the frames that begin in the lines from first to
// last.
func (v *View) FramesIn(first, last ast.NodeID, yield func(r *Result, frame int)) {
	lines := v.frameLines()
	i, _ := slices.BinarySearchFunc(lines, first, func(f frameLine, line ast.NodeID) int { return cmp.Compare(f.line, line) })
	for ; i < len(lines) && lines[i].line <= last; i++ {
		yield(lines[i].result, lines[i].frame)
	}
}

// ResultAt returns the result whose list of frames begins in a line.
func (v *View) ResultAt(line ast.NodeID) (*Result, bool) {
	for _, r := range v.Results {
		if r.ListLine() == line && line != 0 {
			return r, true
		}
	}
	return nil, false
}

// QueryAt returns the query that a path leads into, and the results that answer
// it.
func (v *View) QueryAt(path []string) (q *Query, answers []*Result) {
	for _, r := range v.Results {
		if r.Query != nil && r.Query.at != nil && hasPrefix(path, r.Query.at.tokens()) {
			q = r.Query
			answers = append(answers, r)
		}
	}
	for _, asked := range v.contents.queries {
		if q == nil && hasPrefix(path, asked.at.tokens()) {
			q = asked
		}
	}
	return q, answers
}

func hasPrefix(path, prefix []string) bool {
	return len(path) >= len(prefix) && slices.Equal(path[:len(prefix)], prefix)
}

// CommentLine returns the line of the comment that says that the document holds
// frames, or 0.
func (v *View) CommentLine() ast.NodeID {
	d, _ := directiveOf(v.Document)
	return d.line
}

// ListLine returns the line at which the list of frames begins, or 0.
func (r *Result) ListLine() ast.NodeID {
	if r.bare {
		return r.Value.Line()
	}
	list, _ := r.Value.Get("frames")
	return list.Line()
}

// Path returns the path of a frame, as the tokens of a JSON pointer.
func (f *Frame) Path() []string { return f.at.tokens() }

// Running returns what the frames up to and with one declare together.
func (r *Result) Running(frame int) uint64 {
	r.once.Do(func() {
		r.running = make([]uint64, len(r.Frames))
		var sum uint64
		for i := range r.Frames {
			sum += r.Frames[i].Declared()
			r.running[i] = sum
		}
	})
	if frame < 0 || frame >= len(r.running) {
		return 0
	}
	return r.running[frame]
}

// Place returns where a member of a frame stands: its cell or its line; the
// frame itself where it is absent.
func (v *View) Place(f *Frame, m Member) ast.Span {
	places := dataplace.Places{Doc: v.Document, Root: v.Root}
	path := f.Path()
	if _, state := f.Get(m); state != Absent {
		path = append(path, m.String())
	}
	return places.Value(path).Span
}

// ByURI returns the frames with a uri, of all results.
func (v *View) ByURI(uri string) []*Frame {
	var found []*Frame
	for _, r := range v.Results {
		for i := range r.Frames {
			if u, ok := r.Frames[i].Text(URI); ok && u == uri {
				found = append(found, &r.Frames[i])
			}
		}
	}
	return found
}

// HasColumns reports whether a table has the columns that tell frames, so that
// it may be one.
func HasColumns(decl *ast.Decl) bool { return decl != nil && !decl.Keyed && hasFrameColumns(decl) }

// IsPublished reports whether the name of a relation is one that the protocol
// publishes.
func IsPublished(rel string) bool { return known(relationNames, rel) }

// Matches reports whether a digest is that of the frame's content; ok is false
// where one of the two is not there.
func (f *Frame) Matches() (matches, ok bool) {
	digest, hasDigest := f.Text(ContentDigest)
	content, hasContent := f.Text(Content)
	if !hasDigest || !hasContent {
		return false, false
	}
	return DigestOf(content) == digest, true
}

// Window says whether a frame is valid at a time, such as a query's as_of. It
// returns false for ok where the time or the window cannot be read.
func (f *Frame) Window(asOf string) (inside, ok bool) {
	at, ok := parseTime(asOf)
	if !ok {
		return false, false
	}
	inside = true
	for _, bound := range [...]struct {
		member Member
		sign   int
	}{{ValidFrom, 1}, {ValidTo, -1}} {
		text, has := f.Text(bound.member)
		if !has {
			continue
		}
		t, ok := parseTime(text)
		if !ok {
			return false, false
		}
		inside = inside && t.compare(at)*bound.sign <= 0
	}
	return inside, true
}
