package stats

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/dlclark/regexp2/v2"
	"github.com/tiktoken-go/tokenizer"
	"pgregory.net/rapid"

	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/internal/testkit/material"
)

// The vocabularies are those of the library; -update writes them.
func TestVocabularies(t *testing.T) {
	for _, name := range Tokenizers() {
		tokens := tokensOf(t, name)
		if golden.Update() {
			writeVocabulary(t, "vocab/"+name, tokens)
			continue
		}
		ranks, err := readVocabulary(name)
		if err != nil || len(ranks) != len(tokens) {
			t.Fatalf("%s: %d tokens of %d, %v", name, len(ranks), len(tokens), err)
		}
		for rank, token := range tokens {
			if got, ok := ranks[token]; !ok || int(got) != rank {
				t.Fatalf("%s: the rank of %q is %d, want %d", name, token, got, rank)
			}
		}
	}
}

func writeVocabulary(t *testing.T, path string, tokens []string) {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range tokens {
		_, _ = w.Write(append(binary.AppendUvarint(nil, uint64(len(token))), token...))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func tokensOf(t *testing.T, name string) (tokens []string) {
	codec, err := tokenizer.Get(tokenizer.Encoding(name))
	if err != nil {
		t.Fatal(err)
	}
	for id := uint(0); ; id++ {
		token, err := codec.Decode([]uint{id})
		if err != nil {
			return tokens
		}
		tokens = append(tokens, token)
	}
}

// Texts have as many tokens as the library finds: payloads, what is hard to
// cut, a long piece, bytes that are no UTF-8.
func TestCountIsTheLibrarys(t *testing.T) {
	texts := []string{
		"", " ", "  ", "a  b", "a \n\n b", "don't DON'T it'ſ", "\u00a0\u2003x", "\xff\xfe ok", "1234567 ", "日本語 テキスト", "HTMLParser/\n//",
		strings.Repeat("ab", 5000), strings.Repeat(" ", 3000) + "x", strings.Repeat("=", 999), "\r\n\r\n\tx", "e\u0301A\u0301b",
	}
	for _, text := range material.Payloads(t) {
		if len(text) < 20_000 {
			texts = append(texts, text)
		}
	}
	for _, name := range Tokenizers() {
		codec, err := tokenizer.Get(tokenizer.Encoding(name))
		if err != nil {
			t.Fatal(err)
		}
		count, err := Counter(name)
		if err != nil {
			t.Fatal(err)
		}
		same := func(t interface{ Errorf(string, ...any) }, text string) {
			if want, err := codec.Count(text); err != nil || count(text) != want {
				t.Errorf("%s: %d tokens in %.60q, the library counts %d, %v", name, count(text), text, want, err)
			}
		}
		for _, text := range texts {
			same(t, text)
		}
		// The library's matchers miss U+007F and cut "\n \n": what is random here is
		// one piece, and TestPieces compares with the patterns.
		rapid.Check(t, func(t *rapid.T) { same(t, rapid.StringMatching(`[a-z]{1,200}`).Draw(t, "letters")) })
	}
}

// hardText is short texts of what the patterns tell apart.
var hardText = rapid.Custom(func(t *rapid.T) string {
	if rapid.Bool().Draw(t, "any") {
		return rapid.String().Draw(t, "text")
	}
	words := rapid.SliceOf(rapid.SampledFrom([]string{" ", "\n", "\r", "\t", "a", "B", "ß", "é", "e\u0301", "1", "½", "'s", "'LL", "|", "/", "\u00a0", "\u2028", "token", "ǅ", "ʰ", "漢", "\x00", "\x7f"}))
	return strings.Join(words.Draw(t, "words"), "")
})

// A text is cut as an engine with lookahead cuts it by the patterns of tiktoken.
func TestPieces(t *testing.T) {
	for name, pattern := range map[string]string{
		"o200k_base":  `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
		"cl100k_base": `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
	} {
		// In a group it is not the pattern that the library has a matcher for.
		want := regexp2.MustCompile(`(?:`+pattern+`)`, regexp2.None)
		var got *regexp.Regexp
		for _, e := range encodings {
			if e.name == name {
				got = regexp.MustCompile(`^(?:` + e.pieces + `)`)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			text := hardText.Draw(t, "text")
			m, err := want.FindStringMatch(text)
			for rest := text; rest != "" || m != nil; m, err = want.FindNextMatch(m) {
				if m == nil || err != nil {
					t.Fatalf("%s: %q is not cut to its end: %v", name, text, err)
				}
				n := piece(got, rest)
				if rest[:n] != m.String() {
					t.Fatalf("%s: in %q the piece is %q, want %q", name, text, rest[:n], m.String())
				}
				rest = rest[n:]
			}
		})
	}
}
