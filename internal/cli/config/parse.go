package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// Problem is a mistake in a configuration. Offsets are bytes into the source
// of the file; both are 0 for an editor's settings.
type Problem struct {
	Message    string
	Start, End int
}

// Parse reads the text of a configuration file on top of base. What is wrong
// is in problems, in the order of the text; the rest counts.
func Parse(base *Config, path, src string) (*Config, []Problem) {
	c, problems, _ := parseSource(base, src, &source{path: path, open: fromDisk, read: sources{}})
	return c, problems
}

// parseSource is [Parse], and says whether the text and those that it extends can
// be read at all.
func parseSource(base *Config, src string, from *source) (_ *Config, _ []Problem, readable bool) {
	from.read[from.path] = src
	if rest, marked := strings.CutPrefix(src, "\ufeff"); marked {
		src = "   " + rest // the same places
	}
	r := &reader{source: from.path, places: map[string]place{}}
	var table map[string]any
	err := toml.Unmarshal([]byte(src), &table)
	if err == nil {
		r.locate([]byte(src))
		if v := table["extend"]; v != nil {
			base = from.extended(r, base, v)
		}
	}
	readable = err == nil && len(r.problems) == 0
	r.config = base.clone()
	r.config.Path = from.path
	if err != nil {
		return r.config, []Problem{syntaxProblem(src, err)}, false
	}
	r.table("", table)
	slices.SortStableFunc(r.problems, func(a, b Problem) int { return a.Start - b.Start })
	return r.config, r.problems, readable
}

// FromEditor reads an editor's settings, decoded from JSON, on top of base.
// Null means not set.
func FromEditor(base *Config, values map[string]any) (*Config, []Problem) {
	c := base.clone()
	r := &reader{source: "editor", config: c}
	r.table("", values)
	return c, r.problems
}

// syntaxProblem places what the TOML library says.
func syntaxProblem(src string, err error) Problem {
	p := Problem{Message: strings.TrimPrefix(err.Error(), "toml: ")}
	if d := (*toml.DecodeError)(nil); errors.As(err, &d) {
		row, column := d.Position()
		for ; row > 1; row-- {
			p.Start += strings.IndexByte(src[p.Start:], '\n') + 1
		}
		p.Start = min(p.Start+max(column-1, 0), len(src))
	}
	p.End = p.Start
	for p.End < len(src) && !strings.ContainsRune(" \t\r\n", rune(src[p.End])) {
		p.End++
	}
	return p
}

// place is where a value and its key stand in the file, in bytes.
type place struct {
	keyStart, keyEnd int
	start, end       int
	line             int
}

// reader takes a decoded table into a configuration.
type reader struct {
	source   string
	places   map[string]place
	config   *Config
	problems []Problem
}

// problem reports a mistake in the value at path.
func (r *reader) problem(path, format string, args ...any) {
	p := r.places[path]
	r.problems = append(r.problems, Problem{fmt.Sprintf(format, args...), p.start, p.end})
}

// problemAtKey reports a mistake in the key at path.
func (r *reader) problemAtKey(path, format string, args ...any) {
	p := r.places[path]
	r.problems = append(r.problems, Problem{fmt.Sprintf(format, args...), p.keyStart, p.keyEnd})
}

func (r *reader) origin(path string) {
	r.config.origins[path] = Origin{Source: r.source, Line: r.places[path].line}
}

// table reads the settings whose keys begin with prefix.
func (r *reader) table(prefix string, table map[string]any) {
	for _, key := range sortedKeys(table) {
		v, path := table[key], key
		if prefix != "" {
			path = join(prefix, key)
		}
		if v == nil {
			continue
		}
		if i := slices.IndexFunc(settings, func(s Setting) bool { return s.Key == path }); i >= 0 {
			before := len(r.problems)
			settings[i].read(r, r.config, v)
			if len(r.problems) == before {
				r.origin(path)
			}
			continue
		}
		if sub, ok := v.(map[string]any); ok && prefix == "" && isGroup(key) {
			r.table(key, sub)
			continue
		}
		r.problemAtKey(path, "unknown key %q%s", path, didYouMean(path, keys()))
	}
}

func isGroup(name string) bool {
	return slices.ContainsFunc(settings, func(s Setting) bool { return strings.HasPrefix(s.Key, name+".") })
}

func keys() []string {
	var all []string
	for _, s := range settings {
		all = append(all, s.Key)
	}
	return all
}

func sortedKeys(table map[string]any) []string { return slices.Sorted(maps.Keys(table)) }

// locate finds the places of all keys and values. The text is valid TOML.
func (r *reader) locate(src []byte) {
	var parser unstable.Parser
	parser.Reset(src)
	counts := map[string]int{} // of arrays of tables
	prefix := ""
	lines := newLineCounter(src)
	for parser.NextExpression() {
		e := parser.Expression()
		path, first, last := "", -1, 0
		if e.Kind == unstable.KeyValue {
			path = prefix
		}
		for key := e.Key(); key.Next(); {
			n := key.Node()
			if path != "" {
				path += "."
			}
			path += string(n.Data)
			if i, ok := counts[path]; ok && !(e.Kind == unstable.ArrayTable && key.IsLast()) {
				path = index(path, i-1)
			}
			if first < 0 {
				first = int(n.Raw.Offset)
			}
			last = int(n.Raw.Offset + n.Raw.Length)
		}
		p := place{keyStart: first, keyEnd: last, start: first, end: last, line: lines.at(first)}
		switch e.Kind {
		case unstable.ArrayTable:
			r.places[path] = p
			path = index(path, counts[path])
			counts[strings.TrimSuffix(path, path[strings.LastIndexByte(path, '['):])]++
			r.places[path] = p
			prefix = path
		case unstable.Table:
			r.places[path] = p
			prefix = path
		case unstable.KeyValue:
			end := int(e.Raw.Offset + e.Raw.Length)
			r.value(path, e.Value(), p, end)
		}
	}
}

// value keeps the places of a value and, one level down, of what it holds. The
// configuration is nowhere deeper than lists in an inline table.
func (r *reader) value(path string, v *unstable.Node, p place, end int) {
	p.start, p.end = p.keyStart, end
	if v.Raw.Length > 1 {
		p.start, p.end = int(v.Raw.Offset), int(v.Raw.Offset+v.Raw.Length)
	}
	r.places[path] = p
	i := 0
	for children := v.Children(); children.Next(); i++ {
		n := children.Node()
		sub, q := index(path, i), p
		q.start, q.end = int(n.Raw.Offset), int(n.Raw.Offset+n.Raw.Length)
		if n.Kind == unstable.KeyValue {
			sub = path
			for key := n.Key(); key.Next(); {
				k := key.Node()
				sub = join(sub, string(k.Data))
				q.keyStart, q.keyEnd = int(k.Raw.Offset), int(k.Raw.Offset+k.Raw.Length)
			}
			if v.Kind == unstable.InlineTable && n.Value().Kind == unstable.InlineTable {
				r.value(sub, n.Value(), q, q.end)
			}
		}
		r.places[sub] = q
	}
}

// lineCounter turns growing offsets into lines, counted from 1.
type lineCounter struct {
	src          []byte
	offset, line int
}

func newLineCounter(src []byte) *lineCounter { return &lineCounter{src: src, line: 1} }

func (l *lineCounter) at(offset int) int {
	for ; l.offset < offset; l.offset++ {
		if l.src[l.offset] == '\n' {
			l.line++
		}
	}
	return l.line
}
