package index

import (
	"fmt"
	"path/filepath"

	"gcf-lsp/ast"
	"gcf-lsp/snapshot"
)

// Declaration is where an earlier payload of a session declares an id.
type Declaration struct {
	Path   string
	Node   ast.NodeID // the line
	Symbol snapshot.Symbol
}

// Earlier is what the payloads of a session before one declare.
type Earlier struct {
	Symbols map[uint64]Declaration // the latest declaration of each id
	// Complete says that the first payload of the session is among them, so
	// that an id which is not in Symbols was never declared.
	Complete bool
}

// Earlier follows the comments that name the payload before, from a payload
// back to the first, and returns what they declare. Without such a
// comment it returns nil; why says what is missing where one cannot be
// followed.
func (x *Index) Earlier(payload Entry, read Reader) (earlier *Earlier, why string) {
	if payload.Named == "" {
		return nil, ""
	}
	cur, visited := payload, map[string]bool{payload.Path: true}
	var payloads []string // the latest first
	for cur.Named != "" {
		next, ok := x.Entry(cur.Named)
		switch {
		case !ok:
			return nil, fmt.Sprintf("%s is no document of the workspace", filepath.Base(cur.Named))
		case visited[next.Path]:
			return nil, fmt.Sprintf("%s depends on itself", filepath.Base(next.Path))
		}
		visited[next.Path] = true
		payloads = append(payloads, next.Path)
		cur = next
	}
	earlier = &Earlier{Symbols: make(map[uint64]Declaration), Complete: true}
	for i := len(payloads) - 1; i >= 0; i-- {
		doc := read(payloads[i])
		if doc == nil {
			return nil, fmt.Sprintf("%s cannot be read", filepath.Base(payloads[i]))
		}
		for node, s := range snapshot.Declared(doc) {
			if s.Reference {
				// Nothing before the first payload can have declared it.
				if _, ok := earlier.Symbols[s.ID]; !ok {
					earlier.Complete = false
				}
				continue
			}
			earlier.Symbols[s.ID] = Declaration{Path: payloads[i], Node: node, Symbol: s.Symbol}
		}
	}
	return earlier, ""
}
