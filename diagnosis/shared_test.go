package diagnosis

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gcf-lsp/ast"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/internal/tree/graph"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// TestSharedSlips says for each broken payload at hand what is said first, and
// what repairing makes of it, against the data that an expert says was meant.
// With -payloads DIR it does so for the payloads of another folder.
func TestSharedSlips(t *testing.T) {
	dir := *payloads
	if dir == "" {
		dir = material.Dir(t, "slips")
	}
	index, err := os.ReadFile(filepath.Join(dir, "INDEX.tsv"))
	if err != nil {
		t.Skip(err)
	}
	var n, right, wrong, decidedWrong, known int
	for i, line := range strings.Split(strings.TrimSpace(string(index)), "\n") {
		f := strings.Split(line, "\t")
		if i == 0 || len(f) < 3 {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f[0]))
		if err != nil {
			t.Error(err)
			continue
		}
		d := Explain(string(text))
		say := "(nothing)"
		if len(d.Steps) > 0 {
			say = fmt.Sprintf("%s [%s]", d.Steps[0].Message, d.Steps[0].Slip.Name)
			if d.Steps[0].Slip != &ruleFix {
				known++
			}
		}
		n++
		outcome := func(most Level) string {
			repaired := d.Repair(most)
			decodes := repaired.Decodes && repaired.Level <= most
			switch got := data(repaired.Text); {
			case !decodes:
				return "refused"
			case f[2] == "null":
				return "made " + got
			case got == compact(f[2]):
				return "right"
			default:
				return "WRONG " + got
			}
		}
		safe, decided := outcome(Safe), outcome(Decision)
		switch {
		case safe == "right":
			right++
		case safe != "refused":
			wrong++
		}
		if strings.HasPrefix(decided, "WRONG") {
			decidedWrong++
		}
		t.Logf("%-32s %-6s safe %-8s unsafe %-8s | %s\n\t%s", f[0], d.Level, safe, decided, f[1], say)
		for _, r := range d.Rivals {
			t.Logf("\t  or: %s [%s]", r.Message, r.Slip.Name)
		}
	}
	t.Logf("%d payloads: explained %d, safe right %d, safe WRONG %d, unsafe WRONG %d", n, known, right, wrong, decidedWrong)
}

func compact(text string) string {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	b, _ := json.Marshal(v)
	return string(b)
}

// data is what a text decodes to, in the form of the index: a graph is
// ["graph", symbols, [[source, target, type], …]].
func data(text string) string {
	doc := parser.Parse(text)
	if doc.Profile == ast.ProfileGraph {
		edges := [][]string{}
		for id := range doc.Nodes {
			if doc.Nodes[id].Kind != ast.KindEdge {
				continue
			}
			e := graph.Edge(doc, ast.NodeID(id))
			name := func(s ast.Span) string {
				sym, _ := graph.Declares(doc, s)
				line := graph.Symbol(doc, sym)
				return doc.Source[line.Name.Start:line.Name.End]
			}
			edges = append(edges, []string{name(e.Source), name(e.Target), doc.Source[e.Type.Start:e.Type.End]})
		}
		b, _ := json.Marshal([]any{"graph", doc.Symbols.Len(), edges})
		return string(b)
	}
	v, err := value.Decode(doc)
	if err != nil {
		return strconv.Quote(err.Error())
	}
	b, err := value.AppendJSON(nil, v)
	if err != nil {
		return strconv.Quote(err.Error())
	}
	return compact(string(b))
}
