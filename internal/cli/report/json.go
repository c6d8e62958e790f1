package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"gcf-lsp/ast"
)

// jsonFinding is a finding for programs: lines and columns count from 1 in
// code points, offsets from 0 in bytes, ends are exclusive. Equal findings are
// one, with the number of their places and the first of their lines.
type jsonFinding struct {
	File        string        `json:"file"`
	Code        string        `json:"code"`
	Severity    string        `json:"severity"`
	Message     string        `json:"message"`
	Line        int           `json:"line"`
	Column      int           `json:"column"`
	EndLine     int           `json:"endLine"`
	EndColumn   int           `json:"endColumn"`
	Offset      int           `json:"offset"`
	EndOffset   int           `json:"endOffset"`
	SpecSection string        `json:"specSection"`
	Related     []jsonRelated `json:"related"`
	Fixes       []jsonFix     `json:"fixes"`
	Slip        string        `json:"slip,omitempty"`
	Places      int           `json:"places,omitempty"` // how many lines are concerned
	Lines       []int         `json:"lines,omitempty"`  // the first of them
	Wrong       string        `json:"wrong,omitempty"`
	Right       string        `json:"right,omitempty"`
}

// mostLines is how many lines of a mistake are listed.
const mostLines = 20

type jsonRelated struct {
	Message   string `json:"message"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Offset    int    `json:"offset"`
	EndOffset int    `json:"endOffset"`
}

type jsonFix struct {
	Title string     `json:"title"`
	Safe  bool       `json:"safe"` // may be applied without asking
	Edits []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Offset    int    `json:"offset"`
	EndOffset int    `json:"endOffset"`
	Text      string `json:"text"`
}

func toJSON(f *File, d *Finding) jsonFinding {
	p := f.place(d.Start, d.End, ast.UTF32)
	j := jsonFinding{
		File: f.Name, Code: d.Code, Severity: d.Severity.String(), Message: d.Message,
		Line: p.line, Column: p.column, EndLine: p.endLine, EndColumn: p.endColumn,
		Offset: d.Start, EndOffset: d.End, SpecSection: d.Spec,
		Related: []jsonRelated{}, Fixes: []jsonFix{},
	}
	for _, r := range d.Related {
		p := f.place(r.Start, r.End, ast.UTF32)
		j.Related = append(j.Related, jsonRelated{r.Message, p.line, p.column, p.endLine, p.endColumn, r.Start, r.End})
	}
	if m := d.Mistake; m != nil {
		j.Slip, j.Places, j.Wrong, j.Right = m.Slip, len(m.Places), m.Wrong, m.Right
		for _, p := range m.Places[:min(len(m.Places), mostLines)] {
			j.Lines = append(j.Lines, f.place(p.Start, p.End, ast.UTF32).line)
		}
	}
	for _, fix := range d.Fixes {
		edits := []jsonEdit{}
		for _, e := range fix.Edits {
			edits = append(edits, jsonEdit{e.Start, e.End, e.Text})
		}
		j.Fixes = append(j.Fixes, jsonFix{fix.Title, fix.Safe, edits})
	}
	return j
}

// marshal is JSON on one line, without the escapes that only HTML needs.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// list writes the elements of a JSON array as they come, one a line.
type list struct {
	w     *bufio.Writer
	begun bool
}

func (l *list) add(v any) error {
	text, err := marshal(v)
	if err != nil {
		return err
	}
	separator := "\n"
	if l.begun {
		separator = ",\n"
	}
	l.begun = true
	l.w.WriteString(separator)
	_, err = l.w.Write(text)
	return err
}

// end writes what closes the list.
func (l *list) end(closing string) error {
	if l.begun {
		l.w.WriteString("\n")
	}
	l.w.WriteString(closing)
	return l.w.Flush()
}

// jsonReport is one object with all findings.
type jsonReport struct {
	list
	fixed []Fixed
}

func newJSON(w io.Writer, o Options) Writer {
	j := &jsonReport{list: list{w: bufio.NewWriter(w)}}
	fmt.Fprintf(j.w, `{"version":1,"files":%d,"diagnostics":[`, o.Files)
	return j
}

func (j *jsonReport) File(f *File) error {
	j.fixed = append(j.fixed, f.Fixed...)
	for d := range f.grouped() {
		if err := j.add(toJSON(f, d)); err != nil {
			return err
		}
	}
	return nil
}

func (j *jsonReport) Close(unread []Unread) error {
	messages := []string{}
	for _, u := range unread {
		messages = append(messages, u.Message)
	}
	text, err := marshal(messages)
	if err != nil {
		return err
	}
	fixed := ""
	if len(j.fixed) > 0 {
		all, err := marshal(j.fixed)
		if err != nil {
			return err
		}
		fixed = ",\"fixed\":" + string(all)
	}
	return j.end(fmt.Sprintf("],\"unread\":%s%s}\n", text, fixed))
}

// jsonLines is one object a line for each finding, and one with the member unread
// for each file that could not be read.
type jsonLines struct{ w *bufio.Writer }

func newJSONLines(w io.Writer, _ Options) Writer { return &jsonLines{bufio.NewWriter(w)} }

func (j *jsonLines) File(f *File) error {
	for i := range f.Fixed {
		text, err := marshal(map[string]*Fixed{"fixed": &f.Fixed[i]})
		if err != nil {
			return err
		}
		j.w.Write(text)
		j.w.WriteString("\n")
	}
	for d := range f.grouped() {
		text, err := marshal(toJSON(f, d))
		if err != nil {
			return err
		}
		j.w.Write(text)
		j.w.WriteString("\n")
	}
	return j.w.Flush()
}

func (j *jsonLines) Close(unread []Unread) error {
	for _, u := range unread {
		text, err := marshal(map[string]string{"unread": u.Message})
		if err != nil {
			return err
		}
		j.w.Write(text)
		j.w.WriteString("\n")
	}
	return j.w.Flush()
}
