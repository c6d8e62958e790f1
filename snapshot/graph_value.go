package snapshot

import (
	"fmt"
	"math"

	"gcf-lsp/value"
)

// GraphFromValue makes a graph of an object with the members `symbols` and
// `edges`, as decoders of the graph profile give it: symbols with
// `qualifiedName`, `kind`, `score`, `provenance` and `distance`, edges with
// `source`, `target`, `edgeType`, perhaps `status` and, where names are not
// unique, `sourceKind` and `targetKind`. Other members are ignored.
func GraphFromValue(v value.Value) (*Graph, error) {
	if v.Kind() != value.Object {
		return nil, &DataError{What: "the graph", Detail: "is " + article(v.Kind()) + ", not an object"}
	}
	var symbols []Symbol
	var edges []Edge
	from := graphOrigin{}
	for _, name := range [...]string{"symbols", "edges"} {
		if list, ok := v.Get(name); ok && list.Kind() != value.Array {
			return nil, &DataError{What: name, Detail: "is " + article(list.Kind()) + ", not an array"}
		}
	}
	list, _ := v.Get("symbols")
	for i, item := range list.Elems() {
		r := reader{item: item, what: fmt.Sprintf("symbol %d", i+1)}
		symbols = append(symbols, Symbol{
			Kind:          r.text("kind"),
			QualifiedName: r.text("qualifiedName"),
			Score:         r.number("score"),
			Provenance:    r.text("provenance"),
			Distance:      r.count("distance"),
		})
		if r.err != nil {
			return nil, r.err
		}
		from.symbols = append(from.symbols, item.Line())
	}
	list, _ = v.Get("edges")
	for i, item := range list.Elems() {
		r := reader{item: item, what: fmt.Sprintf("edge %d", i+1)}
		edges = append(edges, Edge{
			Source:     r.text("source"),
			Target:     r.text("target"),
			Type:       r.text("edgeType"),
			SourceKind: r.text("sourceKind"),
			TargetKind: r.text("targetKind"),
			Status:     r.text("status"),
		})
		if r.err != nil {
			return nil, r.err
		}
		from.edges = append(from.edges, item.Line())
	}
	return newGraph(symbols, edges, round, from)
}

// reader takes typed members out of an object and keeps the first error. An
// absent member is its type's zero.
type reader struct {
	item value.Value
	what string
	err  error
}

func (r *reader) member(key, want string, fits func(value.Value) bool) value.Value {
	v, ok := r.item.Get(key)
	if ok && !fits(v) && r.err == nil {
		r.err = &DataError{What: r.what, Detail: fmt.Sprintf("%s is %s, not %s", key, article(v.Kind()), want), Node: r.item.Line()}
	}
	return v
}

func (r *reader) text(key string) string {
	return r.member(key, "a string", func(v value.Value) bool { return v.Kind() == value.String }).Str()
}

func (r *reader) number(key string) float64 {
	return r.member(key, "a number", isNumber).Double()
}

func (r *reader) count(key string) int {
	return int(r.member(key, "a whole number", func(v value.Value) bool {
		return isNumber(v) && v.Double() == math.Trunc(v.Double()) && math.Abs(v.Double()) <= math.MaxInt32
	}).Double())
}

func isNumber(v value.Value) bool { return v.Kind() == value.Int || v.Kind() == value.Double }
