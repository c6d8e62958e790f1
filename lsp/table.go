package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"gcf-lsp/internal/editor/tableview"
	"gcf-lsp/value"
)

// tableResult is the answer to gcf/table.
type tableResult struct {
	Version *int32        `json:"version"`
	Tables  []tableInfo   `json:"tables"`
	Table   int           `json:"table"`
	Columns []tableColumn `json:"columns"`
	Total   int           `json:"total"` // rows that pass the filter
	Start   int           `json:"start"`
	Rows    []tableRow    `json:"rows"`
}

type tableInfo struct {
	Name    string   `json:"name"`
	Rows    int      `json:"rows"`
	Columns []string `json:"columns"`
	Line    int      `json:"line"` // of the header, from 0
}

type tableColumn struct {
	Name  string   `json:"name"`
	Types []string `json:"types"`
}

type tableRow struct {
	Line  int               `json:"line"`  // from 0
	Index int               `json:"index"` // in the table
	Cells []protocol.LSPAny `json:"cells"`
}

// table answers gcf/table: a window of the rows of a table, for viewers. A
// table that is not there any more has no rows.
func (s *server) table(ctx context.Context, params any) (*tableResult, error) {
	key := documentKey(text(params, "textDocument", "uri"))
	doc, err := document(ctx, key)
	if err != nil {
		return nil, err
	}
	s.viewers.watch(s, key)
	q := tableview.Query{Sort: -1, Filter: text(params, "filter")}
	q.Table, _ = integer(params, "table")
	q.Start, _ = integer(params, "start")
	q.Count, _ = integer(params, "count")
	if column, ok := integer(params, "sort", "column"); ok {
		q.Sort = column
		q.Descending, _ = member(params, "sort", "descending").(bool)
	}
	return long(ctx, s, nil, "Sorting "+doc.name(), func() (*tableResult, error) {
		view := doc.tables()
		r := &tableResult{Version: doc.number, Table: q.Table, Columns: []tableColumn{}, Rows: []tableRow{}}
		for _, t := range view.Tables() {
			r.Tables = append(r.Tables, tableInfo{t.Name, t.Rows, t.Columns, int(t.Node) - 1})
		}
		if q.Table >= 0 && q.Table < len(r.Tables) && q.Sort >= len(r.Tables[q.Table].Columns) {
			q.Sort = -1 // the column may be gone since the viewer saw it
		}
		w, ok := view.Window(q)
		if !ok {
			return r, nil
		}
		r.Total, r.Start = w.Total, w.Start
		for _, c := range w.Columns {
			r.Columns = append(r.Columns, tableColumn(c))
		}
		for _, row := range w.Rows {
			cells := make([]protocol.LSPAny, 0, len(row.Cells))
			for _, c := range row.Cells {
				cells = append(cells, cellJSON(c))
			}
			r.Rows = append(r.Rows, tableRow{int(row.Line) - 1, row.Index, cells})
		}
		return r, nil
	})
}

// cellJSON is a cell as JSON. What has no JSON of its own is an object: absent
// cells, attachments, and integers that JavaScript would round.
func cellJSON(c tableview.Cell) protocol.LSPAny {
	const exact = 1<<53 - 1 // the largest integer that a double and its neighbours keep apart
	switch v := c.Value; {
	case c.Absent:
		return protocol.LSPAny(`{"absent":true}`)
	case v.Kind() == value.Int && (v.Int() > exact || v.Int() < -exact):
		return append(value.AppendNumber([]byte(`{"json":"`), v), `"}`...)
	case v.Kind() == value.String:
		return value.AppendQuoted(nil, strings.ToValidUTF8(v.Str(), "\uFFFD"))
	}
	prefix, suffix := "", ""
	if c.Nested {
		prefix, suffix = `{"json":`, "}"
	}
	json, err := value.AppendJSON([]byte(prefix), c.Value)
	if err != nil {
		return protocol.LSPAny(`{"json":"\uFFFD"}`) // text in it is no UTF-8
	}
	return append(json, suffix...)
}
