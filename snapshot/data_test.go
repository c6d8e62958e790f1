package snapshot

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/format"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// What a root does not tell is data all the same: what is absent and not null
// (spec 7.4.2), and the status of an edge (spec 6).

// noDelta returns the reason why there is no delta, and ReasonNone where there
// is one.
func noDelta(t rapid.TB, base, next Snapshot) Reason {
	t.Helper()
	_, err := Diff(base, next)
	if err == nil {
		return ReasonNone
	}
	var no *NoDeltaError
	if !errors.As(err, &no) {
		t.Fatal(err)
	}
	return no.Reason
}

func TestAbsentIsNotNullToADelta(t *testing.T) {
	set := func(rows string) Snapshot {
		return parseSnapshot(t, "GCF profile=generic key=id\n## r [2]{@id,\"o>x\",y}\n"+rows)
	}
	absent, null, other := set("1|~|a\n2|3|b\n"), set("1|-|a\n2|3|b\n"), set("1|-|a\n2|4|b\n")
	if absent.Root() != null.Root() {
		t.Fatal("the roots differ")
	}
	for _, pair := range [][2]Snapshot{{absent, null}, {null, absent}} {
		_, err := Diff(pair[0], pair[1])
		if want := "no delta: the data differ, but the pack root does not: row 1 differs in what is absent and what is null"; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	payload := must(AppendDelta(nil, must(Diff(absent, other)), Header{}))
	equalText(t, string(payload), "GCF profile=generic delta=true base_root="+absent.Root()+" new_root="+other.Root()+" key=id\n"+
		"## changed [2]{@id,\"o>x\",y}\n1|-|a\n2|4|b\n")
	got := must(Apply(absent, must(DeltaFromDocument(parser.Parse(string(payload))))))
	equalText(t, string(must(AppendFull(nil, got, Header{}))), string(must(AppendFull(nil, other, Header{}))))
	if reason := noDelta(t, null, null); reason != ReasonNone {
		t.Error(reason)
	}

	p := NewProducer(Options{Guard: NoGuard})
	must(p.Answer("", absent))
	if a := must(p.Answer(absent.Root(), null)); a.Outcome != FullPayload || a.Reason != ReasonSameRoot {
		t.Errorf("%s (%s)", a.Outcome, a.Reason)
	}
	if a := must(p.Answer(null.Root(), null)); a.Outcome != Unchanged {
		t.Errorf("%s (%s)", a.Outcome, a.Reason)
	}
}

// A keyed map without members is written as rows, and rows would stay rows.
func TestMembersOfAnEmptyMapNeedAFullPayload(t *testing.T) {
	empty := must(NewTable(TableSpec{Name: "r", Key: "k", Keyed: true, Fields: []string{"k", "x"}}))
	one := parseSnapshot(t, "GCF profile=generic key=k\n## r [1:]{@k,x}\na|1\n")
	if reason := noDelta(t, empty, one); reason != ReasonName {
		t.Error(reason)
	}
	for _, next := range []Snapshot{empty, one} {
		if reason := noDelta(t, next, empty); reason != ReasonNone {
			t.Error(reason)
		}
	}
}

func TestStatusOfAnEdge(t *testing.T) {
	graph := func(score, edges string) Snapshot {
		return parseSnapshot(t, "GCF profile=graph\n## targets\n@0 fn a "+score+" p\n@1 fn b 0.10 p\n"+edges)
	}
	const plain, status = "## edges [1]\n@1<@0 calls\n", "## edges [1]\n@1<@0 calls added\n"
	with := graph("0.50", status)
	if payload := must(AppendFull(nil, with, Header{})); !strings.HasSuffix(string(payload), status) {
		t.Errorf("the status is lost:\n%s", payload)
	}
	for _, test := range []struct {
		base, next Snapshot
		want       Reason
	}{
		{with, graph("0.50", status), ReasonNone},
		{with, graph("0.60", status), ReasonNone},
		{with, graph("0.60", ""), ReasonNone}, // the edge goes with its status
		{with, graph("0.50", plain), ReasonSameRoot},
		{graph("0.50", plain), with, ReasonSameRoot},
		{graph("0.60", plain), with, ReasonStatus},
		{with, graph("0.50", "## edges [1]\n@1<@0 calls removed\n"), ReasonSameRoot},
		{graph("0.50", ""), with, ReasonStatus},
	} {
		if got := noDelta(t, test.base, test.next); got != test.want {
			t.Errorf("got %q, want %q, for\n%v\n%v", got, test.want, test.base.Records(), test.next.Records())
		}
	}
	got := must(Apply(with, must(Diff(with, graph("0.60", status)))))
	equalText(t, string(must(AppendFull(nil, got, Header{}))), string(must(AppendFull(nil, graph("0.60", status), Header{}))))
}

// nestedGen makes values of cells, half of them null.
func nestedGen() *rapid.Generator[value.Value] {
	object := rapid.Custom(func(t *rapid.T) value.Value {
		var members []value.Member
		for _, key := range []string{"a", "b"} {
			if rapid.Bool().Draw(t, key) {
				members = append(members, value.Member{Key: key, Value: scalarGen().Draw(t, "value")})
			}
		}
		return value.NewObject(members)
	})
	array := rapid.Map(rapid.SliceOfN(rapid.OneOf(object, scalarGen()), 0, 3), value.NewArray)
	return rapid.OneOf(scalarGen(), rapid.Just(value.NewNull()), rapid.Just(value.NewNull()), object, array)
}

// likePairGen makes keyed sets and maps and what small changes make of them,
// null for absent above all. Path columns are among the fields.
func likePairGen() *rapid.Generator[[2]*Table] {
	return rapid.Custom(func(t *rapid.T) [2]*Table {
		spec := TableSpec{Name: "r", Key: "id", Keyed: rapid.Bool().Draw(t, "keyed")}
		spec.Fields = append([]string{"id"}, rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"x", "y z", "p>x", "p>y", "p>q>x", "r>x", ">w"}), 1, 5, rapid.ID[string]).Draw(t, "fields")...)
		row := func(id string) value.Value {
			members := []value.Member{{Key: "id", Value: value.NewString(id)}}
			for _, f := range spec.Fields[1:] {
				if rapid.Bool().Draw(t, "there") {
					members = append(members, value.Member{Key: f, Value: nestedGen().Draw(t, "cell")})
				}
			}
			return value.NewObject(members)
		}
		var next []value.Value
		for _, id := range rapid.SliceOfNDistinct(rapid.StringMatching(`[a-c1-3-]{1,2}`), 1, 6, rapid.ID[string]).Draw(t, "ids") {
			r := row(id)
			spec.Rows = append(spec.Rows, r)
			switch rapid.IntRange(0, 9).Draw(t, "edit") {
			case 0:
				continue
			case 1:
				r = row(id)
			case 2, 3, 4:
				var members []value.Member
				for _, f := range spec.Fields {
					v, ok := r.Get(f)
					if v.Kind() == value.Null && rapid.Bool().Draw(t, "other") {
						v, ok = value.NewNull(), !ok
					}
					if ok {
						members = append(members, value.Member{Key: f, Value: v})
					}
				}
				r = value.NewObject(members)
			}
			next = append(next, r)
		}
		if rapid.IntRange(0, 3).Draw(t, "one more") == 0 {
			next = append(next, row("new"))
		}
		base := must(NewTable(spec))
		spec.Rows = rapid.Permutation(next).Draw(t, "order")
		spec.Fields = append([]string{"id"}, rapid.Permutation(spec.Fields[1:]).Draw(t, "columns")...)
		return [2]*Table{base, must(NewTable(spec))}
	})
}

// dataOf returns the rows that a decoder finds in the full payload of a
// table, by identity.
func dataOf(t rapid.TB, s Snapshot) map[string]value.Value {
	t.Helper()
	payload := must(AppendFull(nil, s, Header{}))
	v, err := value.Decode(parser.Parse(string(payload)))
	if err != nil {
		t.Fatalf("%v\n%s", err, payload)
	}
	v, _ = v.Get("r")
	rows := make(map[string]value.Value)
	for _, m := range v.Members() {
		rows[m.Key] = m.Value
	}
	for _, e := range v.Elems() {
		id, _ := e.Get("id")
		rows[id.Str()] = e
	}
	return rows
}

func sameData(t rapid.TB, a, b Snapshot) bool {
	t.Helper()
	return maps.EqualFunc(dataOf(t, a), dataOf(t, b), func(x, y value.Value) bool { return value.Equal(x, y) })
}

// What a delta makes of the base is the next set as a decoder sees it, and
// where there is no delta that is because the data differ and the root does not.
func TestDeltasKeepWhatIsAbsent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := likePairGen().Draw(t, "tables")
		base, next := p[0], p[1]
		delta, err := Diff(base, next)
		if err != nil {
			if noDelta(t, base, next) != ReasonSameRoot || base.Root() != next.Root() || sameData(t, base, next) {
				t.Fatal(err)
			}
			return
		}
		payload := must(AppendDelta(nil, delta, Header{}))
		read := must(DeltaFromDocument(parser.Parse(string(payload))))
		got, err := Apply(base, read)
		if err != nil {
			t.Fatalf("%v\n%s", err, payload)
		}
		if !sameData(t, got, next) {
			t.Fatalf("%s\n%s\n%s", must(AppendFull(nil, base, Header{})), payload, must(AppendFull(nil, next, Header{})))
		}
		if delta.Counts().Empty() != sameData(t, base, next) {
			t.Fatalf("a delta of %+v\n%s", delta.Counts(), payload)
		}
	})
}

// A consumer has the data of the producer whatever the producer answers.
func TestConsumerHasWhatIsAbsent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tables := likePairGen().Draw(t, "tables")
		p := NewProducer(Options{Guard: NoGuard})
		var c Consumer
		for range rapid.IntRange(1, 5).Draw(t, "answers") {
			next := rapid.SampledFrom(tables[:]).Draw(t, "next")
			a := must(p.Answer(c.Root(), next))
			got, err := c.Receive(parser.Parse(string(a.Payload)))
			if err != nil {
				t.Fatalf("%v\n%s", err, a.Payload)
			}
			if !sameData(t, got, next) {
				t.Fatalf("%s: %s", a.Outcome, a.Payload)
			}
		}
	})
}

// Payloads are written as the formatter writes them.
func TestPayloadsAreFormatted(t *testing.T) {
	check := func(t *rapid.T, base, next Snapshot) {
		payloads := [][]byte{must(AppendFull(nil, base, Header{Tool: "test", Tokens: 7}))}
		if delta, err := Diff(base, next); err == nil {
			payloads = append(payloads, must(AppendDelta(nil, delta, Header{Tool: "test", Savings: "12%"})))
		}
		for _, payload := range payloads {
			r, err := format.Document(parser.Parse(string(payload)), format.DocumentOptions{})
			if err != nil {
				t.Fatalf("%v\n%s", err, payload)
			}
			if r.Text != string(payload) {
				t.Fatalf("formatting\n%s\ngives\n%s", payload, r.Text)
			}
		}
	}
	t.Run("graph", rapid.MakeCheck(func(t *rapid.T) {
		p := graphPairGen(12).Draw(t, "graphs")
		check(t, p[0], p[1])
	}))
	t.Run("table", rapid.MakeCheck(func(t *rapid.T) {
		p := tablePairGen(12).Draw(t, "tables")
		check(t, p[0], p[1])
	}))
	t.Run("nested", rapid.MakeCheck(func(t *rapid.T) {
		p := likePairGen().Draw(t, "tables")
		check(t, p[0], p[1])
	}))
}
