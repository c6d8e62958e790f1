// Package encode chooses how a JSON value is written as GCF: in which profile,
// buffered or as a stream. The writing itself is in package format.
package encode

import (
	"fmt"
	"io"
	"slices"
	"strings"

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

// A member of the ecosystem's JSON shape of a graph, with the kinds of value
// that it may have.
type member struct {
	name  string
	kinds []value.Kind
}

var (
	isText   = []value.Kind{value.String}
	isNumber = []value.Kind{value.Int, value.Double}
	isWhole  = []value.Kind{value.Int}
	isList   = []value.Kind{value.Array}
)

var (
	graphMembers = []member{{"tool", isText}, {"tokenBudget", isWhole}, {"tokensUsed", isWhole}, {"packRoot", isText}, {"symbols", isList}, {"edges", isList}}
	// A symbol has a distance, or a group that gives it none.
	symbolMembers = []member{{"qualifiedName", isText}, {"kind", isText}, {"score", isNumber}, {"provenance", isText}}
	placeMembers  = []member{{"distance", isWhole}, {"group", isText}}
	edgeMembers   = []member{{"source", isText}, {"target", isText}, {"edgeType", isText}, {"status", isText}}
	// An edge has the kind of an end whose name is that of several symbols.
	kindMembers = []member{{"sourceKind", isText}, {"targetKind", isText}}
	// What decode prints of the payloads that are no complete graph.
	unchangedMembers = append(slices.Clone(graphMembers), member{"unchanged", []value.Kind{value.Bool}})
	deltaMembers     = []member{{"tool", isText}, {"baseRoot", isText}, {"newRoot", isText}, {"removed", isList}, {"added", isList},
		{"removedEdges", isList}, {"addedEdges", isList}, {"deltaTokens", isWhole}, {"savings", isText}}
)

// IsGraph says whether a value has the shape that decoding a document of the
// graph profile gives: these members, all of them, and no others.
func IsGraph(v value.Value) bool {
	if !hasMembers(v, graphMembers) {
		return hasMembers(v, unchangedMembers) || hasMembers(v, deltaMembers)
	}
	symbols, _ := v.Get("symbols")
	for _, s := range symbols.Elems() {
		if !hasMembers(s, symbolMembers, placeMembers...) || s.Len() != len(symbolMembers)+1 {
			return false
		}
	}
	edges, _ := v.Get("edges")
	for _, e := range edges.Elems() {
		if !hasMembers(e, edgeMembers, kindMembers...) {
			return false
		}
	}
	return true
}

// hasMembers reports whether a value is an object with all of the required
// members, maybe some of the optional ones, and no others.
func hasMembers(v value.Value, required []member, optional ...member) bool {
	if v.Kind() != value.Object {
		return false
	}
	fits := func(members []member, of value.Member) bool {
		return slices.ContainsFunc(members, func(m member) bool {
			return m.name == of.Key && slices.Contains(m.kinds, of.Value.Kind())
		})
	}
	found := 0
	for _, m := range v.Members() {
		switch {
		case fits(required, m):
			found++
		case !fits(optional, m):
			return false
		}
	}
	return found == len(required)
}

// onlyGraph refuses a value that is no complete graph, or of which the graph
// profile would lose something.
func onlyGraph(v value.Value) error {
	if hasMembers(v, deltaMembers) || hasMembers(v, unchangedMembers) {
		return &value.Error{Message: "a delta of a graph, or an answer that nothing changed, is written from two graphs: see diff; with the generic profile it is written as data"}
	}
	if v.Index("symbols") < 0 {
		return &value.Error{Message: "not a graph: expected an object with symbols and edges, as decode prints it"}
	}
	if err := onlyMembers(v, graphMembers, ""); err != nil {
		return err
	}
	known := slices.Concat(symbolMembers, placeMembers)
	symbols, _ := v.Get("symbols")
	for i, s := range symbols.Elems() {
		if err := onlyMembers(s, known, fmt.Sprintf("/symbols/%d", i)); err != nil {
			return err
		}
	}
	known = slices.Concat(edgeMembers, kindMembers)
	edges, _ := v.Get("edges")
	for i, e := range edges.Elems() {
		if err := onlyMembers(e, known, fmt.Sprintf("/edges/%d", i)); err != nil {
			return err
		}
	}
	return nil
}

func onlyMembers(v value.Value, known []member, path string) error {
	for _, m := range v.Members() {
		if !slices.ContainsFunc(known, func(k member) bool { return k.name == m.Key }) {
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
		return noTable("", v)
	}
	return s.Close()
}

func streamTable(s *format.TableStream, t format.StreamTable, v value.Value) error {
	path := ""
	if !t.Root {
		path = "/" + pointerEscapes.Replace(t.Name)
	}
	if v.Kind() != value.Array {
		return noTable(path, v)
	}
	seen := map[string]bool{}
	for i, row := range v.Elems() {
		if row.Kind() != value.Object {
			return noTable(fmt.Sprintf("%s/%d", path, i), row)
		}
		for _, m := range row.Members() {
			if !seen[m.Key] {
				seen[m.Key] = true
				t.Fields = append(t.Fields, m.Key)
			}
		}
	}
	if t.Fields == nil {
		return noTable(path, v)
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

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// noTable refuses a value that a stream has no form for.
func noTable(path string, v value.Value) error {
	what := "a value of type " + v.Kind().String()
	if v.Kind() == value.Array {
		what = "an array without fields"
	}
	return &value.Error{Path: path, Message: "a stream is made of arrays of objects, and this is " + what + "; encode it without --stream"}
}

func streamGraph(w io.Writer, v value.Value, o Options) error {
	// The buffered encoder refuses what is no graph, with the place, and
	// puts nothing on the wire before it knows.
	if _, err := format.Graph(v); err != nil {
		return err
	}
	text := func(v value.Value, key string) string { m, _ := v.Get(key); return m.Str() }
	count := func(v value.Value, key string) int { // 1e3 is whole, and a double
		m, _ := v.Get(key)
		if m.Kind() == value.Double {
			return int(m.Double())
		}
		return int(m.Int())
	}
	s, err := format.NewGraphStream(w, format.GraphStreamOptions{
		Tool: text(v, "tool"), Budget: count(v, "tokenBudget"), Tokens: count(v, "tokensUsed"),
		PackRoot: text(v, "packRoot"), LabeledCounts: o.LabeledCounts,
	})
	if err != nil {
		return err
	}
	symbols, _ := v.Get("symbols")
	for _, e := range symbols.Elems() {
		score, _ := e.Get("score")
		err := s.Symbol(format.Symbol{
			Kind: text(e, "kind"), QualifiedName: text(e, "qualifiedName"), Score: score.Double(),
			Provenance: text(e, "provenance"), Distance: count(e, "distance"), Group: text(e, "group"),
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
