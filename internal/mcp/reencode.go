package mcp

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"gcf-lsp/internal/cli/encode"
	"gcf-lsp/internal/cli/stats"
	"gcf-lsp/internal/tools"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// text is a text content of a result: what it says, and where its JSON string
// stands in the message.
type text struct {
	text       string
	start, end int
}

// textsOf finds the text contents of the result of a tool that did not fail:
// the members `text` of the elements of /result/content with the type text.
func textsOf(message []byte) []text {
	const inItem = 4 // the message, its result, the list, an element
	d := jsontext.NewDecoder(bytes.NewReader(message))
	var all []text
	var item text
	var name, kind string
	for {
		token, err := d.ReadToken()
		if err != nil { // at the end, or of what cannot be told for sure
			if d.StackDepth() > 0 {
				return nil
			}
			return all
		}
		depth := d.StackDepth()
		container, members := d.StackIndex(depth)
		switch {
		case depth == inItem && token.Kind() == '{':
			item, kind = text{end: -1}, ""
		case depth == inItem-1 && token.Kind() == '}' && container == '[' && kind == "text" && item.end >= 0 && strings.HasPrefix(string(d.StackPointer()), "/result/content/"):
			all = append(all, item)
		case depth == 2 && token.Kind() == 't' && d.StackPointer() == "/result/isError":
			return nil
		case depth != inItem || token.Kind() != '"':
		case members%2 == 1:
			name = token.String()
		case name == "type":
			kind = token.String()
		case name == "text":
			item = text{token.String(), 0, int(d.InputOffset())}
			item.start = item.end - len(stringBefore(message[:item.end]))
		}
	}
}

// stringBefore returns the JSON string that a valid text ends with.
func stringBefore(s []byte) []byte {
	i := len(s) - 1 // its closing quote
	for i--; i >= 0; i-- {
		if s[i] != '"' {
			continue
		}
		slashes := 0
		for j := i - 1; j >= 0 && s[j] == '\\'; j-- {
			slashes++
		}
		if slashes%2 == 0 {
			break
		}
	}
	return s[i:]
}

// smallerText is a text as GCF, with the tokens of both.
type smallerText struct {
	text          string
	before, after int
}

// counter counts the tokens of a text. Its table is read when it is first used.
var counter = sync.OnceValues(func() (func(string) int, error) { return stats.Counter("o200k_base") })

// smaller returns a JSON text, of an object or an array, as GCF, where that has
// fewer tokens and decodes to the same data.
func smaller(jsonText string) (smallerText, bool) {
	trimmed := strings.TrimSpace(jsonText)
	if trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' {
		return smallerText{}, false
	}
	v, err := value.FromJSON(trimmed, value.KeepNumbers())
	if err != nil {
		return smallerText{}, false
	}
	var out bytes.Buffer
	if err := encode.Write(&out, v, encode.Options{Graph: encode.IsGraph(v)}); err != nil {
		return smallerText{}, false
	}
	back, err := value.Decode(parser.Parse(out.String()), value.KeepLexemes)
	if err != nil {
		return smallerText{}, false
	}
	if same := value.Compare(v, back, 1); !same.Equal() {
		return smallerText{}, false
	}
	count, err := counter()
	if err != nil {
		return smallerText{}, false
	}
	s := smallerText{out.String(), count(jsonText), count(out.String())}
	return s, s.after < s.before
}

// quote writes a text as a JSON string.
func quote(s string) (json.RawMessage, error) { return tools.Marshal(s) }
