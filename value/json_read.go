package value

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"gcf-lsp/ast"
)

// JSONOption changes how JSON is read or written.
type JSONOption func(*jsonOptions)

type jsonOptions struct {
	maxDepth    int
	indent      string
	keepNumbers bool
	inexact     *Inexact
}

// Inexact says which numbers of a text are other numbers when they are read:
// those that no double is.
type Inexact struct {
	Count        int
	Token        string  // the first of them
	Read         float64 // what it becomes
	Line, Column int     // where it is, from 1; the column counts code points
}

// ReportInexact makes reading note in the variable which numbers a double cannot
// hold exactly.
func ReportInexact(into *Inexact) JSONOption { return func(o *jsonOptions) { o.inexact = into } }

// MaxDepth makes reading refuse values that are nested deeper than this many
// arrays and objects, with [ast.LimitExceeded]. The default, and the most, is
// 10,000.
func MaxDepth(n int) JSONOption { return func(o *jsonOptions) { o.maxDepth = n } }

// Indent makes writing put each member and element on a line of its own,
// indented by this text for each level.
func Indent(text string) JSONOption { return func(o *jsonOptions) { o.indent = text } }

// KeepNumbers makes reading keep the spelling of numbers that a double cannot
// hold exactly, also of those that [FromJSON] refuses otherwise: see
// [Value.Lexeme]. It is for comparing data, not for writing them.
func KeepNumbers() JSONOption { return func(o *jsonOptions) { o.keepNumbers = true } }

// jsonDepth is the depth that the tokenizer supports.
const jsonDepth = 10000

// FromJSON reads one JSON text (RFC 8259). The order of members is kept.
// Integer literals become an exact Int; those outside int64 are refused with
// [ast.OutOfRange], as are numbers outside double, too large or so small that
// only zero is near (spec 2.3.2). Other numbers become the nearest Double.
// Duplicate keys, invalid UTF-8, lone surrogates and anything after the value
// are refused. Its errors are of type [*Error] with the line and column in src.
func FromJSON[T string | []byte](src T, options ...JSONOption) (Value, error) {
	opts := jsonOptions{maxDepth: jsonDepth}
	for _, o := range options {
		o(&opts)
	}
	r := jsonReader{
		src:         []byte(src),
		maxDepth:    min(opts.maxDepth, jsonDepth),
		keepNumbers: opts.keepNumbers,
		inexact:     opts.inexact,
		keys:        make(map[string]string),
	}
	r.dec = jsontext.NewDecoder(bytes.NewBuffer(r.src))
	v, err := r.read()
	if err != nil {
		return Value{}, r.locate(err)
	}
	return v, nil
}

// jsonReader builds a value from tokens. The elements and members of all open
// containers are on two stacks, from where they are copied into slices of
// their exact size when their container closes.
type jsonReader struct {
	src      []byte
	dec      *jsontext.Decoder
	maxDepth int
	keys     map[string]string // interned: a table repeats them
	buf      []byte

	keepNumbers bool
	inexact     *Inexact // or nil

	open    []openContainer
	elems   []Value
	members []Member
}

type openContainer struct {
	object bool
	start  int    // where its items begin on its stack
	key    string // object: of the member that is being read
}

// limitError says that a value is nested too deep.
var errDepth = errors.New("nested too deep")

func (r *jsonReader) read() (Value, error) {
	for {
		v, complete, err := r.token()
		if err != nil {
			return Value{}, err
		}
		if !complete {
			continue
		}
		if len(r.open) == 0 {
			if _, err := r.dec.ReadToken(); err == nil {
				return Value{}, errTrailing
			} else if !errors.Is(err, io.EOF) {
				return Value{}, err
			}
			return v, nil
		}
		if top := &r.open[len(r.open)-1]; top.object {
			r.members = append(r.members, Member{top.key, v})
		} else {
			r.elems = append(r.elems, v)
		}
	}
}

var errTrailing = errors.New("more text after the JSON value")

// token reads one token, or one name and what follows it, and reports whether
// a value is complete with it.
func (r *jsonReader) token() (v Value, complete bool, err error) {
	kind := r.dec.PeekKind()
	if n := len(r.open); n > 0 && r.open[n-1].object && kind == '"' {
		if r.open[n-1].key, err = r.key(); err != nil {
			return Value{}, false, err
		}
		kind = r.dec.PeekKind()
	}
	switch kind {
	case '{', '[':
		if len(r.open) == r.maxDepth {
			return Value{}, false, errDepth
		}
		if _, err := r.dec.ReadToken(); err != nil {
			return Value{}, false, err
		}
		c := openContainer{object: kind == '{', start: len(r.elems)}
		if c.object {
			c.start = len(r.members)
		}
		r.open = append(r.open, c)
		return Value{}, false, nil
	case '}', ']':
		if _, err := r.dec.ReadToken(); err != nil {
			return Value{}, false, err
		}
		return r.closeContainer(), true, nil
	}
	raw, err := r.dec.ReadValue()
	if err != nil {
		return Value{}, false, err
	}
	switch kind {
	case 'n':
		return NewNull(), true, nil
	case 't', 'f':
		return NewBool(kind == 't'), true, nil
	case '"':
		s, err := r.text(raw)
		return NewString(string(s)), true, err
	}
	if r.keepNumbers && !IsExact(string(raw)) {
		f, _ := strconv.ParseFloat(string(raw), 64)
		return NewDouble(f).withLexeme(string(raw)), true, nil
	}
	v, err = ParseNumber(string(raw))
	if err == nil && v.kind == Double && v.Double() == 0 {
		if digits, _ := significand(string(raw)); digits != "" {
			err = underflow(string(raw))
		}
	}
	if r.inexact != nil && err == nil && !IsExact(string(raw)) {
		r.noteInexact(string(raw), v.Double())
	}
	return v, true, err
}

func (r *jsonReader) noteInexact(token string, read float64) {
	if r.inexact.Count++; r.inexact.Count > 1 {
		return
	}
	r.inexact.Token, r.inexact.Read = token, read
	r.inexact.Line, r.inexact.Column = position(r.src, int(r.dec.InputOffset())-len(token))
}

func (r *jsonReader) closeContainer() Value {
	top := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	if top.object {
		members := make([]Member, len(r.members)-top.start)
		copy(members, r.members[top.start:])
		r.members = r.members[:top.start]
		return NewObject(members)
	}
	elems := make([]Value, len(r.elems)-top.start)
	copy(elems, r.elems[top.start:])
	r.elems = r.elems[:top.start]
	return NewArray(elems)
}

// key reads a member name. Equal names share their text.
func (r *jsonReader) key() (string, error) {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return "", err
	}
	text, err := r.text(raw)
	if err != nil {
		return "", err
	}
	if s, ok := r.keys[string(text)]; ok {
		return s, nil
	}
	s := string(text)
	r.keys[s] = s
	return s, nil
}

// text returns what a JSON string denotes. The result is valid until the next
// call.
func (r *jsonReader) text(raw []byte) ([]byte, error) {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1], nil
	}
	var err error
	r.buf, err = jsontext.AppendUnquote(r.buf[:0], raw)
	return r.buf, err
}

// locate turns an error of the tokenizer or of [ParseNumber] into an *Error
// with its place.
func (r *jsonReader) locate(err error) error {
	e := &Error{Path: string(r.dec.StackPointer())}
	offset := int(r.dec.InputOffset())
	var syntactic *jsontext.SyntacticError
	var ours *Error
	switch {
	case errors.As(err, &ours):
		e.Code, e.Message = ours.Code, ours.Message
		offset = max(offset-r.lastNumber(offset), 0)
	case errors.Is(err, errDepth):
		offset = r.next(offset)
		e.Code = ast.LimitExceeded
		e.Message = "arrays and objects are nested deeper than " + strconv.Itoa(r.maxDepth) + " levels"
	case errors.Is(err, errTrailing):
		offset = r.next(offset - 1)
		e.Message = "there is more text after the JSON value; one file or stream holds one value"
	case errors.As(err, &syntactic):
		offset = int(syntactic.ByteOffset)
		e.Path = string(syntactic.JSONPointer)
		e.Code, e.Message = r.explain(syntactic, &offset)
	case errors.Is(err, io.EOF):
		offset = len(r.src)
		e.Message = "the input is empty; JSON text was expected"
	default:
		e.Message = err.Error()
	}
	e.Line, e.Column = position(r.src, offset)
	return e
}

// explain says what a syntax error is.
func (r *jsonReader) explain(err *jsontext.SyntacticError, offset *int) (ast.Code, string) {
	*offset = min(max(*offset, 0), len(r.src))
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		*offset = r.next(*offset)
		return ast.DuplicateKey, fmt.Sprintf("the key %s is in this object twice; keys must be unique",
			strconv.Quote(shorten(err.JSONPointer.LastToken())))
	case errors.Is(err, io.ErrUnexpectedEOF):
		*offset = len(r.src)
		return ast.NoCode, "the JSON text ends too early"
	}
	if bad := invalidUTF8(r.src[*offset:]); bad == 0 {
		return ast.InvalidUTF8, "invalid UTF-8: JSON text must be UTF-8"
	}
	if rest := r.src[*offset:]; len(rest) > 1 && rest[0] == '\\' && rest[1] == 'u' {
		return ast.InvalidSurrogate, "a lone or malformed surrogate escape: " + strconv.Quote(shorten(string(rest[:min(len(rest), 12)])))
	}
	return ast.NoCode, "not valid JSON: " + strings.TrimPrefix(err.Err.Error(), "jsontext: ")
}

// next returns the offset of the next byte that is no blank, comma or colon.
func (r *jsonReader) next(offset int) int {
	for offset < len(r.src) && strings.IndexByte(" \t\r\n,:", r.src[offset]) >= 0 {
		offset++
	}
	return offset
}

// lastNumber returns the length of the number token that ends at offset.
func (r *jsonReader) lastNumber(offset int) int {
	n := 0
	for n < offset && strings.IndexByte("+-.0123456789eE", r.src[offset-1-n]) >= 0 {
		n++
	}
	return n
}

// position returns the line and the column of a byte offset, both from 1. The
// column counts code points.
func position(src []byte, offset int) (line, column int) {
	before := src[:min(offset, len(src))]
	line = 1 + bytes.Count(before, []byte{'\n'})
	return line, 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(s []byte) int {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(s[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
