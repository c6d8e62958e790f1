package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/editor/complete"
	"gcf-lsp/internal/editor/describe"
)

func announceCompletion(_ *client, server *protocol.ServerCapabilities) {
	yes := true
	server.CompletionProvider = &protocol.CompletionOptions{
		TriggerCharacters: []string{"|", "@", "<", "=", "#", ".", "{", "[", ",", " "},
		ResolveProvider:   &yes,
	}
}

// Completion answers textDocument/completion.
func (s *server) Completion(ctx context.Context, params *protocol.CompletionParams) (protocol.CompletionResult, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if !doc.settings.completion {
		return nil, nil
	}
	c := viewFrom(ctx).client.completion()
	offset := doc.offset(params.Position)
	list := complete.At(doc.source(), offset, c.snippets)
	s.completeMeaning(doc, offset, &list)
	if list.Trivial && params.Context.TriggerKind == protocol.CompletionTriggerKindTriggerCharacter {
		return nil, nil
	}
	result := &protocol.CompletionList{IsIncomplete: list.More, Items: make([]protocol.CompletionItem, len(list.Items))}
	for i := range list.Items {
		item := &list.Items[i]
		result.Items[i] = c.item(doc, &list, item, offset, i)
	}
	return result, nil
}

// completionClient is what the client can do with completions.
type completionClient struct {
	snippets, replaces, labelDetails bool
	markup                           protocol.MarkupKind
}

func (c *client) completion() completionClient {
	o := completionClient{markup: protocol.MarkupKindPlainText}
	if c.can.TextDocument == nil || c.can.TextDocument.Completion == nil || c.can.TextDocument.Completion.CompletionItem == nil {
		return o
	}
	item := c.can.TextDocument.Completion.CompletionItem
	o.snippets, o.replaces, o.labelDetails = is(item.SnippetSupport), is(item.InsertReplaceSupport), is(item.LabelDetailsSupport)
	o.markup = preferred(item.DocumentationFormat)
	return o
}

// item is an item as the client takes it. Whether a client uses the edit or
// the text to insert, the same comes out.
func (c *completionClient) item(doc *snapshot, list *complete.List, item *complete.Item, offset, i int) protocol.CompletionItem {
	result := protocol.CompletionItem{
		Label:            item.Label,
		Kind:             completionKinds[item.Kind],
		SortText:         protocol.NewOptional(fmt.Sprintf("%03d", i)),
		InsertText:       protocol.NewOptional(item.Text),
		InsertTextFormat: protocol.InsertTextFormatPlainText,
		Data:             completionData(doc, item),
	}
	switch {
	case item.Detail == "":
	case c.labelDetails:
		result.LabelDetails = &protocol.CompletionItemLabelDetails{Description: &item.Detail}
	default:
		result.Detail = protocol.NewOptional(item.Detail)
	}
	if item.Filter != "" && item.Filter != item.Label {
		result.FilterText = protocol.NewOptional(item.Filter)
	}
	if item.Snippet {
		result.InsertTextFormat = protocol.InsertTextFormatSnippet
	}
	insert := doc.span(list.Start, offset)
	if c.replaces {
		result.TextEdit = &protocol.InsertReplaceEdit{NewText: item.Text, Insert: insert, Replace: doc.span(list.Start, list.End)}
	} else {
		result.TextEdit = &protocol.TextEdit{NewText: item.Text, Range: insert}
	}
	if item.Also.Text != "" {
		result.AdditionalTextEdits = []protocol.TextEdit{{Range: doc.span(item.Also.At, item.Also.At), NewText: item.Also.Text}}
	}
	return result
}

var completionKinds = [...]protocol.CompletionItemKind{
	complete.Keyword:  protocol.CompletionItemKindKeyword,
	complete.Field:    protocol.CompletionItemKindField,
	complete.Value:    protocol.CompletionItemKindValue,
	complete.Symbol:   protocol.CompletionItemKindReference,
	complete.Type:     protocol.CompletionItemKindEnumMember,
	complete.Code:     protocol.CompletionItemKindConstant,
	complete.Template: protocol.CompletionItemKindSnippet,
}

// itemData is what comes back with an item that is to be resolved.
type itemData struct {
	complete.About
	URI     string `json:"uri,omitempty"` // of a symbol's document
	Version *int32 `json:"version,omitempty"`
}

func completionData(doc *snapshot, item *complete.Item) protocol.LSPAny {
	if item.About.Sort == "" {
		return nil
	}
	data := itemData{About: item.About}
	if item.About.Sort == "symbol" {
		data.URI, data.Version = string(doc.uri), doc.number
	}
	raw, err := json.Marshal(data)
	if err != nil {
		return nil // strings and numbers encode
	}
	return protocol.LSPAny(raw)
}

// CompletionResolve answers completionItem/resolve: it adds the longer text.
func (s *server) CompletionResolve(ctx context.Context, item *protocol.CompletionItem) (*protocol.CompletionItem, error) {
	var data itemData
	if len(item.Data) == 0 || json.Unmarshal(item.Data, &data) != nil {
		return item, nil
	}
	var source describe.Source
	if data.URI != "" {
		// Lines are those of the version that the item was made for.
		doc := viewFrom(ctx).documents[documentKey(data.URI)]
		if doc == nil || !sameVersion(doc.number, data.Version) {
			return item, nil
		}
		source = doc.source()
	}
	resolved := *item
	text := complete.Resolve(source, data.About)
	if !text.Empty() {
		c := viewFrom(ctx).client.completion()
		resolved.Documentation = markupContent(&text, c.markup)
	}
	return &resolved, nil
}

func sameVersion(a, b *int32) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
