package embedded

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"gcf-lsp/value"
)

// inJSON finds the payloads in a file that should be JSON. Where it is none is
// counted, and what follows is searched like a log.
func (f *finder) inJSON(src string) {
	text := strings.TrimPrefix(src, bom)
	at := len(src) - len(text)
	read, ended := f.inValues(text, at, nil, nil)
	if !ended {
		f.found.Unread.add(at + min(read, len(strings.TrimSpace(text))))
		f.inBroken(text, read, at, nil)
	}
}

// inLine finds the payloads in the JSON of a line that stands at an offset, also
// behind a prefix such as a time. Where the line names a header and no payload
// can be read, that is counted.
func (f *finder) inLine(line string, at int, within *Payload) {
	if f.paths == nil && !mayHold(line) {
		return
	}
	before := len(f.found.Payloads)
	ended := f.inBroken(line, 0, at, within)
	if !ended && len(f.found.Payloads) == before && (strings.Contains(line, "profile=") || strings.Contains(line, `profile\u003d`)) {
		if within != nil {
			at, _ = within.Range(at, at)
		}
		f.found.Unread.add(at)
	}
}

// inBroken finds the payloads in the JSON values of a text from an offset on, each
// of them behind whatever is no JSON. It reports whether the last of them was
// read to its end. The text stands at base.
func (f *finder) inBroken(src string, at, base int, within *Payload) bool {
	starts := `{["`
	if f.paths != nil {
		starts = `{[` // a string alone has no path
	}
	for at < len(src) {
		i := strings.IndexAny(src[at:], starts)
		if i < 0 {
			return false
		}
		at += i
		read, ended := f.inValues(src[at:], base+at, within, nil)
		if at+read == len(src) {
			return ended
		}
		if f.paths != nil && read > 1 {
			return false // the path to the rest is not known
		}
		at += max(read, 1)
	}
	return false
}

// inValues finds the payloads in the strings of JSON values, of which the first
// begins at the start of a text that stands at base. It returns where the text
// is no JSON any more, behind a string that is broken or cut off, and whether it
// ended as JSON does.
func (f *finder) inValues(src string, base int, within *Payload, above []step) (read int, ended bool) {
	d := jsontext.NewDecoder(strings.NewReader(src),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	stopped := func() int {
		at := int(d.InputOffset())
		return len(src) - len(strings.TrimLeft(src[at:], " \t\r\n,:"))
	}
	for {
		if d.PeekKind() != '"' {
			if _, err := d.ReadToken(); err != nil {
				return stopped(), err == io.EOF
			}
			continue
		}
		raw, err := d.ReadValue()
		if err != nil {
			at := stopped()
			if at == len(src) || src[at] != '"' {
				return at, false
			}
			body, end, cut := brokenString(src[at+1:])
			if cut {
				f.inString(body, base+at+1, true, within, f.steps(d, above))
			}
			return at + 1 + end, false
		}
		if kind, length := d.StackIndex(d.StackDepth()); kind == '{' && length%2 == 1 {
			continue // a member's name
		}
		start := base + int(d.InputOffset()) - len(raw) + 1
		if f.paths != nil || mayHold(string(raw)) {
			f.inString(string(raw[1:len(raw)-1]), start, false, within, f.steps(d, above))
		}
	}
}

// inString finds the payloads in a string whose body stands at an offset: the
// string itself where a path names it, and without paths what is found in it as
// in text. Each string within a string doubles the backslashes of its quotes, so
// there are never many.
func (f *finder) inString(body string, at int, cut bool, within *Payload, steps []step) {
	p := unquoteAt(body, at)
	p.within, p.Cut = within, cut
	switch {
	case f.paths == nil:
		f.inLines(p.Text, &p)
	case f.matches(steps):
		f.add(p, within)
	case strings.HasPrefix(strings.TrimLeft(p.Text, " \t\r\n"), "{"), strings.HasPrefix(strings.TrimLeft(p.Text, " \t\r\n"), "["):
		f.inValues(p.Text, 0, &p, steps)
	}
}

// add adds a payload. It is cut off where its string is, and it is the string's
// last.
func (f *finder) add(p Payload, within *Payload) {
	p.within = within
	if within != nil {
		last := p.pieces[len(p.pieces)-1]
		p.Cut = p.Cut || within.Cut && last.outer+last.length == len(within.Text)
	}
	if p.Cut {
		at, _ := p.Range(0, 0)
		f.found.Cut.add(at)
	}
	f.found.Payloads = append(f.found.Payloads, p)
}

// mayHold reports whether JSON may hold a payload: whether it has `GCF` in it, or
// escaped letters.
func mayHold(raw string) bool {
	for _, sign := range [...]string{"GCF", "gcf", "Gcf", "u004", "u006"} {
		if strings.Contains(raw, sign) {
			return true
		}
	}
	return false
}

// brokenString reads what follows a quote where no valid string does. It is cut
// off where no quote closes it in its line; the body is then what can be read of
// it.
func brokenString(src string) (body string, end int, cut bool) {
	whole := 0 // the end of what can be read
	for i := 0; i < len(src) && src[i] != '\n'; {
		if src[i] == '"' {
			return "", i + 1, false
		}
		n := 1
		if src[i] == '\\' {
			n = escapeLength(src[i:])
		}
		if n == 0 { // no escape, or not all of one
			i = min(i+2, len(src))
			continue
		}
		if i == whole {
			whole = i + n
		}
		i += n
	}
	end = strings.IndexByte(src, '\n')
	if end < 0 {
		end = len(src)
	}
	return strings.TrimSuffix(src[:whole], "\r"), end, true
}

// escapeLength is the length of the escape at the beginning of a text, 0 where
// it is none or is cut off.
func escapeLength(s string) int {
	if len(s) < 2 {
		return 0
	}
	if strings.IndexByte(`"\/bfnrt`, s[1]) >= 0 {
		return 2
	}
	if s[1] == 'u' && len(s) >= 6 {
		if _, err := strconv.ParseUint(s[2:6], 16, 16); err == nil {
			return 6
		}
	}
	return 0
}

// step is one step of a path: a name, or a position in an array.
type step struct {
	name    string
	inArray bool
}

func splitPaths(fields []string) [][]string {
	var paths [][]string
	for _, f := range fields {
		paths = append(paths, strings.Split(f, "."))
	}
	return paths
}

// steps returns the path to where a decoder stands, below the path above. It is
// nil where there are no paths to compare it with.
func (f *finder) steps(d *jsontext.Decoder, above []step) []step {
	if f.paths == nil {
		return nil
	}
	steps := slices.Clip(above)
	depth := 1
	for token := range d.StackPointer().Tokens() {
		kind, _ := d.StackIndex(depth)
		steps = append(steps, step{token, kind == '['})
		depth++
	}
	return steps
}

// matches says whether a path names what the steps lead to. `*` is any name or
// position; positions in arrays may be left out.
func (f *finder) matches(steps []step) bool {
	for _, path := range f.paths {
		at := 0
		for _, s := range steps {
			switch {
			case at < len(path) && (path[at] == "*" || path[at] == s.name):
				at++
			case s.inArray:
			default:
				at = len(path) + 1
			}
		}
		if at == len(path) {
			return true
		}
	}
	return false
}

// unquoteAt reads the body of a JSON string that stands at an offset. Its escapes
// are the seams between pieces.
func unquoteAt(body string, outer int) Payload {
	p := Payload{write: func(start, end int, text string) (int, int, string) {
		quoted := value.AppendQuoted(nil, text)
		return start, end, string(quoted[1 : len(quoted)-1])
	}}
	var b strings.Builder
	for at := 0; at < len(body); {
		end := strings.IndexByte(body[at:], '\\')
		if end < 0 {
			end = len(body) - at
		}
		if end > 0 {
			p.pieces = append(p.pieces, piece{b.Len(), outer + at, end})
			b.WriteString(body[at : at+end])
			at += end
			continue
		}
		// An escape is a piece of length 0: all of it stands for its bytes.
		p.pieces = append(p.pieces, piece{b.Len(), outer + at, 0})
		text, length := unescape(body[at:])
		b.WriteString(text)
		at += length
	}
	p.pieces = append(p.pieces, piece{b.Len(), outer + len(body), 0})
	p.Text = b.String()
	return p
}

// unescape reads the escape at the beginning of a valid JSON string's text.
func unescape(s string) (text string, length int) {
	switch s[1] {
	case 'b':
		return "\b", 2
	case 'f':
		return "\f", 2
	case 'n':
		return "\n", 2
	case 'r':
		return "\r", 2
	case 't':
		return "\t", 2
	case 'u':
		r := hex4(s[2:])
		if utf16.IsSurrogate(r) && len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
			if pair := utf16.DecodeRune(r, hex4(s[8:])); pair != utf8.RuneError {
				return string(pair), 12
			}
		}
		return string(r), 6
	}
	return s[1:2], 2
}

func hex4(s string) rune {
	n, err := strconv.ParseUint(s[:4], 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}
