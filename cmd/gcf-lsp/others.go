package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	"gcf-lsp/internal/check/index"
	"gcf-lsp/internal/files"
	"gcf-lsp/internal/text/embedded"
	"gcf-lsp/parser"
)

// openOthers takes note of the documents of a run by their roots, as the server
// does of a workspace, so that deltas and payloads of sessions are checked against
// those that they depend on. Without any such document it reads no more than first
// lines.
func (r *checkRun) openOthers(sources []source) {
	var relevant []string
	depends := false
	for _, s := range sources {
		if s.path == "" || embedded.KindOf(s.abs) != embedded.Plain {
			continue
		}
		if header := firstLine(s.path); index.Relevant(header) {
			relevant = append(relevant, s.abs)
			depends = depends || strings.Contains(header, "delta=") || strings.Contains(header, "session=")
		}
	}
	if !depends {
		return
	}
	r.others = index.New()
	for len(relevant) > 0 {
		path := relevant[len(relevant)-1]
		relevant = relevant[:len(relevant)-1]
		doc := readDocument(path)
		if doc == nil {
			continue // the check says why
		}
		r.others.Put(path, doc)
		e, _ := r.others.Entry(path)
		if _, known := r.others.Entry(e.Named); e.Named != "" && !known && mayName(path, e.Named, r.dir) {
			relevant = append(relevant, e.Named)
		}
	}
}

// othersFor returns what the other documents of the run tell about one. A base is
// missing only where folders were searched for it.
func (r *checkRun) othersFor(s source) *check.Others {
	if r.others == nil || s.path == "" {
		return nil
	}
	return &check.Others{Path: s.abs, Known: r.others, Read: readDocument, Complete: !s.named}
}

// readDocument reads a document, or returns nil.
func readDocument(path string) *ast.Document {
	if files.Readable(path) != nil {
		return nil
	}
	data, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil
	}
	return parser.Parse(string(data))
}

// firstLine returns the first line of a file, as far as a header reaches.
func firstLine(path string) string {
	if files.Readable(path) != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, _ := bufio.NewReaderSize(f, 1<<16).ReadSlice('\n')
	return string(line)
}
