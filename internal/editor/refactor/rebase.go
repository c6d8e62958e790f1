package refactor

import (
	"path/filepath"
	"strings"

	"gcf-lsp/internal/check/index"
)

// Rename is a file or a folder that gets another path. Both are absolute.
type Rename struct{ Old, New string }

// moved returns what becomes of a path.
func moved(path string, renames []Rename) string {
	for _, r := range renames {
		if rest, ok := strings.CutPrefix(path, r.Old); ok && (rest == "" || rest[0] == filepath.Separator) {
			return r.New + rest
		}
	}
	return path
}

// Rebase returns what the comment of a document that names its base must say
// when files are renamed, and false where it may stay. The path is that of the
// document before.
func Rebase(d index.Directive, path string, renames []Rename) (file string, changed bool) {
	target := d.Resolve(path)
	if target == "" {
		return "", false
	}
	newPath, newTarget := moved(path, renames), moved(target, renames)
	if newPath == path && newTarget == target {
		return "", false
	}
	if filepath.IsAbs(filepath.FromSlash(d.File)) {
		return filepath.ToSlash(newTarget), newTarget != target
	}
	rel, err := filepath.Rel(filepath.Dir(newPath), newTarget)
	if err != nil {
		return "", false
	}
	rel = filepath.ToSlash(rel)
	if strings.HasPrefix(d.File, "./") && !strings.HasPrefix(rel, "../") {
		rel = "./" + rel
	}
	return rel, rel != d.File
}
