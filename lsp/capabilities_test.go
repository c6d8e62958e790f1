package lsp

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/testkit/golden"
	"gcf-lsp/lsp/lsptest"
)

// advertisements are where the answer to initialize says that a request is
// served.
var advertisements = map[string]string{
	protocol.MethodTextDocumentWillSaveWaitUntil:       "textDocumentSync.willSaveWaitUntil",
	protocol.MethodTextDocumentDeclaration:             "declarationProvider",
	protocol.MethodTextDocumentDefinition:              "definitionProvider",
	protocol.MethodTextDocumentReferences:              "referencesProvider",
	protocol.MethodTextDocumentPrepareCallHierarchy:    "callHierarchyProvider",
	protocol.MethodCallHierarchyIncomingCalls:          "callHierarchyProvider",
	protocol.MethodCallHierarchyOutgoingCalls:          "callHierarchyProvider",
	protocol.MethodTextDocumentPrepareTypeHierarchy:    "typeHierarchyProvider",
	protocol.MethodTypeHierarchySupertypes:             "typeHierarchyProvider",
	protocol.MethodTypeHierarchySubtypes:               "typeHierarchyProvider",
	protocol.MethodTextDocumentDocumentHighlight:       "documentHighlightProvider",
	protocol.MethodTextDocumentDocumentLink:            "documentLinkProvider",
	protocol.MethodTextDocumentHover:                   "hoverProvider",
	protocol.MethodTextDocumentCodeLens:                "codeLensProvider",
	protocol.MethodCodeLensResolve:                     "codeLensProvider.resolveProvider",
	protocol.MethodTextDocumentFoldingRange:            "foldingRangeProvider",
	protocol.MethodTextDocumentSelectionRange:          "selectionRangeProvider",
	protocol.MethodTextDocumentDocumentSymbol:          "documentSymbolProvider",
	protocol.MethodTextDocumentSemanticTokensFull:      "semanticTokensProvider.full",
	protocol.MethodTextDocumentSemanticTokensFullDelta: "semanticTokensProvider.full.delta",
	protocol.MethodTextDocumentSemanticTokensRange:     "semanticTokensProvider.range",
	protocol.MethodTextDocumentInlayHint:               "inlayHintProvider",
	protocol.MethodTextDocumentCompletion:              "completionProvider",
	protocol.MethodCompletionItemResolve:               "completionProvider.resolveProvider",
	protocol.MethodTextDocumentDiagnostic:              "diagnosticProvider",
	protocol.MethodWorkspaceDiagnostic:                 "diagnosticProvider.workspaceDiagnostics",
	protocol.MethodTextDocumentSignatureHelp:           "signatureHelpProvider",
	protocol.MethodTextDocumentCodeAction:              "codeActionProvider",
	protocol.MethodCodeActionResolve:                   "codeActionProvider.resolveProvider",
	protocol.MethodTextDocumentFormatting:              "documentFormattingProvider",
	protocol.MethodTextDocumentRangeFormatting:         "documentRangeFormattingProvider",
	protocol.MethodTextDocumentRangesFormatting:        "documentRangeFormattingProvider.rangesSupport",
	protocol.MethodTextDocumentRename:                  "renameProvider",
	protocol.MethodTextDocumentPrepareRename:           "renameProvider.prepareProvider",
	protocol.MethodTextDocumentLinkedEditingRange:      "linkedEditingRangeProvider",
	protocol.MethodWorkspaceSymbol:                     "workspaceSymbolProvider",
	protocol.MethodWorkspaceExecuteCommand:             "executeCommandProvider",
	protocol.MethodWorkspaceWillRenameFiles:            "workspace.fileOperations.willRename",
}

// notRequests are the capabilities behind which there is no request.
var notRequests = []string{
	"positionEncoding", "textDocumentSync.openClose", "textDocumentSync.change", "textDocumentSync.save",
	"workspace.workspaceFolders", "workspace.fileOperations.didCreate", "workspace.fileOperations.didRename",
	"workspace.fileOperations.didDelete",
}

// full are the capabilities of a client that has all that we make use of.
func full() map[string]any {
	can := editor()
	document, workspace := can["textDocument"].(map[string]any), can["workspace"].(map[string]any)
	document["diagnostic"] = map[string]any{}
	workspace["fileOperations"] = map[string]any{
		"willRename": true, "didCreate": true, "didRename": true, "didDelete": true,
	}
	can["general"] = map[string]any{"positionEncodings": []string{"utf-8", "utf-16"}}
	return can
}

func answerTo(t *testing.T, c *lsptest.Client, can map[string]any) (answer map[string]any, text string) {
	t.Helper()
	raw := c.Initialize(can)
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatal(err)
	}
	indented, err := json.MarshalIndent(answer, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return answer["capabilities"].(map[string]any), string(indented) + "\n"
}

// TestInitializeAnswer keeps the whole answer to initialize, for a client that
// can everything and for one that can nothing.
func TestInitializeAnswer(t *testing.T) {
	for name, can := range map[string]map[string]any{"full": full(), "bare": {}} {
		_, text := answerTo(t, start(t, Options{Version: "1.2.3"}), can)
		golden.File(t, filepath.Join("testdata", "initialize", name+".json"), text)
	}
}

// Every request that is served is advertised, and what is advertised is served
// and asked by a marker test or another one.
func TestCapabilitiesAreServed(t *testing.T) {
	c := start(t, Options{})
	can, _ := answerTo(t, c, full())
	c.Open("file:///a.gcf", 1, "GCF profile=generic\na=1\n")
	place := map[string]any{"line": 0, "character": 0}
	params := map[string]any{
		"textDocument": map[string]any{"uri": "file:///a.gcf"}, "position": place,
		"positions": []any{place}, "range": map[string]any{"start": place, "end": place},
	}
	for _, method := range methods {
		if isNotification(method) || method == protocol.MethodInitialize || method == protocol.MethodShutdown {
			continue
		}
		err := c.Call(method, params, nil)
		e, failed := err.(*lsptest.Error)
		served := !failed || e.Code != methodNotFound
		where, known := advertisements[method]
		switch {
		case served && !known:
			t.Errorf("%s is served, and nothing says so", method)
		case served && member(can, strings.Split(where, ".")...) == nil:
			t.Errorf("%s is served, and %s is not in the answer to initialize", method, where)
		case !served && known:
			t.Errorf("%s is advertised as %s and not served", method, where)
		}
	}
	tests := testSources(t)
	for method, where := range advertisements {
		group, name, _ := strings.Cut(method, "/")
		inParts := strings.Contains(tests, `"`+group+`/"+way`) && strings.Contains(tests, `"`+strings.TrimSuffix(name, "Calls")+`"`)
		if !inParts && !strings.Contains(tests, `"`+method+`"`) {
			t.Errorf("no test asks %s (%s)", method, where)
		}
	}
	known := slices.Concat(slices.Collect(maps.Values(advertisements)), notRequests)
	for _, path := range capabilityPaths(can) {
		if !slices.ContainsFunc(known, func(k string) bool { return k == path || strings.HasPrefix(k, path+".") }) {
			t.Errorf("%s is advertised, and the test does not know it", path)
		}
	}
}

// isNotification tells the methods that have no answer.
func isNotification(method string) bool {
	_, name, _ := strings.Cut(method, "/")
	return strings.HasPrefix(name, "did") || slices.Contains([]string{
		protocol.MethodInitialized, protocol.MethodExit, protocol.MethodSetTrace, protocol.MethodProgress,
		protocol.MethodWindowWorkDoneProgressCancel, protocol.MethodTextDocumentWillSave,
	}, method)
}

// capabilityPaths are the names of capabilities: of the groups textDocumentSync
// and workspace their members.
func capabilityPaths(can map[string]any) (all []string) {
	for name, v := range can {
		if group, ok := v.(map[string]any); ok && (name == "textDocumentSync" || name == "workspace") {
			for inner := range group {
				all = append(all, name+"."+inner)
			}
			continue
		}
		all = append(all, name)
	}
	return all
}

// testSources are the sources of the marker tests, and of the others that look
// at what is answered; not this one, nor those that send all methods there are.
func testSources(t *testing.T) string {
	paths, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, path := range paths {
		if slices.Contains([]string{"capabilities_test.go", "dispatch_test.go", "robust_test.go", "fuzz_test.go"}, path) {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
	return b.String()
}
