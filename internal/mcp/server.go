// Package mcp offers the tools of package tools to models over the Model
// Context Protocol, with the pages of the rules, a sheet of the format to read
// before writing it, and a prompt to answer in it. Enter it at [Serve].
package mcp

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/tools"
)

// Options are what a caller of [Serve] may set.
type Options struct {
	Version string   // of the program
	Roots   []string // folders whose files tools may read; none reads no files
}

// maxMessage bounds what one message may hold, in bytes. A client that sends
// more is disconnected.
const maxMessage = 32 << 20

// sheet is the format on one page.
//
//go:embed sheet.md
var sheet string

const (
	sheetURI = "gcf://sheet"
	rulesURI = "gcf://rules/"
)

const instructions = `GCF (Graph Compact Format) writes JSON data in far fewer tokens. Read the resource gcf://sheet before you write it. Check what you wrote with the tool check; repair takes back what can be taken back safely.`

// Serve talks MCP over in and out until in ends or ctx is done.
func Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser, o Options) error {
	files, err := openRoots(o.Roots)
	if err != nil {
		return err
	}
	defer files.close()
	server := sdk.NewServer(&sdk.Implementation{Name: "gcf-lsp", Title: "GCF", Version: o.Version},
		&sdk.ServerOptions{Instructions: instructions, Capabilities: &sdk.ServerCapabilities{}, PageSize: 1000})
	for _, t := range tools.All() {
		if err := addTool(server, t, files); err != nil {
			return err
		}
	}
	addPages(server)
	answers := &lockedWriter{WriteCloser: out}
	err = server.Run(ctx, &sdk.IOTransport{Reader: newMessages(in, answers), Writer: answers, MaxLineLength: maxMessage + 1})
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// addTool offers a tool. Arguments and answers go through as they are: the
// SDK's typed tools would take numbers for doubles and sort members.
func addTool(server *sdk.Server, t tools.Tool, files roots) error {
	input, err := schemaOf(t.Input)
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	output, err := schemaOf(t.Output)
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	documents := files.extend(input, t.Input)
	resolved, err := input.Resolve(nil)
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	no := false
	server.AddTool(&sdk.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: input, OutputSchema: output,
		Annotations: &sdk.ToolAnnotations{Title: t.Title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no},
	}, func(_ context.Context, request *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		arguments := []byte(request.Params.Arguments)
		if len(arguments) == 0 {
			arguments = []byte("{}")
		}
		var members map[string]any
		err := json.Unmarshal(arguments, &members)
		if err == nil {
			err = resolved.Validate(members)
		}
		if err == nil {
			arguments, err = files.fill(arguments, documents)
		}
		var answer tools.Answer
		if err == nil {
			answer, err = t.Call(arguments)
		}
		var data []byte
		if err == nil {
			data, err = tools.Marshal(answer.Data)
		}
		if err != nil { // for the model to read, and to do better
			return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: err.Error()}}}, nil
		}
		return &sdk.CallToolResult{
			Content:           []sdk.Content{&sdk.TextContent{Text: answer.Text}},
			StructuredContent: json.RawMessage(data),
		}, nil
	})
	return nil
}

// addPages adds what a model can read, and the prompt.
func addPages(server *sdk.Server) {
	page := func(uri, name, title, description string, text func() string) {
		server.AddResource(&sdk.Resource{URI: uri, Name: name, Title: title, Description: description, MIMEType: "text/markdown"},
			func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
				return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: "text/markdown", Text: text()}}}, nil
			})
	}
	page(sheetURI, "sheet", "GCF on one page", "How to write GCF. Read it before you do.", func() string { return sheet })
	page(strings.TrimSuffix(rulesURI, "/"), "rules", "The rules of GCF", "All codes of problems.", diagnostics.Index)
	for _, rule := range diagnostics.Rules() {
		code := rule.Code.String()
		page(rulesURI+code, code, code, rule.Summary, func() string { return diagnostics.Markdown(diagnostics.ByCode(ast.CodeByName(code))) })
	}
	server.AddPrompt(&sdk.Prompt{
		Name: "answer_in_gcf", Title: "Answer in GCF", Description: "Have a task answered with data in GCF, with the format on one page.",
		Arguments: []*sdk.PromptArgument{{Name: "task", Description: "what to answer"}},
	}, func(_ context.Context, request *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		text := sheet + "\nAnswer with one GCF document in a fence ```gcf and nothing else."
		if task := request.Params.Arguments["task"]; task != "" {
			text += " The task:\n\n" + task
		}
		return &sdk.GetPromptResult{Description: "Answer in GCF", Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text}}}}, nil
	})
}
