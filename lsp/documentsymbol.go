package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/outline"
	"gcf-lsp/spec"
)

func announceDocumentSymbols(_ *client, server *protocol.ServerCapabilities) {
	server.DocumentSymbolProvider = protocol.Boolean(true)
}

// DocumentSymbol answers textDocument/documentSymbol with a tree, or with a
// flat list where the client cannot show a tree.
func (s *server) DocumentSymbol(ctx context.Context, params *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	limit := doc.settings.outlineLimit
	symbols := outline.Symbols(doc.tree(), outline.Limits{Total: limit, Each: max(limit/outlineShare, 1)})
	c := viewFrom(ctx).client
	if d := c.documentSymbols(); is(d.HierarchicalDocumentSymbolSupport) {
		return protocol.DocumentSymbolSlice(documentSymbols(c, doc, symbols)), nil
	}
	return symbolInformation(c, doc, symbols), nil
}

const (
	// defaultOutlineLimit is how many symbols of a document are listed.
	defaultOutlineLimit = 5000
	// outlineShare is the part of them that one symbol's children may take.
	outlineShare = 5
)

// documentSymbols converts a tree. It is not deep, see [outline.Symbols].
func documentSymbols(c *client, doc *snapshot, symbols []outline.Symbol) []protocol.DocumentSymbol {
	all := make([]protocol.DocumentSymbol, len(symbols))
	for i := range symbols {
		sym := &symbols[i]
		all[i] = protocol.DocumentSymbol{
			Name:           sym.Name,
			Kind:           c.symbolKind(symbolKind(sym)),
			Range:          doc.span(sym.Span.Start, sym.Span.End),
			SelectionRange: doc.span(sym.NameSpan.Start, sym.NameSpan.End),
		}
		if sym.Detail != "" {
			all[i].Detail = &sym.Detail
		}
		if len(sym.Children) > 0 {
			all[i].Children = documentSymbols(c, doc, sym.Children)
		}
	}
	return all
}

// symbolInformation flattens a tree in source order.
func symbolInformation(c *client, doc *snapshot, symbols []outline.Symbol) (all protocol.SymbolInformationSlice) {
	type level struct {
		container string
		symbols   []outline.Symbol
	}
	stack := []level{{"", symbols}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.symbols) == 0 {
			stack = stack[:len(stack)-1]
			continue
		}
		sym := &top.symbols[0]
		info := protocol.SymbolInformation{
			BaseSymbolInformation: protocol.BaseSymbolInformation{Name: sym.Name, Kind: c.symbolKind(symbolKind(sym))},
			Location:              protocol.Location{URI: doc.uri, Range: doc.span(sym.Span.Start, sym.Span.End)},
		}
		if top.container != "" {
			info.ContainerName = &top.container
		}
		all = append(all, info)
		top.symbols = top.symbols[1:]
		stack = append(stack, level{sym.Name, sym.Children})
	}
	return all
}

// symbolKind is the kind of LSP that is nearest to what a symbol stands for.
func symbolKind(sym *outline.Symbol) protocol.SymbolKind {
	switch sym.Kind {
	case outline.Object, outline.Keyed:
		return protocol.SymbolKindObject
	case outline.Table, outline.Array:
		return protocol.SymbolKindArray
	case outline.Row:
		return protocol.SymbolKindStruct
	case outline.Group:
		return protocol.SymbolKindNamespace
	case outline.Node:
		return nodeKind(sym.Word)
	case outline.More:
		return protocol.SymbolKindNull
	}
	switch {
	case sym.Scalar.IsNumber():
		return protocol.SymbolKindNumber
	case sym.Scalar == ast.ScalarTrue, sym.Scalar == ast.ScalarFalse:
		return protocol.SymbolKindBoolean
	case sym.Scalar == ast.ScalarNull:
		return protocol.SymbolKindNull
	}
	return protocol.SymbolKindString
}

// nodeKind is the kind of LSP for the kind of a graph node (spec 5).
func nodeKind(word string) protocol.SymbolKind {
	switch spec.ShortKind(word) {
	case "fn":
		return protocol.SymbolKindFunction
	case "type":
		return protocol.SymbolKindStruct
	case "method":
		return protocol.SymbolKindMethod
	case "iface":
		return protocol.SymbolKindInterface
	case "const":
		return protocol.SymbolKindConstant
	case "class":
		return protocol.SymbolKindClass
	case "field":
		return protocol.SymbolKindField
	case "selector":
		return protocol.SymbolKindProperty
	case "route":
		return protocol.SymbolKindEvent
	case "file":
		return protocol.SymbolKindFile
	case "pkg":
		return protocol.SymbolKindPackage
	case "svc", "ext":
		return protocol.SymbolKindModule
	case "resource", "table":
		return protocol.SymbolKindObject
	}
	return protocol.SymbolKindVariable
}

func (c *client) documentSymbols() protocol.DocumentSymbolClientCapabilities {
	if c.can.TextDocument == nil || c.can.TextDocument.DocumentSymbol == nil {
		return protocol.DocumentSymbolClientCapabilities{}
	}
	return *c.can.TextDocument.DocumentSymbol
}

// symbolKind returns a kind that the client knows. One that does not say what
// it knows has those of LSP 1.0, up to Array.
func (c *client) symbolKind(kind protocol.SymbolKind) protocol.SymbolKind {
	known := protocol.SymbolKindArray
	if k := c.documentSymbols().SymbolKind; k != nil && len(k.ValueSet) > 0 {
		for _, v := range k.ValueSet {
			known = max(known, v)
		}
	}
	if kind <= known {
		return kind
	}
	switch kind {
	case protocol.SymbolKindObject:
		return protocol.SymbolKindModule
	case protocol.SymbolKindStruct:
		return protocol.SymbolKindClass
	}
	return protocol.SymbolKindVariable
}
