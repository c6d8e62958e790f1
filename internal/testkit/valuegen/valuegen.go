// Package valuegen generates values for property tests: keys and strings that
// try every delimiter of the format, numbers at every edge, tables that are
// nearly but not quite uniform.
package valuegen

import (
	"math"
	"strings"

	"pgregory.net/rapid"

	"gcf-lsp/value"
)

// Options bound what is generated.
type Options struct {
	// Depth is how many arrays and objects may be nested.
	Depth int
	// SafeNumbers leaves out integers beyond 2^53 and doubles in [2^53, 1e21),
	// which implementations of spec 3.5.1 spell in another way (spec 2.3.2).
	SafeNumbers bool
}

// fragments are the pieces that strings are made of: what the grammar gives a
// meaning to, and what is easily taken for that.
var fragments = append(strings.Split("a b c x1 id name key _key _ - ~ ^ ^{a} ^{ } | , = : > >> . .a @ @0 @1 # ## ##! < "+
	"[ ] [1] [2]: [?] [3:] {} {a,b} \" \\ / true false null 0 1 01 -1 +1 1.5 .5 -.5 1e5 1e 0x1 1.0 -0 "+
	"counts=1 summary GCF profile=generic é ü 😀 日本 ٥ ５ ௗ \u0301 \u200d \u180e \u2060 ' ` $ % & * ; ? !", " "),
	"GCF profile=generic", "GCF profile=graph tool=x")

// whitespace and control characters, which strings.Split above cannot hold.
var blanks = []string{" ", "  ", "\t", "\n", "\r", "\r\n", "\x00", "\x1f", "\x7f", "\u0080", "\u0085", "\u00a0",
	"\u1680", "\u2003", "\u2028", "\u2029", "\u202f", "\u3000", "\ufeff", "\ufffd", "\U0010ffff"}

// Text generates strings.
func Text() *rapid.Generator[string] {
	piece := rapid.OneOf(rapid.SampledFrom(fragments), rapid.SampledFrom(fragments), rapid.SampledFrom(blanks))
	return rapid.OneOf(
		rapid.SampledFrom(fragments),
		rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(piece, 0, 5).Draw(t, "pieces"), "")
		}),
		rapid.StringN(0, 8, -1),
		rapid.StringMatching(`[a-z]{1,6}( [a-z]{1,6})?`),
	)
}

// Key generates member keys, from few enough texts that objects share them.
func Key() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"a", "b", "c", "id", "name", "key", "_key", "x>y", "a>b", "", "a b", "1"}),
		rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}),
		Text(),
	)
}

// Scalar generates scalars.
func Scalar(o Options) *rapid.Generator[value.Value] {
	integers := rapid.Int64()
	doubles := rapid.Float64()
	if o.SafeNumbers {
		integers = rapid.Int64Range(-1<<53+1, 1<<53-1)
		doubles = doubles.Filter(func(f float64) bool {
			return math.Abs(f) < 1<<53 || math.Abs(f) >= 1e21
		})
	}
	edges := []value.Value{
		value.NewInt(0), value.NewInt(1), value.NewInt(-1), value.NewInt(1<<53 - 1),
		value.NewDouble(0.1), value.NewDouble(1e-6), value.NewDouble(9.999999e-7), value.NewDouble(1e21),
		value.NewDouble(5e-324), value.NewDouble(math.MaxFloat64), value.NewDouble(-2.5), value.NewDouble(1 << 52),
	}
	if !o.SafeNumbers {
		edges = append(edges, value.NewInt(math.MaxInt64), value.NewInt(math.MinInt64), value.NewInt(1<<53),
			value.NewInt(1<<53+1), value.NewDouble(1<<53), value.NewDouble(-1<<53), value.NewDouble(1<<63), value.NewDouble(1e20))
	}
	return rapid.OneOf(
		rapid.Map(Text(), value.NewString),
		rapid.Map(rapid.StringMatching(`[a-z]{1,8}`), value.NewString),
		rapid.Map(rapid.Int64Range(-5, 1000), value.NewInt),
		rapid.Map(integers, value.NewInt),
		rapid.Map(doubles, value.NewDouble),
		rapid.SampledFrom(edges),
		rapid.Map(rapid.Bool(), value.NewBool),
		rapid.Just(value.NewNull()),
	)
}

// Value generates values.
func Value(o Options) *rapid.Generator[value.Value] {
	if o.Depth <= 0 {
		return Scalar(o)
	}
	inner := o
	inner.Depth--
	return rapid.Custom(func(t *rapid.T) value.Value {
		switch rapid.IntRange(0, 9).Draw(t, "shape") {
		case 0, 1:
			return Scalar(o).Draw(t, "scalar")
		case 2:
			return value.NewArray(rapid.SliceOfN(Value(inner), 0, 4).Draw(t, "elems"))
		case 3:
			return value.NewArray(rapid.SliceOfN(Scalar(o), 0, 5).Draw(t, "scalars"))
		case 4, 5:
			return object(t, rapid.SliceOfNDistinct(Key(), 0, 5, rapid.ID[string]).Draw(t, "keys"), Value(inner))
		case 6, 7:
			return value.NewArray(records(t, inner))
		default:
			rows := records(t, inner)
			keys := rapid.SliceOfNDistinct(Key(), len(rows), len(rows), rapid.ID[string]).Draw(t, "member keys")
			members := make([]value.Member, len(rows))
			for i := range rows {
				members[i] = value.Member{Key: keys[i], Value: rows[i]}
			}
			return value.NewObject(members)
		}
	})
}

// records generates objects that mostly have the same keys with the same kind
// of value behind each.
func records(t *rapid.T, o Options) []value.Value {
	keys := rapid.SliceOfNDistinct(Key(), 1, 4, rapid.ID[string]).Draw(t, "columns")
	columns := make([]*rapid.Generator[value.Value], len(keys))
	for i := range columns {
		columns[i] = column(t, o)
	}
	rows := make([]value.Value, rapid.IntRange(1, 4).Draw(t, "rows"))
	for r := range rows {
		var members []value.Member
		order := rapid.SampledFrom([]string{"same", "same", "same", "shuffled"}).Draw(t, "order")
		for i, key := range keys {
			if rapid.IntRange(0, 9).Draw(t, "absent") > 0 {
				members = append(members, value.Member{Key: key, Value: columns[i].Draw(t, "cell")})
			}
		}
		if order == "shuffled" && len(members) > 0 {
			members = rapid.Permutation(members).Draw(t, "members")
		}
		rows[r] = value.NewObject(members)
	}
	return rows
}

// column generates the cells of one column.
func column(t *rapid.T, o Options) *rapid.Generator[value.Value] {
	if o.Depth <= 0 {
		return Scalar(o)
	}
	inner := o
	inner.Depth--
	kind := rapid.SampledFrom([]string{"scalar", "scalar", "object", "object", "table", "any"}).Draw(t, "column kind")
	keys := rapid.SliceOfNDistinct(Key(), 0, 4, rapid.ID[string]).Draw(t, "column keys")
	usual := Scalar(o)
	switch kind {
	case "object":
		usual = rapid.Custom(func(t *rapid.T) value.Value { return object(t, keys, mostly(Scalar(o), Value(inner))) })
	case "table":
		usual = rapid.Custom(func(t *rapid.T) value.Value {
			rows := make([]value.Value, rapid.IntRange(0, 3).Draw(t, "inner rows"))
			for i := range rows {
				rows[i] = object(t, keys, mostly(Scalar(o), Value(inner)))
			}
			return value.NewArray(rows)
		})
	case "any":
		usual = Value(inner)
	}
	return mostly(mostly(usual, rapid.Just(value.NewNull())), Value(inner))
}

// mostly draws from usual nine times of ten.
func mostly(usual, rare *rapid.Generator[value.Value]) *rapid.Generator[value.Value] {
	return rapid.Custom(func(t *rapid.T) value.Value {
		if rapid.IntRange(0, 9).Draw(t, "rare") == 9 {
			return rare.Draw(t, "rare value")
		}
		return usual.Draw(t, "usual value")
	})
}

func object(t *rapid.T, keys []string, values *rapid.Generator[value.Value]) value.Value {
	if len(keys) == 0 {
		rapid.Bool().Draw(t, "nothing") // a generator has to draw something
	}
	members := make([]value.Member, len(keys))
	for i, key := range keys {
		members[i] = value.Member{Key: key, Value: values.Draw(t, "value")}
	}
	return value.NewObject(members)
}
