package format_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/valuegen"
	"gcf-lsp/value"
)

func ExampleMarshal() {
	type order struct {
		ID    int      `json:"id"`
		Total float64  `json:"total"`
		Tags  []string `json:"tags,omitempty"`
	}
	text, err := format.Marshal(map[string]any{"orders": []order{{1, 12.5, nil}, {2, 30, []string{"new"}}}})
	if err != nil {
		panic(err)
	}
	fmt.Print(string(text))
	var back struct {
		Orders []order `json:"orders"`
	}
	if err := format.Unmarshal(text, &back); err != nil {
		panic(err)
	}
	fmt.Println(back.Orders[1].Tags)
	// Output:
	// GCF profile=generic
	// ## orders [2]{id,total,tags}
	// 1|12.5|~
	// @1 2|30|^
	// .tags [1]: new
	// [new]
}

func TestUnmarshalSaysWhatIsWrong(t *testing.T) {
	var out any
	if err := format.Unmarshal([]byte("GCF profile=generic\na=1\na=2\n"), &out); value.CodeOf(err).String() != "duplicate_key" {
		t.Errorf("got %v", err)
	}
	if _, err := format.Marshal(func() {}); err == nil {
		t.Error("a function has no JSON")
	}
}

// A value passes through encoding/json, alone and in a struct, and through a
// document.
func TestPropertyValuesAreJSON(t *testing.T) {
	type holder struct {
		V value.Value `json:"v"`
	}
	rapid.Check(t, func(t *rapid.T) {
		v := valuegen.Value(valuegen.Options{Depth: 3}).Draw(t, "value")
		text, err := json.Marshal(holder{v})
		if err != nil {
			t.Fatal(err)
		}
		var back holder
		if err := json.Unmarshal(text, &back); err != nil || !value.Equal(v, back.V) {
			t.Fatalf("%v: %s", err, text)
		}
		document, err := format.Marshal(holder{v})
		if err != nil {
			t.Fatal(err)
		}
		if err := format.Unmarshal(document, &back); err != nil || !value.Equal(v, back.V) {
			t.Fatalf("%v: %s", err, document)
		}
		var plain, again any
		if json.Unmarshal([]byte(v.String()), &plain) != nil || json.Unmarshal(text[len(`{"v":`):len(text)-1], &again) != nil || !reflect.DeepEqual(plain, again) {
			t.Fatalf("%s is not %s", v, text)
		}
	})
}
