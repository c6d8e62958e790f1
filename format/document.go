package format

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// LineEnds says which line ends a formatted document has.
type LineEnds uint8

// The line ends.
const (
	// KeepLineEnds leaves the end of each line as it is; new lines get the
	// line end that most lines have.
	KeepLineEnds LineEnds = iota
	LF
	CRLF
)

// DocumentOptions change what [Document] writes. The zero options give the
// canonical form.
type DocumentOptions struct {
	Options
	// KeepStreaming keeps the deferred counts of a streaming document and
	// writes its summary anew. Without it the document becomes buffered.
	KeepStreaming bool
	LineEnds      LineEnds
}

// Edit replaces the bytes from Start to End of the source by Text.
type Edit struct {
	Start, End int
	Text       string
}

// Result is a formatted document.
type Result struct {
	// Edits turn the source into Text. They are in order and do not overlap.
	// A line that stays is changed only from its first to its last difference.
	// There are none where the source is formatted.
	Edits []Edit
	Text  string
}

// Document writes a document in canonical form, with all its comments, each
// before the same data as before. What stands between the comments `# gcf-lsp: fmt
// off` and `# gcf-lsp: fmt on` is left as it is.
//
// A document with an error is refused: the error is an [*value.Error] with the
// code and the place of the first. The result is checked: the document that
// it makes has the same value and the same comments, or Document returns
// [ErrUnsafe] and nothing else.
func Document(doc *ast.Document, o DocumentOptions) (Result, error) {
	if isCanonical(doc, o) {
		return Result{Text: doc.Source}, nil
	}
	return rewrite(doc, o)
}

// rewrite formats a document in full.
func rewrite(doc *ast.Document, o DocumentOptions) (Result, error) {
	out, err := layOut(doc, o)
	if err != nil {
		return Result{}, err
	}
	edits := out.sparing(doc, out.edits(doc, o.LineEnds))
	text := Apply(doc.Source, edits)
	if len(edits) > 0 {
		if err := out.verify(parser.Parse(text)); err != nil {
			return Result{}, err
		}
	}
	return Result{Edits: edits, Text: text}, nil
}

// Apply returns the source with edits applied. They must be in order and not
// overlap.
func Apply(source string, edits []Edit) string {
	if len(edits) == 0 {
		return source
	}
	var b strings.Builder
	b.Grow(len(source))
	done := 0
	for _, e := range edits {
		b.WriteString(source[done:e.Start])
		b.WriteString(e.Text)
		done = e.End
	}
	b.WriteString(source[done:])
	return b.String()
}

// layOut writes the lines of the formatted document.
func layOut(doc *ast.Document, o DocumentOptions) (*layout, error) {
	var v value.Value
	if err := value.FirstError(doc); err != nil {
		return nil, err
	}
	if doc.Profile != ast.ProfileGraph {
		var err error
		if v, err = value.Decode(doc, value.KeepLexemes); err != nil {
			return nil, err
		}
	}
	out := &layout{
		doc:   doc,
		trace: &tracer{doc: doc, places: make([]int32, len(doc.Nodes)), keepStreaming: o.KeepStreaming},
		buf:   make([]byte, 0, len(doc.Source)+64),
		value: v,
	}
	switch {
	case doc.Header.Is("unchanged"):
		out.trace.line = 1
		out.buf = appendHeader(nil, doc, nil)
	case doc.Profile == ast.ProfileGraph:
		out.graph(o.KeepStreaming)
	default:
		if err := out.generic(v, o.Options); err != nil {
			return nil, err
		}
	}
	out.weave()
	return out, nil
}

// generic writes a document of the generic profile.
func (out *layout) generic(v value.Value, o Options) error {
	t := out.trace
	t.line = 1
	// A path column of some bytes may stand for lines that are indented as deep as
	// it is long, so what is written is bounded by what was read.
	e := encoder{buf: appendHeader(out.buf[:0], out.doc, nil), options: o, trace: t, most: 16<<20 + 16*len(out.doc.Source)}
	if out.doc.Header.Is("delta") {
		v = orderSections(v)
	}
	if err := e.document(v); err != nil {
		return err
	}
	if len(t.counts) > 0 {
		t.markLine(out.doc.Summary)
		e.buf = appendGenericCounts(append(e.buf, "##! summary counts="...), t.counts)
		e.endLine()
	}
	out.buf = e.buf
	return nil
}

// orderSections puts the sections of a generic delta in the order added,
// changed, removed (spec 10a.6). Empty ones say nothing and are left out.
func orderSections(v value.Value) value.Value {
	var members []value.Member
	for _, name := range [...]string{"added", "changed", "removed"} {
		if section, ok := v.Get(name); ok && section.Len() > 0 {
			members = append(members, value.Member{Key: name, Value: section})
		}
	}
	return value.NewObject(members)
}
