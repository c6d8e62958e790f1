package main

import (
	"io"

	"github.com/aymanbagabas/go-udiff"

	"gcf-lsp/internal/files"
)

// takeFixes writes or shows what was fixed in a source.
func (r *checkRun) takeFixes(c checked) error {
	if !r.fix && !r.diff {
		return nil
	}
	changed := c.fixed.Text != c.before
	if changed {
		r.tally.fixedFiles++
		r.tally.fixes += len(c.fixed.Applied)
	}
	switch {
	case r.diff:
		if !changed {
			return nil
		}
		r.progress.clear()
		_, err := io.WriteString(r.stdout, unifiedDiff(c.source.name, c.before, c.fixed.Text))
		return err
	case c.source.path == "":
		_, err := io.WriteString(r.stdout, c.fixed.Text)
		return err
	case changed:
		if err := files.Write(r.dir, c.source.path, []byte(c.fixed.Text)); err != nil {
			r.tally.fixedFiles--
			r.tally.fixes -= len(c.fixed.Applied)
			r.fail(message(err))
		}
	}
	return nil
}

// unifiedDiff is a diff that patch and git apply take.
func unifiedDiff(name, before, after string) string {
	return udiff.Unified("a/"+name, "b/"+name, before, after)
}
