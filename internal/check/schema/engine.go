package schema

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A schema is as untrusted as the document that names it: alternatives of
// alternatives double with each level, and a number may have a million digits.
// So what is read is bounded before the library compiles it, and the library's
// work is counted. It takes no context and has no hook for that, but it asks for
// the format of each value that it checks by a schema: the engine puts a counter
// there, which ends the work by a panic that [engine.validate] recovers.

// The limits of a check.
const (
	// baseSteps and stepsPerValue bound the schemas that are tried on the values
	// of one piece of data.
	baseSteps     = 100_000
	stepsPerValue = 50
	// patience bounds the check of a document.
	patience = time.Minute
)

// engine is a compiled schema that counts what it does. It checks one piece of
// data at a time.
type engine struct {
	schema *jsonschema.Schema
	ctx    context.Context
	left   int // steps
}

// errTooMuchWork says that a schema takes too much work.
var errTooMuchWork = errors.New("it takes too much work: its alternatives or references multiply")

// stop ends the library's work with an error.
type stop struct{ err error }

func (e *engine) step() {
	if e.left--; e.left < 0 {
		panic(stop{errTooMuchWork})
	}
	if e.left%256 == 0 {
		if err := context.Cause(e.ctx); err != nil {
			panic(stop{err})
		}
	}
}

// newEngine compiles the schema at a URL.
func newEngine(location string, loader jsonschema.URLLoader) (e *engine, err error) {
	defer recoverAs(&err)
	c := jsonschema.NewCompiler()
	c.UseLoader(loader)
	compiled, err := c.Compile(location)
	if err != nil {
		return nil, err
	}
	e = &engine{schema: compiled}
	todo := []*jsonschema.Schema{compiled}
	if l, ok := loader.(interface{ anchored() []string }); ok {
		// A dynamic reference leads to schemas that nothing else refers to.
		for _, location := range l.anchored() {
			if s, err := c.Compile(location); err == nil {
				todo = append(todo, s)
			}
		}
	}
	e.count(todo)
	return e, nil
}

// count has all schemas counted that can be reached from some.
func (e *engine) count(todo []*jsonschema.Schema) {
	seen := map[*jsonschema.Schema]bool{}
	add := func(all ...*jsonschema.Schema) { todo = append(todo, all...) }
	addAny := func(v any) {
		switch v := v.(type) {
		case *jsonschema.Schema:
			add(v)
		case []*jsonschema.Schema:
			add(v...)
		}
	}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s == nil || seen[s] {
			continue
		}
		seen[s] = true
		format := &jsonschema.Format{Validate: func(any) error { e.step(); return nil }}
		if own := s.Format; own != nil {
			format = &jsonschema.Format{Name: own.Name, Validate: func(v any) error { e.step(); return own.Validate(v) }}
		}
		s.Format = format
		add(s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else, s.PropertyNames, s.UnevaluatedProperties,
			s.Contains, s.Items2020, s.UnevaluatedItems, s.ContentSchema)
		if s.DynamicRef != nil {
			add(s.DynamicRef.Ref)
		}
		for _, list := range [...][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems} {
			add(list...)
		}
		for _, part := range s.Properties {
			add(part)
		}
		for _, part := range s.PatternProperties {
			add(part)
		}
		for _, part := range s.DependentSchemas {
			add(part)
		}
		for _, part := range s.Dependencies {
			addAny(part)
		}
		addAny(s.AdditionalProperties)
		addAny(s.Items)
		addAny(s.AdditionalItems)
	}
}

// validate returns what a schema of the engine says against data of so many
// values, or nil. An error says that the schema cannot be used for them.
func (e *engine) validate(s *jsonschema.Schema, data any, values int) (invalid *jsonschema.ValidationError, err error) {
	defer recoverAs(&err)
	e.left = baseSteps + stepsPerValue*values
	if err := s.Validate(data); !errors.As(err, &invalid) {
		return nil, nil
	}
	return invalid, nil
}

// recoverAs makes an error of a panic in the library. A schema that makes it
// panic is one that cannot be used.
func recoverAs(err *error) {
	switch p := recover().(type) {
	case nil:
	case stop:
		*err = p.err
	default:
		*err = fmt.Errorf("checking it fails: %v", p)
	}
}

// The limits of the text of a schema.
const (
	maxNesting = 200    // arrays and objects
	maxObjects = 10_000 // compiling takes the square of their number
	maxDigits  = 400    // of a number, and its exponent
)

// sane returns an error for a JSON text that a schema library cannot be trusted
// with: deeply nested, of too many parts, or with numbers that are huge when
// they are computed.
func sane(text string) error {
	depth, objects := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case c == '{' || c == '[':
			if depth++; depth > maxNesting {
				return fmt.Errorf("it is nested deeper than %d levels", maxNesting)
			}
			if objects++; objects > maxObjects {
				return fmt.Errorf("it has more than %d parts", maxObjects)
			}
		case c == '}' || c == ']':
			depth--
		case c == '-' || '0' <= c && c <= '9':
			end := i
			for end < len(text) && strings.IndexByte("+-.eE0123456789", text[end]) >= 0 {
				end++
			}
			if !saneNumber(text[i:end]) {
				return fmt.Errorf("it has a number beyond all measure: %.20s…", text[i:end])
			}
			i = end - 1
		}
	}
	return nil
}

func saneNumber(number string) bool {
	if len(number) > maxDigits {
		return false
	}
	e := strings.IndexAny(number, "eE")
	if e < 0 {
		return true
	}
	exponent := strings.TrimLeft(number[e+1:], "+-0")
	return len(exponent) < 3 || len(exponent) == 3 && exponent < "400"
}
