package schema

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"gcf-lsp/internal/tree/dataplace"
)

// Property is what a schema says of a place in the data.
type Property struct {
	Title, Description string
	Types              []string // of JSON
	Words              []Word   // that may stand there, where the schema lists them
	Deprecated         bool
	// Path and Offset are where the schema says so: a file, absolute, and a byte
	// of it. Path is "" for a bundled schema.
	Path   string
	Offset int
}

// Word is one value of an enumeration, in the spelling of JSON where it is no
// string.
type Word struct {
	Text   string
	String bool
}

// maxParts bounds how many schemas are looked at for one place: references and
// alternatives multiply.
const maxParts = 200

// At returns what the schema says of the data at a path; see [dataplace.At] for
// the path. It returns false where it says nothing.
func (s *Schema) At(path []string) (Property, bool) {
	at := s.along(path)
	if len(at) == 0 {
		return Property{}, false
	}
	p := Property{}
	for _, part := range expand(at) {
		p.take(part)
	}
	p.Path, p.Offset = s.place(at[0].Location)
	return p, true
}

// along returns the schemas of the data at a path.
func (s *Schema) along(path []string) []*jsonschema.Schema {
	at := []*jsonschema.Schema{s.compiled}
	for _, token := range path {
		var next []*jsonschema.Schema
		for _, part := range expand(at) {
			next = step(next, part, token)
		}
		at = next
	}
	return at
}

// parts returns the schemas of the data at a path, with their parts.
func (s *Schema) parts(path []string) []*jsonschema.Schema { return expand(s.along(path)) }

// expand returns schemas with all that they refer to and consist of, each
// before its parts.
func expand(all []*jsonschema.Schema) []*jsonschema.Schema {
	seen := make(map[*jsonschema.Schema]bool)
	var parts []*jsonschema.Schema
	todo := slices.Clone(all)
	slices.Reverse(todo)
	for len(todo) > 0 && len(parts) < maxParts {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s == nil || seen[s] {
			continue
		}
		seen[s] = true
		parts = append(parts, s)
		todo = append(todo, s.Else, s.Then, s.RecursiveRef)
		for _, list := range [...][]*jsonschema.Schema{s.OneOf, s.AnyOf, s.AllOf} {
			for i := len(list) - 1; i >= 0; i-- {
				todo = append(todo, list[i])
			}
		}
		if s.DynamicRef != nil {
			todo = append(todo, s.DynamicRef.Ref)
		}
		todo = append(todo, s.Ref)
	}
	return parts
}

// step appends the schemas of a member or an item.
func step(next []*jsonschema.Schema, s *jsonschema.Schema, token string) []*jsonschema.Schema {
	add := func(part *jsonschema.Schema) {
		if part != nil && part.Bool == nil {
			next = append(next, part)
		}
	}
	before := len(next)
	if part, ok := s.Properties[token]; ok {
		add(part)
	}
	for pattern, part := range s.PatternProperties {
		if pattern.MatchString(token) {
			add(part)
		}
	}
	if part, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && len(next) == before && !isIndex(token) && token != dataplace.Any {
		add(part)
	}
	i, err := strconv.Atoi(token)
	if err != nil && token != dataplace.Any {
		return next
	}
	if err == nil && i >= 0 && i < len(s.PrefixItems) {
		add(s.PrefixItems[i])
		return next
	}
	switch items := s.Items.(type) {
	case *jsonschema.Schema:
		add(items)
	case []*jsonschema.Schema:
		if err == nil && i >= 0 && i < len(items) {
			add(items[i])
		} else if part, ok := s.AdditionalItems.(*jsonschema.Schema); ok {
			add(part)
		}
	}
	add(s.Items2020)
	return next
}

// take adds what one schema says.
func (p *Property) take(s *jsonschema.Schema) {
	if p.Title == "" {
		p.Title = s.Title
	}
	if p.Description == "" {
		p.Description = s.Description
	}
	p.Deprecated = p.Deprecated || s.Deprecated
	if s.Types != nil && !s.Types.IsEmpty() && len(p.Types) == 0 {
		p.Types = s.Types.ToStrings()
	}
	var values []any
	if s.Enum != nil {
		values = s.Enum.Values
	}
	if s.Const != nil {
		values = append(slices.Clip(values), *s.Const)
	}
	for _, v := range append(slices.Clip(values), s.Examples...) {
		word := Word{Text: spell(v)}
		switch v := v.(type) {
		case string:
			word = Word{v, true}
		case []any, map[string]any:
			continue
		}
		if !slices.Contains(p.Words, word) {
			p.Words = append(p.Words, word)
		}
	}
}

// place returns the file and the offset of a location, which is a URL with a
// JSON pointer.
func (s *Schema) place(location string) (path string, offset int) {
	base, fragment, _ := strings.Cut(location, "#")
	f, ok := s.files[base]
	if !ok {
		for _, other := range s.files {
			if strings.TrimSuffix(other.id, "#") == base {
				f, ok = other, true
				break
			}
		}
	}
	if !ok || f.path == "" {
		return "", 0
	}
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return f.path, 0
	}
	return f.path, offsetOf(f.text, pointer)
}

// offsetOf returns where the value at a pointer, or the name of a member,
// begins in a JSON text; 0 where it is not there.
func offsetOf(text, pointer string) int {
	d := jsontext.NewDecoder(strings.NewReader(text), jsontext.AllowDuplicateNames(true))
	for {
		before := d.InputOffset()
		if _, err := d.ReadToken(); err != nil {
			return 0
		}
		if string(d.StackPointer()) == pointer {
			start := int(before)
			for start < len(text) && strings.IndexByte(" \t\r\n,:", text[start]) >= 0 {
				start++
			}
			return start
		}
	}
}
