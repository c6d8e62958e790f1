package format

import (
	"slices"
	"strconv"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
)

// headerOrder returns the header fields that the spec knows, in the order in
// which encoders write them.
func headerOrder(doc *ast.Document) []string {
	payload := spec.Full
	switch h := &doc.Header; {
	case h.Is("unchanged"):
		payload = spec.Unchanged
	case h.Is("delta"):
		payload = spec.Delta
	}
	return spec.HeaderOrder(doc.Profile == ast.ProfileGraph, payload)
}

// headerCounts are the recomputed fields of a graph's header.
type headerCounts struct {
	symbols, edges int
	streaming      bool // leave out what the source leaves out
}

// appendHeader writes the header line of a document again: the fields that the
// spec knows in canonical order, then the others in theirs. Counts replaces
// the counts of a graph; without it they stay.
func appendHeader(b []byte, doc *ast.Document, counts *headerCounts) []byte {
	b = append(append(b, "GCF profile="...), doc.Profile.String()...)
	field := func(f *ast.HeaderField) {
		b = append(append(append(append(b, ' '), f.Key...), '='), doc.Source[f.ValueStart:f.ValueEnd]...)
	}
	order := headerOrder(doc)
	for _, key := range order {
		f := doc.Header.Field(key)
		switch {
		case counts != nil && (key == "symbols" || key == "edges"):
			n := counts.symbols
			if key == "edges" {
				n = counts.edges
			}
			if counts.streaming && f == nil || key == "edges" && n == 0 {
				continue
			}
			b = append(append(append(b, ' '), key...), '=')
			b = strconv.AppendInt(b, int64(n), 10)
		case f != nil && !(counts != nil && omitted(f)):
			field(f)
		}
	}
	for i := range doc.Header.Fields {
		if f := &doc.Header.Fields[i]; f.Key != "profile" && !slices.Contains(order, f.Key) {
			field(f)
		}
	}
	return append(b, '\n')
}

// omitted reports whether an encoder leaves a graph's header field out: a zero
// budget, an empty tool (spec 3.2).
func omitted(f *ast.HeaderField) bool {
	switch f.Key {
	case "tool", "pack_root":
		return f.Value == ""
	case "budget", "tokens":
		n, err := strconv.ParseUint(f.Value, 10, 64)
		return err == nil && n == 0
	case "session":
		return f.Value == "false"
	}
	return false
}
