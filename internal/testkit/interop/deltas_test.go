package interop

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"testing"

	"gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// deltaJob is what the other implementation is asked about two snapshots.
type deltaJob struct {
	Base      json.RawMessage `json:"base"`
	Next      json.RawMessage `json:"next"`
	BaseWire  string          `json:"baseWire"`
	DeltaWire string          `json:"deltaWire"`

	base, next snapshot.Snapshot
	absent     bool // some field is absent in some row
}

// deltaAnswer is what it makes of them. Full and Delta are of tables.
type deltaAnswer struct{ BaseRoot, NextRoot, Full, Delta, Error string }

// TestInteropDeltas compares pack roots and delta payloads, and has the other
// implementation apply and verify what we write.
func TestInteropDeltas(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no Node")
	}
	if _, err := os.Stat("node_modules/@blackwell-systems/gcf"); err != nil {
		t.Skip("the npm package is not installed; run `npm ci` in internal/testkit/interop")
	}
	var jobs []*deltaJob
	for seed := range uint64(*cases / 10) {
		r := rand.New(rand.NewPCG(seed, 0))
		for _, j := range []*deltaJob{tableJob(t, r), graphJob(t, r)} {
			if j != nil {
				jobs = append(jobs, j)
			}
		}
	}
	shown := 0
	for i, a := range askDeltas(t, node, jobs) {
		j := jobs[i]
		problem := ""
		switch {
		case a.Error != "":
			problem = "they say " + a.Error
		case a.BaseRoot != j.base.Root() || a.NextRoot != j.next.Root():
			problem = fmt.Sprintf("the roots are %s and %s, theirs %s and %s", j.base.Root(), j.next.Root(), a.BaseRoot, a.NextRoot)
		case a.Full != "" && a.Full != j.BaseWire && !j.absent:
			problem = "their full payload is\n" + a.Full
		case a.Delta != "" && a.Delta != j.DeltaWire && !j.absent:
			problem = "their delta is\n" + a.Delta
		}
		if problem == "" {
			continue
		}
		if shown++; shown > 10 {
			t.Fatal("and more differences")
		}
		t.Errorf("%s\n%s%s", problem, j.BaseWire, j.DeltaWire)
	}
}

func askDeltas(t *testing.T, node string, jobs []*deltaJob) []deltaAnswer {
	t.Helper()
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, j := range jobs {
		if err := enc.Encode(j); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(node, "deltas.mjs")
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []deltaAnswer
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var a deltaAnswer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(jobs) {
		t.Fatalf("%d answers for %d jobs", len(answers), len(jobs))
	}
	return answers
}

// finish writes the payloads of a job. It returns nil where the tables differ
// only in what is absent and what is null: there is no delta.
func (j *deltaJob) finish(t *testing.T) *deltaJob {
	t.Helper()
	delta, err := snapshot.Diff(j.base, j.next)
	var no *snapshot.NoDeltaError
	if errors.As(err, &no) && no.Reason == snapshot.ReasonSameRoot {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	full, err := snapshot.AppendFull(nil, j.base, snapshot.Header{})
	if err != nil {
		t.Fatal(err)
	}
	wire, err := snapshot.AppendDelta(nil, delta, snapshot.Header{})
	if err != nil {
		t.Fatal(err)
	}
	j.BaseWire, j.DeltaWire = string(full), string(wire)
	return j
}

// texts are strings of all kinds; those that force quotes are among them.
var texts = []string{"alpha", "naïve", "日本語", "a|b", "a,b", `"q"`, "tab\t", "line\nbreak", "🎉", "e\u0301", "-", "~", "^", "true", "1.0", "", " padded ", "ключ", "x\u0001y", `back\slash`, "#1", "@2", "007"}

// scalar makes a value that both implementations hold exactly.
func scalar(r *rand.Rand) value.Value {
	switch r.IntN(6) {
	case 0:
		return value.NewNull()
	case 1:
		return value.NewBool(r.IntN(2) == 0)
	case 2:
		return value.NewInt(r.Int64N(1<<53) - 1<<52)
	case 3:
		return value.NewDouble(float64(r.IntN(2_000_001)-1_000_000) / 1000)
	case 4:
		return value.NewDouble(r.Float64() * 1e-7)
	}
	return value.NewString(texts[r.IntN(len(texts))])
}

// tableJob makes two tables. Nested values are left out: the ecosystem has no
// form for them in a root.
func tableJob(t *testing.T, r *rand.Rand) *deltaJob {
	t.Helper()
	j := &deltaJob{absent: r.IntN(4) == 0}
	fields := []string{"id", "name", "価格", "a b", `q"q`, "😀", "\uFFEE"}[:1+r.IntN(7)]
	row := func(id value.Value) value.Value {
		members := []value.Member{{Key: "id", Value: id}}
		for _, f := range fields[1:] {
			if j.absent && r.IntN(3) == 0 {
				continue
			}
			members = append(members, value.Member{Key: f, Value: scalar(r)})
		}
		return value.NewObject(members)
	}
	var before, after []value.Value
	for i := range 1 + r.IntN(8) {
		id := value.NewInt(int64(i))
		if r.IntN(2) == 0 {
			id = value.NewString(fmt.Sprint(texts[r.IntN(len(texts))], i))
		}
		one := row(id)
		switch r.IntN(5) {
		case 0:
			before = append(before, one)
		case 1:
			after = append(after, one)
		case 2:
			before, after = append(before, one), append(after, row(id))
		default:
			before, after = append(before, one), append(after, one)
		}
	}
	r.Shuffle(len(after), func(i, k int) { after[i], after[k] = after[k], after[i] })
	var err error
	make := func(rows []value.Value) (snapshot.Snapshot, json.RawMessage) {
		var s *snapshot.Table
		if s, err = snapshot.NewTable(snapshot.TableSpec{Name: "rows", Key: "id", Fields: fields, Rows: rows}); err != nil {
			t.Fatal(err)
		}
		var names []value.Value
		for _, f := range fields {
			names = append(names, value.NewString(f))
		}
		text, err := value.AppendJSON(nil, value.NewObject([]value.Member{
			{Key: "name", Value: value.NewString("rows")}, {Key: "key", Value: value.NewString("id")},
			{Key: "fields", Value: value.NewArray(names)}, {Key: "rows", Value: value.NewArray(rows)}}))
		if err != nil {
			t.Fatal(err)
		}
		return s, text
	}
	j.base, j.Base = make(before)
	j.next, j.Next = make(after)
	j.finish(t)
	if j.absent {
		j.DeltaWire = "" // their reader makes a text of a cell that says absent
	}
	return j
}

// graphJob makes two graphs whose symbols have names of their own.
func graphJob(t *testing.T, r *rand.Rand) *deltaJob {
	t.Helper()
	type symbol struct {
		QualifiedName string  `json:"qualifiedName"`
		Kind          string  `json:"kind"`
		Score         float64 `json:"score"`
		Provenance    string  `json:"provenance"`
		Distance      int     `json:"distance"`
	}
	type edge struct {
		Source   string `json:"source"`
		Target   string `json:"target"`
		EdgeType string `json:"edgeType"`
	}
	make := func() (snapshot.Snapshot, json.RawMessage) {
		symbols, edges := []symbol{}, []edge{}
		var ours []snapshot.Symbol
		var ourEdges []snapshot.Edge
		for i := range 8 {
			if r.IntN(3) == 0 {
				continue
			}
			s := symbol{fmt.Sprintf("pkg.F%d", i), []string{"function", "type", "route_handler", "widget"}[i%4], float64(r.IntN(3)) / 4, "lsp", r.IntN(5)}
			symbols = append(symbols, s)
			ours = append(ours, snapshot.Symbol{Kind: s.Kind, QualifiedName: s.QualifiedName, Score: s.Score, Provenance: s.Provenance, Distance: s.Distance})
		}
		for range r.IntN(10) {
			if len(symbols) == 0 {
				break
			}
			e := edge{symbols[r.IntN(len(symbols))].QualifiedName, symbols[r.IntN(len(symbols))].QualifiedName, []string{"calls", "imports"}[r.IntN(2)]}
			if !slices.Contains(edges, e) {
				edges = append(edges, e)
				ourEdges = append(ourEdges, snapshot.Edge{Source: e.Source, Target: e.Target, Type: e.EdgeType})
			}
		}
		g, err := snapshot.NewGraph(ours, ourEdges)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(map[string]any{"symbols": symbols, "edges": edges})
		if err != nil {
			t.Fatal(err)
		}
		return g, text
	}
	j := &deltaJob{}
	j.base, j.Base = make()
	j.next, j.Next = make()
	return j.finish(t)
}
