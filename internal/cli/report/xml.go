package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// checkstyle is the XML that Checkstyle writes.
type checkstyle struct{ w *bufio.Writer }

type checkstyleFile struct {
	XMLName xml.Name          `xml:"file"`
	Name    string            `xml:"name,attr"`
	Errors  []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

func newCheckstyle(w io.Writer, _ Options) Writer {
	c := &checkstyle{bufio.NewWriter(w)}
	c.w.WriteString(xml.Header + `<checkstyle version="4.3">` + "\n")
	return c
}

func (c *checkstyle) File(f *File) error {
	x := checkstyleFile{Name: f.Name}
	for d := range f.shown() {
		p := f.place(d.Start, d.End, ast.UTF32)
		severity := "info"
		switch d.Severity {
		case diagnostics.Error:
			severity = "error"
		case diagnostics.Warning:
			severity = "warning"
		}
		x.Errors = append(x.Errors, checkstyleError{p.line, p.column, severity, d.Message, "gcf-lsp." + d.Code})
	}
	if x.Errors == nil {
		return nil
	}
	return writeXML(c.w, x)
}

func (c *checkstyle) Close(unread []Unread) error {
	for _, u := range unread {
		unreadable := checkstyleError{1, 1, "error", u.Message, "gcf-lsp." + unreadable}
		if err := writeXML(c.w, checkstyleFile{Name: u.Path, Errors: []checkstyleError{unreadable}}); err != nil {
			return err
		}
	}
	c.w.WriteString("</checkstyle>\n")
	return c.w.Flush()
}

// jUnit is the XML of test reports: a suite for each file, a case for each
// finding. It keeps the findings, since the counts come before them.
type jUnit struct {
	w      *bufio.Writer
	failOn diagnostics.Severity
	report jUnitReport
}

type jUnitReport struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []jUnitSuite `xml:"testsuite"`
}

type jUnitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []jUnitCase `xml:"testcase"`
}

type jUnitCase struct {
	Name    string       `xml:"name,attr"`
	Class   string       `xml:"classname,attr"`
	File    string       `xml:"file,attr,omitempty"`
	Line    int          `xml:"line,attr,omitempty"`
	Failure *jUnitResult `xml:"failure"`
	Error   *jUnitResult `xml:"error"`
	Out     string       `xml:"system-out,omitempty"`
}

type jUnitResult struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func newJUnit(w io.Writer, o Options) Writer {
	return &jUnit{w: bufio.NewWriter(w), failOn: o.FailOn, report: jUnitReport{Name: "gcf-lsp"}}
}

func (j *jUnit) File(f *File) error {
	suite := jUnitSuite{Name: f.Name}
	for d := range f.shown() {
		p := f.place(d.Start, d.End, ast.UTF32)
		at := fmt.Sprintf("%s:%d:%d: %s: %s", f.Name, p.line, p.column, d.Severity, d.Message)
		test := jUnitCase{
			Name: fmt.Sprintf("%s at %d:%d", d.Code, p.line, p.column), Class: f.Name, File: f.Name, Line: p.line,
		}
		if Worse(d.Severity, j.failOn) {
			test.Failure = &jUnitResult{d.Message, d.Code, at}
			suite.Failures++
		} else {
			test.Out = at
		}
		suite.Cases = append(suite.Cases, test)
	}
	if suite.Cases == nil {
		suite.Cases = []jUnitCase{{Name: "no problems", Class: f.Name, File: f.Name}}
	}
	j.add(suite)
	return nil
}

func (j *jUnit) add(suite jUnitSuite) {
	suite.Tests = len(suite.Cases)
	j.report.Tests += suite.Tests
	j.report.Failures += suite.Failures
	j.report.Errors += suite.Errors
	j.report.Suites = append(j.report.Suites, suite)
}

func (j *jUnit) Close(unread []Unread) error {
	for _, u := range unread {
		j.add(jUnitSuite{Name: "could not be read", Errors: 1, Cases: []jUnitCase{{
			Name: "read", Class: "gcf-lsp", Error: &jUnitResult{u.Message, unreadable, u.Message},
		}}})
	}
	j.w.WriteString(xml.Header)
	if err := writeXML(j.w, j.report); err != nil {
		return err
	}
	return j.w.Flush()
}

func writeXML(w *bufio.Writer, v any) error {
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	w.WriteString("\n")
	return nil
}
