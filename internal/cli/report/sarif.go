package report

import (
	"bufio"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
)

// sarif is SARIF 2.1.0: paths are URI references relative to the root of the
// repository, columns count UTF-16 code units, every rule is listed once, and the
// fixes are the safe ones.
type sarif struct {
	list
	index map[string]int // of the rules by code
	base  string
}

type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifRule struct {
	ID      string     `json:"id"`
	Short   sarifText  `json:"shortDescription"`
	Help    *sarifText `json:"help,omitempty"`
	Default struct {
		Enabled bool   `json:"enabled"`
		Level   string `json:"level"`
	} `json:"defaultConfiguration"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifArtifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId,omitempty"`
}

// sarifRoot is what SARIF's readers call the root of the repository.
const sarifRoot = "%SRCROOT%"

type sarifLocation struct {
	ID       int `json:"id,omitempty"`
	Physical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	} `json:"physicalLocation"`
	Message *sarifText `json:"message,omitempty"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted *sarifText  `json:"insertedContent,omitempty"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    *int              `json:"ruleIndex,omitempty"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Fixes        []sarifFix        `json:"fixes,omitempty"`
	Suppressions []sarifSuppress   `json:"suppressions,omitempty"`
}

type sarifSuppress struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification,omitempty"`
}

func sarifLevel(s diagnostics.Severity) string {
	switch s {
	case diagnostics.Error:
		return "error"
	case diagnostics.Warning:
		return "warning"
	case diagnostics.Off:
		return "none"
	}
	return "note"
}

func newSARIF(w io.Writer, o Options) Writer {
	s := &sarif{list{w: bufio.NewWriter(w)}, map[string]int{}, o.Base}
	s.w.WriteString(`{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{` +
		`"tool":{"driver":{"name":"gcf-lsp","informationUri":"https://gcformat.com"`)
	if o.Version != "" {
		version, err := marshal(o.Version)
		if err == nil {
			fmt.Fprintf(s.w, `,"version":%s`, version)
		}
	}
	s.w.WriteString(`,"rules":[`)
	rules := list{w: s.w}
	for i, r := range o.Rules {
		s.index[r.Code] = i
		rule := sarifRule{ID: r.Code, Short: sarifText{Text: r.Summary + "."}}
		if r.Help != "" {
			rule.Help = &sarifText{Text: r.Help, Markdown: r.Help}
		}
		rule.Default.Enabled = r.Severity != diagnostics.Off
		rule.Default.Level = sarifLevel(r.Severity)
		if err := rules.add(rule); err != nil {
			break
		}
	}
	s.w.WriteString(`]}},"originalUriBaseIds":{"` + sarifRoot + `":{"description":{"text":"The root of the repository, or the working folder where there is none."}}},"columnKind":"utf16CodeUnits","results":[`)
	return s
}

func (s *sarif) File(f *File) error {
	if len(f.Findings) == 0 {
		return nil
	}
	prints := Fingerprints(f)
	artifact := artifactOf(below(s.base, f.Name))
	for i := range f.Findings {
		d := &f.Findings[i]
		result := sarifResult{
			RuleID: d.Code, Level: sarifLevel(d.Severity), Message: sarifText{Text: d.Message},
			Locations:    []sarifLocation{sarifAt(f, artifact, d.Start, d.End)},
			Fingerprints: map[string]string{"gcfLsp/v1": prints[i]},
		}
		if index, ok := s.index[d.Code]; ok {
			result.RuleIndex = &index
		}
		if d.Suppressed {
			result.Suppressions = []sarifSuppress{{"inSource", d.Reason}}
		}
		for id, r := range d.Related {
			location := sarifAt(f, artifact, r.Start, r.End)
			location.ID = id + 1
			location.Message = &sarifText{Text: r.Message}
			result.Related = append(result.Related, location)
		}
		for _, fix := range d.Fixes {
			if !fix.Safe {
				continue
			}
			change := sarifChange{Artifact: artifact}
			for _, e := range fix.Edits {
				replacement := sarifReplacement{Deleted: sarifRegionOf(f, e.Start, e.End)}
				if e.Text != "" {
					replacement.Inserted = &sarifText{Text: e.Text}
				}
				change.Replacements = append(change.Replacements, replacement)
			}
			if len(change.Replacements) > 0 {
				result.Fixes = append(result.Fixes, sarifFix{sarifText{Text: fix.Title}, []sarifChange{change}})
			}
		}
		if err := s.add(result); err != nil {
			return err
		}
	}
	return nil
}

func (s *sarif) Close(unread []Unread) error {
	type notification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	invocation := struct {
		Successful    bool           `json:"executionSuccessful"`
		Notifications []notification `json:"toolExecutionNotifications,omitempty"`
	}{Successful: len(unread) == 0}
	for _, u := range unread {
		invocation.Notifications = append(invocation.Notifications, notification{"error", sarifText{Text: u.Message}})
	}
	text, err := marshal(invocation)
	if err != nil {
		return err
	}
	return s.end(fmt.Sprintf(`],"invocations":[%s]}]}`+"\n", text))
}

func sarifAt(f *File, artifact sarifArtifact, start, end int) sarifLocation {
	var l sarifLocation
	l.Physical.Artifact = artifact
	l.Physical.Region = sarifRegionOf(f, start, end)
	return l
}

func sarifRegionOf(f *File, start, end int) sarifRegion {
	p := f.place(start, end, ast.UTF16)
	return sarifRegion{p.line, p.column, p.endLine, p.endColumn}
}

// artifactOf names a file: one in the repository relative to its root.
func artifactOf(name string) sarifArtifact {
	a := sarifArtifact{URI: fileURI(name)}
	if !strings.HasPrefix(a.URI, "file:") {
		a.BaseID = sarifRoot
	}
	return a
}

// fileURI returns a relative URI reference for a name as it is printed, or a
// file URI for an absolute one.
func fileURI(name string) string {
	if path.IsAbs(name) || len(name) > 2 && name[1] == ':' && name[2] == '/' {
		return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(name, "/")}).String()
	}
	return (&url.URL{Path: name}).String()
}
