package snapshot

import (
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/value"
)

// tableFromDocument reads a full payload of keyed rows (spec 10a.1).
func tableFromDocument(doc *ast.Document) (*Table, error) {
	section := ast.NodeID(0)
	for id := range doc.Children(0) {
		switch doc.Nodes[id].Kind {
		case ast.KindComment, ast.KindBlank, ast.KindHeader, ast.KindSummary:
			continue
		}
		if section != 0 || doc.Nodes[id].Kind != ast.KindArray || doc.DeclOf(id).Identity < 0 {
			detail := "is no part of a keyed set: a pack root is that of one table with an identity column (@field) at the top and nothing else"
			return nil, &DataError{What: strings.TrimSpace(doc.Text(id)), Detail: detail, Node: id}
		}
		section = id
	}
	if section == 0 {
		return nil, &DataError{What: "the document", Detail: "holds no table with an identity column (@field)", Node: doc.Header.Node}
	}
	root, err := value.Decode(doc)
	if err != nil {
		return nil, err
	}
	decl := doc.DeclOf(section)
	spec := TableSpec{Key: decl.Fields[decl.Identity].Name, Fields: columns(decl), Keyed: decl.Keyed}
	rows := root
	if name := doc.KeySpan(section); name.Start < name.End {
		if spec.Name = doc.Key(section); spec.Name == "" {
			return nil, &DataError{What: strings.TrimSpace(doc.Text(section)), Detail: "a section with an empty name cannot take part in delta", Node: section}
		}
		rows, _ = root.Get(spec.Name)
	}
	if !decl.Keyed {
		spec.Rows = format.Columns(rows.Elems(), decl.Fields)
		return NewTable(spec)
	}
	if decl.Identity != 0 {
		return nil, &DataError{What: strings.TrimSpace(doc.Text(section)), Detail: "the identity of a keyed map is its first column", Node: section}
	}
	spec.Rows = memberRows(spec.Key, format.MemberColumns(rows.Members(), decl.Fields[1:]))
	return NewTable(spec)
}

// columns returns the fields of a declaration.
func columns(decl *ast.Decl) []string {
	fields := make([]string, len(decl.Fields))
	for i := range decl.Fields {
		fields[i] = decl.Fields[i].Name
	}
	return fields
}

// tableDeltaFromDocument reads a delta payload (spec 10a.2).
func tableDeltaFromDocument(doc *ast.Document) (*TableDelta, error) {
	d := &TableDelta{}
	d.BaseRoot, _ = doc.Header.Get("base_root")
	d.NewRoot, _ = doc.Header.Get("new_root")
	root, err := value.Decode(doc)
	if err != nil {
		return nil, err
	}
	key, named := doc.Header.Get("key")
	for id := range doc.Children(0) {
		if doc.Nodes[id].Kind != ast.KindArray {
			continue
		}
		decl := doc.DeclOf(id)
		if decl.Identity < 0 {
			return nil, &DataError{What: strings.TrimSpace(doc.Text(id)), Detail: "has no identity column (@field)", Node: id}
		}
		if decl.Keyed {
			return nil, &DataError{What: strings.TrimSpace(doc.Text(id)), Detail: "is a keyed map: a delta has rows, [N]{@field,…}, whatever its base is (spec 10a.7)", Node: id}
		}
		d.Key = decl.Fields[decl.Identity].Name
		name := doc.Key(id)
		rows, _ := root.Get(name)
		switch name {
		case "added":
			d.Added, d.from.addedFields, d.from.addedNode = format.Columns(rows.Elems(), decl.Fields), columns(decl), id
		case "changed":
			d.Changed, d.from.changedFields, d.from.changedNode = format.Columns(rows.Elems(), decl.Fields), columns(decl), id
		case "removed":
			for _, r := range rows.Elems() {
				v, _ := r.Get(d.Key)
				d.Removed = append(d.Removed, v)
				d.from.removed = append(d.from.removed, r.Line())
			}
		}
	}
	if d.Key == "" && named {
		d.Key = key // no section at all: nothing changed
	}
	d.Fields = d.from.addedFields
	if d.Fields == nil {
		d.Fields = d.from.changedFields
	}
	for _, r := range d.Added {
		d.from.added = append(d.from.added, r.Line())
	}
	for _, r := range d.Changed {
		d.from.changed = append(d.from.changed, r.Line())
	}
	return d, nil
}
