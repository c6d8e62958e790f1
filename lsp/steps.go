package lsp

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"go.lsp.dev/uri"

	"gcf-lsp/ast"
	"gcf-lsp/check"
	reports "gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/text/printable"
	gcf "gcf-lsp/snapshot"
)

// stepsResult is the answer to gcf/steps.
type stepsResult struct {
	Version *int32     `json:"version"`
	Steps   []stepInfo `json:"steps"`
	Why     string     `json:"why,omitzero"` // there are none
	Step    int        `json:"step"`         // the one that Base and Result are of
	Base    string     `json:"base"`
	Result  string     `json:"result"`
}

// stepInfo is one delta of a chain.
type stepInfo struct {
	URI      uri.URI `json:"uri"`
	Name     string  `json:"name"`
	Base     string  `json:"base"`    // what it applies to
	Summary  string  `json:"summary"` // of its changes
	Root     string  `json:"root"`    // of what it gives
	Verified bool    `json:"verified"`
	Message  string  `json:"message,omitzero"` // why it is not
}

// steps answers gcf/steps: the deltas that lie between a full payload and a
// delta, with that delta as the last, and what is before and behind one of them
// as texts to compare, a row on each line.
func (s *server) steps(ctx context.Context, params any) (*stepsResult, error) {
	doc, err := document(ctx, documentKey(text(params, "textDocument", "uri")))
	if err != nil {
		return nil, err
	}
	wanted, asked := integer(params, "step")
	r := &stepsResult{Version: doc.number, Steps: []stepInfo{}}
	if !doc.tree().Header.Is("delta") {
		r.Why = doc.name() + " is no delta: its header has no delta=true"
		return r, nil
	}
	if err := doc.firstError(); err != nil {
		r.Why = doc.name() + " has errors: " + err.Error()
		return r, nil
	}
	return long(ctx, s, nil, "Following "+doc.name(), func() (*stepsResult, error) {
		s.index.catchUp(s.ctx)
		chain, why := s.index.known.Chain(s.index.known.Summarise(doc.path, doc.tree()))
		if chain == nil {
			if r.Why = why; why == "" {
				r.Why = "no document of the workspace has its base_root"
			}
			return r, nil
		}
		if !asked {
			wanted = len(chain) - 1
		}
		r.Step = max(0, min(wanted, len(chain)-1))
		var held check.Base
		for i := 0; i <= len(chain); i++ {
			name, tree, at := doc.name(), doc.tree(), doc.uri
			if i < len(chain) {
				name, tree, at = filepath.Base(chain[i].Path), s.index.read(chain[i].Path), uri.File(chain[i].Path)
			}
			if tree == nil {
				r.Why = name + " cannot be read"
				return r, nil
			}
			if i == 0 {
				first, err := gcf.FromDocument(tree)
				if err != nil {
					r.Why = name + ": " + err.Error()
					return r, nil
				}
				held = check.Base{Snapshot: first, Name: name}
				continue
			}
			step, result := stepOf(tree, held)
			step.URI, step.Name = at, name
			r.Steps = append(r.Steps, step)
			if i-1 == r.Step {
				r.Base, r.Result = rowsText(held.Snapshot), rowsText(result)
			}
			if !step.Verified {
				r.Step = min(r.Step, i-1)
				r.Base, r.Result = rowsText(held.Snapshot), rowsText(result)
				return r, nil // nothing is known of what follows
			}
			held = check.Base{Snapshot: result, Name: "the result of " + name}
		}
		return r, nil
	})
}

// stepOf applies a delta. Where its result is another than it announces, that is
// the result; where it does not apply there is none.
func stepOf(tree *ast.Document, held check.Base) (stepInfo, gcf.Snapshot) {
	step := stepInfo{Base: held.Name}
	delta, err := gcf.DeltaFromDocument(tree)
	if err != nil {
		step.Message = err.Error()
		return step, nil
	}
	_, step.Root = delta.Roots()
	step.Summary = check.Summary(delta)
	result, err := gcf.Apply(held.Snapshot, delta)
	if err == nil {
		step.Verified = true
		return step, result
	}
	step.Message = "it does not apply"
	if _, found := check.Delta(tree, held, nil); len(found) > 0 {
		step.Message = printable.Text(found[0].Message, 400)
	}
	if root := (*gcf.RootError)(nil); errors.As(err, &root) {
		return step, root.Result
	}
	return step, nil
}

// rowsText is a snapshot as lines to compare, under its root; "" of none.
func rowsText(s gcf.Snapshot) string {
	if s == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(s.Root() + "\n")
	if reports.Rows(&b, gcf.Rows(s)) != nil {
		return ""
	}
	return b.String()
}
