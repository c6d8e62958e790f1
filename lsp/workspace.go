package lsp

import (
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/cli/config"
)

func announceFolders(_ *client, server *protocol.ServerCapabilities) {
	yes := true
	server.Workspace = &protocol.WorkspaceOptions{
		WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
			Supported:           &yes,
			ChangeNotifications: protocol.Boolean(true),
		},
	}
}

// readFolders returns the paths of the workspace folders in the params of
// initialize. Folders that are no files are not looked into.
func readFolders(params any) []string {
	var paths []string
	for _, f := range list(params, "workspaceFolders") {
		paths = appendFolder(paths, text(f, "uri"))
	}
	if paths == nil {
		paths = appendFolder(paths, text(params, "rootUri"))
	}
	if root := text(params, "rootPath"); paths == nil && filepath.IsAbs(root) {
		paths = []string{root}
	}
	return paths
}

func appendFolder(paths []string, uri string) []string {
	if path := filePath(documentKey(uri)); uri != "" && path != "" && !slices.Contains(paths, path) {
		paths = append(paths, path)
	}
	return paths
}

func (s *server) didChangeWorkspaceFolders(params any) {
	var removed []string
	for _, f := range list(params, "event", "removed") {
		removed = appendFolder(removed, text(f, "uri"))
	}
	s.change(func(v *view) {
		var folders []string
		for _, path := range v.folders {
			if !slices.Contains(removed, path) {
				folders = append(folders, path)
			}
		}
		for _, f := range list(params, "event", "added") {
			folders = appendFolder(folders, text(f, "uri"))
		}
		v.folders = folders
	})
	// Which schemas may be read depends on the folders.
	s.workspace.dropReports()
	s.index.searchAgain()
	s.configured.look()
	s.showAgain(s.remake())
}

// didChangeWatchedFiles takes note of changes on disk. Open documents are as
// the client says, whatever the disk says.
func (s *server) didChangeWatchedFiles(params any) {
	s.index.changedOnDisk(fileChanges(params))
	schemas := false
	for _, change := range list(params, "changes") {
		if strings.HasSuffix(text(change, "uri"), "/"+config.FileName) {
			s.rereadConfiguration()
			return
		}
		schemas = schemas || isSchemaFile(text(change, "uri"))
	}
	if schemas {
		s.refreshSchemas()
	}
	s.refreshPulled()
}
