// Package interop compares this implementation with the ecosystem's own, the
// npm package @blackwell-systems/gcf, on generated values: the bytes of both
// encoders, and the values that each decoder reads from the other's bytes.
//
// Run `npm ci` here first; without Node or the package the test is skipped.
package interop

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"testing"

	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/valuegen"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

var cases = flag.Int("cases", 5000, "number of generated values")

// pair is a value in our two spellings.
type pair struct {
	v    value.Value
	json string
	wire string
}

// answer is what the other implementation makes of a pair.
type answer struct {
	Wire, JSON               string
	EncodeError, DecodeError string
}

func TestInterop(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no Node")
	}
	if _, err := os.Stat("node_modules/@blackwell-systems/gcf"); err != nil {
		t.Skip("the npm package is not installed; run `npm ci` in internal/testkit/interop")
	}
	pairs := generate(t, *cases)
	answers := ask(t, node, pairs)
	if len(answers) != len(pairs) {
		t.Fatalf("%d answers for %d values", len(answers), len(pairs))
	}
	shown, listed := 0, map[string]int{}
	for i, p := range pairs {
		known, decode := knownDifference(p.v), unreadable(p.v)
		if known != "" && answers[i].Wire != p.wire {
			listed[known]++
		}
		if decode != "" && answers[i].DecodeError != "" {
			listed[decode]++
		}
		for _, problem := range compare(p, answers[i], known != "", decode != "") {
			if shown++; shown <= 10 {
				t.Errorf("%s\n%s", p.json, problem)
			}
		}
	}
	for reason, n := range listed {
		t.Logf("%d values differ as they must. %s", n, reason)
	}
	if shown > 10 {
		t.Errorf("and %d more differences", shown-10)
	}
}

// generate makes values without the numbers in which the two specs differ: the
// package implements spec 3.5.1, which spells doubles in [2^53, 1e21) as plain
// digits and leaves integers beyond 2^53 to the host language (spec 2.3.2,
// 19.3).
func generate(t *testing.T, n int) []pair {
	t.Helper()
	g := valuegen.Value(valuegen.Options{Depth: 4, SafeNumbers: true})
	pairs := make([]pair, n)
	for i := range pairs {
		v := g.Example(i)
		text, err := value.AppendJSON(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		wire, err := format.Generic(v, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		pairs[i] = pair{v, string(text), string(wire)}
	}
	return pairs
}

// ask runs the other implementation over all pairs.
func ask(t *testing.T, node string, pairs []pair) []answer {
	t.Helper()
	var in bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, p := range pairs {
		if err := enc.Encode([]string{p.json, p.wire}); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(node, "interop.mjs")
	cmd.Stdin = &in
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []answer
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	return answers
}

// compare returns how the implementations differ, but for the bytes of the
// encoders, or what their decoder reads, where that is known to differ.
func compare(p pair, a answer, encode, decode bool) (problems []string) {
	switch {
	case encode:
	case a.EncodeError != "":
		problems = append(problems, "their encoder: "+a.EncodeError)
	case a.Wire != p.wire:
		problems = append(problems, "we write\n"+p.wire+"they write\n"+a.Wire)
	}
	switch v, err := value.FromJSON(a.JSON); {
	case decode:
	case a.DecodeError != "":
		problems = append(problems, "their decoder does not read\n"+p.wire+a.DecodeError)
	case err != nil || !value.Equal(v, p.v):
		problems = append(problems, "their decoder reads\n"+p.wire+"as "+a.JSON)
	}
	if !encode && a.EncodeError == "" {
		v, err := value.Decode(parser.Parse(a.Wire))
		if err != nil {
			problems = append(problems, "our decoder does not read their\n"+a.Wire+err.Error())
		} else if !value.Equal(v, p.v) {
			got, _ := value.AppendJSON(nil, v)
			problems = append(problems, "our decoder reads their\n"+a.Wire+"as "+string(got))
		}
	}
	return problems
}
