package value

import (
	"io"
	"unicode/utf8"

	"gcf-lsp/ast"
)

// AppendJSON appends a value as JSON text: compact, or with [Indent] a member
// or element to a line. Members keep their order and numbers their canonical
// text, so integers are exact. It fails for what JSON cannot hold: a double
// that is not finite ([ast.OutOfRange]) and text that is not UTF-8
// ([ast.InvalidUTF8]).
func AppendJSON(dst []byte, v Value, options ...JSONOption) ([]byte, error) {
	w := jsonWriter{buf: dst}
	err := w.write(v, options)
	return w.buf, err
}

// WriteJSON writes a value like [AppendJSON], in pieces and without a final
// line end.
func WriteJSON(out io.Writer, v Value, options ...JSONOption) error {
	w := jsonWriter{out: out, buf: make([]byte, 0, 2*jsonPiece)}
	if err := w.write(v, options); err != nil {
		return err
	}
	_, err := out.Write(w.buf)
	return err
}

// jsonPiece is how much text WriteJSON collects before it writes.
const jsonPiece = 32 << 10

type jsonWriter struct {
	out    io.Writer // nil to collect everything
	buf    []byte
	indent string
	open   []jsonContainer
}

// jsonContainer is an array or object whose items are being written.
type jsonContainer struct {
	elems   []Value
	members []Member
	object  bool
	next    int
}

func (w *jsonWriter) write(v Value, options []JSONOption) error {
	var opts jsonOptions
	for _, o := range options {
		o(&opts)
	}
	w.indent = opts.indent
	if err := w.value(v); err != nil {
		return err
	}
	for len(w.open) > 0 {
		if err := w.step(); err != nil {
			return err
		}
		if w.out != nil && len(w.buf) > jsonPiece {
			if _, err := w.out.Write(w.buf); err != nil {
				return err
			}
			w.buf = w.buf[:0]
		}
	}
	return nil
}

// step writes the next item of the innermost container, or its end.
func (w *jsonWriter) step() error {
	top := &w.open[len(w.open)-1]
	i, n := top.next, len(top.elems)+len(top.members)
	if i == n {
		end := byte(']')
		if top.object {
			end = '}'
		}
		w.open = w.open[:len(w.open)-1]
		w.newline()
		w.buf = append(w.buf, end)
		return nil
	}
	top.next++
	if i > 0 {
		w.buf = append(w.buf, ',')
	}
	w.newline()
	if !top.object {
		return w.value(top.elems[i])
	}
	m := top.members[i]
	if err := w.text(m.Key); err != nil {
		return err
	}
	w.buf = append(w.buf, ':')
	if w.indent != "" {
		w.buf = append(w.buf, ' ')
	}
	return w.value(m.Value)
}

// value writes a scalar or an empty container, or opens a container.
func (w *jsonWriter) value(v Value) error {
	switch v.Kind() {
	case Null:
		w.buf = append(w.buf, "null"...)
	case Bool:
		if v.Bool() {
			w.buf = append(w.buf, "true"...)
		} else {
			w.buf = append(w.buf, "false"...)
		}
	case Int, Double:
		if err := Finite(v); err != nil {
			return err
		}
		w.buf = AppendNumber(w.buf, v)
	case String:
		return w.text(v.Str())
	case Array:
		w.buf = append(w.buf, '[')
		w.container(jsonContainer{elems: v.Elems()})
	case Object:
		w.buf = append(w.buf, '{')
		w.container(jsonContainer{members: v.Members(), object: true})
	}
	return nil
}

func (w *jsonWriter) container(c jsonContainer) {
	if len(c.elems)+len(c.members) > 0 {
		w.open = append(w.open, c)
	} else if c.object {
		w.buf = append(w.buf, '}')
	} else {
		w.buf = append(w.buf, ']')
	}
}

// maxIndent is how deep lines are indented at most: what is deeper would be
// mostly blanks, the square of its depth.
const maxIndent = 100

func (w *jsonWriter) newline() {
	if w.indent == "" {
		return
	}
	w.buf = append(w.buf, '\n')
	for range min(len(w.open), maxIndent) {
		w.buf = append(w.buf, w.indent...)
	}
}

func (w *jsonWriter) text(s string) error {
	if !utf8.ValidString(s) {
		return InvalidText(s)
	}
	w.buf = AppendQuoted(w.buf, s)
	return nil
}

// InvalidText returns the error for a string that is not valid UTF-8 (spec
// 2.2).
func InvalidText(s string) error {
	return &Error{Code: ast.InvalidUTF8, Message: "the text " + quoteForMessage(s) +
		" is not valid UTF-8; convert it to UTF-8, or encode bytes as base64"}
}
