// Package data reads data in the forms that they are kept in: GCF, JSON, JSON
// Lines and logs with payloads in a field. Enter it at [Read].
package data

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// Form is how data are written.
type Form string

// The forms that are read. Auto looks at the name and at the text.
const (
	Auto      Form = "auto"
	GCF       Form = "gcf"
	JSON      Form = "json"
	JSONLines Form = "jsonl"
	CSV       Form = "csv" // for Decode
)

// Forms lists the forms as flags name them.
func Forms() []string { return []string{string(Auto), string(GCF), string(JSON), string(JSONLines)} }

// Options say how data are read.
type Options struct {
	Form Form
	// Field is the dotted path of the member that holds the data in each line
	// of JSON Lines: a value, or a text that is GCF or JSON itself. "" takes
	// the lines as they are.
	Field string
}

// Read reads data. Numbers keep their spelling where no double holds them. JSON
// Lines are an array of the values of their lines; with a field, of those lines
// that have it, and the value itself where one line has it. Its errors are of
// type [*value.Error] where the place is known.
func Read(name, text string, o Options) (value.Value, error) {
	switch FormOf(name, text, o) {
	case GCF:
		return value.Decode(parser.Parse(text), value.KeepLexemes)
	case JSONLines:
		return lines(text, o.Field, value.KeepNumbers())
	}
	return value.FromJSON(strings.TrimPrefix(text, "\ufeff"), value.KeepNumbers())
}

// FormOf says in which form a text is read. What begins with `GCF` is never
// JSON.
func FormOf(name, text string, o Options) Form {
	switch ext := strings.ToLower(path.Ext(name)); {
	case o.Form != "" && o.Form != Auto:
		return o.Form
	case strings.HasPrefix(text, "GCF"), ext == ".gcf":
		return GCF
	case o.Field != "", ext == ".jsonl", ext == ".ndjson", ext == ".log":
		return JSONLines
	case ext == ".json":
		return JSON
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if rest != "" {
		if _, err := value.FromJSON(first, value.KeepNumbers()); err == nil {
			return JSONLines
		}
	}
	return JSON
}

// lines reads a value from each line. A line of a log that is no JSON is passed
// over where only a field is asked for.
func lines(text, field string, options ...value.JSONOption) (value.Value, error) {
	var all []value.Value
	var steps []string
	if field != "" {
		steps = strings.Split(field, ".")
	}
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		if strings.TrimSpace(line) == "" {
			continue
		}
		if field != "" {
			line = line[max(strings.IndexAny(line, "{["), 0):] // behind a time or a level
		}
		v, err := value.FromJSON(line, options...)
		switch {
		case err == nil:
		case field != "":
			continue
		default:
			return value.Value{}, inLine(err, number)
		}
		v, ok := member(v, steps)
		if !ok {
			continue
		}
		if field != "" && v.Kind() == value.String {
			inner, err := Read("", v.Str(), Options{})
			switch {
			case err == nil:
				v = inner
			case strings.HasPrefix(v.Str(), "GCF"):
				return value.Value{}, &value.Error{Line: number, Column: 1, Message: fmt.Sprintf("the payload in %s: %v", field, err)}
			} // else it is a text
		}
		all = append(all, v)
	}
	switch {
	case field == "":
	case len(all) == 0:
		return value.Value{}, fmt.Errorf("no line has the field %s", field)
	case len(all) == 1:
		return all[0], nil
	}
	return value.NewArray(all), nil
}

func member(v value.Value, steps []string) (value.Value, bool) {
	for _, step := range steps {
		var ok bool
		if v, ok = v.Get(step); !ok {
			return v, false
		}
	}
	return v, true
}

func inLine(err error, number int) error {
	if e := (*value.Error)(nil); errors.As(err, &e) {
		moved := *e
		moved.Line = number
		return &moved
	}
	return err
}
