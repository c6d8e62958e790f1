package files

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignoreNames are the ignore files of a folder, the strongest first: `.ignore`
// overrules `.gitignore`, as in other tools that read both, and that what a
// repository has for itself.
var ignoreNames = [...]string{".ignore", ".gitignore", filepath.Join(".git", "info", "exclude")}

// ignoreFile is one parsed ignore file in the syntax of gitignore(5).
type ignoreFile struct {
	dir   string // the folder that its patterns are relative to
	rules []ignoreRule
}

type ignoreRule struct {
	glob    string // matched against the slash path relative to dir
	negate  bool
	dirOnly bool
}

// parseIgnore reads the text of an ignore file in folder dir.
func parseIgnore(dir, text string) ignoreFile {
	f := ignoreFile{dir: dir}
	for line := range strings.SplitSeq(text, "\n") {
		if rule, ok := parseIgnoreRule(strings.TrimSuffix(line, "\r")); ok {
			f.rules = append(f.rules, rule)
		}
	}
	return f
}

func parseIgnoreRule(line string) (rule ignoreRule, ok bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return rule, false
	}
	if line[0] == '!' {
		rule.negate = true
		line = line[1:]
	}
	if strings.HasSuffix(line, "/") {
		rule.dirOnly = true
		line = strings.TrimSuffix(line, "/")
	}
	anchored := strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return rule, false
	}
	if !anchored {
		line = "**/" + line
	}
	// Git's trailing `/**` is what is inside, not the folder itself.
	if strings.HasSuffix(line, "/**") {
		line += "/*"
	}
	// Braces are no alternatives in gitignore(5).
	rule.glob = strings.NewReplacer(`{`, `\{`, `}`, `\}`).Replace(line)
	return rule, doublestar.ValidatePattern(rule.glob)
}

// match says whether a path below the file's folder is named by it, and how.
func (f *ignoreFile) match(path string, isDir bool) (ignored, decided bool) {
	rel, err := filepath.Rel(f.dir, path)
	if err != nil {
		return false, false
	}
	rel = filepath.ToSlash(rel)
	for i := len(f.rules) - 1; i >= 0; i-- {
		rule := &f.rules[i]
		if rule.dirOnly && !isDir {
			continue
		}
		if ok, _ := doublestar.Match(rule.glob, rel); ok {
			return !rule.negate, true
		}
	}
	return false, false
}

// ignoreStack is the ignore files in force in a folder: its own and those of
// the folders above it up to the root of the repository. Folders share the
// tails of their stacks.
type ignoreStack struct {
	parent *ignoreStack
	files  [len(ignoreNames)]*ignoreFile
}

// push returns the stack in force inside dir. An ignore file that cannot be
// read is as good as none.
func (s *ignoreStack) push(dir string) *ignoreStack {
	next := &ignoreStack{parent: s}
	found := false
	for i, name := range ignoreNames {
		text, err := ReadOwn(filepath.Join(dir, name), SmallFile)
		if err != nil {
			continue
		}
		if f := parseIgnore(dir, string(text)); len(f.rules) > 0 {
			next.files[i] = &f
			found = true
		}
	}
	if !found {
		return s
	}
	return next
}

// ignored says whether a path in the stack's folder is to be left out.
func (s *ignoreStack) ignored(path string, isDir bool) bool {
	for i := range ignoreNames {
		for level := s; level != nil; level = level.parent {
			if f := level.files[i]; f != nil {
				if ignored, decided := f.match(path, isDir); decided {
					return ignored
				}
			}
		}
	}
	return false
}

// ignoresAbove returns the stack of the folders above dir, dir left out, down
// from the root of the repository that holds it. Outside a repository there is
// none.
func ignoresAbove(dir string) *ignoreStack {
	var above []string
	for d := dir; ; {
		if _, err := os.Lstat(filepath.Join(d, ".git")); err == nil {
			break
		}
		up := filepath.Dir(d)
		if up == d {
			return nil
		}
		d = up
		above = append(above, d)
	}
	var s *ignoreStack
	for i := len(above) - 1; i >= 0; i-- {
		s = s.push(above[i])
	}
	return s
}
