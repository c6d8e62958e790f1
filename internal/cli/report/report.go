// Package report writes findings in the formats that people and tools read.
// Enter it at [New]; each format is one file.
package report

import (
	"fmt"
	"io"
	"iter"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// Finding is a diagnostic of a file that is printed. Offsets, also those of
// related places and fixes, are bytes into the file's source.
type Finding struct {
	Code       string
	Severity   diagnostics.Severity
	Message    string
	Spec       string // the section of the GCF spec, or ""
	Start, End int
	Related    []diagnostics.Related
	Fixes      []diagnostics.Fix
	Mistake    *diagnostics.Mistake // what is behind it, or nil
	// Suppressed says that a comment suppresses the finding, for the Reason
	// that it gives. Only SARIF lists such findings.
	Suppressed bool
	Reason     string
}

// shown are the findings that no comment suppresses.
func (f *File) shown() iter.Seq[*Finding] {
	return func(yield func(*Finding) bool) {
		for i := range f.Findings {
			if !f.Findings[i].Suppressed && !yield(&f.Findings[i]) {
				return
			}
		}
	}
}

// File is a file with what was found in it, sorted by Start.
type File struct {
	Name     string // as printed: relative to the working folder, with forward slashes
	Source   string
	Payloads int // how many GCF payloads are in it
	Findings []Finding
	Notes    []string // what could not be looked at, one sentence each
	Fixed    []Fixed  // what was fixed before this was found

	lines *ast.LineTable
}

// Fixed is a problem that was fixed. Line and column are from 1, in code points; where
// fixes took several rounds they are those in the text of the round.
type Fixed struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Code   string `json:"code"`
	Title  string `json:"title"` // of the fix
}

// Rule is what the formats that list rules say about one.
type Rule struct {
	Code     string
	Severity diagnostics.Severity
	Summary  string
	Help     string // Markdown
}

// Options is what a writer needs to know beside the findings.
type Options struct {
	Files   int  // how many files are checked, known before the first is written
	Color   bool // for people's formats: with terminal colours
	Version string
	FailOn  diagnostics.Severity // what makes a run fail
	Rules   []Rule
	// Base is the working folder relative to the root of its repository, with
	// forward slashes; "" where it is the root or there is none.
	Base string
}

// below returns the path of a file relative to the root of the repository.
func below(base, name string) string {
	if base == "" || path.IsAbs(name) || filepath.IsAbs(name) {
		return name
	}
	return path.Join(base, name)
}

// Writer writes one report. Files come in order, files without findings too.
type Writer interface {
	File(f *File) error
	// Close ends the report. What was not readable is in unread.
	Close(unread []Unread) error
}

// Unread is a file that could not be read or written.
type Unread struct {
	Path    string // as printed, or "" where it is not known
	Message string // for people, with the path
}

var formats = map[string]func(io.Writer, Options) Writer{
	"text":       newText,
	"concise":    newConcise,
	"json":       newJSON,
	"jsonl":      newJSONLines,
	"sarif":      newSARIF,
	"github":     newGitHub,
	"gitlab":     newGitLab,
	"junit":      newJUnit,
	"checkstyle": newCheckstyle,
	"rdjson":     newRDJSON,
	"prompt":     newPrompt,
}

// Formats are the names of the formats, in the order in which they are
// documented.
func Formats() []string {
	return []string{"text", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson", "prompt"}
}

// New returns a writer of the format with this name.
func New(format string, w io.Writer, o Options) (Writer, error) {
	make, ok := formats[format]
	if !ok {
		return nil, fmt.Errorf("unknown format %q: it is one of %s", format, strings.Join(Formats(), ", "))
	}
	return make(w, o), nil
}

// place is a range in lines and columns, all from 1, the end exclusive.
type place struct{ line, column, endLine, endColumn int }

func (f *File) place(start, end int, unit ast.Encoding) place {
	if f.lines == nil {
		f.lines = ast.NewLineTable(f.Source, ast.LF)
	}
	from, to := f.lines.Position(start, unit), f.lines.Position(max(start, end), unit)
	return place{from.Line + 1, from.Column + 1, to.Line + 1, to.Column + 1}
}

// line returns the text of the line that holds an offset, and its start.
func (f *File) line(offset int) (text string, start int) {
	if f.lines == nil {
		f.lines = ast.NewLineTable(f.Source, ast.LF)
	}
	start, end := f.lines.Line(f.lines.Position(offset, ast.UTF8).Line)
	return f.Source[start:end], start
}

// unreadable is the code of a file that could not be read, in formats in which
// it is a finding.
const unreadable = "unreadable"

// Worse says whether a severity is at or above another one.
func Worse(s, than diagnostics.Severity) bool { return s != diagnostics.Off && s <= than }

// Sort orders findings by place, the worse one first where two begin together.
func Sort(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		if a.Severity != b.Severity {
			return int(a.Severity) - int(b.Severity)
		}
		return strings.Compare(a.Code, b.Code)
	})
}
