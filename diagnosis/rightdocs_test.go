package diagnosis

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/format"
	"gcf-lsp/parser"
	"gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// rightDocument makes a document without errors: objects, tables, nested and
// keyed ones, graphs, deltas, sessions.
func rightDocument(t testing.TB, r *rand.Rand) *ast.Document {
	t.Helper()
	var text string
	switch r.IntN(10) {
	case 0, 1:
		text = rightGraph(t, r, r.IntN(4) == 0)
	case 2:
		text = rightDelta(t, r)
	default:
		text = rightGeneric(t, r)
	}
	doc := parser.Parse(text)
	if err := value.FirstError(doc); err != nil {
		t.Fatalf("%v in a document that was to be right:\n%s", err, text)
	}
	return doc
}

func rightGeneric(t testing.TB, r *rand.Rand) string {
	b, err := format.Generic(object(r, 2), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var (
	givenNames = []string{"Ann", "Bo", "Carla", "Dmitri", "Éva", "Farid", "Grace", "Håkon", "Ines", "Jürgen"}
	surnames   = []string{"Smith", "Jones", "Wu", "García", "Müller", "Novak", "Okafor", "O'Neil", "Berg"}
	keyNames   = []string{"id", "name", "email", "status", "total", "price", "qty", "active", "note", "city", "created", "score", "tier", "sku", "team"}
	tableNames = []string{"rows", "orders", "users", "items", "events", "services", "logs", "people"}
	nouns      = []string{"pending", "shipped", "active", "standard", "premium", "Zürich", "New York", "alpha beta", "v1.2.3", "a/b/c.go", "ok"}
	awkward    = []string{"a|b", "Lee, Ann", "x: y", "k=v", "say \"hi\"", "- item", "true", "12", "", " lead", "#1", "@home", "~", "^", "1.50", "line\nbreak", "{x}", "[1]: z", "a;b", "<tag>", "C:\\temp"}
)

// cell is a scalar of one kind, as a column holds it.
func cell(r *rand.Rand, kind, row int) value.Value {
	switch kind {
	case 0:
		return value.NewInt(int64(row + 1))
	case 1:
		return value.NewString(pick(r, givenNames...) + " " + pick(r, surnames...))
	case 2:
		return value.NewDouble(float64(r.IntN(100000))/100 + 0.01)
	case 3:
		return value.NewBool(r.IntN(2) == 0)
	case 4:
		return value.NewString(pick(r, nouns...))
	case 5:
		return value.NewInt(int64(r.IntN(2000) - 500))
	case 6:
		return value.NewString(fmt.Sprintf("2026-%02d-%02dT%02d:%02d:00Z", 1+r.IntN(12), 1+r.IntN(28), r.IntN(24), r.IntN(60)))
	case 7:
		return value.NewString(strings.ToLower(pick(r, givenNames[:3]...)) + "@example.com")
	case 8:
		if r.IntN(3) == 0 {
			return value.NewNull()
		}
		return value.NewString(pick(r, nouns...))
	}
	return value.NewString(pick(r, awkward...))
}

// someKind is a kind for cell, an awkward one rarely.
func someKind(r *rand.Rand) int {
	if r.IntN(8) == 0 {
		return 9
	}
	return r.IntN(9)
}

func someKeys(r *rand.Rand, n int) []string {
	keys := make([]string, 0, n)
	for _, i := range r.Perm(len(keyNames))[:n] {
		keys = append(keys, keyNames[i])
	}
	if r.IntN(12) == 0 {
		keys[r.IntN(n)] = "display name"
	}
	return keys
}

func object(r *rand.Rand, depth int) value.Value {
	var members []value.Member
	for _, key := range someKeys(r, 1+r.IntN(4)) {
		members = append(members, value.Member{Key: key, Value: cell(r, someKind(r), 0)})
	}
	names := r.Perm(len(tableNames))
	for i := range r.IntN(3) + 1 {
		name := tableNames[names[i]]
		var v value.Value
		switch k := r.IntN(8); {
		case k < 4 || depth == 0:
			v = table(r, depth)
		case k < 5:
			v = object(r, depth-1)
		case k < 6:
			v = scalars(r)
		default:
			rows := table(r, 0).Elems()
			keyed := make([]value.Member, len(rows))
			for i := range rows {
				keyed[i] = value.Member{Key: fmt.Sprintf("%s-%d", pick(r, "web", "db", "cache"), i+1), Value: rows[i]}
			}
			v = value.NewObject(keyed)
		}
		members = append(members, value.Member{Key: name, Value: v})
	}
	if r.IntN(6) == 0 {
		return members[len(members)-1].Value
	}
	return value.NewObject(members)
}

func scalars(r *rand.Rand) value.Value {
	kind := someKind(r)
	elems := make([]value.Value, r.IntN(5))
	for i := range elems {
		elems[i] = cell(r, kind, i)
	}
	return value.NewArray(elems)
}

func table(r *rand.Rand, depth int) value.Value {
	keys := someKeys(r, 2+r.IntN(4))
	kinds := make([]int, len(keys))
	for i := range kinds {
		kinds[i] = someKind(r)
	}
	if r.IntN(2) == 0 {
		kinds[0] = 0
	}
	nested := ""
	if depth > 0 && r.IntN(2) == 0 {
		nested = pick(r, "items", "customer", "tags", "meta")
	}
	inner := someKeys(r, 2+r.IntN(3))
	rows := make([]value.Value, 1+r.IntN(6))
	for i := range rows {
		var members []value.Member
		for k, key := range keys {
			members = append(members, value.Member{Key: key, Value: cell(r, kinds[k], i)})
		}
		switch nested {
		case "items":
			var sub []value.Value
			for j := range 1 + r.IntN(3) {
				var m []value.Member
				for k, key := range inner {
					m = append(m, value.Member{Key: key, Value: cell(r, kinds[k%len(kinds)], j)})
				}
				sub = append(sub, value.NewObject(m))
			}
			members = append(members, value.Member{Key: nested, Value: value.NewArray(sub)})
		case "customer", "meta":
			var m []value.Member
			for k, key := range inner {
				m = append(m, value.Member{Key: key, Value: cell(r, kinds[k%len(kinds)], i)})
			}
			if nested == "meta" { // objects that differ
				m = m[:1+r.IntN(len(m))]
			}
			members = append(members, value.Member{Key: nested, Value: value.NewObject(m)})
		case "tags":
			members = append(members, value.Member{Key: nested, Value: scalars(r)})
		}
		rows[i] = value.NewObject(members)
	}
	return value.NewArray(rows)
}

var (
	symbolKinds = []string{"function", "type", "method", "interface", "var", "class"}
	packages    = []string{"pkg/auth.", "pkg/store.", "internal/api.", "cmd/server.", "model."}
	symbolNames = []string{"Validate", "Open", "Handler", "Parse", "NewClient", "Close", "Run", "Config"}
	origins     = []string{"lsp_resolved", "ast_inferred", "structural"}
	edgeTypes   = []string{"calls", "imports", "implements", "references"}
)

func someGraph(t testing.TB, r *rand.Rand) *snapshot.Graph {
	t.Helper()
	n := 2 + r.IntN(6)
	symbols := make([]snapshot.Symbol, n)
	for i := range symbols {
		symbols[i] = snapshot.Symbol{Kind: pick(r, symbolKinds...), QualifiedName: fmt.Sprintf("%s%s%d", pick(r, packages...), pick(r, symbolNames...), i),
			Score: float64(r.IntN(100)) / 100, Provenance: pick(r, origins...), Distance: r.IntN(3)}
	}
	var edges []snapshot.Edge
	for range r.IntN(2 * n) {
		a, b := r.IntN(n), r.IntN(n)
		e := snapshot.Edge{Source: symbols[a].QualifiedName, Target: symbols[b].QualifiedName, Type: pick(r, edgeTypes...)}
		twice := a == b
		for _, other := range edges {
			twice = twice || other == e
		}
		if !twice {
			edges = append(edges, e)
		}
	}
	g, err := snapshot.NewGraph(symbols, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func rightGraph(t testing.TB, r *rand.Rand, session bool) string {
	t.Helper()
	b, err := snapshot.AppendFull(nil, someGraph(t, r), snapshot.Header{Tool: "context"})
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	if session {
		text = strings.Replace(text, " tool=context", " tool=context session=true", 1)
	}
	return text
}

func rightDelta(t testing.TB, r *rand.Rand) string {
	t.Helper()
	d, err := snapshot.Diff(someGraph(t, r), someGraph(t, r))
	if err != nil {
		t.Fatal(err)
	}
	b, err := snapshot.AppendDelta(nil, d, snapshot.Header{Tool: "context"})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
