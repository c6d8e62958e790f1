package lsp

import (
	"context"
	"path/filepath"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/cli/config"
	"gcf-lsp/internal/editor/refactor"
)

// announceFileOperations asks for the renames of documents and of folders,
// because comments name documents, and for what else tells that the workspace
// has changed, for clients that watch no files.
func announceFileOperations(c *client, server *protocol.ServerCapabilities) {
	w := c.can.Workspace
	if w == nil || w.FileOperations == nil {
		return
	}
	can, file := w.FileOperations, "file"
	filter := func(glob string) protocol.FileOperationFilter {
		return protocol.FileOperationFilter{Scheme: &file, Pattern: protocol.FileOperationPattern{Glob: glob}}
	}
	documents := protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{
		filter("**/*.gcf"), filter("**/" + config.FileName)}}
	// A folder may hold documents.
	all := protocol.FileOperationRegistrationOptions{Filters: []protocol.FileOperationFilter{filter("**")}}
	operations := &protocol.FileOperationOptions{}
	if is(can.WillRename) {
		operations.WillRename = all
	}
	if is(can.DidRename) {
		operations.DidRename = all
	}
	if is(can.DidDelete) {
		operations.DidDelete = all
	}
	if is(can.DidCreate) {
		operations.DidCreate = documents
	}
	if server.Workspace == nil {
		server.Workspace = &protocol.WorkspaceOptions{}
	}
	server.Workspace.FileOperations = operations
}

// WillRenameFiles answers workspace/willRenameFiles: the comments that name the
// base of a delta follow the file that they name, and the one that they are
// in.
func (s *server) WillRenameFiles(ctx context.Context, params *protocol.RenameFilesParams) (*protocol.WorkspaceEdit, error) {
	var renames []refactor.Rename
	for _, f := range params.Files {
		r := refactor.Rename{Old: filePath(documentKey(string(f.OldURI))), New: filePath(documentKey(string(f.NewURI)))}
		if r.Old != "" && r.New != "" {
			renames = append(renames, r)
		}
	}
	edit := &protocol.WorkspaceEdit{}
	found := false
	for _, path := range s.index.known.Paths() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if e, ok := s.index.known.Entry(path); !ok || e.Named == "" {
			continue
		}
		doc := s.index.version(path)
		if doc == nil {
			continue
		}
		d, ok := index.DirectiveOf(doc.tree())
		if !ok {
			continue
		}
		if file, changed := refactor.Rebase(d, path, renames); changed {
			found = true
			addEdit(viewFrom(ctx).client, edit, doc, protocol.TextEdit{Range: doc.span(d.Start, d.End), NewText: file})
		}
	}
	if !found {
		return nil, nil
	}
	return edit, nil
}

// addEdit adds the edit of a document, the only one of it, to others.
func addEdit(c *client, all *protocol.WorkspaceEdit, doc *version, edit protocol.TextEdit) {
	one := workspaceEdit(c, &snapshot{version: doc}, []protocol.TextEdit{edit})
	all.DocumentChanges = append(all.DocumentChanges, one.DocumentChanges...)
	for key, edits := range one.Changes {
		if all.Changes == nil {
			all.Changes = map[uri.URI][]protocol.TextEdit{}
		}
		all.Changes[key] = append(all.Changes[key], edits...)
	}
}

// didOperateOnFiles takes note of files that were created, renamed or deleted
// in the editor.
func (s *server) didOperateOnFiles(params any) {
	var paths []string
	configured := false
	for _, f := range list(params, "files") {
		for _, member := range []string{"uri", "oldUri", "newUri"} {
			if path := filePath(documentKey(text(f, member))); text(f, member) != "" && path != "" {
				paths = append(paths, path)
				configured = configured || filepath.Base(path) == config.FileName
			}
		}
	}
	if len(paths) == 0 {
		return
	}
	s.index.changedOnDisk(paths)
	if configured {
		s.rereadConfiguration()
	} else {
		s.refreshPulled()
	}
}
