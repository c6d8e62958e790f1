package embedded

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// inJSONLines reads each line that has JSON in it, also after a prefix such as
// a time.
func inJSONLines(src string, fields []string) []Payload {
	var found []Payload
	for at := 0; at < len(src); {
		line := src[at:]
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		before := len(found)
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), "[") {
			found = appendJSON(found, line, at, fields)
		}
		if i := strings.IndexByte(line, '{'); i >= 0 && len(found) == before {
			found = appendJSON(found, line[i:], at+i, fields)
		}
		at += len(line)
	}
	return found
}

func inJSON(src string, fields []string) []Payload {
	const mark = "\ufeff" // a byte order mark, which JSON does not have
	text := strings.TrimPrefix(src, mark)
	return appendJSON(nil, text, len(src)-len(text), fields)
}

// appendJSON finds the payloads of JSON values that begin at an offset of the
// file. It ends where the text is no JSON any more.
func appendJSON(found []Payload, src string, offset int, fields []string) []Payload {
	d := jsontext.NewDecoder(strings.NewReader(src),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	paths := splitPaths(fields)
	for {
		if d.PeekKind() != '"' {
			if _, err := d.ReadToken(); err != nil {
				return found
			}
			continue
		}
		raw, err := d.ReadValue()
		if err != nil {
			return found
		}
		kind, length := d.StackIndex(d.StackDepth())
		if kind == '{' && length%2 == 1 { // a member's name
			continue
		}
		start := offset + int(d.InputOffset()) - len(raw)
		if len(paths) == 0 && !strings.HasPrefix(string(raw), `"GCF`) || len(paths) > 0 && !matchesPath(paths, d) {
			continue
		}
		if p := unquoteAt(string(raw), start); len(paths) > 0 || parser.StartsPayload(p.Text) {
			found = append(found, p)
		}
	}
}

func splitPaths(fields []string) [][]string {
	var paths [][]string
	for _, f := range fields {
		paths = append(paths, strings.Split(f, "."))
	}
	return paths
}

// matchesPath says whether a decoder stands at a value that a path names. `*`
// is any name or position; positions in arrays may be left out.
func matchesPath(paths [][]string, d *jsontext.Decoder) bool {
	type step struct {
		name    string
		inArray bool
	}
	var steps []step
	depth := 1
	for token := range d.StackPointer().Tokens() {
		kind, _ := d.StackIndex(depth)
		steps = append(steps, step{token, kind == '['})
		depth++
	}
	for _, path := range paths {
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

// unquoteAt reads a JSON string that stands at an offset of the file. Its
// escapes are the seams between pieces.
func unquoteAt(raw string, outer int) Payload {
	p := Payload{write: func(_, _ int, text string) string {
		quoted := value.AppendQuoted(nil, text)
		return string(quoted[1 : len(quoted)-1])
	}}
	var b strings.Builder
	body := raw[1 : len(raw)-1]
	for at := 0; at < len(body); {
		end := strings.IndexByte(body[at:], '\\')
		if end < 0 {
			end = len(body) - at
		}
		if end > 0 {
			p.pieces = append(p.pieces, piece{b.Len(), outer + 1 + at, end})
			b.WriteString(body[at : at+end])
			at += end
			continue
		}
		// An escape is a piece of length 0: all of it stands for its bytes.
		p.pieces = append(p.pieces, piece{b.Len(), outer + 1 + at, 0})
		text, length := unescape(body[at:])
		b.WriteString(text)
		at += length
	}
	p.pieces = append(p.pieces, piece{b.Len(), outer + 1 + len(body), 0})
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
