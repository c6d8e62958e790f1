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

// verify compares a formatted document with its source.
func (out *layout) verify(after *ast.Document) error {
	before := out.doc
	texts := commentTexts(before)
	formatted := commentTexts(after)
	if out.reordered {
		slices.Sort(texts)
		slices.Sort(formatted)
	}
	if !slices.Equal(texts, formatted) || before.Profile != after.Profile ||
		!slices.Equal(headerFacts(before), headerFacts(after)) {
		return ErrUnsafe
	}
	if value.FirstError(after) != nil {
		return ErrUnsafe
	}
	if before.Profile == ast.ProfileGraph {
		// Comments above the first line may be about it or about the document.
		top := topComments(before)
		if !slices.Equal(graphFacts(before, top), graphFacts(after, top)) {
			return ErrUnsafe
		}
		return nil
	}
	a := out.value
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

// topComments returns the comments above the first line of data.
func topComments(doc *ast.Document) map[string]bool {
	top := make(map[string]bool)
	for id := range doc.Nodes {
		switch doc.Nodes[id].Kind {
		case ast.KindComment:
			top[strings.Trim(doc.Text(ast.NodeID(id)), " \t")] = true
		case ast.KindDocument, ast.KindHeader, ast.KindBlank:
		default:
			return top
		}
	}
	return top
}

// identities returns the identity columns of the tables that have rows, with
// all their columns: a root is of the columns (spec 10a.3).
func identities(doc *ast.Document) []string {
	var all []string
	for id := range doc.Nodes {
		if doc.Nodes[id].Kind != ast.KindArray {
			continue
		}
		if d := doc.DeclOf(ast.NodeID(id)); d != nil && d.Identity >= 0 && hasData(doc, ast.NodeID(id)) {
			fact := []string{doc.Key(ast.NodeID(id)), d.Fields[d.Identity].Name}
			for i := range d.Fields {
				fact = append(fact, strconv.Quote(d.Fields[i].Name))
			}
			all = append(all, strings.Join(fact, " "))
		}
	}
	slices.Sort(all)
	return all
}

// graphFacts returns what a graph payload says, in an order of its own:
// symbols with their groups, edges with their ends, in a session the ids, and
// the comments with what they stand before, except some and the directives
// around regions.
func graphFacts(doc *ast.Document, except map[string]bool) []string {
	ids := doc.Header.Is("session") || doc.Header.Is("delta")
	names := make(map[ast.NodeID]string)
	headers := groupHeaders(doc)
	group := ""
	var all, comments []string
	say := func(fact string) {
		all = append(all, fact)
		for _, text := range comments {
			all = append(all, text+" before "+fact)
		}
		comments = comments[:0]
	}
	for id := range doc.Nodes {
		node := ast.NodeID(id)
		f := doc.GraphFields(node)
		switch doc.Nodes[id].Kind {
		case ast.KindGroup:
			group = canonicalGroup(doc.GroupName(node))
			if headers[group] == node {
				say("group " + group)
			}
		case ast.KindComment:
			v := verb(doc, node)
			if text := strings.Trim(doc.Text(node), " \t"); !except[text] && v != "off" && v != "on" {
				comments = append(comments, text)
			}
		case ast.KindSymbol:
			name := canonicalID(f[0][1:])
			if !ids {
				name = ""
			}
			names[node] = name + " " + value.AbbreviateKind(f[1]) + " " + f[2]
			score := f[3]
			if n, err := strconv.ParseFloat(score, 64); err == nil {
				score = strconv.FormatFloat(n+0, 'g', -1, 64)
			}
			say("symbol " + group + " " + names[node] + " " + score + " " + strings.Join(f[4:], " "))
		case ast.KindReference:
			names[node] = "reference " + canonicalID(f[0][1:])
			say(group + " " + names[node])
		case ast.KindEdge:
			target, source, _ := ast.EdgeEnds(f[0])
			t, _ := doc.Symbols.Lookup(target)
			s, _ := doc.Symbols.Lookup(source)
			say("edge " + names[s] + " > " + names[t] + " " + strings.Join(f[1:], " "))
		case ast.KindDeltaSymbol:
			say(group + " " + value.AbbreviateKind(f[0]) + " " + f[1])
		case ast.KindDeltaEdge:
			say(group + " " + strings.Join(f, " "))
		}
	}
	say("the end")
	slices.Sort(all)
	return all
}
