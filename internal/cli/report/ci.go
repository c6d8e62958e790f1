package report

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// gitHub is workflow commands: annotations in a pull request.
type gitHub struct{ w *bufio.Writer }

func newGitHub(w io.Writer, _ Options) Writer { return &gitHub{bufio.NewWriter(w)} }

var (
	gitHubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	gitHubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (g *gitHub) File(f *File) error {
	for d := range f.shown() {
		p := f.place(d.Start, d.End, ast.UTF32)
		command := "notice"
		switch d.Severity {
		case diagnostics.Error:
			command = "error"
		case diagnostics.Warning:
			command = "warning"
		}
		fmt.Fprintf(g.w, "::%s file=%s,line=%d,", command, gitHubProperty.Replace(f.Name), p.line)
		if p.line == p.endLine { // columns are taken for one line only
			fmt.Fprintf(g.w, "col=%d,endColumn=%d,", p.column, p.endColumn)
		} else {
			fmt.Fprintf(g.w, "endLine=%d,", p.endLine)
		}
		fmt.Fprintf(g.w, "title=%s::%s\n", gitHubProperty.Replace(d.Code), Safe(gitHubData.Replace(d.Message)))
	}
	return g.w.Flush()
}

func (g *gitHub) Close([]string) error { return g.w.Flush() }

// gitLab is a Code Quality report.
type gitLab struct{ list }

func newGitLab(w io.Writer, _ Options) Writer {
	g := &gitLab{list{w: bufio.NewWriter(w)}}
	g.w.WriteString("[")
	return g
}

type gitLabFinding struct {
	Description string `json:"description"`
	Check       string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"`
	Location    struct {
		Path      string          `json:"path"`
		Positions gitLabPositions `json:"positions"`
	} `json:"location"`
}

type gitLabPositions struct {
	Begin gitLabPosition `json:"begin"`
	End   gitLabPosition `json:"end"`
}

type gitLabPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

func (g *gitLab) File(f *File) error {
	prints := Fingerprints(f)
	for i := range f.Findings {
		d := &f.Findings[i]
		if d.Suppressed {
			continue
		}
		p := f.place(d.Start, d.End, ast.UTF32)
		// It has to be unique in the whole report.
		sum := sha256.Sum256([]byte(f.Name + "\x00" + prints[i]))
		j := gitLabFinding{Description: d.Message, Check: d.Code, Fingerprint: hex.EncodeToString(sum[:16]), Severity: "info"}
		switch d.Severity {
		case diagnostics.Error:
			j.Severity = "major"
		case diagnostics.Warning:
			j.Severity = "minor"
		}
		j.Location.Path = f.Name
		j.Location.Positions = gitLabPositions{gitLabPosition{p.line, p.column}, gitLabPosition{p.endLine, p.endColumn}}
		if err := g.add(j); err != nil {
			return err
		}
	}
	return nil
}

func (g *gitLab) Close([]string) error { return g.end("]\n") }

// rdJSON is the reviewdog diagnostic format. Its columns count bytes.
type rdJSON struct{ list }

func newRDJSON(w io.Writer, _ Options) Writer {
	r := &rdJSON{list{w: bufio.NewWriter(w)}}
	r.w.WriteString(`{"source":{"name":"gcf-lsp"},"diagnostics":[`)
	return r
}

type rdRange struct {
	Start gitLabPosition `json:"start"`
	End   gitLabPosition `json:"end"`
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

type rdFinding struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
	Severity string     `json:"severity"`
	Code     struct {
		Value string `json:"value"`
	} `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	Related     []rdRelated    `json:"relatedLocations,omitempty"`
}

func (r *rdJSON) File(f *File) error {
	at := func(start, end int) rdRange {
		p := f.place(start, end, ast.UTF8)
		return rdRange{gitLabPosition{p.line, p.column}, gitLabPosition{p.endLine, p.endColumn}}
	}
	for d := range f.shown() {
		j := rdFinding{Message: d.Message, Location: rdLocation{f.Name, at(d.Start, d.End)}, Severity: "INFO"}
		switch d.Severity {
		case diagnostics.Error:
			j.Severity = "ERROR"
		case diagnostics.Warning:
			j.Severity = "WARNING"
		}
		j.Code.Value = d.Code
		// A suggestion is one edit; those of several are not shown as if each
		// were one of its own.
		for _, fix := range d.Fixes {
			if len(fix.Edits) == 1 {
				e := fix.Edits[0]
				j.Suggestions = append(j.Suggestions, rdSuggestion{at(e.Start, e.End), e.Text})
			}
		}
		for _, rel := range d.Related {
			j.Related = append(j.Related, rdRelated{rel.Message, rdLocation{f.Name, at(rel.Start, rel.End)}})
		}
		if err := r.add(j); err != nil {
			return err
		}
	}
	return nil
}

func (r *rdJSON) Close([]string) error { return r.end("]}\n") }
