package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gcf-lsp/diagnosis"
	"gcf-lsp/diagnostics"
	"gcf-lsp/value"
)

// decodedResult is the answer to gcf/decoded.
type decodedResult struct {
	Version *int32  `json:"version"`
	JSON    *string `json:"json"` // null where the document has errors
	Error   string  `json:"error,omitzero"`
}

// decoded answers gcf/decoded: the data of a document as JSON text.
func (s *server) decoded(ctx context.Context, params any) (*decodedResult, error) {
	key := documentKey(text(params, "textDocument", "uri"))
	doc, err := document(ctx, key)
	if err != nil {
		return nil, err
	}
	s.viewers.watch(s, key)
	indent, _ := integer(params, "indent")
	return long(ctx, s, nil, "Decoding "+doc.name(), func() (*decodedResult, error) {
		result := &decodedResult{Version: doc.number}
		json, err := doc.json(indent)
		if err != nil {
			result.Error = err.Error()
		} else {
			result.JSON = &json
		}
		return result, nil
	})
}

// json returns the data of a document as JSON text, with so many blanks to a
// level, or compact. The error says where the document is wrong.
func (v *version) json(indent int) (string, error) {
	var options []value.JSONOption
	if indent > 0 {
		options = append(options, value.Indent(strings.Repeat(" ", min(indent, 16))))
	}
	if err := v.firstError(); err != nil {
		return "", err
	}
	data, err := value.Decode(v.tree())
	if err != nil {
		return "", sayWhere(err)
	}
	// JSON is mostly larger than GCF, often twice as large.
	json, err := value.AppendJSON(make([]byte, 0, 2*len(v.text)), data, options...)
	if err != nil {
		return "", sayWhere(err)
	}
	return string(json), nil
}

// firstError returns the first of the errors of a document in words, or nil
// where it has none.
func (v *version) firstError() error {
	if d := v.firstErrorFound(); d != nil {
		return v.inWords(d)
	}
	return nil
}

// inWords is a diagnostic as one line with its place.
func (v *version) inWords(d *diagnostics.Diagnostic) error {
	message, _, _ := strings.Cut(d.Message, "\n")
	return fmt.Errorf("line %d: %s (%s)", v.position(d.Start).Line+1, message, d.Code)
}

// firstErrorFound returns the first of the errors of a document, or nil. A
// comment can hide an error from a report, not from a decoder.
func (v *version) firstErrorFound() *diagnostics.Diagnostic {
	if !diagnostics.HasErrors(v.tree()) {
		return nil
	}
	found := diagnosis.Check(v.tree(), diagnostics.Options{KeepSuppressed: true, Limit: 1})
	if len(found) == 0 {
		return nil
	}
	return &found[0]
}

// sayWhere adds its place to the error of a value.
func sayWhere(err error) error {
	var e *value.Error
	if errors.As(err, &e) && e.Line > 0 {
		return fmt.Errorf("line %d: %s", e.Line, e.Message)
	}
	return err
}
