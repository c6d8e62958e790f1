package lsp

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/files"
)

// rulePages knows where the page of a rule can be opened: below a URL, or in
// the user's cache folder, where a page is written when it is first linked.
type rulePages struct {
	url string // without a final slash; empty for the cache
	dir string // empty for none
	log *slog.Logger

	mu    sync.Mutex
	links map[ast.Code]uri.URI
}

func newRulePages(url, cacheDir string, log *slog.Logger) *rulePages {
	p := &rulePages{url: strings.TrimRight(url, "/"), log: log, links: map[ast.Code]uri.URI{}}
	if cacheDir != "" {
		p.dir = filepath.Join(cacheDir, "rules")
	}
	return p
}

// link returns the URI of a rule's page, or "" where there is none.
func (p *rulePages) link(code ast.Code) uri.URI {
	p.mu.Lock()
	defer p.mu.Unlock()
	link, known := p.links[code]
	if !known {
		link = p.find(code)
		p.links[code] = link
	}
	return link
}

func (p *rulePages) find(code ast.Code) uri.URI {
	rule := diagnostics.ByCode(code)
	switch {
	case rule == nil:
		return ""
	case p.url != "":
		return documentKey(p.url + "/" + code.String() + ".md")
	case p.dir == "":
		return ""
	}
	path := filepath.Join(p.dir, code.String()+".md")
	if err := writePage(path, diagnostics.Markdown(rule)); err != nil {
		p.log.Info("the page of a rule cannot be written", "err", err)
		return ""
	}
	return uri.File(path)
}

// writePage writes a page unless it is there already, from this version.
func writePage(path, page string) error {
	if old, err := files.Read(path, files.SmallFile); err == nil && string(old) == page {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return files.Create(path, []byte(page))
}
