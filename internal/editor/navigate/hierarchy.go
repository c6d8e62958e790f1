package navigate

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/internal/tree/graph"
)

// Relation is one way of looking at the edges of a graph.
type Relation uint8

const (
	Calls Relation = iota // `calls`
	Types                 // `implements`, `extends` and the like
)

// relations are the edge types of each relation, without case and separators.
var relations = [...]map[string]bool{
	Calls: {"call": true, "calls": true, "invokes": true},
	Types: {"implements": true, "implement": true, "extends": true, "extend": true, "inherits": true, "inheritsfrom": true,
		"subclasses": true, "subclassof": true, "subtypeof": true, "embeds": true, "conformsto": true, "specializes": true, "derivesfrom": true, "overrides": true},
}

// Has reports whether edges of a type belong to a relation.
func (r Relation) Has(edgeType string) bool {
	if len(edgeType) > 32 {
		return false
	}
	return relations[r][strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(edgeType))]
}

// Related is a symbol at the other end of edges.
type Related struct {
	Symbol ast.NodeID   // the line that declares it
	Edges  []ast.NodeID // the edges, in source order
}

// SymbolAt returns the line that declares the symbol at an offset: that of a
// node line or of the end of an edge, or 0.
func SymbolAt(doc *ast.Document, offset int) ast.NodeID { return cursor.At(doc, offset).Symbol }

// Sources returns the symbols from which edges of a relation lead to a symbol:
// its callers, its subtypes. Targets returns those to which they lead.
func Sources(doc *ast.Document, index *graph.Index, symbol ast.NodeID, r Relation) []Related {
	return related(doc, index.In(symbol), r, func(e graph.EdgeLine) ast.Span { return e.Source })
}

// Targets returns the symbols to which edges of a relation lead from a symbol:
// those it calls, its supertypes.
func Targets(doc *ast.Document, index *graph.Index, symbol ast.NodeID, r Relation) []Related {
	return related(doc, index.Out(symbol), r, func(e graph.EdgeLine) ast.Span { return e.Target })
}

func related(doc *ast.Document, edges []ast.NodeID, r Relation, end func(graph.EdgeLine) ast.Span) []Related {
	var all []Related
	at := map[ast.NodeID]int{}
	for _, line := range edges {
		e := graph.Edge(doc, line)
		if !r.Has(doc.Source[e.Type.Start:e.Type.End]) {
			continue
		}
		other, ok := graph.Declares(doc, end(e))
		if !ok {
			continue
		}
		i, seen := at[other]
		if !seen {
			i = len(all)
			at[other] = i
			all = append(all, Related{Symbol: other})
		}
		all[i].Edges = append(all[i].Edges, line)
	}
	return all
}

// SymbolSpan returns a node line and the name in it.
func SymbolSpan(doc *ast.Document, symbol ast.NodeID) (line, name ast.Span) {
	t := lineTarget(doc, symbol)
	return t.Span, t.Name
}
