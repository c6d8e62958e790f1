package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/internal/cli/encode"
	"gcf-lsp/internal/text/printable"
	gcf "gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// The commands. Each takes one object and answers an object; with `"show":
// true` in its argument the result is shown to the user as well, for editors
// in which nobody takes the answer.
const (
	commandDecode     = "gcf.decode"
	commandEncode     = "gcf.encode"
	commandStats      = "gcf.stats"
	commandRoot       = "gcf.root"
	commandApplyDelta = "gcf.applyDelta"
)

// commandNames are the commands in the order in which they are announced.
var commandNames = []string{commandApplyDelta, commandDecode, commandEncode, commandRoot, commandStats}

func announceCommands(_ *client, server *protocol.ServerCapabilities) {
	server.ExecuteCommandProvider = protocol.ExecuteCommandOptions{Commands: commandNames}
}

// call is one execution of a command.
type call struct {
	*server
	view     *view
	argument any
}

// outcome is what came of a command.
type outcome struct {
	answer any
	show   func(ctx context.Context) error // shows it to the user
}

// The answers of the commands.
type (
	decodeAnswer struct {
		JSON string `json:"json"`
	}
	encodeAnswer struct {
		Text string `json:"text"`
	}
	statsAnswer struct {
		Profile string `json:"profile"`
		Rows    int    `json:"rows"` // of all tables
		Nodes   int    `json:"nodes"`
		Edges   int    `json:"edges"`
		Bytes   int    `json:"bytes"`
	}
	rootAnswer struct {
		Root     string  `json:"root"`
		Declared *string `json:"declared,omitzero"`
		Agrees   *bool   `json:"agrees,omitzero"`
	}
	deltaAnswer struct {
		Text        string `json:"text,omitzero"`
		Base        string `json:"base,omitzero"` // its name
		Root        string `json:"root,omitzero"` // of the result
		BaseMissing bool   `json:"baseMissing,omitzero"`
		Why         string `json:"why,omitzero"`
	}
)

// ExecuteCommand answers workspace/executeCommand.
func (s *server) ExecuteCommand(ctx context.Context, params *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	c := &call{server: s, view: viewFrom(ctx)}
	if len(params.Arguments) > 0 {
		c.argument = parseLoosely(params.Arguments[0])
	}
	run := map[string]func() (outcome, error){
		commandDecode: c.decode, commandEncode: c.encode, commandStats: c.stats,
		commandRoot: c.root, commandApplyDelta: c.applyDelta,
	}[params.Command]
	if run == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no command %q; there are %s", params.Command, strings.Join(commandNames, ", "))
	}
	done, err := long(ctx, s, params.WorkDoneToken, params.Command, run)
	if show, _ := member(c.argument, "show").(bool); show && err == nil {
		err = done.show(ctx)
	}
	switch {
	case err == nil:
		return protocol.Marshal(done.answer)
	case errors.As(err, new(*jsonrpc2.Error)):
		return nil, err
	}
	return nil, refused(err)
}

// document returns the document that an argument names: an open one, or a
// file.
func (c *call) document(name string) (*version, error) {
	spelled := text(c.argument, name)
	if spelled == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the command needs the URI of a document as %q", name)
	}
	key := documentKey(spelled)
	if doc := c.view.documents[key]; doc != nil {
		return doc.version, nil
	}
	if path := filePath(key); path != "" && strings.EqualFold(filepath.Ext(path), ".gcf") {
		if doc := c.index.version(path); doc != nil {
			return doc, nil
		}
	}
	return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s is not open and cannot be read", spelled)
}

// whole returns a document without errors.
func (c *call) whole(name string) (*version, error) {
	doc, err := c.document(name)
	if err != nil {
		return nil, err
	}
	if err := doc.firstError(); err != nil {
		return nil, fmt.Errorf("%s has errors: %w", doc.name(), err)
	}
	return doc, nil
}

// decode answers {"json": text} for {"uri", "indent"}.
func (c *call) decode() (outcome, error) {
	doc, err := c.whole("uri")
	if err != nil {
		return outcome{}, err
	}
	indent := 2
	if n, ok := integer(c.argument, "indent"); ok {
		indent = n
	}
	json, err := doc.json(indent)
	if err != nil {
		return outcome{}, err
	}
	return outcome{decodeAnswer{json}, func(ctx context.Context) error {
		return c.showResult(ctx, doc, ".json", json+"\n")
	}}, nil
}

// encode answers {"text": GCF} for {"text": JSON, "profile"}. Without a
// profile, what is a graph in the ecosystem's shape becomes one.
func (c *call) encode() (outcome, error) {
	src, ok := member(c.argument, "text").(string)
	if !ok {
		return outcome{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the command needs a JSON text as \"text\"")
	}
	v, err := value.FromJSON(src)
	if err != nil {
		return outcome{}, sayWhere(err)
	}
	var options encode.Options
	switch profile := text(c.argument, "profile"); profile {
	case "":
		options.Graph = encode.IsGraph(v)
	case "generic":
	case "graph":
		options.Graph = true
	default:
		return outcome{}, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no profile %q; there are generic and graph", profile)
	}
	var out bytes.Buffer
	if err := encode.Write(&out, v, options); err != nil {
		return outcome{}, sayWhere(err)
	}
	return outcome{encodeAnswer{out.String()}, func(ctx context.Context) error {
		return c.showResult(ctx, &version{uri: "untitled:encoded"}, ".gcf", out.String())
	}}, nil
}

// stats answers {"profile", "rows", "nodes", "edges", "bytes"} for {"uri"}.
func (c *call) stats() (outcome, error) {
	doc, err := c.document("uri")
	if err != nil {
		return outcome{}, err
	}
	tree := doc.tree()
	rows, nodes, edges := 0, 0, 0
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		switch n.Kind {
		case ast.KindRow:
			if tree.Node(n.Parent).Kind == ast.KindArray {
				rows++
			}
		case ast.KindSymbol, ast.KindReference:
			nodes++
		case ast.KindEdge:
			edges++
		}
	}
	profile := ""
	if tree.Header.Node != 0 && tree.Profile != ast.ProfileUnknown {
		profile = tree.Profile.String()
	}
	answer := statsAnswer{profile, rows, nodes, edges, len(doc.text)}
	return outcome{answer, c.tell("%s: %s profile, %d rows, %d nodes, %d edges, %d bytes",
		doc.name(), tree.Profile, rows, nodes, edges, len(doc.text))}, nil
}

// root answers {"root", "declared", "agrees"} for {"uri"} of a full payload.
func (c *call) root() (outcome, error) {
	doc, err := c.whole("uri")
	if err != nil {
		return outcome{}, err
	}
	s, err := gcf.FromDocument(doc.tree())
	if err != nil {
		return outcome{}, fmt.Errorf("%s has no pack root: %w", doc.name(), err)
	}
	answer := rootAnswer{Root: s.Root()}
	message := s.Root()
	if declared, ok := doc.tree().Header.Get("pack_root"); ok {
		agrees := declared == s.Root()
		answer.Declared, answer.Agrees = &declared, &agrees
		if message += ", as the header says"; !agrees {
			message = s.Root() + "; the header says " + printable.Text(declared, 80)
		}
	}
	return outcome{answer, c.tell("%s: %s", doc.name(), message)}, nil
}

// applyDelta answers {"text": payload} for {"uri": delta, "base"}, or
// {"baseMissing": true} where no base is named nor known. A delta that does
// not apply to its base, or does not give what it announces, is an error.
func (c *call) applyDelta() (outcome, error) {
	doc, err := c.whole("uri")
	if err != nil {
		return outcome{}, err
	}
	if !doc.tree().Header.Is("delta") {
		return outcome{}, fmt.Errorf("%s is no delta: its header has no delta=true", doc.name())
	}
	base, tool, why, err := c.base(doc)
	switch {
	case err != nil:
		return outcome{}, err
	case base == nil:
		return outcome{deltaAnswer{BaseMissing: true, Why: why}, c.tell("%s was not applied: %s", doc.name(), why)}, nil
	}
	result, found := check.Delta(doc.tree(), *base, nil)
	if result == nil {
		return outcome{}, fmt.Errorf("%s does not apply to %s: line %d: %s", doc.name(), base.Name, doc.position(found[0].Start).Line+1, found[0].Message)
	}
	out, err := gcf.AppendFull(nil, result, gcf.Header{Tool: tool})
	if err != nil {
		return outcome{}, err
	}
	answer := deltaAnswer{Text: string(out), Base: base.Name, Root: result.Root()}
	return outcome{answer, func(context.Context) error { return c.offerApplied(doc, base.Name, string(out)) }}, nil
}

// base returns the base of a delta and the tool of its header: the payload
// that the argument names, or the one that the workspace has. Where there is
// none, why says so.
func (c *call) base(delta *version) (base *check.Base, tool, why string, err error) {
	if text(c.argument, "base") != "" {
		doc, err := c.whole("base")
		if err != nil {
			return nil, "", "", err
		}
		s, err := gcf.FromDocument(doc.tree())
		if err != nil {
			return nil, "", "", fmt.Errorf("%s is no full payload: %w", doc.name(), err)
		}
		tool, _ = doc.tree().Header.Get("tool")
		return &check.Base{Snapshot: s, Name: doc.name()}, tool, "", nil
	}
	c.index.catchUp(c.ctx)
	found, why := c.index.known.Base(c.index.known.Summarise(delta.path, delta.tree()), c.index.read)
	if found == nil {
		if why == "" {
			why = "no document of the workspace has its base_root"
		}
		return nil, "", why, nil
	}
	if doc := c.index.read(found.Path); doc != nil {
		tool, _ = doc.Header.Get("tool")
	}
	return &found.Base, tool, "", nil
}

// offerApplied says that a delta was applied and verified, and shows the result
// where the user wants to see it. It does not wait for the user.
func (c *call) offerApplied(delta *version, base, result string) error {
	parsed, err := gcf.DeltaFromDocument(delta.tree())
	if err != nil {
		return err
	}
	const show = "Show the result"
	question := &protocol.ShowMessageRequestParams{
		Type:    protocol.MessageTypeInfo,
		Message: unlinked(fmt.Sprintf("%s applies to %s (%s) and gives the root that it announces.", delta.name(), base, check.Summary(parsed))),
		Actions: []protocol.MessageActionItem{{Title: show}},
	}
	c.task(func(ctx context.Context) {
		answer, err := c.editor.ShowMessageRequest(ctx, question)
		if err != nil || answer == nil || answer.Title != show {
			return // the user has seen what there is to see
		}
		if err := c.showResult(ctx, delta, ".full.gcf", result); err != nil && ctx.Err() == nil {
			c.show(protocol.MessageTypeWarning, err.Error())
		}
	})
	return nil
}

// tell returns what shows a message.
func (c *call) tell(format string, args ...any) func(context.Context) error {
	message := fmt.Sprintf(format, args...)
	return func(context.Context) error {
		c.show(protocol.MessageTypeInfo, message)
		return nil
	}
}

// commandOf is a command that shows its result.
func commandOf(title, name string, u uri.URI) protocol.Command {
	argument, err := protocol.Marshal(struct {
		URI  uri.URI `json:"uri"`
		Show bool    `json:"show"`
	}{u, true})
	if err != nil {
		argument = nil // strings encode
	}
	return protocol.Command{Title: title, Command: name, Arguments: []protocol.LSPAny{argument}}
}
