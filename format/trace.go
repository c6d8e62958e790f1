package format

import (
	"errors"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// tracer connects what an encoder writes with the document that it comes from:
// it notes on which line of the output the data of each line of the source
// begins, and knows what the value does not say, the identity columns and the
// deferred counts.
type tracer struct {
	doc    *ast.Document
	line   int          // the output line that is being written, from 0
	places []int32      // by source line: the output line, plus one; 0 is none. Or nil
	tables *plainTables // tables that are not decoded, or nil

	keepStreaming bool
	counts        []int // of the deferred sections that were written
}

// mark notes that a value is written on the current line.
func (t *tracer) mark(v value.Value) { t.markLine(v.Line()) }

func (t *tracer) markLine(id ast.NodeID) {
	if id > 0 && t.places != nil && t.places[id] == 0 {
		t.places[id] = int32(t.line) + 1
	}
}

// plain returns the fields of an array that is a plain table and was not
// decoded, or nil.
func (t *tracer) plain(v value.Value) []string {
	if t == nil || t.tables == nil || v.Line() == 0 {
		return nil
	}
	return t.tables.fields[v.Line()]
}

// errNotCanonical ends an encoding that is only a comparison.
var errNotCanonical = errors.New("not canonical")

// deferred reports whether the count of an array or keyed table is to be
// deferred, and takes the real count for the summary.
func (t *tracer) deferred(v value.Value, n int) bool {
	if !t.streamed(v) {
		return false
	}
	t.counts = append(t.counts, n)
	return true
}

// streamed reports whether an array or an object has a deferred count in the
// source that is to be kept. That of a keyed map without members always is:
// there is no `[0:]` (spec 7.2a.4).
func (t *tracer) streamed(v value.Value) bool {
	if v.Line() == 0 {
		return false
	}
	d := t.doc.DeclOf(v.Line())
	if d == nil || d.Count != ast.CountDeferred {
		return false
	}
	return t.keepStreaming || d.Keyed && v.Len() == 0
}

// declaration returns the field list of a keyed set, whose columns are a part
// of what the document says (spec 10a.1), or nil.
func (t *tracer) declaration(v value.Value) *ast.Decl {
	if v.Line() == 0 {
		return nil
	}
	if d := t.doc.DeclOf(v.Line()); d != nil && d.Identity >= 0 && d.HasFields {
		return d
	}
	return nil
}

// declare gives a table, whose rows are those of [Columns], the columns and the
// identity of a declaration.
func (t *table) declare(d *ast.Decl) {
	t.identity = d.Fields[d.Identity].Name
	fields := d.Fields
	if d.Keyed {
		t.label, fields = fields[0].Name, fields[1:]
	}
	for i := range fields {
		t.add(fields[i].Name)
	}
	t.declared = len(t.fields)
	// Rows may hold fields that are no columns.
	for r := range t.rowCount() {
		next := 0
		for _, m := range t.row(r).Members() {
			i := t.find(m.Key, next)
			if i < 0 && strings.Contains(m.Key, ">") {
				i = t.add(m.Key)
			}
			next = i + 1
		}
	}
}
