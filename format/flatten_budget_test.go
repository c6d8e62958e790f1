package format_test

import (
	"testing"

	"gcf-lsp/format"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// What is flattened is read again, also where the rows are as short as rows can
// be and the objects as deep: decoders bound what path columns stand for.
func TestFlattenedIsRead(t *testing.T) {
	for _, depth := range []int{2, 31, 32, 33, 60, 120} {
		rows := make([]value.Value, 4000)
		for i := range rows {
			v := value.NewInt(1)
			for range depth {
				v = value.NewObject([]value.Member{{Key: "a", Value: v}})
			}
			rows[i] = v
		}
		text, err := format.Generic(value.NewArray(rows), format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		back, err := value.Decode(parser.Parse(string(text)))
		if err != nil || !value.Equal(back, value.NewArray(rows)) {
			t.Errorf("depth %d: %v", depth, err)
		}
	}
}
