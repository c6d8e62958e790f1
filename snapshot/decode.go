package snapshot

import (
	"fmt"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/spec"
	"gcf-lsp/value"
)

// FromDocument returns what a full payload holds: of a graph its symbols and
// edges, of the generic profile its rows, which must have an identity column
// (spec 10a.1). It does not look at the declared root; see [Verify]. The error
// is a [*DataError] or [*NoDeltaError]: the document has errors, is a delta,
// has references to another payload, or has more than its rows.
func FromDocument(doc *ast.Document) (Snapshot, error) {
	if err := readable(doc); err != nil {
		return nil, err
	}
	if doc.Header.Is("delta") || doc.Header.Is("unchanged") {
		return nil, &DataError{What: "the document", Detail: "is a delta or says that nothing changed: it holds no snapshot", Node: doc.Header.Node}
	}
	if doc.Profile == ast.ProfileGraph {
		return nilOnError(graphFromDocument(doc, nil))
	}
	return nilOnError(tableFromDocument(doc))
}

// DeltaFromDocument returns what a delta payload says. Its operations keep the
// lines they come from, which an [*InvalidError] then names. The error is a
// [*DataError]: the document has errors, or is no delta.
func DeltaFromDocument(doc *ast.Document) (Delta, error) {
	if err := readable(doc); err != nil {
		return nil, err
	}
	if !doc.Header.Is("delta") {
		return nil, &DataError{What: "the document", Detail: "is not a delta: its header has no delta=true", Node: doc.Header.Node}
	}
	if doc.Profile == ast.ProfileGraph {
		return nilOnErrorDelta(graphDeltaFromDocument(doc))
	}
	return nilOnErrorDelta(tableDeltaFromDocument(doc))
}

func nilOnErrorDelta[D Delta](d D, err error) (Delta, error) {
	if err != nil {
		return nil, err
	}
	return d, nil
}

// Verify compares the root that a full payload declares with that of its
// content. It returns nil where they agree and where the document declares
// none, a [*RootError] where they differ, and otherwise why the content has no
// root: what [FromDocument] says. A root of an unknown algorithm cannot be
// compared and counts as none.
func Verify(doc *ast.Document) error {
	s, err := FromDocument(doc)
	if err != nil {
		return err
	}
	return verify(doc, s)
}

func verify(doc *ast.Document, s Snapshot) error {
	declared, ok := doc.Header.Get("pack_root")
	if ok && KnownAlgorithm(declared) && declared != s.Root() {
		return &RootError{Declared: declared, Computed: s.Root(), Result: s}
	}
	return nil
}

// readable refuses documents that a strict decoder refuses.
func readable(doc *ast.Document) error {
	for i := range doc.Problems {
		if p := &doc.Problems[i]; value.IsError(p.Code) {
			return &DataError{What: fmt.Sprintf("line %d", max(1, p.Node)), Detail: "the document has an error: " + p.Code.String(), Node: p.Node}
		}
	}
	return nil
}

// Declaration is what a graph payload says about a symbol id: that it stands
// for a symbol, or that an earlier payload of the session declared it.
type Declaration struct {
	ID        uint64
	Symbol    Symbol // its distance is not known here
	Reference bool   // the Symbol is empty
}

// Declared calls yield for each symbol line of a graph payload, with the line,
// in the order of the document. Lines that cannot be read are left out.
func Declared(doc *ast.Document) func(yield func(ast.NodeID, Declaration) bool) {
	return func(yield func(ast.NodeID, Declaration) bool) {
		for i := 1; i < len(doc.Nodes); i++ {
			kind, node := doc.Nodes[i].Kind, ast.NodeID(i)
			if kind != ast.KindSymbol && kind != ast.KindReference {
				continue
			}
			f := doc.GraphFields(node)
			if len(f) == 0 {
				continue
			}
			d := Declaration{Reference: kind == ast.KindReference}
			id, ok := ast.SymbolID(f[0])
			if d.ID = id; ok && !d.Reference {
				d.Symbol, ok = symbolOf(f)
				d.Symbol.Kind = value.ExpandKind(d.Symbol.Kind)
			}
			if ok && !yield(node, d) {
				return
			}
		}
	}
}

// graphFromDocument reads a full or session payload. Known finds the symbols
// of earlier payloads of the session; without it references are refused.
func graphFromDocument(doc *ast.Document, known func(id uint64) (Symbol, bool)) (*Graph, error) {
	var symbols []Symbol
	var edges []Edge
	var from graphOrigin
	place := make(map[uint64]int32) // of the symbols, by id
	refuse := func(id ast.NodeID, detail string) error {
		return &DataError{What: strings.TrimSpace(doc.Text(id)), Detail: detail, Node: id}
	}
	for group := range doc.Children(0) {
		if doc.Nodes[group].Kind != ast.KindGroup {
			continue
		}
		name := doc.GroupName(group)
		distance, placed := spec.Distance(name)
		for id := range doc.Children(group) {
			f := doc.GraphFields(id)
			switch doc.Nodes[id].Kind {
			case ast.KindSymbol, ast.KindReference:
				n, ok := ast.SymbolID(f[0])
				if !ok {
					return nil, refuse(id, "has no id")
				}
				if !placed {
					return nil, refuse(id, "the group "+shown(name)+" gives its symbols no distance")
				}
				var s Symbol
				if doc.Nodes[id].Kind == ast.KindReference {
					if known != nil {
						s, ok = known(n)
					}
					if known == nil || !ok {
						return nil, &ReferenceError{ID: n, Node: id}
					}
				} else if s, ok = symbolOf(f); !ok {
					return nil, refuse(id, "is not a node line")
				}
				s.Distance = distance
				place[n] = int32(len(symbols))
				symbols, from.symbols = append(symbols, s), append(from.symbols, id)
			case ast.KindEdge:
				e, ok := edgeOf(f, symbols, place)
				if !ok {
					return nil, refuse(id, "is not an edge between symbols declared above")
				}
				edges, from.edges = append(edges, e), append(from.edges, id)
			}
		}
	}
	return newGraph(symbols, edges, round, from)
}

// symbolOf reads the fields of a node line; the distance is not among them.
func symbolOf(f []string) (Symbol, bool) {
	if len(f) < 5 {
		return Symbol{}, false
	}
	score, err := strconv.ParseFloat(f[3], 64)
	return Symbol{Kind: f[1], QualifiedName: f[2], Score: score, Provenance: f[4]}, err == nil
}

// edgeOf reads `@target<@source type` and the status behind it, if any.
func edgeOf(f []string, symbols []Symbol, place map[uint64]int32) (Edge, bool) {
	target, source, ok := ast.EdgeEnds(f[0])
	if !ok || len(f) < 2 {
		return Edge{}, false
	}
	t, ok1 := place[target]
	s, ok2 := place[source]
	if !ok1 || !ok2 {
		return Edge{}, false
	}
	status := ""
	if len(f) > 2 {
		status = f[2]
	}
	return Edge{
		Source: symbols[s].QualifiedName, SourceKind: symbols[s].Kind,
		Target: symbols[t].QualifiedName, TargetKind: symbols[t].Kind,
		Type: f[1], Status: status,
	}, true
}

// graphDeltaFromDocument reads a delta payload (spec 10.1).
func graphDeltaFromDocument(doc *ast.Document) (*GraphDelta, error) {
	d := &GraphDelta{}
	d.BaseRoot, _ = doc.Header.Get("base_root")
	d.NewRoot, _ = doc.Header.Get("new_root")
	for group := range doc.Children(0) {
		if doc.Nodes[group].Kind != ast.KindGroup {
			continue
		}
		name := doc.GroupName(group)
		for id := range doc.Children(group) {
			f := doc.GraphFields(id)
			ok := true
			switch doc.Nodes[id].Kind {
			case ast.KindDeltaSymbol:
				if ok = name == "removed" && len(f) == 2; ok {
					d.Removed = append(d.Removed, Identity{value.ExpandKind(f[0]), f[1]})
					d.from.removed = append(d.from.removed, id)
				}
			case ast.KindSymbol:
				var s Symbol
				if s, ok = symbolOf(f); ok && name == "added" && len(f) == 6 {
					distance, err := strconv.Atoi(f[5])
					ok = err == nil
					s.Kind, s.Distance = value.ExpandKind(s.Kind), distance
					d.Added = append(d.Added, s)
					d.from.added = append(d.from.added, id)
				} else {
					ok = false
				}
			case ast.KindDeltaEdge:
				if ok = len(f) == 4 && f[1] == "->"; !ok {
					break
				}
				e := Edge{Source: f[0], Target: f[2], Type: f[3]}
				switch name {
				case "edges_added":
					d.AddedEdges = append(d.AddedEdges, e)
					d.from.addedEdges = append(d.from.addedEdges, id)
				case "edges_removed":
					d.RemovedEdges = append(d.RemovedEdges, e)
					d.from.removedEdges = append(d.from.removedEdges, id)
				default:
					ok = false
				}
			}
			if !ok {
				return nil, &DataError{What: strings.TrimSpace(doc.Text(id)), Detail: "is not a line of the section " + shown(name), Node: id}
			}
		}
	}
	return d, nil
}

// ReferenceError refuses a session payload with a reference to a symbol that
// no earlier payload declared: invalid_session_reference (spec 9.4).
type ReferenceError struct {
	ID   uint64
	Node ast.NodeID // the line
}

// Error names the id.
func (e *ReferenceError) Error() string {
	return fmt.Sprintf("invalid_session_reference: @%d was not declared in an earlier payload of the session", e.ID)
}
