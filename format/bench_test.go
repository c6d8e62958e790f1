package format_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// benchTable is a table of 100,000 rows.
func benchTable() value.Value {
	rows := make([]value.Value, 100000)
	for i := range rows {
		rows[i] = obj(
			value.Member{Key: "id", Value: value.NewInt(int64(i))},
			value.Member{Key: "name", Value: value.NewString(fmt.Sprintf("Employee %d", i))},
			value.Member{Key: "department", Value: value.NewString([]string{"Engineering", "Sales", "Marketing, EMEA"}[i%3])},
			value.Member{Key: "salary", Value: value.NewDouble(float64(40000+i%1000) + 0.5)},
			value.Member{Key: "active", Value: value.NewBool(i%7 != 0)})
	}
	return obj(value.Member{Key: "employees", Value: value.NewArray(rows)})
}

// benchOrders are 10,000 orders with a nested customer and items.
func benchOrders() value.Value {
	orders := make([]value.Value, 10000)
	for i := range orders {
		items := make([]value.Value, 1+i%4)
		for k := range items {
			items[k] = obj(
				value.Member{Key: "sku", Value: value.NewString(fmt.Sprintf("SKU-%d", k))},
				value.Member{Key: "qty", Value: value.NewInt(int64(1 + k))},
				value.Member{Key: "price", Value: value.NewDouble(9.99 * float64(k+1))})
		}
		orders[i] = obj(
			value.Member{Key: "id", Value: value.NewString(fmt.Sprintf("ORD-%05d", i))},
			value.Member{Key: "customer", Value: obj(
				value.Member{Key: "name", Value: value.NewString("Alice Smith")},
				value.Member{Key: "tier", Value: value.NewString("gold")})},
			value.Member{Key: "items", Value: value.NewArray(items)},
			value.Member{Key: "tags", Value: arr(value.NewString("express"), value.NewString("gift"))})
	}
	return obj(value.Member{Key: "orders", Value: value.NewArray(orders)})
}

func benchInputs(b *testing.B, run func(b *testing.B, v value.Value, wire, jsonText string)) {
	for _, input := range []struct {
		name string
		make func() value.Value
	}{{"table100k", benchTable}, {"orders10k", benchOrders}} {
		v := input.make()
		wire, err := format.Generic(v, format.Options{})
		if err != nil {
			b.Fatal(err)
		}
		text, err := value.AppendJSON(nil, v)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(input.name, func(b *testing.B) { run(b, v, string(wire), string(text)) })
	}
}

// The MB/s of all benchmarks are of the same JSON text, so that they compare.

func BenchmarkEncode(b *testing.B) {
	benchInputs(b, func(b *testing.B, v value.Value, _, text string) {
		b.SetBytes(int64(len(text)))
		var out []byte
		for b.Loop() {
			out, _ = format.AppendGeneric(out[:0], v, format.Options{})
		}
	})
}

func BenchmarkEncodingJSONMarshal(b *testing.B) {
	benchInputs(b, func(b *testing.B, _ value.Value, _, text string) {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := json.Marshal(v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkParseAndDecode(b *testing.B) {
	benchInputs(b, func(b *testing.B, _ value.Value, wire, text string) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := value.Decode(parser.Parse(wire)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkEncodingJSONUnmarshal(b *testing.B) {
	benchInputs(b, func(b *testing.B, _ value.Value, _, text string) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			var v any
			if err := json.Unmarshal([]byte(text), &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkParseAndCheck(b *testing.B) {
	benchInputs(b, func(b *testing.B, _ value.Value, wire, text string) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			doc := parser.Parse(wire)
			diagnostics.Check(doc, diagnostics.Options{})
		}
	})
}

// BenchmarkDocumentCanonical formats a parsed document that is canonical.
func BenchmarkDocumentCanonical(b *testing.B) {
	benchInputs(b, func(b *testing.B, _ value.Value, wire, text string) {
		doc := parser.Parse(wire)
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if r, err := format.Document(doc, format.DocumentOptions{}); err != nil || len(r.Edits) > 0 {
				b.Fatal(err, r.Edits)
			}
		}
	})
}

// BenchmarkDocumentChanged formats a parsed document in which each line with a
// bare name has quotes to lose.
func BenchmarkDocumentChanged(b *testing.B) {
	benchInputs(b, func(b *testing.B, _ value.Value, wire, text string) {
		changed := strings.NewReplacer("|Engineering|", `|"Engineering"|`, "|gold|", `|"gold"|`).Replace(wire)
		doc := parser.Parse(changed)
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if r, err := format.Document(doc, format.DocumentOptions{}); err != nil || r.Text != wire {
				b.Fatal(err)
			}
		}
	})
}
