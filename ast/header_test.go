package ast

import (
	"fmt"
	"testing"
)

// TestHeaderField looks fields up in headers of a few and of many fields.
func TestHeaderField(t *testing.T) {
	for _, n := range []int{0, 1, fewFields, fewFields + 1, 1000} {
		var fields []HeaderField
		for range 2 {
			for i := range n {
				fields = append(fields, HeaderField{Key: fmt.Sprint("k", i), KeyStart: len(fields)})
			}
		}
		h := NewHeader(1, fields)
		if h.Node != 1 || h.Field("absent") != nil {
			t.Errorf("%d fields: a field that is not there", n)
		}
		for i := range n {
			if f := h.Field(fmt.Sprint("k", i)); f != &h.Fields[i] {
				t.Fatalf("%d fields: Field(k%d) is not the first one", n, i)
			}
		}
	}
}
