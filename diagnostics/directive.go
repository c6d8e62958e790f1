package diagnostics

import (
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// directive is what follows the prefix in a comment:
//
//	ignore CODE[, CODE…] [-- reason]
//	ignore-file CODE[, CODE…] [-- reason]
//	off [-- reason]
//	on
//	NAME=VALUE
//
// The last form is a setting for other parts of the tool, such as a schema.
type directive struct {
	Setting string `parser:"  @Setting"`
	Verb    word   `parser:"| @@"`
	Codes   []word `parser:"  ( @@ ( ',' @@ )* )?"`
	Reason  string `parser:"  @Reason?"`
}

// word is a token with its place in the text that was parsed.
type word struct {
	Pos  lexer.Position
	Text string `parser:"@Word"`
}

// directiveParser is built when the first directive is met.
var directiveParser = sync.OnceValue(func() *participle.Parser[directive] {
	return participle.MustBuild[directive](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "Setting", Pattern: `[A-Za-z_][A-Za-z0-9_]*=.*`},
			{Name: "Reason", Pattern: `--.*`},
			{Name: "Word", Pattern: `[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*`},
			{Name: "Comma", Pattern: `,`},
			{Name: "Blank", Pattern: `[ \t]+`},
			{Name: "Other", Pattern: `(?s).`},
		})),
		participle.Elide("Blank"),
	)
})

// parseDirective parses the text after the prefix.
func parseDirective(text string) (*directive, error) {
	d, err := directiveParser().ParseString("", text)
	if err != nil {
		return nil, err
	}
	d.Reason = strings.TrimSpace(strings.TrimPrefix(d.Reason, "--"))
	return d, nil
}
