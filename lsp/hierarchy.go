package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/navigate"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/graph"
)

func announceHierarchies(_ *client, server *protocol.ServerCapabilities) {
	server.CallHierarchyProvider = protocol.Boolean(true)
	server.TypeHierarchyProvider = protocol.Boolean(true)
}

// maxHierarchy is how many symbols one step of a hierarchy shows.
const maxHierarchy = 2000

// PrepareCallHierarchy answers textDocument/prepareCallHierarchy with the
// symbol of a node line or of the end of an edge.
func (s *server) PrepareCallHierarchy(ctx context.Context, params *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	symbol := navigate.SymbolAt(doc.tree(), doc.offset(params.Position))
	if symbol == 0 {
		return nil, nil
	}
	return []protocol.CallHierarchyItem{callItem(doc, symbol)}, nil
}

// IncomingCalls answers callHierarchy/incomingCalls from the `calls` edges.
func (s *server) IncomingCalls(ctx context.Context, params *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	doc, symbol, err := itemSymbol(ctx, params.Item.URI, params.Item.Name, params.Item.SelectionRange)
	if err != nil || symbol == 0 {
		return nil, err
	}
	var all []protocol.CallHierarchyIncomingCall
	for _, r := range firstOf(navigate.Sources(doc.tree(), doc.edges(), symbol, navigate.Calls)) {
		all = append(all, protocol.CallHierarchyIncomingCall{From: callItem(doc, r.Symbol), FromRanges: edgeRanges(doc, r.Edges)})
	}
	return all, nil
}

// OutgoingCalls answers callHierarchy/outgoingCalls.
func (s *server) OutgoingCalls(ctx context.Context, params *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	doc, symbol, err := itemSymbol(ctx, params.Item.URI, params.Item.Name, params.Item.SelectionRange)
	if err != nil || symbol == 0 {
		return nil, err
	}
	var all []protocol.CallHierarchyOutgoingCall
	for _, r := range firstOf(navigate.Targets(doc.tree(), doc.edges(), symbol, navigate.Calls)) {
		all = append(all, protocol.CallHierarchyOutgoingCall{To: callItem(doc, r.Symbol), FromRanges: edgeRanges(doc, r.Edges)})
	}
	return all, nil
}

// PrepareTypeHierarchy answers textDocument/prepareTypeHierarchy like
// PrepareCallHierarchy.
func (s *server) PrepareTypeHierarchy(ctx context.Context, params *protocol.TypeHierarchyPrepareParams) ([]protocol.TypeHierarchyItem, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	symbol := navigate.SymbolAt(doc.tree(), doc.offset(params.Position))
	if symbol == 0 {
		return nil, nil
	}
	return []protocol.TypeHierarchyItem{protocol.TypeHierarchyItem(callItem(doc, symbol))}, nil
}

// Supertypes answers typeHierarchy/supertypes from edges like `implements` and
// `extends`, which lead from the subtype to the supertype.
func (s *server) Supertypes(ctx context.Context, params *protocol.TypeHierarchySupertypesParams) ([]protocol.TypeHierarchyItem, error) {
	doc, symbol, err := itemSymbol(ctx, params.Item.URI, params.Item.Name, params.Item.SelectionRange)
	if err != nil || symbol == 0 {
		return nil, err
	}
	return typeItems(doc, navigate.Targets(doc.tree(), doc.edges(), symbol, navigate.Types)), nil
}

// Subtypes answers typeHierarchy/subtypes.
func (s *server) Subtypes(ctx context.Context, params *protocol.TypeHierarchySubtypesParams) ([]protocol.TypeHierarchyItem, error) {
	doc, symbol, err := itemSymbol(ctx, params.Item.URI, params.Item.Name, params.Item.SelectionRange)
	if err != nil || symbol == 0 {
		return nil, err
	}
	return typeItems(doc, navigate.Sources(doc.tree(), doc.edges(), symbol, navigate.Types)), nil
}

func firstOf(all []navigate.Related) []navigate.Related { return all[:min(len(all), maxHierarchy)] }

func typeItems(doc *snapshot, related []navigate.Related) []protocol.TypeHierarchyItem {
	var all []protocol.TypeHierarchyItem
	for _, r := range firstOf(related) {
		all = append(all, protocol.TypeHierarchyItem(callItem(doc, r.Symbol)))
	}
	return all
}

// callItem is a symbol in a hierarchy.
func callItem(doc *snapshot, symbol ast.NodeID) protocol.CallHierarchyItem {
	tree := doc.tree()
	line, name := navigate.SymbolSpan(tree, symbol)
	item := protocol.CallHierarchyItem{
		Name:           printable.Name(tree.Source[name.Start:name.End], maxItemName),
		Kind:           protocol.SymbolKindVariable,
		URI:            doc.uri,
		Range:          doc.span(line.Start, line.End),
		SelectionRange: doc.span(name.Start, name.End),
	}
	detail := "previously transmitted"
	if tree.Node(symbol).Kind == ast.KindSymbol {
		fields := graph.Symbol(tree, symbol)
		kind := tree.Source[fields.Kind.Start:fields.Kind.End]
		item.Kind = nodeKind(kind)
		detail = printable.Text(kind+" "+tree.Source[fields.ID.Start:fields.ID.End], maxItemName)
	}
	item.Detail = &detail
	return item
}

const maxItemName = 120 // characters

// itemSymbol finds the symbol of an item that the client sends back: the one at
// its place or, where the document has changed since, none, rather than
// another one.
func itemSymbol(ctx context.Context, u uri.URI, name string, at protocol.Range) (*snapshot, ast.NodeID, error) {
	doc, err := document(ctx, documentKey(string(u)))
	if err != nil {
		return nil, 0, err
	}
	tree := doc.tree()
	symbol := navigate.SymbolAt(tree, doc.offset(at.Start))
	if symbol == 0 || callItem(doc, symbol).Name != name {
		return nil, 0, jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesContentModified), "the document has changed")
	}
	return doc, symbol, nil
}

// edgeRanges are the places of edges.
func edgeRanges(doc *snapshot, edges []ast.NodeID) []protocol.Range {
	all := make([]protocol.Range, 0, len(edges))
	for _, id := range edges[:min(len(edges), maxHierarchy)] {
		start, end := doc.tree().Span(id)
		all = append(all, doc.span(start, end))
	}
	return all
}
