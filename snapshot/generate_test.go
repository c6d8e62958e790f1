package snapshot

import (
	"fmt"

	"pgregory.net/rapid"

	"gcf-lsp/value"
)

// Generators of graphs and tables, with text from all of Unicode.

// wordGen makes words that a graph line can hold.
var wordGen = rapid.Custom(func(t *rapid.T) string {
	return rapid.OneOf(
		rapid.StringMatching(`[a-z]{1,3}(\.[A-Z][a-z]{0,3})?`),
		rapid.StringMatching(`[\p{L}\p{N}\p{S}\x{1F600}-\x{1F64F}][\p{L}\p{N}\p{P}\p{S}\x{1F600}-\x{1F64F}]{0,5}`),
	).Filter(func(s string) bool { return checkWord(s) == "" }).Draw(t, "word")
})

var kindGen = rapid.SampledFrom([]string{"function", "fn", "type", "method", "interface", "route_handler", "svc", "widget", "класс"})

func symbolsGen(most int) *rapid.Generator[[]Symbol] {
	one := rapid.Custom(func(t *rapid.T) Symbol {
		return Symbol{
			Kind:          kindGen.Draw(t, "kind"),
			QualifiedName: wordGen.Draw(t, "name"),
			Score:         float64(rapid.IntRange(-300, 300).Draw(t, "score")) / 100,
			Provenance:    wordGen.Draw(t, "provenance"),
			Distance:      rapid.IntRange(0, 5).Draw(t, "distance"),
		}
	})
	return rapid.SliceOfNDistinct(one, 0, most, func(s Symbol) Identity { return Identity{value.AbbreviateKind(s.Kind), s.QualifiedName} })
}

// edgesGen makes edges between symbols whose names are unique, as a delta
// needs them.
func edgesGen(symbols []Symbol, most int) *rapid.Generator[[]Edge] {
	names := make(map[string]int)
	for _, s := range symbols {
		names[s.QualifiedName]++
	}
	var unique []string
	for _, s := range symbols {
		if names[s.QualifiedName] == 1 {
			unique = append(unique, s.QualifiedName)
		}
	}
	if len(unique) == 0 {
		return rapid.Just[[]Edge](nil)
	}
	one := rapid.Custom(func(t *rapid.T) Edge {
		end := rapid.SampledFrom(unique)
		return Edge{Source: end.Draw(t, "source"), Target: end.Draw(t, "target"), Type: rapid.SampledFrom([]string{"calls", "imports", "использует"}).Draw(t, "type")}
	})
	return rapid.SliceOfNDistinct(one, 0, most, func(e Edge) Edge { return e })
}

func graphGen(most int) *rapid.Generator[*Graph] {
	return rapid.Custom(func(t *rapid.T) *Graph {
		symbols := symbolsGen(most).Draw(t, "symbols")
		return must(NewGraph(symbols, edgesGen(symbols, most).Draw(t, "edges")))
	})
}

// graphPairGen makes a graph and one that some edits have made of it.
func graphPairGen(most int) *rapid.Generator[[2]*Graph] {
	return rapid.Custom(func(t *rapid.T) [2]*Graph {
		symbols := symbolsGen(most).Draw(t, "symbols")
		edges := edgesGen(symbols, most).Draw(t, "edges")
		base := must(NewGraph(symbols, edges))

		var kept []Symbol
		have := make(map[Identity]bool)
		for _, s := range symbols {
			switch rapid.IntRange(0, 5).Draw(t, "edit") {
			case 0:
				continue
			case 1:
				s.Score += 1.25
			case 2:
				s.Distance++
			}
			kept = append(kept, s)
			have[Identity{value.AbbreviateKind(s.Kind), s.QualifiedName}] = true
		}
		for _, s := range symbolsGen(most/4+1).Draw(t, "new") {
			if id := (Identity{value.AbbreviateKind(s.Kind), s.QualifiedName}); !have[id] {
				kept = append(kept, s)
			}
		}
		next := must(NewGraph(kept, edgesGen(kept, most).Draw(t, "edges")))
		return [2]*Graph{base, next}
	})
}

// textGen makes strings of all of Unicode, those that need quotes among them.
var textGen = rapid.OneOf(
	rapid.String(),
	rapid.SampledFrom([]string{"", "-", "~", "^", "^{", "^{a", "^{a}", "true", "1", "1.0", "a|b", "a,b", "\t", "\n", `"`, `\`, "# x", "@0", ".a", "é", "e\u0301", "𝄞", "\u2028", "\x00", " x "}),
)

func scalarGen() *rapid.Generator[value.Value] {
	return rapid.OneOf(
		rapid.Map(textGen, value.NewString),
		rapid.Map(rapid.Int64(), value.NewInt),
		rapid.Map(rapid.Float64Range(-1e18, 1e18), value.NewDouble),
		rapid.Map(rapid.Bool(), value.NewBool),
		rapid.Just(value.NewNull()),
	)
}

var fieldGen = rapid.SliceOfNDistinct(rapid.OneOf(
	rapid.StringMatching(`[a-z_][a-z0-9_]{0,4}`),
	rapid.SampledFrom([]string{"display name", "a,b", "a|b", "", "naïve", "价格", "tab\tname"}),
), 0, 5, func(s string) string { return s })

var keyGen = rapid.SampledFrom([]string{"id", "key", "sku-no", "_k"})

// rowsGen makes rows of these fields with distinct identities; a field may be
// absent.
func rowsGen(key string, fields []string, most int) *rapid.Generator[[]value.Value] {
	identity := rapid.OneOf(rapid.Map(textGen, value.NewString), rapid.Map(rapid.Int64Range(0, 50), value.NewInt))
	one := rapid.Custom(func(t *rapid.T) value.Value {
		members := []value.Member{{Key: key, Value: identity.Draw(t, "id")}}
		for _, f := range fields {
			if f != key && rapid.IntRange(0, 9).Draw(t, "absent") > 0 {
				members = append(members, value.Member{Key: f, Value: scalarGen().Draw(t, "cell")})
			}
		}
		return value.NewObject(members)
	})
	return rapid.SliceOfNDistinct(one, 0, most, func(v value.Value) string { return idOf(v, key) })
}

// idOf returns the canonical text of a row's identity.
func idOf(row value.Value, key string) string {
	v, _ := row.Get(key)
	b, _ := appendCanonical(nil, v)
	return string(b)
}

// tablePairGen makes a table and one that some edits have made of it; there is a
// delta between them.
func tablePairGen(most int) *rapid.Generator[[2]*Table] {
	return rapid.Custom(func(t *rapid.T) [2]*Table {
		key := keyGen.Draw(t, "key")
		fields := []string{key}
		for _, f := range fieldGen.Draw(t, "fields") {
			if f != key {
				fields = append(fields, f)
			}
		}
		rows := rowsGen(key, fields, most).Draw(t, "rows")
		spec := TableSpec{Name: rapid.SampledFrom([]string{"rows", "", "naïve name"}).Draw(t, "name"), Key: key, Fields: fields, Rows: rows}
		base := must(NewTable(spec))

		have := make(map[string]bool)
		var kept []value.Value
		for _, r := range rows {
			switch rapid.IntRange(0, 5).Draw(t, "edit") {
			case 0:
				continue
			case 1:
				if len(fields) > 1 {
					r = with(r, fields[len(fields)-1], scalarGen().Draw(t, "new cell"))
				}
			}
			kept = append(kept, r)
			have[idOf(r, key)] = true
		}
		for _, r := range rowsGen(key, fields, most/4+1).Draw(t, "new rows") {
			if !have[idOf(r, key)] {
				kept = append(kept, r)
			}
		}
		spec.Rows = kept
		return [2]*Table{base, must(NewTable(spec))}
	}).Filter(func(p [2]*Table) bool {
		_, err := DiffTables(p[0], p[1])
		return err == nil
	})
}

// with returns a copy of a row with one field set.
func with(row value.Value, field string, v value.Value) value.Value {
	members := append([]value.Member{}, row.Members()...)
	for i := range members {
		if members[i].Key == field {
			members[i].Value = v
			return value.NewObject(members)
		}
	}
	return value.NewObject(append(members, value.Member{Key: field, Value: v}))
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(fmt.Sprint("generated data is refused: ", err))
	}
	return v
}
