package stats

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"os"
	"strings"
	"testing"

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
		words := rapid.SliceOf(rapid.SampledFrom([]string{" ", "\n", "\r", "\t", "a", "B", "ß", "é", "e\u0301", "1", "½", "'s", "'LL", "|", "/", "\xff", "\u00a0", "\u2028", "token", "ǅ", "ʰ", "漢", "\x00"}))
		rapid.Check(t, func(t *rapid.T) { same(t, strings.Join(words.Draw(t, "words"), "")) })
		// The library leaves U+007F out with cl100k_base, where a piece is for it, too.
		text := rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return r != 0x7f }))
		rapid.Check(t, func(t *rapid.T) { same(t, text.Draw(t, "text")) })
	}
}
