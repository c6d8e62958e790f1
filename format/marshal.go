package format

import (
	"encoding/json"

	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// Marshal returns a Go value as a canonical document of the generic profile
// (spec 7). What becomes of its types, and which tags its fields have, is that
// of encoding/json: `json:"name,omitempty"`. It fails as [Generic] does, and for
// what has no JSON.
func Marshal(in any) ([]byte, error) {
	text, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	v, err := value.FromJSON(text)
	if err != nil {
		return nil, err
	}
	return Generic(v, Options{})
}

// Unmarshal reads the data of a document, of any profile that [value.Decode]
// reads, into a Go value, as encoding/json does. It fails with a [*value.Error]
// where the document has errors.
func Unmarshal(text []byte, out any) error {
	v, err := value.Decode(parser.Parse(string(text)))
	if err != nil {
		return err
	}
	data, err := value.AppendJSON(nil, v)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, out)
}
