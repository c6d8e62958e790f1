package value

import (
	"errors"
	"strconv"
	"unicode/utf8"

	"gcf-lsp/ast"
)

// ErrNotNumber says that a token does not match the JSON number grammar.
var ErrNotNumber = errors.New("not a number")

// Error says why a value cannot be read or written.
type Error struct {
	Code    ast.Code // or ast.NoCode where GCF has none
	Message string   // what is wrong, what was expected, what to do
	Path    string   // where in the value, as a JSON pointer (RFC 6901); "" is the root or unknown
	// Line and Column are where in the JSON or GCF text, from 1; the column
	// counts code points. They are 0 where there is no text.
	Line, Column int
}

// Error returns the place, where known, and the message.
func (e *Error) Error() string {
	switch {
	case e.Line > 0:
		return strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column) + ": " + e.Message
	case e.Path != "":
		return "at " + shorten(e.Path) + ": " + e.Message
	}
	return e.Message
}

// CodeOf returns the code of the first [Error] in err's chain, or ast.NoCode.
func CodeOf(err error) ast.Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ast.NoCode
}

// shorten cuts a text to a length that fits in a message.
func shorten(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// quoteForMessage quotes a text for a message, shortened and with everything
// that is not printable escaped.
func quoteForMessage(s string) string {
	const most = 60
	if len(s) > most {
		return strconv.Quote(s[:most]) + "…"
	}
	return strconv.Quote(s)
}
