package refactor

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/valuegen"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// In a canonical document of whatever value, what is offered at whatever place
// can be done, or the error says why in words; the check of the result is for
// what was not thought of.
func TestActionsOnGeneratedDocuments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(valuegen.Value(valuegen.Options{}), tables()).Draw(t, "value")
		options := format.Options{NoFlatten: rapid.Bool().Draw(t, "nested")}
		text, err := format.Generic(v, options)
		if err != nil {
			t.Skip("no document")
		}
		doc := parser.Parse(string(text))
		type offered struct {
			line      ast.NodeID
			id, title string
		}
		tried := map[offered]bool{} // the same is offered all along a cell
		for offset := range len(text) {
			for _, a := range offers(doc, offset, nil) {
				this := offered{doc.Line(offset), a.ID, a.Title}
				if a.Disabled != "" || tried[this] {
					continue
				}
				tried[this] = true
				edits, err := a.Edits()
				switch {
				case errors.Is(err, errOtherValue) || errors.Is(err, errNewMistake):
					if !surprising[a.ID] {
						continue
					}
					t.Fatalf("%s at %d: %v in\n%s", a.Title, offset, err, text)
				case err != nil:
					continue
				}
				after := parser.Parse(format.Apply(string(text), edits))
				if diagnostics.HasErrors(after) {
					t.Fatalf("%s at %d of\n%s\nmakes\n%s", a.Title, offset, text, after.Source)
				}
				if a.want == nil {
					if now, err := value.Decode(after); err != nil || !value.Equal(v, now) {
						t.Fatalf("%s at %d of\n%s\nmakes\n%s (%v)", a.Title, offset, text, after.Source, err)
					}
				}
			}
		}
	})
}

// tables generates arrays of objects that have the same fields, some of them
// objects with the same fields again.
func tables() *rapid.Generator[value.Value] {
	return rapid.Custom(func(t *rapid.T) value.Value {
		fields := rapid.SliceOfNDistinct(valuegen.Key(), 1, 4, rapid.ID[string]).Draw(t, "fields")
		inner := rapid.SliceOfNDistinct(valuegen.Key(), 1, 3, rapid.ID[string]).Draw(t, "inner")
		scalar := valuegen.Scalar(valuegen.Options{})
		nested := map[string]bool{}
		for _, f := range fields {
			nested[f] = rapid.IntRange(0, 2).Draw(t, "nested") == 0
		}
		var rows []value.Value
		for range rapid.IntRange(1, 4).Draw(t, "rows") {
			var members []value.Member
			for _, f := range fields {
				switch n := rapid.IntRange(0, 9).Draw(t, "form"); {
				case n == 0: // absent
				case n == 1:
					members = append(members, value.Member{Key: f})
				case nested[f]:
					var object []value.Member
					for _, k := range inner {
						object = append(object, value.Member{Key: k, Value: scalar.Draw(t, "leaf")})
					}
					members = append(members, value.Member{Key: f, Value: value.NewObject(object)})
				default:
					members = append(members, value.Member{Key: f, Value: scalar.Draw(t, "cell")})
				}
			}
			rows = append(rows, value.NewObject(members))
		}
		return value.NewArray(rows)
	})
}

// surprising are the actions that the check of the result never has to refuse.
// What follows a table with `[?]` may be read as its row; a cell that becomes
// the first of its row, or an object whose only other members are null, may be
// read as something else.
var surprising = map[string]bool{
	"quote": true, "unquote": true, "text": true, "untext": true, "count": true,
	"key": true, "unkey": true, "flatten": true, "nest": true,
	"add-absent": true, "add-null": true, "add-text": true,
}
