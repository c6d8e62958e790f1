package snapshot

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"gcf-lsp/value"
)

// counters makes a table of n rows, the first of which has a count.
func counters(n, count int) *Table {
	var rows []value.Value
	for i := range n {
		c := 0
		if i == 0 {
			c = count
		}
		rows = append(rows, value.NewObject([]value.Member{
			{Key: "id", Value: value.NewInt(int64(i))},
			{Key: "count", Value: value.NewInt(int64(c))},
		}))
	}
	return must(NewTable(TableSpec{Name: "counters", Key: "id", Rows: rows}))
}

func TestProducerGivesTheThreeAnswers(t *testing.T) {
	p := NewProducer(Options{Tool: "count", Savings: true})
	check := func(held string, s Snapshot, outcome Outcome, reason Reason) Answer {
		t.Helper()
		a := must(p.Answer(held, s))
		if a.Outcome != outcome || a.Reason != reason || a.Root != s.Root() {
			t.Errorf("%s (%s) %s, want %s (%s) %s", a.Outcome, a.Reason, a.Root, outcome, reason, s.Root())
		}
		return a
	}
	one, two, three := counters(100, 1), counters(100, 2), counters(100, 3)
	check("", one, FullPayload, ReasonFirst)
	a := check(one.Root(), one, Unchanged, ReasonNone)
	equalText(t, string(a.Payload), "GCF profile=generic tool=count unchanged=true pack_root="+one.Root()+" count=100\n")
	a = check(one.Root(), two, DeltaPatch, ReasonNone)
	equalText(t, string(a.Payload), "GCF profile=generic delta=true base_root="+one.Root()+" new_root="+two.Root()+" key=id savings=64%\n"+
		"## changed [1]{@id,count}\n0|2\n")
	check(one.Root(), three, DeltaPatch, ReasonNone) // it kept the answer before
	check(one.Root(), three, FullPayload, ReasonUnknown)
	check("md5:0", three, FullPayload, ReasonUnknown)
	check(three.Root(), counters(1, 3), FullPayload, ReasonSize)
	check(counters(1, 3).Root(), graphOf("a"), FullPayload, ReasonProfile)
	a = check(graphOf("a").Root(), graphOf("a"), Unchanged, ReasonNone)
	equalText(t, string(a.Payload), "GCF profile=graph tool=count unchanged=true pack_root="+graphOf("a").Root()+" symbols=1\n")
	p.Reset()
	check(graphOf("a").Root(), graphOf("b"), FullPayload, ReasonUnknown)
}

func TestProducerSendsFullWhenTheSchemaChanges(t *testing.T) {
	p := NewProducer(Options{Guard: NoGuard})
	base := counters(3, 0)
	must(p.Answer("", base))
	var rows []value.Value
	for _, r := range base.Rows() {
		rows = append(rows, with(r, "unit", value.NewString("n")))
	}
	a := must(p.Answer(base.Root(), must(NewTable(TableSpec{Name: "counters", Key: "id", Rows: rows}))))
	if a.Reason != ReasonFields {
		t.Errorf("%s (%s)", a.Outcome, a.Reason)
	}
}

func TestProducerRefusesAHeaderItCannotWrite(t *testing.T) {
	p := NewProducer(Options{Tool: "two words"})
	if _, err := p.Answer("", counters(1, 0)); err == nil || !strings.Contains(err.Error(), "tool=two words") {
		t.Error(err)
	}
}

func TestProducerMeasuresAsItIsTold(t *testing.T) {
	words := func(payload []byte) int { return len(strings.Fields(string(payload))) }
	p := NewProducer(Options{Measure: words, Guard: 0.10, Savings: true})
	must(p.Answer("", counters(500, 1)))
	a := must(p.Answer(counters(500, 1).Root(), counters(500, 2)))
	if !strings.Contains(string(a.Payload), " savings=98%\n") {
		t.Errorf("%s", a.Payload)
	}
}

func TestProducerIsSafeForConcurrentUse(t *testing.T) {
	p := NewProducer(Options{Keep: 4, Reanchor: Reanchor{Every: 5, Cumulative: true}})
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			held := ""
			for j := range 20 {
				next := counters(50, i*j)
				a := must(p.Answer(held, next))
				if a.Outcome == DeltaPatch {
					base, _ := a.Delta.Roots()
					if base != held {
						panic(fmt.Sprintf("a delta on %s for a consumer that holds %s", base, held))
					}
				}
				held = a.Root
			}
		})
	}
	wait.Wait()
}
