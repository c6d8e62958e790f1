package snapshot

import (
	"strconv"

	"gcf-lsp/format"
	"gcf-lsp/value"
)

// appendFull writes the full payload of spec 10a.1, the rows in the order they
// were given in. A keyed map without members is written as a table without
// rows, because spec 7.2a.4 forbids `[0:]`; the root is the same.
func (t *Table) appendFull(b []byte, h Header) ([]byte, error) {
	b = appendPrefix(b, "generic", h.Tool)
	if h.Tokens > 0 {
		b = appendCount(b, "tokens", h.Tokens)
	}
	b = appendWord(b, "pack_root", t.Root())
	b = append(appendWord(b, "key", t.key), '\n')
	return format.AppendTable(b, format.DeclaredTable{
		Name: t.name, Root: t.name == "", Keyed: t.keyed && len(t.rows) > 0,
		Fields: t.fields, Identity: t.key, Rows: t.Rows(),
	})
}

// appendDelta writes the payload of spec 10a.2, in the order of spec 10a.6.
func (d *TableDelta) appendDelta(b []byte, h Header) ([]byte, error) {
	if err := checkRoots(d.BaseRoot, d.NewRoot); err != nil {
		return b, err
	}
	if !keyWord(d.Key) {
		return b, &NoDeltaError{Reason: ReasonUnkeyable, Detail: shown(d.Key)}
	}
	b = appendPrefix(b, "generic", h.Tool)
	b = appendRoots(b, d.BaseRoot, d.NewRoot)
	b = appendWord(b, "key", d.Key)
	if s := h.savings(); s != "" {
		b = appendWord(b, "savings", s)
	}
	b = append(b, '\n')
	var err error
	for _, section := range [...]struct {
		name string
		rows []value.Value
	}{{"added", d.Added}, {"changed", d.Changed}} {
		if len(section.rows) == 0 {
			continue
		}
		table := format.DeclaredTable{Name: section.name, Fields: d.Fields, Identity: d.Key, Rows: section.rows}
		if b, err = format.AppendTable(b, table); err != nil {
			return b, err
		}
	}
	if len(d.Removed) == 0 {
		return b, nil
	}
	b = append(strconv.AppendInt(append(b, "## removed ["...), int64(len(d.Removed)), 10), ']')
	if b, err = format.AppendFields(b, []string{d.Key}, d.Key); err != nil {
		return b, err
	}
	b = append(b, '\n')
	for i, id := range d.Removed {
		if !id.IsScalar() {
			return b, &DataError{What: rowName(i, ""), Detail: "removes " + article(id.Kind()) + ", which identifies no row"}
		}
		if b, err = format.AppendScalar(b, id); err != nil {
			return b, err
		}
		b = append(b, '\n')
	}
	return b, nil
}
