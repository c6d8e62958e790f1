package merge

import (
	"slices"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
)

// version is one of the documents: what it holds, and what stands beside that.
type version struct {
	doc  *ast.Document
	rows snapshot.Snapshot
	// notes are the comments and blank lines by what they stand before.
	notes map[string]string
}

// byRows merges documents whose rows have identities. It is false where something
// would be lost: it then says nothing.
func byRows(base, ours, theirs string, o Options) (Result, bool) {
	var all [3]*version
	var rows [3]snapshot.Snapshot
	for i, text := range [...]string{base, ours, theirs} {
		if i == 0 && strings.TrimSpace(text) == "" {
			all[0] = &version{}
			continue
		}
		if all[i] = read(text); all[i] == nil {
			return Result{}, false
		}
		rows[i] = all[i].rows
	}
	merged, err := snapshot.Merge(rows[0], rows[1], rows[2])
	if err != nil {
		return Result{}, false
	}
	notes, sureNotes := mergeNotes(all)
	var texts [2]string
	for side, s := range [...]snapshot.Snapshot{merged.Ours, merged.Theirs} {
		text, placed, ok := write(s, mergeHeaders(all, side), notes)
		if !ok {
			return Result{}, false
		}
		for _, key := range placed {
			delete(sureNotes, key)
		}
		texts[side] = text
	}
	if len(sureNotes) > 0 {
		return Result{}, false // a comment has lost its place
	}
	r := compared(texts[0], texts[1], o)
	if r.ByRows = true; strings.Contains(ours, "\r\n") {
		r.Text = strings.ReplaceAll(r.Text, "\n", "\r\n")
	}
	return r, true
}

// read reads a full payload with identities whose root is right, or returns nil.
func read(text string) *version {
	doc := parser.Parse(text)
	if diagnostics.HasErrors(doc) || doc.Header.Is("session") {
		return nil
	}
	s, err := snapshot.FromDocument(doc)
	if err != nil {
		return nil
	}
	if root, declared := doc.Header.Get("pack_root"); declared && root != s.Root() {
		return nil
	}
	notes, ok := notesOf(doc, s)
	if !ok {
		return nil
	}
	return &version{doc, s, notes}
}

// anchors calls yield for each line of a document with what it is, whatever the
// line is in another document; "" is a line that has no name.
func anchors(doc *ast.Document, s snapshot.Snapshot, yield func(ast.NodeID, string)) bool {
	rows := snapshot.Rows(s)
	next := func(node ast.NodeID) bool {
		if len(rows) == 0 {
			return false
		}
		yield(node, rows[0].What+" "+rows[0].Identity)
		rows = rows[1:]
		return true
	}
	for i := 1; i < len(doc.Nodes); i++ {
		node, n, named := ast.NodeID(i), &doc.Nodes[i], true
		switch top := n.Parent == 0; {
		case n.Kind == ast.KindHeader:
			yield(node, "header")
		case n.Kind == ast.KindSummary:
			yield(node, "end")
		case n.Kind == ast.KindArray && top:
			yield(node, "section")
		case n.Kind == ast.KindGroup:
			yield(node, "group "+doc.GroupName(node))
		case n.Kind == ast.KindRow && doc.Nodes[n.Parent].Parent == 0 && doc.Nodes[n.Parent].Kind == ast.KindArray,
			n.Kind == ast.KindSymbol, n.Kind == ast.KindEdge:
			named = next(node)
		default:
			yield(node, "")
		}
		if !named {
			return false
		}
	}
	return len(rows) == 0
}

// note reports whether a line says nothing to a decoder.
func note(kind ast.Kind) bool { return kind == ast.KindComment || kind == ast.KindBlank }

// notesOf returns the comments and blank lines of a document by what they stand
// before. It is false where one stands in a row, whose lines are written again.
func notesOf(doc *ast.Document, s snapshot.Snapshot) (map[string]string, bool) {
	notes := make(map[string]string)
	pending, ok := "", true
	named := anchors(doc, s, func(node ast.NodeID, anchor string) {
		switch {
		case note(doc.Nodes[node].Kind):
			pending += doc.Text(node) + "\n"
		case pending != "" && anchor == "":
			ok = false
		case pending != "":
			notes[anchor] += pending
			pending = ""
		}
	})
	if pending != "" {
		notes["end"] += pending
	}
	return notes, ok && named
}

// mergeNotes merges comments. Where both sides have others, all of both are kept.
// Those in sure must have a place in the result: the others may go with the row
// that they stand before, because nobody changed them.
func mergeNotes(all [3]*version) (notes map[string]string, sure map[string]bool) {
	notes, sure = make(map[string]string), make(map[string]bool)
	for _, v := range all {
		for key := range v.notes {
			b, o, t := all[0].notes[key], all[1].notes[key], all[2].notes[key]
			switch {
			case t == b || o == t:
				notes[key] = o
			case o == b:
				notes[key] = t
			default:
				notes[key] = union(o, t)
			}
			_, here := all[1].notes[key]
			_, there := all[2].notes[key]
			changed := here && o != b || there && t != b
			what, _, _ := strings.Cut(key, " ")
			if row := what == "row" || what == "symbol" || what == "edge"; notes[key] != "" && (changed || !row) {
				sure[key] = true
			}
		}
	}
	return notes, sure
}

// union returns the lines of a and those that only b has behind them.
func union(a, b string) string {
	have := make(map[string]bool)
	for line := range strings.Lines(a) {
		have[line] = true
	}
	for line := range strings.Lines(b) {
		if !have[line] {
			a += line
		}
	}
	return a
}

// derived are the fields of a header that follow from what the payload holds.
var derived = []string{"profile", "symbols", "edges", "pack_root", "key"}

// header is what a header says beside what follows from the rows.
type header struct {
	fields []ast.HeaderField // only their keys and values
	shown  map[string]bool   // of those that follow from the rows
}

// mergeHeaders returns the header of a side.
func mergeHeaders(all [3]*version, side int) header {
	h := header{shown: map[string]bool{"profile": true}}
	get := func(i int, name string) (v string) {
		if all[i].doc != nil {
			v, _ = all[i].doc.Header.Get(name)
		}
		return v
	}
	seen := make(map[string]bool)
	for _, f := range slices.Concat(all[1].doc.Header.Fields, all[2].doc.Header.Fields) {
		if seen[f.Key] {
			continue
		}
		seen[f.Key] = true
		if slices.Contains(derived, f.Key) {
			h.shown[f.Key] = true
			continue
		}
		b, o, t := get(0, f.Key), get(1, f.Key), get(2, f.Key)
		decided := [...]string{o, t}[side]
		switch {
		case o == t:
		case f.Key == "tokens" || f.Key == "count":
			continue // a producer counted what was merged since
		case t == b:
			decided = o
		case o == b:
			decided = t
		}
		if decided != "" {
			h.fields = append(h.fields, ast.HeaderField{Key: f.Key, Value: decided})
		}
	}
	return h
}

// write writes a snapshot with the header and the comments of the merge, and
// tells which comments have their place. It is false where the text would not be
// read as the snapshot.
func write(s snapshot.Snapshot, h header, notes map[string]string) (text string, placed []string, ok bool) {
	bare, err := snapshot.AppendFull(nil, s, snapshot.Header{})
	if err != nil {
		return "", nil, false
	}
	doc := parser.Parse(string(bare))
	var out strings.Builder
	place := func(anchor string) {
		if text, has := notes[anchor]; has {
			out.WriteString(text)
			placed = append(placed, anchor)
		}
	}
	ok = anchors(doc, s, func(node ast.NodeID, anchor string) {
		if anchor != "" {
			place(anchor)
		}
		if anchor == "header" {
			out.WriteString("GCF")
			for _, f := range doc.Header.Fields {
				if h.shown[f.Key] {
					out.WriteString(" " + f.Key + "=" + f.Value)
				}
				if f.Key == "profile" {
					for _, extra := range h.fields {
						out.WriteString(" " + extra.Key + "=" + extra.Value)
					}
				}
			}
		} else {
			out.WriteString(doc.Text(node))
		}
		out.WriteByte('\n')
	})
	place("end")
	if !ok {
		return "", nil, false
	}
	again := parser.Parse(out.String())
	if diagnostics.HasErrors(again) {
		return "", nil, false
	}
	read, err := snapshot.FromDocument(again)
	if err != nil || len(snapshot.Changes(s, read)) > 0 {
		return "", nil, false
	}
	return out.String(), placed, true
}
