package format

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// ErrUnsafe says that a formatted document would not have had the value or the
// comments of its source. It means a mistake in this package; the document is
// left alone.
var ErrUnsafe = errors.New("formatting would change what the document says, so it was left alone; please report it with the document")

// verify compares a formatted document with its source, which has the value a.
func verify(before *ast.Document, a value.Value, after *ast.Document) error {
	if !slices.Equal(commentTexts(before), commentTexts(after)) || before.Profile != after.Profile ||
		!slices.Equal(headerFacts(before), headerFacts(after)) {
		return ErrUnsafe
	}
	if before.Profile == ast.ProfileGraph {
		if !slices.Equal(graphFacts(before), graphFacts(after)) {
			return ErrUnsafe
		}
		return nil
	}
	b, err := value.Decode(after, value.KeepLexemes)
	if err != nil {
		return ErrUnsafe
	}
	if before.Header.Is("delta") {
		a, b = orderSections(a), orderSections(b)
	}
	if !value.Equal(a, b) || !slices.Equal(identities(before), identities(after)) {
		return ErrUnsafe
	}
	return nil
}

// commentTexts returns the comments without the blanks around them.
func commentTexts(doc *ast.Document) []string {
	var all []string
	for id := range doc.Nodes {
		if doc.Nodes[id].Kind == ast.KindComment {
			all = append(all, strings.Trim(doc.Text(ast.NodeID(id)), " \t"))
		}
	}
	return all
}

// headerFacts returns the fields that formatting does not change, sorted.
func headerFacts(doc *ast.Document) []string {
	graph := doc.Profile == ast.ProfileGraph
	counted := graph && !doc.Header.Is("unchanged") && !doc.Header.Is("delta")
	var all []string
	for i := range doc.Header.Fields {
		f := &doc.Header.Fields[i]
		if counted && (f.Key == "symbols" || f.Key == "edges" || omitted(f)) {
			continue
		}
		all = append(all, f.Key+"="+doc.Source[f.ValueStart:f.ValueEnd])
	}
	slices.Sort(all)
	return all
}

// identities returns the identity columns of the tables that have rows.
func identities(doc *ast.Document) []string {
	var all []string
	for id := range doc.Nodes {
		if doc.Nodes[id].Kind != ast.KindArray {
			continue
		}
		if d := doc.DeclOf(ast.NodeID(id)); d != nil && d.Identity >= 0 && doc.FirstChild(ast.NodeID(id)) != 0 {
			all = append(all, doc.Key(ast.NodeID(id))+" "+d.Fields[d.Identity].Name)
		}
	}
	slices.Sort(all)
	return all
}

// graphFacts returns what a graph payload says, in an order of its own:
// symbols with their groups, edges with their ends, and in a session the ids.
func graphFacts(doc *ast.Document) []string {
	ids := doc.Header.Is("session") || doc.Header.Is("delta")
	names := make(map[ast.NodeID]string)
	group := ""
	var all []string
	for id := range doc.Nodes {
		node := ast.NodeID(id)
		f := graphFields(doc.Text(node))
		switch doc.Nodes[id].Kind {
		case ast.KindGroup:
			group = canonicalGroup(doc.Key(node))
		case ast.KindSymbol:
			name := canonicalID(f[0][1:])
			if !ids {
				name = ""
			}
			names[node] = name + " " + value.AbbreviateKind(f[1]) + " " + f[2]
			score, _ := strconv.ParseFloat(f[3], 64)
			all = append(all, "symbol "+group+" "+names[node]+" "+strconv.FormatFloat(score+0, 'g', -1, 64)+" "+strings.Join(f[4:], " "))
		case ast.KindReference:
			names[node] = "reference " + canonicalID(f[0][1:])
			all = append(all, group+" "+names[node])
		case ast.KindEdge:
			target, source := edgeEnds(f[0])
			t, _ := doc.Symbols.Lookup(target)
			s, _ := doc.Symbols.Lookup(source)
			all = append(all, "edge "+names[s]+" > "+names[t]+" "+strings.Join(f[1:], " "))
		case ast.KindDeltaSymbol:
			all = append(all, group+" "+value.AbbreviateKind(f[0])+" "+f[1])
		case ast.KindDeltaEdge:
			all = append(all, group+" "+strings.Join(f, " "))
		}
	}
	slices.Sort(all)
	return all
}
