package lsp

import (
	"context"

	"github.com/go-json-experiment/json"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/describe"
)

func announceSignatureHelp(_ *client, server *protocol.ServerCapabilities) {
	server.SignatureHelpProvider = &protocol.SignatureHelpOptions{
		TriggerCharacters:   []string{"|", "@", "<", " "},
		RetriggerCharacters: []string{","},
	}
}

// SignatureHelp answers textDocument/signatureHelp.
func (s *server) SignatureHelp(ctx context.Context, params *protocol.SignatureHelpParams) (*protocol.SignatureHelp, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if !doc.settings.signatureHelp {
		return nil, nil
	}
	help, ok := describe.Help(doc.source(), doc.offset(params.Position))
	if !ok || help.Row && byBlank(params.Context) {
		return nil, nil
	}
	c, active := viewFrom(ctx).client.signatureHelp(), uint32(0)
	signature := protocol.SignatureInformation{Label: help.Label}
	if !help.Text.Empty() {
		signature.Documentation = markupContent(&help.Text, c.markup)
	}
	// Without a way to say that none of the parameters is active, the first
	// one would be.
	if help.Active >= 0 || c.noActive {
		signature.Parameters = c.parameters(&help)
	}
	result := &protocol.SignatureHelp{
		Signatures:      []protocol.SignatureInformation{signature},
		ActiveSignature: &active,
	}
	switch {
	case help.Active >= 0:
		result.ActiveParameter = protocol.NewNullable(uint32(help.Active))
	case c.noActive:
		result.ActiveParameter = protocol.NullNullable[uint32]()
	}
	return result, nil
}

// withoutShownHelp takes the help that the client shows out of the params: it
// is not needed, and VS Code sends -1 for a parameter where the protocol has
// unsigned numbers.
func withoutShownHelp(params jsonrpc2.RawMessage) jsonrpc2.RawMessage {
	read := parseLoosely(params)
	if member(read, "context", "activeSignatureHelp") == nil {
		return params
	}
	delete(member(read, "context").(map[string]any), "activeSignatureHelp")
	written, err := json.Marshal(read)
	if err != nil {
		return params
	}
	return written
}

// byBlank reports whether the help comes up because a blank was typed: in the
// text of a cell that means nothing.
func byBlank(c protocol.SignatureHelpContext) bool {
	return !c.IsRetrigger && c.TriggerCharacter != nil && *c.TriggerCharacter == " "
}

// signatureClient is what the client can show of signatures.
type signatureClient struct {
	markup   protocol.MarkupKind
	offsets  bool // places of parameters in labels
	noActive bool // that no parameter is active
}

func (c *client) signatureHelp() signatureClient {
	s := signatureClient{markup: protocol.MarkupKindPlainText}
	if c.can.TextDocument == nil || c.can.TextDocument.SignatureHelp == nil {
		return s
	}
	info := c.can.TextDocument.SignatureHelp.SignatureInformation
	if info == nil {
		return s
	}
	s.markup = preferred(info.DocumentationFormat)
	s.noActive = is(info.NoActiveParameterSupport)
	s.offsets = info.ParameterInformation != nil && is(info.ParameterInformation.LabelOffsetSupport)
	return s
}

// parameters are the parameters of a signature. Their places in the label are
// counted in UTF-16 whatever the encoding of positions.
func (c *signatureClient) parameters(help *describe.Signature) []protocol.ParameterInformation {
	all := make([]protocol.ParameterInformation, len(help.Parameters))
	column, at := 0, 0
	for i := range help.Parameters {
		p := &help.Parameters[i]
		column += ast.Columns(help.Label[at:p.Start], ast.UTF16)
		end := column + ast.Columns(help.Label[p.Start:p.End], ast.UTF16)
		if c.offsets {
			all[i].Label = protocol.ParameterInformationLabelTuple{uint32(column), uint32(end)}
		} else {
			all[i].Label = protocol.String(help.Label[p.Start:p.End])
		}
		column, at = end, p.End
		if !p.Text.Empty() {
			all[i].Documentation = markupContent(&p.Text, c.markup)
		}
	}
	return all
}
