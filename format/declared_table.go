package format

import "gcf-lsp/value"

// DeclaredTable is a tabular section whose fields the caller has decided, as
// in the payloads of a keyed set (spec 10a).
type DeclaredTable struct {
	// Name of the section; Root makes it anonymous.
	Name string
	Root bool
	// Keyed writes `[N:]`: the first field is the key column.
	Keyed bool
	// Fields in their order. A row with another field is refused. A name with
	// `>` is a path column (spec 7.4.6): rows have a member with that name.
	Fields []string
	// Identity is the field that gets the `@` of spec 10a.1, or "".
	Identity string
	// Rows are objects. A field that a row lacks is written as absent.
	Rows []value.Value
}

// AppendTable appends a tabular section: its header and its rows, with
// attachments where a row holds nested values. Nested objects of the rows are
// not flattened: the columns are the declared fields.
func AppendTable(dst []byte, t DeclaredTable) ([]byte, error) {
	e := encoder{buf: append(dst, "## "...)}
	if !t.Root {
		var err error
		if e.buf, err = AppendKey(e.buf, t.Name); err != nil {
			return dst, err
		}
		e.buf = append(e.buf, ' ')
	}
	mark := ""
	if t.Keyed {
		mark = ":"
	}
	e.count(len(t.Rows), mark)
	rows := &table{elems: t.Rows, identity: t.Identity, declared: len(t.Fields), fields: make([]field, 0, len(t.Fields))}
	for _, f := range t.Fields {
		rows.add(f)
	}
	if _, err := rows.plan(e.options); err != nil {
		return dst, err
	}
	if err := e.table(rows, 0, false); err != nil {
		return dst, err
	}
	for len(e.stack) > 0 {
		if err := e.step(); err != nil {
			return dst, e.path(err)
		}
	}
	return e.buf, nil
}
