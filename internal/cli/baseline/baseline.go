// Package baseline remembers the findings that were there when a project began
// to be checked, so that only new ones are reported. Findings are recognised by
// their code and the text of their line, not by its number.
package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
)

// Baseline is a set of known findings.
type Baseline struct {
	dir   string // the folder of its file, which names of files are relative to
	files map[string]map[string]entry
	seen  int // files of it that were checked
	stale int // findings in them that were not there
}

// entry is a known finding. Only its fingerprint counts; the rest is for
// people who read the file.
type entry struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// file is the form of a baseline on disk: names of files, then fingerprints.
type file struct {
	Version  int                         `json:"version"`
	Findings map[string]map[string]entry `json:"findings"`
}

// New returns an empty baseline that will be written to path.
func New(path string) *Baseline {
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = path
	}
	return &Baseline{dir: filepath.Dir(abs), files: map[string]map[string]entry{}}
}

// Load reads a baseline.
func Load(path string) (*Baseline, error) {
	data, err := files.Read(path, files.LargeFile)
	if err != nil {
		return nil, err
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("%s: not a baseline: %w", path, err)
	}
	if f.Version != 1 {
		return nil, fmt.Errorf("%s: not a baseline of version 1", path)
	}
	b := New(path)
	b.files = f.Findings
	return b, nil
}

// Filter removes the known findings of the file at an absolute path.
func (b *Baseline) Filter(path string, f *report.File) {
	known := b.files[files.Display(b.dir, path)]
	if len(known) == 0 {
		return
	}
	b.seen++
	b.stale += len(known)
	kept := f.Findings[:0:0]
	for i, print := range report.Fingerprints(f) {
		if _, ok := known[print]; ok {
			b.stale--
			continue
		}
		kept = append(kept, f.Findings[i])
	}
	f.Findings = kept
}

// Add adds the findings of the file at an absolute path.
func (b *Baseline) Add(path string, f *report.File) {
	if len(f.Findings) == 0 {
		return
	}
	known := map[string]entry{}
	for i, print := range report.Fingerprints(f) {
		d := &f.Findings[i]
		if !d.Suppressed {
			known[print] = entry{d.Code, d.Message}
		}
	}
	if len(known) > 0 {
		b.files[files.Display(b.dir, path)] = known
	}
}

// Len returns the number of findings in the baseline.
func (b *Baseline) Len() int {
	n := 0
	for _, known := range b.files {
		n += len(known)
	}
	return n
}

// Stale returns how many findings of the baseline were not there any more in the
// files that were checked, and whether these are all files of the baseline.
func (b *Baseline) Stale() (n int, all bool) { return b.stale, b.seen == len(b.files) }

// Write writes the baseline to the file that it was made for.
func (b *Baseline) Write(path string) error {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return errors.Join(e.Encode(file{1, b.files}), files.Create(path, out.Bytes()))
}
