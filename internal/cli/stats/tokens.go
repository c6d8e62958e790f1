package stats

import (
	"fmt"
	"strings"

	"github.com/tiktoken-go/tokenizer"
)

// Tokenizers are the vocabularies that texts can be counted with. They are in
// the program; nothing is fetched.
func Tokenizers() []string {
	return []string{string(tokenizer.O200kBase), string(tokenizer.Cl100kBase)}
}

// Counter returns a function that counts the tokens of a text in one of the
// vocabularies.
func Counter(name string) (func(text string) (int, error), error) {
	for _, known := range Tokenizers() {
		if name == known {
			codec, err := tokenizer.Get(tokenizer.Encoding(name))
			if err != nil {
				return nil, err
			}
			return codec.Count, nil
		}
	}
	return nil, fmt.Errorf("unknown tokenizer %q: it is one of %s", name, strings.Join(Tokenizers(), ", "))
}
