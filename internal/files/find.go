package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// File is one file to read.
type File struct {
	Path  string // as the operating system takes it
	Named bool   // named by the user, not found in a folder
}

// Finder finds files.
type Finder struct {
	// Select says whether a file that was found in a folder is wanted. The path
	// is absolute. For a file that the user named it is not asked.
	Select func(path string) bool
	// SkipFolder says whether a folder is left out with all that is in it. The
	// path is absolute.
	SkipFolder func(path string) bool
	// NoIgnore turns off .gitignore and .ignore.
	NoIgnore bool
	// LeftOut is told of what an ignore file leaves out, by its path as it was
	// found, unless it is nil.
	LeftOut func(path string)
}

// never are folders that hold nothing a user wrote, whatever their ignore
// files say.
var never = []string{".git", ".hg", ".svn", ".jj", "node_modules"}

// Find returns the files that the arguments name: files, folders (everything
// wanted below them) and, where no such file exists, globs with `**`. Each real
// file comes once, files in the order of the arguments, those of a folder in
// lexical order. Links to folders are not followed below an argument, so
// cycles of links do no harm. Whatever could not be read is in errs; the rest
// is found all the same. When ctx is done the search ends early, with its error
// in errs.
func (f *Finder) Find(ctx context.Context, args []string) (found []File, errs []error) {
	run := finding{Finder: f, ctx: ctx}
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err == nil:
			run.argument(arg, info)
		case strings.ContainsAny(arg, "*?[{") && !errors.Is(err, fs.ErrPermission):
			run.glob(arg) // Windows calls a name with wildcards invalid, not absent
		default:
			run.fail(err)
		}
	}
	if err := ctx.Err(); err != nil {
		run.fail(err)
	}
	return run.each(), run.errs
}

type finding struct {
	*Finder
	ctx   context.Context
	found []foundFile
	errs  []error
}

type foundFile struct {
	File
	real string // the absolute path, in which nothing is a link
	link bool   // found in a folder, as a link
}

func (r *finding) fail(err error) { r.errs = append(r.errs, err) }

func (r *finding) argument(path string, info fs.FileInfo) {
	switch {
	case info.IsDir():
		r.folder(path)
	default:
		if err := readable(path, info); err != nil {
			r.fail(err)
			return
		}
		r.add(path, "", true, false)
	}
}

// Readable returns an error where there is no file to read at a path, but a
// folder, a device or a named pipe, from which reading may never end.
func Readable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return readable(path, info)
}

func readable(path string, info fs.FileInfo) error {
	if what := kindOf(path, info.Mode()); what != "" {
		return &fs.PathError{Op: "read", Path: path, Err: errors.New(what)}
	}
	return nil
}

// kindOf says what a path is that is not read, or "".
func kindOf(path string, mode fs.FileMode) string {
	switch {
	case mode.IsRegular(), isOwnStream(path):
		return ""
	case mode.IsDir():
		return "is a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe, not a file; read it as standard input, `-`"
	case mode&fs.ModeDevice != 0:
		return "a device, not a file"
	}
	return "not a file"
}

// isOwnStream reports whether a path is a stream that the program was started
// with, as shells name one for `<(command)`.
func isOwnStream(path string) bool {
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

// glob takes a pattern that the shell left alone, as on Windows.
func (r *finding) glob(pattern string) {
	if err := ValidGlob(filepath.ToSlash(pattern)); err != nil {
		r.fail(err)
		return
	}
	matches, err := doublestar.FilepathGlob(filepath.ToSlash(pattern), doublestar.WithNoFollow())
	if err != nil {
		r.fail(&fs.PathError{Op: "glob", Path: pattern, Err: err})
		return
	}
	if len(matches) == 0 {
		r.fail(&fs.PathError{Op: "glob", Path: pattern, Err: errors.New("no file matches")})
		return
	}
	slices.Sort(matches)
	for _, m := range matches {
		if info, err := os.Stat(m); err != nil {
			r.fail(err)
		} else if !info.IsDir() {
			r.argument(m, info)
		}
	}
}

// folder walks a folder with a stack of its own: the depth of a tree of folders
// is not ours to trust.
func (r *finding) folder(root string) {
	abs, err := filepath.Abs(root)
	if err != nil {
		r.fail(err)
		return
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		r.fail(err)
		return
	}
	type entry struct {
		path, abs, real string
		isDir           bool
		link            bool
		ignores         *ignoreStack
	}
	var above *ignoreStack
	if !r.NoIgnore {
		above = ignoresAbove(abs)
	}
	project := Project(abs)
	stack := []entry{{path: root, abs: abs, real: real, isDir: true, ignores: above}}
	for len(stack) > 0 && r.ctx.Err() == nil {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !e.isDir {
			r.add(e.path, e.real, false, e.link)
			continue
		}
		entries, err := os.ReadDir(e.path)
		if err != nil {
			r.fail(err)
			continue
		}
		ignores := e.ignores
		if !r.NoIgnore {
			ignores = ignores.push(e.abs)
		}
		for _, d := range slices.Backward(entries) {
			child := entry{
				path:    filepath.Join(e.path, d.Name()),
				abs:     filepath.Join(e.abs, d.Name()),
				real:    filepath.Join(e.real, d.Name()),
				isDir:   d.IsDir(),
				link:    d.Type()&fs.ModeSymlink != 0,
				ignores: ignores,
			}
			if child.isDir {
				if slices.Contains(never, d.Name()) || r.SkipFolder != nil && r.SkipFolder(child.abs) {
					continue
				}
			} else if !r.wanted(child.abs, d) {
				continue
			}
			if ignores.ignored(child.abs, child.isDir) {
				if r.LeftOut != nil {
					r.LeftOut(child.path)
				}
				continue
			}
			if child.link && !r.mayFollow(project, child.path) {
				continue
			}
			stack = append(stack, child)
		}
	}
}

// wanted says whether a file of a folder is asked for: a regular file or a link.
func (r *finding) wanted(abs string, d fs.DirEntry) bool {
	if r.Select != nil && !r.Select(abs) {
		return false
	}
	return d.Type().IsRegular() || d.Type()&fs.ModeSymlink != 0
}

// mayFollow says whether a link that was found leads to a file of the project.
// One that leads out of it is refused, as it is for writing: it may come with a
// checkout, and what is behind it would be printed. Where somebody stands when
// the folder is named makes no difference.
func (r *finding) mayFollow(project, path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return false
	}
	if err := inside(project, path); err != nil {
		r.fail(&fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("not read: %w; name the file to have it read, or exclude it", err)})
		return false
	}
	return info.Mode().IsRegular()
}

// add adds a file that is found under a path; real is its absolute path in which
// nothing is a link, or "" where that is to be found out.
func (r *finding) add(path, real string, named, link bool) {
	if real == "" || link {
		abs, err := filepath.Abs(path)
		if err != nil {
			r.fail(err)
			return
		}
		if real, err = filepath.EvalSymlinks(abs); err != nil {
			real = abs // as of a pipe in /dev/fd
		}
	}
	r.found = append(r.found, foundFile{File{Path: path, Named: named}, real, link && !named})
}

// each returns each real file once: under its own name or one that the user
// named, the first of them, else under the first link that was found in a folder.
func (r *finding) each() []File {
	owners := map[string]int{}
	for _, links := range []bool{false, true} {
		for i := range r.found {
			f := &r.found[i]
			if _, ok := owners[f.real]; !ok && f.link == links {
				owners[f.real] = i
			}
		}
	}
	var all []File
	for i := range r.found {
		if owners[r.found[i].real] == i {
			all = append(all, r.found[i].File)
		}
	}
	return all
}

// Display returns the path as it is printed: relative to the folder dir where
// it is inside it, else as it was written; with forward slashes.
func Display(dir, path string) string {
	abs := path
	if !filepath.IsAbs(path) {
		abs = filepath.Join(dir, path)
	}
	if rel, err := filepath.Rel(dir, abs); err == nil && filepath.IsLocal(rel) {
		path = rel
	}
	return filepath.ToSlash(filepath.Clean(path))
}
