package complete

import (
	"slices"
	"strconv"
	"strings"

	"gcf-lsp/ast"
	"gcf-lsp/internal/editor/describe"
	"gcf-lsp/internal/tree/cursor"
	"gcf-lsp/spec"
)

// isHeader reports whether the line is the header or the place for one: the
// first line with anything in it.
func (c *completion) isHeader() bool {
	if c.Header.Node != 0 {
		return c.at.Line == c.Header.Node
	}
	text := strings.TrimSpace(c.source()[c.lineStart:c.lineEnd])
	if text != "" && !strings.HasPrefix("GCF", text) && !strings.HasPrefix(text, "GCF ") {
		return false
	}
	return cursor.Above(c.Document, c.at.Line) == 0
}

// header offers the fields of the header and their values (spec 3).
func (c *completion) header() {
	if !strings.HasPrefix(c.typed, "GCF ") {
		if c.lineEnd-c.lineStart > len("GCF") {
			return // in front of a header that is there
		}
		c.replace(c.lineStart, "")
		c.Items = append(c.documents(), c.Items...)
		return
	}
	start := 1 + strings.LastIndexAny(c.source()[:c.at.Offset], " \t")
	if key, _, ok := strings.Cut(c.source()[start:c.at.Offset], "="); ok {
		c.replace(start+len(key)+1, "")
		c.headerValue(key)
		return
	}
	c.replace(start, "=")
	if c.End < c.lineEnd && c.source()[c.End] == '=' {
		return // the key of a field that has a value
	}
	if _, ok := c.Header.Get("profile"); !ok {
		for _, p := range []ast.Profile{ast.ProfileGeneric, ast.ProfileGraph} {
			c.offer(Item{Label: "profile=" + p.String(), Kind: Field, About: About{"field", "profile"}})
		}
	}
	offered := map[string]bool{}
	for _, key := range c.headerKeys() {
		if offered[key] {
			continue
		}
		offered[key] = true
		if f := c.Header.Field(key); f != nil && f.KeyStart != c.Start {
			continue
		}
		values := c.headerValues(key)
		item := Item{Label: key + "=", Kind: Field, About: About{"field", key}}
		if len(values) == 1 {
			item.Label = key + "=" + values[0]
			item.Detail = "as it is here"
		}
		if isFlag(key) {
			item.Label = key + "=true"
		}
		c.offer(item)
	}
}

// isFlag reports whether a header field is true or false.
func isFlag(key string) bool {
	field := spec.Header(key)
	return field != nil && field.Type == spec.Flag
}

// headerKeys are the fields that the profile has, those that the kind of
// payload needs first.
func (c *completion) headerKeys() []string {
	graph := c.Profile == ast.ProfileGraph
	switch {
	case c.Header.Is("delta"):
		return append([]string{"base_root", "new_root"}, spec.HeaderOrder(graph, spec.Delta)...)
	case c.Header.Is("unchanged"):
		return append([]string{"pack_root"}, spec.HeaderOrder(graph, spec.Unchanged)...)
	}
	keys := slices.Clone(spec.HeaderOrder(graph, spec.Full))
	keys = slices.DeleteFunc(keys, func(key string) bool { return key == "count" }) // of what is unchanged
	return append(keys, "delta", "unchanged")
}

func (c *completion) headerValue(key string) {
	for i, v := range c.headerValues(key) {
		detail := ""
		if i == 0 && !isFlag(key) && key != "profile" && key != "key" {
			detail = "as it is here"
		}
		c.offer(Item{Label: v, Detail: detail, Kind: Value, About: About{"field", key}})
	}
}

// headerValues are the values that a field can have, or the one that fits the
// document.
func (c *completion) headerValues(key string) []string {
	switch {
	case key == "profile":
		return []string{"generic", "graph"}
	case isFlag(key):
		return []string{"true", "false"}
	case key == "tokens":
		return []string{strconv.Itoa(describe.Tokens(len(c.source())))}
	case key == "symbols" && c.Profile == ast.ProfileGraph:
		return []string{strconv.Itoa(c.count(ast.KindSymbol, ast.KindReference))}
	case key == "edges" && c.Profile == ast.ProfileGraph:
		return []string{strconv.Itoa(c.count(ast.KindEdge))}
	case key == "key":
		return c.columns()
	}
	return nil
}

// count counts the lines of some kinds.
func (c *completion) count(kinds ...ast.Kind) int {
	n := 0
	for i := range c.Nodes {
		for _, k := range kinds {
			if c.Nodes[i].Kind == k {
				n++
			}
		}
	}
	return n
}

// columns are the names of the columns of the document's first table, which
// could be the identity of its rows.
func (c *completion) columns() []string {
	var names []string
	for i := range c.Decls {
		for j := range c.Decls[i].Fields {
			f := &c.Decls[i].Fields[j]
			if f.Path == nil && ast.IsBareKey(f.Name) {
				names = append(names, f.Name)
			}
			if len(names) == limit {
				return names
			}
		}
		if len(names) > 0 {
			return names
		}
	}
	return names
}
