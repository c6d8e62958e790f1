package schema

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/text/printable"
	"gcf-lsp/internal/tree/dataplace"
	"gcf-lsp/value"
)

// english words the messages of the library.
var english = message.NewPrinter(language.English)

// Check returns where the data of a document, as [value.Decode] returns them,
// break a schema, each on the cell, the key or the declaration that it belongs
// to. A delta holds only a part of the data: for one it returns nothing. Where
// checking takes too long it says so; where ctx is done before the end what it
// returns is worth nothing.
func (s *Schema) Check(ctx context.Context, doc *ast.Document, root value.Value) []diagnostics.Diagnostic {
	if doc.Header.Is("delta") || doc.Header.Is("unchanged") || doc.Header.Is("session") {
		return nil
	}
	all, err := s.validate(ctx, doc, root)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		start, end := doc.Span(min(1, ast.NodeID(len(doc.Nodes)-1)))
		if ref, ok := ReferenceOf(doc); ok {
			start, end = ref.Start, ref.End
		}
		return unusable(start, end, err)
	}
	if len(all) == 0 {
		return nil
	}
	r := reporter{Places: dataplace.Places{Doc: doc, Root: root}}
	s.placeNames(root, all)
	for _, e := range all {
		r.violation(e)
	}
	return r.diagnostics()
}

// validate returns the errors of the data, without their places. An error says
// that the schema cannot be used for them.
func (s *Schema) validate(ctx context.Context, doc *ast.Document, root value.Value) (all []*jsonschema.ValidationError, err error) {
	e, err := s.take()
	if err != nil {
		return nil, err
	}
	defer s.giveBack(e)
	ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("it takes longer than %v", patience))
	defer cancel()
	e.ctx = ctx
	large := s.largeArrays(e.schema, doc, root)
	data, values, err := convert(root, large)
	if err != nil {
		return nil, err
	}
	invalid, err := e.validate(e.schema, data, values)
	if err != nil {
		return nil, err
	}
	if all = leaves(invalid); hasCycle(all) {
		return nil, errRefCycle
	}
	for _, line := range slices.Sorted(maps.Keys(large)) {
		i := large[line]
		errs, err := i.check(e)
		if err != nil {
			return nil, err
		}
		all = append(all, errs...)
	}
	return all, nil
}

// errRefCycle says that a schema refers to itself without going on in the data.
var errRefCycle = errors.New("it refers to itself for the same value")

// hasCycle reports whether an error is about the schema: one that refers to
// itself without going on in the data.
func hasCycle(errs []*jsonschema.ValidationError) bool {
	todo := slices.Clone(errs)
	for len(todo) > 0 {
		e := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], e.Causes...)
		if _, ok := e.ErrorKind.(*kind.RefCycle); ok {
			return true
		}
	}
	return false
}

// leaves returns the errors that say something, without the schemas on the way
// to them. Of alternatives that all fail it returns those of the one that is
// meant, if there is only one of the right type, else the whole.
func leaves(root *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if root == nil {
		return nil
	}
	var all []*jsonschema.ValidationError
	todo := []*jsonschema.ValidationError{root}
	for len(todo) > 0 {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch e.ErrorKind.(type) {
		case *kind.AnyOf, *kind.OneOf:
			if meant := meantBranch(e); meant != nil {
				todo = append(todo, meant)
				continue
			}
			all = append(all, e)
		case *kind.PropertyNames:
			all = append(all, e)
		default:
			if len(e.Causes) == 0 {
				all = append(all, e)
			}
			todo = append(todo, e.Causes...)
		}
	}
	return all
}

// meantBranch is the only alternative that does not fail right at the value,
// by its type or by a word that tells alternatives apart.
func meantBranch(e *jsonschema.ValidationError) *jsonschema.ValidationError {
	var meant *jsonschema.ValidationError
	for _, branch := range e.Causes {
		if failsAt(branch, len(e.InstanceLocation)) {
			continue
		}
		if meant != nil {
			return nil
		}
		meant = branch
	}
	return meant
}

// failsAt reports whether an alternative fails by type, constant or word at the
// depth of its value, or by a constant one below.
func failsAt(branch *jsonschema.ValidationError, depth int) bool {
	todo := []*jsonschema.ValidationError{branch}
	for len(todo) > 0 {
		e := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], e.Causes...)
		switch e.ErrorKind.(type) {
		case *kind.Type, *kind.Enum:
			if len(e.InstanceLocation) == depth {
				return true
			}
		case *kind.Const:
			if len(e.InstanceLocation) <= depth+1 {
				return true
			}
		}
	}
	return false
}

// reporter gives violations their words and places.
type reporter struct {
	dataplace.Places
	all []violation
}

type violation struct {
	spot    dataplace.Spot
	missing string
	message string
	extra   bool // an extra member: the same for all rows of a table
}

func (r *reporter) add(s dataplace.Spot, format string, args ...any) {
	r.all = append(r.all, violation{spot: s, message: fmt.Sprintf(format, args...)})
}

func (r *reporter) violation(e *jsonschema.ValidationError) {
	at := e.InstanceLocation
	name := nameOf(at)
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, missing := range k.Missing {
			r.missing(at, missing, "%s needs `%s`", name, printable.Text(missing, 60))
		}
	case *kind.DependentRequired:
		r.dependency(at, k.Prop, k.Missing)
	case *kind.Dependency:
		r.dependency(at, k.Prop, k.Missing)
	case *kind.AdditionalProperties:
		for _, extra := range k.Properties {
			r.extra(join(at, extra), extra)
		}
	case *kind.FalseSchema:
		if len(at) > 0 && !isIndex(at[len(at)-1]) {
			r.extra(at, at[len(at)-1])
		} else {
			r.add(r.Value(at), "%s is not allowed here", name)
		}
	case *kind.PropertyNames:
		why := ""
		for cause := e; len(cause.Causes) > 0; {
			cause = cause.Causes[0]
			why = ": " + words(cause)
		}
		r.add(r.Key(join(at, k.Property)), "the name %s is not allowed here%s", show(k.Property), why)
	case *kind.Type:
		r.add(r.Value(at), "%s is of the type %s: expected %s", name, k.Got, strings.Join(k.Want, " or "))
	case *kind.Enum:
		r.add(r.Value(at), "%s is %s: expected %s", name, spell(k.Got), spellAll(k.Want))
	case *kind.Const:
		r.add(r.Value(at), "%s is %s: expected %s", name, spell(k.Got), spell(k.Want))
	case *kind.AnyOf, *kind.OneOf:
		r.add(r.Value(at), "%s fits %s", name, alternatives(e))
	case *kind.Contains, *kind.MinContains, *kind.MaxContains, *kind.AdditionalItems:
		r.add(r.Declaration(at), "%s: %s", name, words(e))
	case *kind.Minimum:
		r.add(r.Value(at), "%s is %s: expected at least %s", name, decimal(k.Got), decimal(k.Want))
	case *kind.Maximum:
		r.add(r.Value(at), "%s is %s: expected at most %s", name, decimal(k.Got), decimal(k.Want))
	case *kind.ExclusiveMinimum:
		r.add(r.Value(at), "%s is %s: expected more than %s", name, decimal(k.Got), decimal(k.Want))
	case *kind.ExclusiveMaximum:
		r.add(r.Value(at), "%s is %s: expected less than %s", name, decimal(k.Got), decimal(k.Want))
	case *kind.MinLength:
		r.add(r.Value(at), "%s has %s: expected at least %s", name, printable.Count(k.Got, "character"), printable.Number(k.Want))
	case *kind.MaxLength:
		r.add(r.Value(at), "%s has %s: expected at most %s", name, printable.Count(k.Got, "character"), printable.Number(k.Want))
	case *kind.Pattern:
		r.add(r.Value(at), "%s is %s: expected a match of %s", name, spell(k.Got), show(k.Want))
	case *kind.MinItems:
		r.add(r.Declaration(at), "%s has %s: expected at least %s", name, printable.Count(r.length(at, k.Got), "item"), printable.Number(k.Want))
	case *kind.MaxItems:
		r.add(r.Declaration(at), "%s has %s: expected at most %s", name, printable.Count(r.length(at, k.Got), "item"), printable.Number(k.Want))
	case *kind.UniqueItems:
		r.add(r.Value(join(at, strconv.Itoa(k.Duplicates[1]))), "%s: this item is equal to item %d", name, k.Duplicates[0])
	default:
		r.add(r.Value(at), "%s: %s", name, words(e))
	}
}

// length is how many items the array at a path has: the library may have seen a
// part of them.
func (r *reporter) length(at []string, seen int) int {
	v := r.Root
	for _, token := range at {
		if v.Kind() == value.Object {
			v, _ = v.Get(token)
		} else if n, err := strconv.Atoi(token); err == nil && n >= 0 && n < v.Len() && v.Kind() == value.Array {
			v = v.Elems()[n]
		}
	}
	return max(v.Len(), seen)
}

func (r *reporter) missing(at []string, member, format string, args ...any) {
	r.all = append(r.all, violation{spot: r.Missing(at, member), missing: member, message: fmt.Sprintf(format, args...)})
}

func (r *reporter) dependency(at []string, has string, missing []string) {
	for _, m := range missing {
		r.missing(at, m, "%s has `%s` and so needs `%s`", nameOf(at), printable.Text(has, 60), printable.Text(m, 60))
	}
}

func (r *reporter) extra(at []string, name string) {
	r.all = append(r.all, violation{spot: r.Key(at), message: fmt.Sprintf("the schema has no `%s` here", printable.Text(name, 60)), extra: true})
}

// diagnostics returns the violations in a fixed order. What all rows of a table
// lack, or have too much, is told once.
func (r *reporter) diagnostics() []diagnostics.Diagnostic {
	var lacking dataplace.Lacking
	for i := range r.all {
		if v := &r.all[i]; v.spot.NoColumn {
			lacking.Add(r.Doc, &v.spot, "", v.missing)
		}
	}
	seen := make(map[string]bool)
	found := make([]diagnostics.Diagnostic, 0, len(r.all))
	for i := range r.all {
		v := &r.all[i]
		switch {
		case v.spot.NoColumn:
			rows, again := lacking.Join(r.Doc, &v.spot, "", v.missing)
			if again {
				continue
			}
			if rows > 1 {
				v.message = fmt.Sprintf("none of the %d rows has `%s`, which the schema demands", rows, printable.Text(v.missing, 60))
			}
		case v.extra:
			key := strconv.Itoa(v.spot.Span.Start) + v.message
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		found = append(found, diagnostics.Diagnostic{Code: ast.SchemaViolation, Severity: diagnostics.Error, Message: v.message, Start: v.spot.Span.Start, End: v.spot.Span.End})
	}
	slices.SortStableFunc(found, func(a, b diagnostics.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Message, b.Message))
	})
	return found
}

// join is a path with one more token; it leaves the path alone.
func join(path []string, token string) []string {
	return append(slices.Clip(path), token)
}

// nameOf says what a path leads to, for a message.
func nameOf(path []string) string {
	for i := len(path) - 1; i >= 0; i-- {
		if isIndex(path[i]) {
			continue
		}
		name := "`" + printable.Text(path[i], 60) + "`"
		if i < len(path)-1 {
			return "an item of " + name
		}
		return name
	}
	if len(path) > 0 {
		return "an item"
	}
	return "the document"
}

func isIndex(token string) bool {
	n, err := strconv.Atoi(token)
	return err == nil && n >= 0
}

// words is what the library says of an error.
func words(e *jsonschema.ValidationError) string {
	return printable.Text(e.ErrorKind.LocalizedString(english), 300)
}

func alternatives(e *jsonschema.ValidationError) string {
	if k, ok := e.ErrorKind.(*kind.OneOf); ok && len(k.Subschemas) > 1 {
		return fmt.Sprintf("more than one alternative of the schema: %d and %d", k.Subschemas[0]+1, k.Subschemas[1]+1)
	}
	var reasons []string
	for _, branch := range e.Causes {
		for len(branch.Causes) > 0 {
			branch = branch.Causes[0]
		}
		reasons = append(reasons, words(branch))
		if len(reasons) == 3 {
			break
		}
	}
	return "none of the alternatives of the schema: " + strings.Join(reasons, "; ")
}

// decimal is a number of a schema as people write it.
func decimal(n *big.Rat) string {
	if n.IsInt() && n.Num().BitLen() <= 64 {
		return n.Num().String()
	}
	f, _ := n.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func show(s string) string { return "`" + printable.Text(s, 60) + "`" }

// spell is a JSON value for a message.
func spell(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return `"` + printable.Text(v, 60) + `"`
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	}
	return printable.Text(fmt.Sprint(v), 60)
}

func spellAll(all []any) string {
	const most = 12
	var b strings.Builder
	for i, v := range all {
		switch {
		case i == most:
			fmt.Fprintf(&b, " or one of %d more", len(all)-most)
			return b.String()
		case i == 0:
		case i == len(all)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(spell(v))
	}
	return b.String()
}
