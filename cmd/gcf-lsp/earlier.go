package main

import (
	"path/filepath"
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/files"
	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
)

// withEarlier returns a payload as the full payload that it makes of those before
// it. One that needs none, or has none, is returned as it is.
func (a *app) withEarlier(p payload, path string, bases []string) (*ast.Document, error) {
	h := &p.doc.Header
	session := h.Is("session") && isFull(p)
	if isFull(p) && !session {
		return p.doc, nil
	}
	if len(bases) == 0 {
		var err error
		if bases, err = a.named(p, path); err != nil {
			return nil, err
		}
	}
	if len(bases) == 0 {
		return p.doc, nil
	}
	earlier, err := a.payloads(bases)
	if err != nil {
		return nil, err
	}
	var reader snapshot.SessionReader
	var held check.Base
	for _, e := range append(earlier, p) {
		held.Snapshot, err = a.follow(&reader, held, e)
		if err != nil {
			return nil, err
		}
		held.Name = e.result()
	}
	header := snapshot.Header{}
	header.Tool, _ = h.Get("tool")
	full, err := snapshot.AppendFull(nil, held.Snapshot, header)
	if err != nil {
		return nil, err
	}
	return parser.Parse(string(full)), nil
}

// follow returns what a payload makes of what is held, and of the session that it
// may belong to.
func (a *app) follow(reader *snapshot.SessionReader, held check.Base, p payload) (snapshot.Snapshot, error) {
	if !isFull(p) {
		if held.Snapshot == nil {
			root, _ := p.doc.Header.Get("base_root")
			a.complain("%s: no payload before it is at hand, and it needs the one with the root %s", p.name, root)
			return nil, status(exitFindings)
		}
		return a.advance(held, p)
	}
	if p.doc.Profile == ast.ProfileGraph {
		g, err := reader.Read(p.doc)
		if err != nil {
			return nil, a.refuseFor(p, err)
		}
		if p.doc.Header.Is("session") {
			return g, nil
		}
	}
	return a.full(p)
}

// maxEarlier is how many payloads are followed back.
const maxEarlier = 1000

// named returns the payloads before one as the comments in it and in them name
// them, the first one first. A document is no reason to read any file: only those
// of its own folder and of the working folder are.
func (a *app) named(p payload, path string) ([]string, error) {
	var all []string
	for path != "" && len(all) < maxEarlier {
		d, ok := index.DirectiveOf(p.doc)
		if !ok {
			break
		}
		next := d.Resolve(path)
		if slices.Contains(all, next) {
			a.complain("%s: it depends on itself", p.name)
			return nil, status(exitFindings)
		}
		if !mayName(path, next, workingDir()) {
			a.complain("%s: its comment names %s, which is outside of its folder and of this one: name it with --base", p.name, d.File)
			return nil, status(exitFindings)
		}
		name, text, err := a.read([]string{next})
		if err != nil {
			return nil, err
		}
		all = append(all, next)
		p, path = payload{name, parser.Parse(text)}, next
		if isFull(p) && !p.doc.Header.Is("session") {
			break
		}
	}
	slices.Reverse(all)
	return all, nil
}

// mayName reports whether a document may make a run read a file that it names: one
// in or below its own folder or the working folder.
func mayName(path, named, dir string) bool {
	return strings.EqualFold(filepath.Ext(named), ".gcf") && (files.Inside(filepath.Dir(path), named) || files.Inside(dir, named))
}
