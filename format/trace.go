package format

import (
	"gcf-lsp/ast"
	"gcf-lsp/value"
)

// tracer notes on which line of the output the data of each line of the source
// begins. The formatter puts comments back with it.
type tracer struct {
	line   int     // the output line that is being written, from 0
	places []int32 // by source line: the output line, plus one; 0 is none
	// identity names the identity column of a table, or "".
	identity func(*table) string
}

func (t *tracer) mark(v value.Value) { t.markLine(v.Line()) }

func (t *tracer) markLine(id ast.NodeID) {
	if id > 0 && t.places[id] == 0 {
		t.places[id] = int32(t.line) + 1
	}
}
