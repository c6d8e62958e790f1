package cgp

import (
	"fmt"
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/frames"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/dataplace"
	"gcf-lsp/value"
)

// Budget says in a line what a result costs: "46 of 64 budget tokens, 18 left;
// 3 of 4 frames".
func Budget(r *frames.Result) string {
	sum := r.Sum()
	maxTokens, maxFrames := r.Budget()
	noun := "budget tokens"
	if sum.Declared == 1 && maxTokens == nil {
		noun = "budget token"
	}
	line := fmt.Sprintf("%d%s %s%s; ", sum.Declared, of(maxTokens), noun, over(sum.Declared, maxTokens))
	if maxFrames == nil {
		return line + printable.Count(sum.Frames, "frame")
	}
	return line + fmt.Sprintf("%d of %d frames", sum.Frames, *maxFrames)
}

// Lens is the text above the list of frames that begins in a line, or "".
func Lens(v *frames.View, line ast.NodeID) string {
	r, ok := v.ResultAt(line)
	if !ok {
		return ""
	}
	text := Budget(r)
	if sum := r.Sum(); sum.Wrong > 0 {
		text += fmt.Sprintf("; honestly %d", sum.Honest)
	}
	return text
}

// Total is a running total at the end of a frame's line.
type Total struct {
	Offset int
	Text   string
}

// Totals returns the running totals of the frames in the lines from first to
// last, at most limit: what the frames up to each declare together, and of how
// much.
func Totals(v *frames.View, first, last ast.NodeID, limit int) []Total {
	var all []Total
	v.FramesIn(first, last, func(r *frames.Result, frame int) {
		line := r.Frames[frame].Value.Line()
		if line == 0 || len(all) >= limit {
			return
		}
		_, end := v.Document.Span(line)
		text := strconv.FormatUint(r.Running(frame), 10)
		if maxTokens, _ := r.Budget(); maxTokens != nil {
			text += "/" + strconv.FormatUint(*maxTokens, 10)
		}
		all = append(all, Total{end, text})
	})
	return all
}

// Complete returns the words of the protocol that may stand at an offset, and
// the range of the token there. View may be nil: a table with the columns of
// frames is enough.
func Complete(doc *ast.Document, v *frames.View, offset int) (words []frames.Word, span ast.Span) {
	path, span, ok := dataplace.At(doc, offset)
	if !ok || len(path) == 0 {
		return nil, span
	}
	name := path[len(path)-1]
	if _, err := strconv.Atoi(name); err == nil && len(path) > 1 {
		name = path[len(path)-2] // an item of a list of words
	}
	line := doc.Line(offset)
	if v == nil && !inFrames(doc, line) {
		return nil, span
	}
	if n := doc.Node(line); n.Kind == ast.KindKeyValue && span == doc.KeySpan(line) {
		return nil, span // a key is being typed
	}
	return frames.Words(name), span
}

// inFrames reports whether a line belongs to a row of a table with the columns
// of frames.
func inFrames(doc *ast.Document, line ast.NodeID) bool {
	for id := line; id != 0; id = doc.Node(id).Parent {
		if doc.Node(id).Kind == ast.KindRow && frames.HasColumns(doc.DeclOf(id)) {
			return true
		}
	}
	return false
}

// Unmarked reports whether a line is the header of a table with the columns of
// frames in a document that is not read as frames: it may be marked as such.
func Unmarked(doc *ast.Document, v *frames.View, line ast.NodeID) bool {
	return v == nil && line != 0 && doc.Node(line).Kind == ast.KindArray && frames.HasColumns(doc.DeclOf(line))
}

// Target returns the URI that a relation at an offset leads to, and the range
// of the token there.
func Target(v *frames.View, offset int) (uri string, span ast.Span) {
	line := v.Document.Line(offset)
	r, frame, ok := v.FrameAt(line)
	if !ok {
		return "", span
	}
	path, span, ok := dataplace.At(v.Document, offset)
	f := &r.Frames[frame]
	if !ok || len(path) <= len(f.Path()) {
		return "", span
	}
	if path = path[len(f.Path()):]; len(path) < 2 || path[0] != "relations" {
		return "", span
	}
	return relationAt(f, path[1], "target_uri"), span
}

// relationAt returns a member of a relation by its position.
func relationAt(f *frames.Frame, position, member string) string {
	v, _ := f.Get(frames.Relations)
	i, err := strconv.Atoi(position)
	if err != nil || i < 0 || i >= v.Len() || v.Kind() != value.Array {
		return ""
	}
	m, _ := v.Elems()[i].Get(member)
	return m.Str()
}
