package report

import (
	"bufio"
	"io"

	"gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// Changes writes for people how rows changed, a row on a line: `+` for one that
// is new, `-` for one that is gone, `~` for one of which it says each cell that
// differs. Values are JSON, so that 1 and "1" differ.
func Changes(w io.Writer, color bool, changes []snapshot.RowChange) error {
	const red, yellow = "31", "33"
	out := bufio.NewWriter(w)
	paint := painter(color)
	for i := range changes {
		c := &changes[i]
		mark, style := "~", yellow
		switch c.Op {
		case snapshot.OpAdd:
			mark, style = "+", green
		case snapshot.OpRemove:
			mark, style = "-", red
		}
		if c.Op != snapshot.OpChange {
			out.WriteString("  " + paint.apply(style, mark+" "+rowLine(&c.Row)) + "\n")
			continue
		}
		out.WriteString("  " + paint.apply(style, mark+" "+rowName(&c.Row)))
		for _, cell := range c.Cells {
			out.WriteString("  " + Safe(cell.Name) + ": " + paint.apply(red, cellText(cell.Old)) + " → " + paint.apply(green, cellText(cell.New)))
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// Rows writes rows so that a line says all of one and nothing of the others:
// whoever compares lines compares rows.
func Rows(w io.Writer, rows []snapshot.Row) error {
	out := bufio.NewWriter(w)
	for i := range rows {
		out.WriteString(rowLine(&rows[i]) + "\n")
	}
	return out.Flush()
}

// rowLine is a row with its cells.
func rowLine(r *snapshot.Row) string {
	b := []byte(rowName(r))
	for i := range r.Cells {
		c := &r.Cells[i]
		b = append(append(append(b, "  "...), Safe(c.Key)...), '=')
		b = append(b, cellText(&c.Value)...)
	}
	return string(b)
}

// rowName is the identity of a row; of a graph with what it is.
func rowName(r *snapshot.Row) string {
	if r.What == "row" {
		return Safe(r.Identity)
	}
	return r.What + " " + Safe(r.Identity)
}

// cellText is a value as JSON.
func cellText(v *value.Value) string {
	if v == nil {
		return "absent"
	}
	text, err := value.AppendJSON(nil, *v)
	if err != nil {
		return "not UTF-8"
	}
	return Safe(string(text))
}
