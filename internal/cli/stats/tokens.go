package stats

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// encoding is a byte pair encoding of a model: the pieces that a text is cut
// into, and the tokens whose places in the vocabulary say which to make first.
type encoding struct {
	name   string
	pieces string // for [regexp]; ends in the white space, as the others do
}

// The pieces of o200k_base and cl100k_base as OpenAI's tiktoken has them. There
// `\s` is Unicode's white space, and `\s+(?!\S)` comes before `\s+`: white space
// leaves its last character to the word behind it. [piece] does that.
const (
	space       = `\s\x{85}\v\p{Z}`
	contraction = `(?i:'s|'t|'re|'ve|'m|'ll|'d)`
	upper       = `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`
	lower       = `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`
	before      = `[^\r\n\p{L}\p{N}]?`
)

var encodings = []encoding{
	{"o200k_base", before + upper + `*` + lower + `+` + contraction + `?|` + before + upper + `+` + lower + `*` + contraction + `?|` +
		`\p{N}{1,3}| ?[^` + space + `\p{L}\p{N}]+[\r\n/]*|[` + space + `]*[\r\n]+|([` + space + `]+)`},
	{"cl100k_base", contraction + `|` + before + `\p{L}+|` +
		`\p{N}{1,3}| ?[^` + space + `\p{L}\p{N}]+[\r\n]*|[` + space + `]*[\r\n]+|([` + space + `]+)`},
}

// Tokenizers are the vocabularies that texts can be counted with. They are in
// the program; nothing is fetched. See [vocabulary] for the one exception.
func Tokenizers() []string {
	names := make([]string, len(encodings))
	for i, e := range encodings {
		names[i] = e.name
	}
	return names
}

// Counter returns a function that counts the tokens of a text in one of the
// vocabularies.
func Counter(name string) (func(text string) int, error) {
	for _, e := range encodings {
		if name == e.name {
			ranks, err := readVocabulary(name)
			if err != nil {
				return nil, err
			}
			pieces := regexp.MustCompile(`^(?:` + e.pieces + `)`)
			return func(text string) (n int) {
				text = string([]rune(text)) // a byte that is no UTF-8 counts as U+FFFD
				for len(text) > 0 {
					p := piece(pieces, text)
					n += ranks.count(text[:p])
					text = text[p:]
				}
				return n
			}, nil
		}
	}
	return nil, fmt.Errorf("unknown tokenizer %q: it is one of %s", name, strings.Join(Tokenizers(), ", "))
}

// piece returns the length of the piece that a text begins with.
func piece(pieces *regexp.Regexp, text string) int {
	m := pieces.FindStringSubmatchIndex(text)
	if m == nil {
		return len(text) // there is a piece for each character
	}
	end := m[1]
	if white := m[2] >= 0; white && end < len(text) {
		if _, last := utf8.DecodeLastRuneInString(text[:end]); last < end {
			end -= last
		}
	}
	return end
}

// ranks are the tokens of a vocabulary. Tokens with a low rank are made first.
type ranks map[string]uint32

func readVocabulary(name string) (ranks, error) {
	packed, err := vocabulary(name)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return nil, err
	}
	r := make(ranks, len(text)/8)
	for rest := text; len(rest) > 0; {
		n, used := binary.Uvarint(rest)
		r[string(rest[used:used+int(n)])] = uint32(len(r))
		rest = rest[used+int(n):]
	}
	return r, nil
}
