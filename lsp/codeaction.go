package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/editor/refactor"
)

// fixAllKind is the kind of the action that applies all safe fixes.
const fixAllKind protocol.CodeActionKind = protocol.CodeActionKindSourceFixAll + ".gcf"

func announceCodeActions(c *client, server *protocol.ServerCapabilities) {
	if !c.codeActions().literals {
		// Such a client takes commands only: those that show a result.
		if c.can.TextDocument != nil && c.can.TextDocument.CodeAction != nil {
			server.CodeActionProvider = protocol.Boolean(true)
		}
		return
	}
	lazy := c.codeActions().lazy
	server.CodeActionProvider = &protocol.CodeActionOptions{
		CodeActionKinds: []protocol.CodeActionKind{
			protocol.CodeActionKindQuickFix, protocol.CodeActionKindRefactorRewrite, protocol.CodeActionKindRefactorInline,
			fixAllKind, protocol.CodeActionKindSource,
		},
		ResolveProvider: &lazy,
	}
}

// actionClient is what the client can do with code actions.
type actionClient struct {
	literals  bool // it takes actions, not only commands
	preferred bool
	disabled  bool // it shows what cannot be done, and why
	lazy      bool // it asks for the edit of the action that was chosen
}

func (c *client) codeActions() actionClient {
	if c.can.TextDocument == nil || c.can.TextDocument.CodeAction == nil {
		return actionClient{}
	}
	can := c.can.TextDocument.CodeAction
	return actionClient{
		literals:  len(can.CodeActionLiteralSupport.CodeActionKind.ValueSet) > 0,
		preferred: is(can.IsPreferredSupport),
		disabled:  is(can.DisabledSupport),
		lazy:      is(can.DataSupport) && slices.Contains(can.ResolveSupport.Properties, "edit"),
	}
}

// maxEager is the size in bytes of a document up to which the edits of
// refactorings are made at once for a client that does not ask for them.
const maxEager = 256 << 10

// maxInlineEdits is how many edits of a fix are sent without being asked for.
const maxInlineEdits = 50

// actions collects the code actions of one request.
type actions struct {
	server *server
	doc    *snapshot
	client *client
	can    actionClient
	params *protocol.CodeActionParams
	start  int // the place, in bytes
	end    int
	all    []protocol.CommandOrCodeAction
}

// CodeAction answers textDocument/codeAction.
func (s *server) CodeAction(ctx context.Context, params *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	doc, err := document(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	a := &actions{server: s, doc: doc, client: viewFrom(ctx).client, params: params}
	a.can = a.client.codeActions()
	a.start, a.end = doc.offset(params.Range.Start), doc.offset(params.Range.End)
	if !a.can.literals {
		if a.wantsCommands() {
			a.commands()
		}
		return a.all, nil
	}
	found := doc.findings()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if a.wants(protocol.CodeActionKindQuickFix) {
		a.fixes(found)
		a.frameActions(found)
	}
	// Where nobody asked there is something at each cell, which is no news: a
	// light bulb is for what is wrong.
	asked := len(params.Context.Only) > 0 || params.Context.TriggerKind != protocol.CodeActionTriggerKindAutomatic
	if asked && (a.wants(protocol.CodeActionKindRefactorRewrite) || a.wants(protocol.CodeActionKindRefactorInline)) {
		a.refactorings(ctx)
	}
	if a.wants(fixAllKind) {
		a.fixAll(found)
	}
	if a.wantsCommands() {
		a.commands()
	}
	return a.all, ctx.Err()
}

// wants says whether actions of a kind are asked for.
func (a *actions) wants(kind protocol.CodeActionKind) bool {
	only := a.params.Context.Only
	return len(only) == 0 || slices.ContainsFunc(only, func(o protocol.CodeActionKind) bool {
		return o == "" || o == kind || strings.HasPrefix(string(kind), string(o)+".")
	})
}

// wantsCommands says whether to offer what shows a document in another form:
// where source actions are asked for, and on the header.
func (a *actions) wantsCommands() bool {
	if len(a.params.Context.Only) > 0 {
		return slices.Contains(a.params.Context.Only, protocol.CodeActionKindSource)
	}
	return a.params.Range.Start.Line == 0
}

// fixes offers the fixes of the findings at the place, to fix all of their
// kinds, and to ignore them.
func (a *actions) fixes(found []diagnostics.Diagnostic) {
	told := map[ast.Code]bool{}
	var suppressions []protocol.CommandOrCodeAction
	for i := range found {
		f := &found[i]
		if f.End < a.start || f.Start > a.end {
			continue
		}
		d := a.diagnostic(f)
		safe := refactor.SafeFix(f)
		for j := range f.Fixes {
			action := a.action(f.Fixes[j].Title, protocol.CodeActionKindQuickFix, d)
			if a.can.preferred && &f.Fixes[j] == safe {
				yes := true
				action.IsPreferred = &yes
			}
			edits := editsOf(f.Fixes[j].Edits)
			if a.can.lazy && len(edits) > maxInlineEdits {
				action.Data = a.data(actionData{Fix: f.Fixes[j].Title, Code: f.Code.String(), Start: f.Start})
			} else {
				action.Edit = workspaceEdit(a.client, a.doc, a.doc.edits(edits))
			}
			a.all = append(a.all, action)
		}
		if safe != nil && !told[f.Code] {
			told[f.Code] = true
			a.fixRule(found, f.Code, d)
		}
		if fix, ok := diagnostics.Suppress(a.doc.tree(), *f); ok {
			action := a.action(fix.Title, protocol.CodeActionKindQuickFix, d)
			action.Edit = workspaceEdit(a.client, a.doc, a.doc.edits(editsOf(fix.Edits)))
			suppressions = append(suppressions, action)
		}
	}
	a.all = append(a.all, suppressions...)
}

// fixRule offers to fix all findings of a rule, where there are several.
func (a *actions) fixRule(found []diagnostics.Diagnostic, code ast.Code, d *protocol.Diagnostic) {
	n := 0
	for i := range found {
		if found[i].Code == code && refactor.SafeFix(&found[i]) != nil {
			n++
		}
	}
	switch {
	case n > 0 && code == ast.InvalidItemID:
		// One that is wrong makes others wrong once it is right.
		a.whole("Renumber the rows and items", protocol.CodeActionKindQuickFix, code, d)
	case n > 1:
		a.whole(fmt.Sprintf("Fix all %d of %s", n, code), protocol.CodeActionKindQuickFix, code, d)
	}
}

// fixAll offers to apply all safe fixes.
func (a *actions) fixAll(found []diagnostics.Diagnostic) {
	if slices.ContainsFunc(found, func(d diagnostics.Diagnostic) bool { return refactor.SafeFix(&d) != nil }) {
		a.whole("Apply all safe fixes", fixAllKind, ast.NoCode, nil)
	}
}

// whole offers what fixes the whole document, its edit on request where the
// client can ask.
func (a *actions) whole(title string, kind protocol.CodeActionKind, code ast.Code, d *protocol.Diagnostic) {
	action := a.action(title, kind, d)
	if a.can.lazy {
		name := ""
		if code != ast.NoCode {
			name = code.String()
		}
		action.Data = a.data(actionData{All: true, Code: name})
	} else {
		action.Edit = workspaceEdit(a.client, a.doc, a.doc.edits(a.server.fixAllEdits(a.doc, code)))
	}
	a.all = append(a.all, action)
}

// fixAllEdits are the edits of all safe fixes, or those of one rule.
func (s *server) fixAllEdits(doc *snapshot, code ast.Code) []format.Edit {
	check := doc.checkFurther()
	return refactor.FixAll(doc.tree(), check(doc.tree()), check, code)
}

// refactorings offers the refactorings at the place.
func (a *actions) refactorings(ctx context.Context) {
	for _, r := range refactor.At(a.doc.tree(), a.start, a.doc.checkFurther()) {
		kind := protocol.CodeActionKindRefactorRewrite
		if r.Inline {
			kind = protocol.CodeActionKindRefactorInline
		}
		if !a.wants(kind) || r.Disabled != "" && !a.can.disabled {
			continue
		}
		action := a.action(r.Title, kind, nil)
		switch {
		case r.Disabled != "":
			action.Disabled = protocol.CodeActionDisabled{Reason: r.Disabled}
		case a.can.lazy:
			action.Data = a.data(actionData{Refactoring: r.ID, Start: a.start})
		case len(a.doc.text) > maxEager || ctx.Err() != nil:
			continue
		default:
			edits, err := r.Edits()
			if err != nil {
				continue
			}
			action.Edit = workspaceEdit(a.client, a.doc, a.doc.edits(edits))
		}
		a.all = append(a.all, action)
	}
}

// commands offers the commands that show something of the document.
func (a *actions) commands() {
	broken := ""
	if diagnostics.HasErrors(a.doc.tree()) {
		broken = "the document has errors; correct them first"
	}
	offer := func(title, name string) {
		command := commandOf(title, name, a.doc.uri)
		action := a.action(title, protocol.CodeActionKindSource, nil)
		switch {
		case broken == "" && !a.can.literals:
			a.all = append(a.all, &command)
			return
		case broken == "":
			action.Command = command
		case a.can.disabled:
			action.Disabled = protocol.CodeActionDisabled{Reason: broken}
		default:
			return
		}
		a.all = append(a.all, action)
	}
	if a.client.showsResults(a.doc.version) {
		offer("Show the data as JSON", commandDecode)
	}
	h := &a.doc.tree().Header
	switch {
	case h.Is("delta"):
		offer("Apply the delta to its base and verify it", commandApplyDelta)
	case a.doc.tree().Profile == ast.ProfileGraph || h.Field("key") != nil:
		offer("Show the pack root", commandRoot)
	}
}

// action begins an action.
func (a *actions) action(title string, kind protocol.CodeActionKind, d *protocol.Diagnostic) *protocol.CodeAction {
	action := &protocol.CodeAction{Title: title, Kind: &kind}
	if d != nil {
		action.Diagnostics = []protocol.Diagnostic{*d}
	}
	return action
}

// diagnostic is a finding as the client knows it.
func (a *actions) diagnostic(f *diagnostics.Diagnostic) *protocol.Diagnostic {
	d := a.server.convertDiagnostic(a.doc, *f, a.client.diagnostics())
	for i := range a.params.Context.Diagnostics {
		theirs := &a.params.Context.Diagnostics[i]
		if theirs.Range == d.Range && theirs.Code == d.Code {
			return theirs
		}
	}
	return &d
}

func editsOf(edits []diagnostics.Edit) []format.Edit {
	all := make([]format.Edit, len(edits))
	for i, e := range edits {
		all[i] = format.Edit(e)
	}
	return all
}

// actionData is what an action carries until its edit is asked for.
type actionData struct {
	URI         string `json:"uri"`
	Version     *int32 `json:"version"`
	Refactoring string `json:"refactoring,omitzero"` // its ID
	Fix         string `json:"fix,omitzero"`         // its title
	All         bool   `json:"all,omitzero"`         // all safe fixes
	Code        string `json:"code,omitzero"`
	Start       int    `json:"start,omitzero"` // in bytes
}

func (a *actions) data(d actionData) protocol.LSPAny {
	d.URI, d.Version = string(a.doc.uri), a.doc.number
	raw, err := protocol.Marshal(d)
	if err != nil {
		return nil // it is made of strings and numbers
	}
	return raw
}

// CodeActionResolve answers codeAction/resolve: it makes the edit of an action.
func (s *server) CodeActionResolve(ctx context.Context, action *protocol.CodeAction) (*protocol.CodeAction, error) {
	if len(action.Data) == 0 {
		return action, nil
	}
	raw := parseLoosely(action.Data)
	doc, err := document(ctx, documentKey(text(raw, "uri")))
	if err != nil {
		return nil, err
	}
	if version := versionNumber(map[string]any{"textDocument": raw}); doc.number != nil && (version == nil || *version != *doc.number) {
		return nil, jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesContentModified), "the document has changed since")
	}
	start, _ := integer(raw, "start")
	code := ast.CodeByName(text(raw, "code"))
	edits, err := long(ctx, s, nil, action.Title, func() ([]format.Edit, error) {
		switch {
		case text(raw, "refactoring") != "":
			r, ok := refactor.ByID(doc.tree(), start, text(raw, "refactoring"), doc.checkFurther())
			if !ok {
				return nil, nil
			}
			edits, err := r.Edits()
			if err != nil {
				return nil, refused(err)
			}
			return edits, nil
		case member(raw, "all") == true:
			return s.fixAllEdits(doc, code), nil
		}
		for _, f := range doc.findings() {
			for _, fix := range f.Fixes {
				if f.Code == code && f.Start == start && fix.Title == text(raw, "fix") {
					return editsOf(fix.Edits), nil
				}
			}
		}
		return nil, nil
	})
	if err != nil {
		return nil, err
	}
	action.Edit = workspaceEdit(viewFrom(ctx).client, doc, doc.edits(edits))
	return action, nil
}
