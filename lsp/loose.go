package lsp

import (
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/protocol"
)

// Clients send odd things: a version of 2.0, null for an optional object, true
// where an object belongs. What decides over the connection or the text of a
// document is therefore read from plain JSON values, each for itself, and what
// has another type than expected counts as not there.

var looseJSON = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// parseLoosely returns JSON as plain Go values: map[string]any, []any, string,
// float64, bool, nil. What is no JSON is nil.
func parseLoosely(raw []byte) any {
	var v any
	if json.Unmarshal(raw, &v, looseJSON) != nil {
		return nil
	}
	return v
}

// member returns what is at a path of member names, or nil.
func member(v any, path ...string) any {
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

// text returns the string at a path of member names, or "".
func text(v any, path ...string) string {
	s, _ := member(v, path...).(string)
	return s
}

// integer returns the integer at a path of member names. Also 2.0 is one.
func integer(v any, path ...string) (n int, ok bool) {
	f, ok := member(v, path...).(float64)
	if !ok || f != math.Trunc(f) || math.Abs(f) > math.MaxInt32 {
		return 0, false
	}
	return int(f), true
}

// list returns the array at a path of member names, or nil.
func list(v any, path ...string) []any {
	l, _ := member(v, path...).([]any)
	return l
}

// decodeWhatFits decodes v into an LSP type and leaves out the members that
// do not fit it.
func decodeWhatFits[T any](v any) (fit T) {
	decode := func(v any, into *T) error {
		raw, err := json.Marshal(v, looseJSON)
		if err != nil {
			return err
		}
		return protocol.Unmarshal(raw, into)
	}
	fits := func(v any) bool { return decode(v, new(T)) == nil }
	if v, ok := prune(v, fits, pruneDepth); ok {
		_ = decode(v, &fit) // it fits
	}
	return fit
}

// pruneDepth is how deep members are looked at one by one. Capabilities are
// nowhere deeper than this; whatever is below is left out with its parent.
const pruneDepth = 5

// prune returns v without the members that do not fit.
func prune(v any, fits func(any) bool, depth int) (pruned any, ok bool) {
	if fits(v) {
		return v, true
	}
	object, ok := v.(map[string]any)
	if !ok || depth == 0 {
		return nil, false
	}
	kept := map[string]any{}
	for name, m := range object {
		alone := func(m any) bool { return fits(map[string]any{name: m}) }
		if m, ok := prune(m, alone, depth-1); ok {
			kept[name] = m
		}
	}
	return kept, fits(kept)
}
