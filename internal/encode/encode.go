// Package encode chooses how a JSON value is written as GCF: in which profile,
// buffered or as a stream. The writing itself is in package format.
package encode

import (
	"fmt"
	"io"
	"slices"

	"gcf-lsp/format"
	"gcf-lsp/value"
)

// Options say how a value is written.
type Options struct {
	Graph         bool // in the graph profile
	Stream        bool // with deferred counts and a summary
	LabeledCounts bool // name the counts of a streamed graph's summary
	NoFlatten     bool
}

// Write writes a value as a document.
func Write(w io.Writer, v value.Value, o Options) error {
	if o.Graph {
		if err := onlyGraph(v); err != nil {
			return err
		}
	}
	switch {
	case o.Stream && o.Graph:
		return streamGraph(w, v, o)
	case o.Stream:
		return streamTables(w, v)
	}
	var text []byte
	var err error
	if o.Graph {
		text, err = format.Graph(v)
	} else {
		text, err = format.Generic(v, format.Options{NoFlatten: o.NoFlatten})
	}
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// The members of the ecosystem's JSON shape of a graph.
var (
	graphMembers  = []string{"tool", "tokenBudget", "tokensUsed", "packRoot", "symbols", "edges"}
	symbolMembers = []string{"qualifiedName", "kind", "score", "provenance", "distance"}
	edgeMembers   = []string{"source", "target", "edgeType", "status", "sourceKind", "targetKind"}
)

// IsGraph says whether a value has the ecosystem's JSON shape of a graph and
// nothing beside it.
func IsGraph(v value.Value) bool {
	if onlyGraph(v) != nil {
		return false
	}
	symbols, _ := v.Get("symbols")
	edges, hasEdges := v.Get("edges")
	if symbols.Kind() != value.Array || hasEdges && edges.Kind() != value.Array {
		return false
	}
	for _, s := range symbols.Elems() {
		if s.Index("qualifiedName") < 0 || s.Index("kind") < 0 {
			return false
		}
	}
	return symbols.Len() > 0 || hasEdges
}

// onlyGraph refuses a value of which the graph profile would lose something.
func onlyGraph(v value.Value) error {
	if v.Index("symbols") < 0 {
		return &value.Error{Message: "not a graph: expected an object with symbols and edges, as decode prints it"}
	}
	if err := onlyMembers(v, graphMembers, ""); err != nil {
		return err
	}
	symbols, _ := v.Get("symbols")
	for i, s := range symbols.Elems() {
		if err := onlyMembers(s, symbolMembers, fmt.Sprintf("/symbols/%d", i)); err != nil {
			return err
		}
	}
	edges, _ := v.Get("edges")
	for i, e := range edges.Elems() {
		if err := onlyMembers(e, edgeMembers, fmt.Sprintf("/edges/%d", i)); err != nil {
			return err
		}
	}
	return nil
}

func onlyMembers(v value.Value, known []string, path string) error {
	for _, m := range v.Members() {
		if !slices.Contains(known, m.Key) {
			return &value.Error{Path: path, Message: fmt.Sprintf("the graph profile has no place for the member %q; it would be lost", m.Key)}
		}
	}
	return nil
}

// streamTables writes an array of objects, or an object with such arrays, as
// streamed tables. What does not fit a stream (spec 8.3) is refused.
func streamTables(w io.Writer, v value.Value) error {
	s, err := format.NewTableStream(w)
	if err != nil {
		return err
	}
	switch v.Kind() {
	case value.Array:
		if err := streamTable(s, format.StreamTable{Root: true}, v); err != nil {
			return err
		}
	case value.Object:
		// Members of the root object stand before its tables.
		for _, scalars := range []bool{true, false} {
			for _, m := range v.Members() {
				if m.Value.IsScalar() != scalars {
					continue
				}
				if scalars {
					err = s.Scalar(m.Key, m.Value)
				} else {
					err = streamTable(s, format.StreamTable{Name: m.Key}, m.Value)
				}
				if err != nil {
					return err
				}
			}
		}
	default:
		return fmt.Errorf("a stream is made of tables, not of one %s", v.Kind())
	}
	return s.Close()
}

func streamTable(s *format.TableStream, t format.StreamTable, v value.Value) error {
	name := fmt.Sprintf("%q", t.Name)
	if t.Root {
		name = "the value"
	}
	if v.Kind() != value.Array {
		return fmt.Errorf("%s is an %s: a stream is made of arrays of objects; encode it without --stream", name, v.Kind())
	}
	seen := map[string]bool{}
	for _, row := range v.Elems() {
		if row.Kind() != value.Object {
			return fmt.Errorf("%s holds a value of type %s: a stream is made of arrays of objects; encode it without --stream", name, row.Kind())
		}
		for _, m := range row.Members() {
			if !seen[m.Key] {
				seen[m.Key] = true
				t.Fields = append(t.Fields, m.Key)
			}
		}
	}
	if t.Fields == nil {
		return fmt.Errorf("%s has no fields: a stream is made of arrays of objects; encode it without --stream", name)
	}
	if err := s.Table(t); err != nil {
		return err
	}
	for _, row := range v.Elems() {
		if err := s.Row(row); err != nil {
			return err
		}
	}
	return nil
}

func streamGraph(w io.Writer, v value.Value, o Options) error {
	// The buffered encoder refuses what is no graph, with the place, and
	// puts nothing on the wire before it knows.
	if _, err := format.Graph(v); err != nil {
		return err
	}
	text := func(v value.Value, key string) string { m, _ := v.Get(key); return m.Str() }
	count := func(key string) int { m, _ := v.Get(key); return int(m.Int()) }
	s, err := format.NewGraphStream(w, format.GraphStreamOptions{
		Tool: text(v, "tool"), Budget: count("tokenBudget"), Tokens: count("tokensUsed"),
		PackRoot: text(v, "packRoot"), LabeledCounts: o.LabeledCounts,
	})
	if err != nil {
		return err
	}
	symbols, _ := v.Get("symbols")
	for _, e := range symbols.Elems() {
		score, _ := e.Get("score")
		distance, _ := e.Get("distance")
		err := s.Symbol(format.Symbol{
			Kind: text(e, "kind"), QualifiedName: text(e, "qualifiedName"), Score: score.Double(),
			Provenance: text(e, "provenance"), Distance: int(distance.Int()),
		})
		if err != nil {
			return err
		}
	}
	edges, _ := v.Get("edges")
	for _, e := range edges.Elems() {
		err := s.Edge(format.Edge{
			Source: text(e, "source"), Target: text(e, "target"), Type: text(e, "edgeType"), Status: text(e, "status"),
			SourceKind: text(e, "sourceKind"), TargetKind: text(e, "targetKind"),
		})
		if err != nil {
			return err
		}
	}
	return s.Close()
}
