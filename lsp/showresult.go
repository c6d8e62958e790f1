package lsp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/internal/files"
)

// errNotShown says that a client can show no document of the server.
var errNotShown = errors.New("this editor lets a language server neither create nor show a document; the answer of the command has the text")

// showResult shows a text that a command made of a document: in a read-only
// file in the server's cache folder, or where the client shows none of those,
// in a new file beside the document, as an edit that the user sees and can undo.
func (c *call) showResult(ctx context.Context, of *version, suffix, content string) error {
	can := c.view.client
	dir := c.options.cacheDir()
	switch {
	case can.showsDocuments() && dir != "":
		dir = filepath.Join(dir, "results")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		path := filepath.Join(dir, resultName(of, suffix))
		// What was shown before is read-only.
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := files.Create(path, []byte(content)); err != nil {
			return err
		}
		if err := os.Chmod(path, 0o400); err != nil {
			return err
		}
		yes := true
		_, err := c.editor.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: uri.File(path), TakeFocus: &yes})
		return err
	case of.path != "" && can.createsFiles():
		target := uri.File(freeName(of.path, suffix))
		result, err := c.editor.ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Edit: newFile(target, content)})
		if err != nil {
			return err
		}
		if !result.Applied {
			return errors.New("the editor did not create " + filepath.Base(target.FsPath()))
		}
		return nil
	}
	return errNotShown
}

// newFile is an edit that creates a file.
func newFile(target uri.URI, content string) protocol.WorkspaceEdit {
	fill := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
		TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: target},
	}}
	fill.Edits = append(fill.Edits, &protocol.TextEdit{NewText: content})
	return protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{
		&protocol.CreateFile{Kind: "create", URI: target}, fill,
	}}
}

// freeName returns the name of a file that is not there, beside path and with
// another suffix.
func freeName(path, suffix string) string {
	stem := strings.TrimSuffix(path, filepath.Ext(path))
	name := stem + suffix
	for i := 2; i < 1000; i++ {
		if _, err := os.Lstat(name); err != nil {
			return name
		}
		name = fmt.Sprintf("%s-%d%s", stem, i, suffix)
	}
	return name
}

// resultName is the name of a file for what was made of a document.
func resultName(of *version, suffix string) string {
	name := of.name()
	if i := strings.LastIndexAny(name, ":/\\"); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '_'
		}
		return r
	}, strings.TrimSuffix(name, filepath.Ext(name)))
	return "result-" + name + suffix
}

// showsResults says whether the client can show what a command makes of a
// document.
func (c *client) showsResults(of *version) bool {
	return of.path != "" && c.createsFiles() || c.showsDocuments()
}

// createsFiles says whether the client makes files in an edit.
func (c *client) createsFiles() bool {
	w := c.can.Workspace
	return w != nil && is(w.ApplyEdit) && w.WorkspaceEdit != nil && is(w.WorkspaceEdit.DocumentChanges) &&
		slices.Contains(w.WorkspaceEdit.ResourceOperations, protocol.ResourceOperationKindCreate)
}

// showsDocuments says whether the client shows a document on request.
func (c *client) showsDocuments() bool {
	return c.can.Window != nil && c.can.Window.ShowDocument != nil && c.can.Window.ShowDocument.Support
}
