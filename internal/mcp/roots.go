package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"gcf-lsp/internal/tools"
)

// roots are the folders whose files may be read. Nothing leads out of one, no
// link either.
type roots []*os.Root

func openRoots(folders []string) (roots, error) {
	var all roots
	for _, folder := range folders {
		root, err := os.OpenRoot(folder)
		if err != nil {
			all.close()
			return nil, err
		}
		all = append(all, root)
	}
	return all, nil
}

func (r roots) close() {
	for _, root := range r {
		_ = root.Close() // it was only read from
	}
}

// fileSuffix makes of the argument of a document the one of a file with it.
const fileSuffix = "File"

// extend lets each document of a tool's input come from a file instead, where
// there are folders, and returns the names of those arguments.
func (r roots) extend(input *jsonschema.Schema, t reflect.Type) []string {
	if len(r) == 0 {
		return nil
	}
	var documents []string
	for _, field := range reflect.VisibleFields(t) {
		if _, ok := field.Tag.Lookup("document"); !ok {
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		documents = append(documents, name)
		input.Properties[name+fileSuffix] = &jsonschema.Schema{
			Type: "string", Description: "the path of a file with it, in one of the folders of this server, instead of `" + name + "`",
		}
		input.Required = slices.DeleteFunc(input.Required, func(required string) bool { return required == name })
		input.AllOf = append(input.AllOf, &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Required: []string{name}}, {Required: []string{name + fileSuffix}}}})
	}
	return documents
}

// fill replaces the files among the arguments by what is in them.
func (r roots) fill(arguments []byte, documents []string) ([]byte, error) {
	if len(documents) == 0 {
		return arguments, nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(arguments, &members); err != nil {
		return nil, err
	}
	for _, name := range documents {
		raw, ok := members[name+fileSuffix]
		if !ok {
			continue
		}
		var path string
		if err := json.Unmarshal(raw, &path); err != nil {
			return nil, err
		}
		text, err := r.read(path)
		if err != nil {
			return nil, err
		}
		delete(members, name+fileSuffix)
		if members[name], err = tools.Marshal(text); err != nil {
			return nil, err
		}
	}
	return tools.Marshal(members)
}

// read reads the file with a path in the first root that has it.
func (r roots) read(path string) (string, error) {
	var errs []error
	for _, root := range r {
		f, err := root.Open(path)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		defer f.Close()
		if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
			return "", fmt.Errorf("%s is no file", path)
		}
		text, err := io.ReadAll(io.LimitReader(f, maxMessage+1))
		if len(text) > maxMessage {
			return "", fmt.Errorf("%s has more than %d bytes", path, maxMessage)
		}
		return string(text), err
	}
	return "", errors.Join(errs...)
}
