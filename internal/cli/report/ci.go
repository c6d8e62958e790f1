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
	"gcf-lsp/internal/text/printable"
)

// gitHub is workflow commands, which annotate a pull request, and a plain line for
// each finding, since the log of a step shows no place of an annotation.
type gitHub struct {
	w         *bufio.Writer
	base      string
	annotated map[string]int // by command
	total     int
}

// gitHubMost is how many annotations of a kind GitHub shows of one step.
const gitHubMost = 10

func newGitHub(w io.Writer, o Options) Writer {
	return &gitHub{w: bufio.NewWriter(w), base: o.Base, annotated: map[string]int{}}
}

// line writes a plain line, which must not be read as a command: those begin with
// `::`, and an older kind stands anywhere behind `##[`.
func (g *gitHub) line(text string) {
	if strings.HasPrefix(strings.TrimSpace(text), "::") {
		text = "./" + text
	}
	fmt.Fprintf(g.w, "%s\n", strings.ReplaceAll(Safe(text), "##[", "##\u2060["))
}

// annotates counts an annotation and reports whether GitHub will show it. One
// notice is left for what Close has to say.
func (g *gitHub) annotates(command string) bool {
	most := gitHubMost
	if command == "notice" {
		most--
	}
	if g.annotated[command] == most {
		return false
	}
	g.annotated[command]++
	return true
}

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
		g.total++
		g.line(fmt.Sprintf("%s:%d:%d: %s: %s [%s]", f.Name, p.line, p.column, d.Severity, d.Message, d.Code))
		if !g.annotates(command) {
			continue
		}
		fmt.Fprintf(g.w, "::%s file=%s,line=%d,", command, gitHubProperty.Replace(below(g.base, f.Name)), p.line)
		if p.line == p.endLine { // columns are taken for one line only
			fmt.Fprintf(g.w, "col=%d,endColumn=%d,", p.column, p.endColumn)
		} else {
			fmt.Fprintf(g.w, "endLine=%d,", p.endLine)
		}
		fmt.Fprintf(g.w, "title=%s::%s\n", gitHubProperty.Replace(d.Code), Safe(gitHubData.Replace(d.Message)))
	}
	return g.w.Flush()
}

func (g *gitHub) Close(unread []Unread) error {
	for _, u := range unread {
		g.total++
		g.line(u.Message)
		if g.annotates("error") {
			fmt.Fprintf(g.w, "::error title=%s::%s\n", unreadable, Safe(gitHubData.Replace(u.Message)))
		}
	}
	shown := 0
	for _, n := range g.annotated {
		shown += n
	}
	if g.total > 0 {
		fmt.Fprintf(g.w, "gcf-lsp: %s\n", printable.Count(g.total, "finding"))
	}
	if left := g.total - shown; left > 0 {
		fmt.Fprintf(g.w, "::notice title=gcf-lsp::%s not annotated: GitHub shows %d of a kind, the log of the step lists all\n",
			printable.Count(left, "finding"), gitHubMost)
	}
	return g.w.Flush()
}

// gitLab is a Code Quality report.
type gitLab struct {
	list
	base string
}

func newGitLab(w io.Writer, o Options) Writer {
	g := &gitLab{list{w: bufio.NewWriter(w)}, o.Base}
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
		j.Location.Path = below(g.base, f.Name)
		j.Location.Positions = gitLabPositions{gitLabPosition{p.line, p.column}, gitLabPosition{p.endLine, p.endColumn}}
		if err := g.add(j); err != nil {
			return err
		}
	}
	return nil
}

func (g *gitLab) Close(unread []Unread) error {
	first := gitLabPosition{1, 1}
	for _, u := range unread {
		sum := sha256.Sum256([]byte(u.Path + "\x00" + unreadable + "\x00" + u.Message))
		j := gitLabFinding{Description: u.Message, Check: unreadable, Fingerprint: hex.EncodeToString(sum[:16]), Severity: "major"}
		j.Location.Path = below(g.base, u.Path)
		j.Location.Positions = gitLabPositions{first, first}
		if err := g.add(j); err != nil {
			return err
		}
	}
	return g.end("]\n")
}

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
	Range rdRange `json:"range,omitzero"`
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
		// They are applied with one click, so they are the safe ones.
		for _, fix := range d.Fixes {
			if fix.Safe && len(fix.Edits) == 1 {
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

func (r *rdJSON) Close(unread []Unread) error {
	for _, u := range unread {
		j := rdFinding{Message: u.Message, Location: rdLocation{Path: u.Path}, Severity: "ERROR"}
		j.Code.Value = unreadable
		if err := r.add(j); err != nil {
			return err
		}
	}
	return r.end("]}\n")
}
