// Package tools answers questions about documents for programs: JSON in, JSON
// out, and a short text for a model beside it. The WebAssembly build and the
// MCP server offer them. Enter it at [All].
package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"gcf-lsp/value"
)

// Tool is one question.
type Tool struct {
	Name, Title string
	Description string       // for a model that chooses a tool
	Input       reflect.Type // a struct, whose tags are those of a JSON Schema
	Output      reflect.Type
	call        func(arguments []byte) (Answer, error)
}

// Answer is what a tool says.
type Answer struct {
	Text string // short, for a model
	Data any    // of the tool's Output, for programs
}

// All are the tools, in the order in which they are listed.
func All() []Tool {
	return []Tool{
		tool("check", "Check a GCF document",
			"Say what is wrong with a GCF document (Graph Compact Format): each mistake with its place, its cause and how to correct it. Check what you wrote before you send it.", checkText),
		tool("repair", "Repair a GCF document",
			"Take the mistakes in a broken GCF document back as far as that is safe and return the text with what was done and what is left. Only lossy repairs drop or make up data, and list it.", repair),
		tool("format", "Format a GCF document",
			"Write a GCF document without errors in canonical form, with its comments.", formatText),
		tool("explain", "Explain a rule of GCF",
			"Say what a code such as row_width_mismatch means, with a wrong and a right example. Without a code: the list of all.", explain),
		tool("decode", "Decode GCF to JSON",
			"Return the data of a GCF document as JSON. A document with errors has none.", decode),
		tool("encode", "Encode JSON as GCF",
			"Write a JSON value as a GCF document. Lists of records become tables, which take far fewer tokens than JSON.", encodeValue),
		tool("compare", "Compare data across formats",
			"Say whether two documents, each GCF, JSON or JSON Lines, have the same data, and each place where they differ.", compare),
		tool("diff", "Write a delta of two GCF documents",
			"Write the delta that turns the full payload `old` into `new`, or the full payload with the reason where a delta is not possible or not smaller.", diff),
		tool("apply", "Apply deltas to a GCF document",
			"Apply deltas, one after the other, to the full payload `base` and return the full payload that results, with its root.", apply),
		tool("size", "Measure a GCF document against JSON",
			"Say how many bytes and tokens a GCF document takes, and the same data as JSON.", size),
		tool("budget", "Add up the costs of Context Graph Protocol frames",
			"Say for each frame of a document what it declares to cost and what it does cost in budget tokens, and whether they fit the budget.", budget),
	}
}

// ByName returns the tool with a name.
func ByName(name string) (Tool, bool) {
	all := All()
	i := slices.IndexFunc(all, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return all[i], true
}

// Call asks the question with its arguments, a JSON object. The error says why
// there is no answer.
func (t Tool) Call(arguments []byte) (Answer, error) { return t.call(arguments) }

func tool[In, Out any](name, title, description string, run func(In) (Out, string, error)) Tool {
	return Tool{
		Name: name, Title: title, Description: description,
		Input: reflect.TypeFor[In](), Output: reflect.TypeFor[Out](),
		call: func(arguments []byte) (Answer, error) {
			var in In
			d := json.NewDecoder(bytes.NewReader(arguments))
			d.DisallowUnknownFields()
			if err := d.Decode(&in); err != nil {
				return Answer{}, fmt.Errorf("the arguments of %s: %w", name, err)
			}
			out, text, err := run(in)
			if err != nil {
				return Answer{}, err
			}
			return Answer{text, out}, nil
		},
	}
}

// CallJSON asks a question by its name and answers {"result": …} or
// {"error": text}.
func CallJSON(name string, arguments []byte) []byte {
	answer, err := Answer{}, fmt.Errorf("there is no tool %q", name)
	if t, ok := ByName(name); ok {
		answer, err = t.Call(arguments)
	}
	reply := map[string]any{"result": answer.Data}
	if err != nil {
		reply = map[string]any{"error": err.Error()}
	}
	text, err := Marshal(reply)
	if err != nil { // of a value that was made here
		text, _ = Marshal(map[string]any{"error": err.Error()})
	}
	return text
}

// Marshal is JSON on one line, without the escapes that only HTML needs.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// where says where in a text or a value an error is.
func where(err error) error {
	e := (*value.Error)(nil)
	switch {
	case !errors.As(err, &e):
		return err
	case e.Line > 0:
		return fmt.Errorf("line %d, column %d: %s", e.Line, e.Column, e.Message)
	case e.Path != "":
		return fmt.Errorf("at %s: %s", e.Path, e.Message)
	}
	return errors.New(e.Message)
}
