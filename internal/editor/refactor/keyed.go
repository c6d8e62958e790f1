package refactor

import (
	"fmt"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/value"
)

// keyActions turn an array of rows into a keyed table and back.
func (t *table) keyActions(all []Action) []Action {
	if t.decl.Count != ast.CountExact && t.decl.Count != ast.CountDeferred || t.doc.Header.Is("delta") {
		return all
	}
	first := &t.decl.Fields[0]
	if t.decl.Keyed {
		a := Action{ID: "unkey", Title: "Make the object an array, its keys the column " + t.title(0), edits: t.unkey}
		if t.duplicateField(first.Name) {
			a.Disabled = "the rows have a field of this name"
		}
		a.want = func(before value.Value) (value.Value, error) {
			return t.mapTable(before, func(v value.Value) (value.Value, error) {
				rows := make([]value.Value, 0, v.Len())
				for _, m := range v.Members() {
					members := []value.Member{{Key: first.Name, Value: value.NewString(m.Key)}}
					rows = append(rows, value.NewObject(append(members, m.Value.Members()...)))
				}
				return value.NewArray(rows), nil
			})
		}
		return append(all, a)
	}
	a := Action{ID: "key", Title: "Make the array an object with the keys of the column " + t.title(0)}
	switch {
	case len(t.decl.Fields) < 2:
		a.Disabled = "a keyed table needs a column beside its keys"
	case first.Path != nil:
		a.Disabled = "the first column is a part of an object"
	case t.decl.CountZero():
		a.Disabled = "a keyed table has at least one row"
	default:
		a.Disabled = t.beforehand(t.checkKeys)
	}
	a.edits = func() ([]format.Edit, error) {
		if err := t.checkKeys(); err != nil {
			return nil, err
		}
		at := t.at + t.decl.CountEnd - 1
		return []format.Edit{{Start: at, End: at, Text: ":"}}, nil
	}
	a.want = func(before value.Value) (value.Value, error) {
		return t.mapTable(before, func(v value.Value) (value.Value, error) {
			members := make([]value.Member, 0, v.Len())
			for _, row := range v.Elems() {
				key, _ := row.Get(first.Name)
				members = append(members, value.Member{Key: key.Str(), Value: without(row, []string{first.Name})})
			}
			return value.NewObject(members), nil
		})
	}
	return append(all, a)
}

func (t *table) duplicateField(name string) bool {
	for i := range t.decl.Fields[1:] {
		f := &t.decl.Fields[i+1]
		if f.Name == name || len(f.Path) > 0 && f.Path[0] == name {
			return true
		}
	}
	return false
}

// checkKeys reports a row whose first cell can be no key.
func (t *table) checkKeys() error {
	seen := map[string]ast.NodeID{}
	return t.rows(func(row ast.NodeID, cells []ast.Cell) error {
		if !cells[0].Scalar.IsString() {
			return fmt.Errorf("line %d: keys are texts, and %s is none", row, printable.Text(t.doc.CellText(cells[0]), 40))
		}
		key := t.doc.CellString(cells[0])
		if first, twice := seen[key]; twice {
			return fmt.Errorf("line %d: the key %s is in line %d already", row, printable.Name(key, 40), first)
		}
		seen[key] = row
		return nil
	})
}

// unkey takes the colon away, and quotes keys that would be read as something
// else than text.
func (t *table) unkey() ([]format.Edit, error) {
	at := t.at + t.decl.CountEnd - 1
	for at > t.at && t.doc.Source[at] != ':' {
		at--
	}
	edits := []format.Edit{{Start: at, End: at + 1}}
	err := t.rows(func(_ ast.NodeID, cells []ast.Cell) error {
		if c := cells[0]; !c.Scalar.IsString() {
			edits = append(edits, format.Edit{Start: c.Start, End: c.End, Text: string(value.AppendQuoted(nil, t.doc.CellText(c)))})
		}
		return nil
	})
	return edits, err
}
