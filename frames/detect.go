package frames

import (
	"strconv"
	"strings"
	"sync"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// Setting says when a document is read as frames.
type Setting uint8

// The settings.
const (
	Auto   Setting = iota // where a comment, the data or their shape say so
	On                    // every generic document
	Off                   // none
	Strict                // as Auto, and what only the published suite demands is an error, too
)

// SettingByName returns the setting with a name: auto, on, off or strict. Any
// other is Auto.
func SettingByName(name string) Setting {
	switch name {
	case "on":
		return On
	case "off":
		return Off
	case "strict":
		return Strict
	}
	return Auto
}

// Reason says why a document is read as frames.
type Reason uint8

// The reasons, in the order in which they are looked for.
const (
	NotFrames Reason = iota
	ByComment        // `# cgp`
	ByData           // a protocol_version, or envelopes
	ByShape          // the columns of frames
	BySetting
)

// String says the reason in words.
func (r Reason) String() string {
	switch r {
	case ByComment:
		return "a comment says so"
	case ByData:
		return "the data say so"
	case ByShape:
		return "it has the columns of frames"
	case BySetting:
		return "the settings say so"
	}
	return ""
}

// View is a document with the frames in it. It is immutable and safe for
// concurrent use.
type View struct {
	Document *ast.Document
	Root     value.Value
	Reason   Reason
	Strict   bool
	Results  []*Result

	contents contents

	once  sync.Once
	lines []frameLine
}

// Open reads the frames of a document, or returns nil where it holds none. A
// document of another profile holds none. Broken lines are left out.
func Open(doc *ast.Document, setting Setting) *View {
	return OpenDecoded(doc, setting, func() value.Value { return value.DecodePartial(doc) })
}

// OpenDecoded is [Open] for a document whose data are at hand: decode is called
// only where they may hold frames.
func OpenDecoded(doc *ast.Document, setting Setting, decode func() value.Value) *View {
	if setting == Off || doc.Profile != ast.ProfileGeneric {
		return nil
	}
	comment, named := directiveOf(doc)
	if comment.off || setting != On && !named && !mayHold(doc) {
		return nil
	}
	v := &View{Document: doc, Root: decode(), Strict: setting == Strict}
	switch {
	case setting == On:
		v.Reason = BySetting
	case named:
		v.Reason = ByComment
	case saysSo(v.Root):
		v.Reason = ByData
	default:
		v.Reason = ByShape
	}
	r := reader{doc: doc, told: v.Reason != ByShape, comment: comment}
	r.read(v.Root)
	v.contents, v.Results = r.contents, r.results
	if len(r.results)+len(r.queries)+len(r.envelopes) == 0 && v.Reason == ByShape {
		return nil
	}
	return v
}

// Refused reports whether the settings or a comment say that a document holds
// no frames, whatever it looks like.
func Refused(doc *ast.Document, setting Setting) bool {
	comment, _ := directiveOf(doc)
	return setting == Off || comment.off
}

// signs are names of members, one of which each sign of frames has.
var signs = []string{"token_cost", "protocol_version", "max_tokens", "frame_id", "data_flow"}

// mayHold reports, from the names in a document, whether it is worth while to
// decode it.
func mayHold(doc *ast.Document) bool {
	for i := range doc.Decls {
		for j := range doc.Decls[i].Fields {
			f := &doc.Decls[i].Fields[j]
			if known(signs, f.Name) || len(f.Path) > 0 && known(signs, f.Path[len(f.Path)-1]) {
				return true
			}
		}
	}
	for id := range doc.Outside {
		switch doc.Nodes[id].Kind {
		case ast.KindKeyValue, ast.KindSection:
			if known(signs, doc.Key(id)) {
				return true
			}
		}
	}
	return false
}

// saysSo reports whether the data name the protocol: a version at the root, or
// an envelope.
func saysSo(root value.Value) bool {
	if elems := root.Elems(); len(elems) > 0 {
		return isOurs(elems[0])
	}
	return strings.HasPrefix(text(root, "protocol_version"), "contextgraph/") || isOurs(root)
}

// directive is a comment `# cgp …` before the data.
type directive struct {
	off                  bool
	maxTokens, maxFrames *uint64
	provider             string
	line                 ast.NodeID
}

// directiveOf reads the directive of a document.
func directiveOf(doc *ast.Document) (d directive, ok bool) {
	for id := ast.NodeID(1); int(id) < len(doc.Nodes); id++ {
		switch doc.Nodes[id].Kind {
		case ast.KindHeader, ast.KindBlank:
			continue
		case ast.KindComment:
		default:
			return d, ok
		}
		start, end := doc.Span(id)
		if found, is := parseDirective(doc.Source[start:end]); is {
			found.line = id
			d, ok = found, true
		}
	}
	return d, ok
}

// parseDirective reads a comment. One that says anything else is prose.
func parseDirective(comment string) (d directive, ok bool) {
	words := strings.Fields(strings.TrimPrefix(comment, "#"))
	if len(words) == 0 || words[0] != "cgp" {
		return d, false
	}
	for _, word := range words[1:] {
		key, text, _ := strings.Cut(word, "=")
		switch {
		case word == "off":
			d.off = true
		case key == "max_tokens" && text != "":
			d.maxTokens = parseLimit(text)
		case key == "max_frames" && text != "":
			d.maxFrames = parseLimit(text)
		case key == "provider_id" && text != "":
			d.provider = text
		default:
			return directive{}, false
		}
	}
	return d, true
}

func parseLimit(text string) *uint64 {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return nil
	}
	return &n
}

// query returns the budget of the comment, or nil where it has none.
func (d *directive) query() *Query {
	if d.maxTokens == nil && d.maxFrames == nil {
		return nil
	}
	return &Query{MaxTokens: d.maxTokens, MaxFrames: d.maxFrames}
}
