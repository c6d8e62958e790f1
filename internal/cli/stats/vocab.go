//go:build !js

package stats

import "embed"

// vocabularies are the tokens in the order of their ranks, each behind its
// length, compressed. They are made from the tables of tiktoken-go/tokenizer,
// which would be 12 MB of the program; a test compares the two and, with
// -update, writes them.
//
//go:embed vocab
var vocabularies embed.FS

// vocabulary returns a vocabulary as it is kept.
func vocabulary(name string) ([]byte, error) { return vocabularies.ReadFile("vocab/" + name) }
