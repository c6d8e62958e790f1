package snapshot

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"gcf-lsp/parser"
)

func graphOf(names ...string) *Graph {
	var symbols []Symbol
	for i, n := range names {
		symbols = append(symbols, Symbol{"function", n, 1 - float64(i)/100, "lsp", 0})
	}
	return must(NewGraph(symbols, nil))
}

// lines returns the node lines and references of a payload.
func lines(payload []byte) (out []string) {
	for _, line := range strings.Split(string(payload), "\n") {
		if strings.HasPrefix(line, "@") {
			out = append(out, line)
		}
	}
	return out
}

func TestSessionDeclaresWhatWasNotDelivered(t *testing.T) {
	s := NewSession(SessionOptions{})
	encode := func(names ...string) *Call {
		t.Helper()
		return must(s.Encode(graphOf(names...), Header{}))
	}
	first := encode("a", "b")
	again := encode("b", "c")
	equalText(t, strings.Join(lines(again.Payload), "\n"), "@1 fn b 1.00 lsp\n@2 fn c 0.99 lsp")
	first.Delivered()
	equalText(t, strings.Join(lines(encode("c", "b").Payload), "\n"), "@2 fn c 1.00 lsp\n@1  # previously transmitted")
	s.Forget()
	equalText(t, strings.Join(lines(encode("b").Payload), "\n"), "@1 fn b 1.00 lsp")
}

func TestSessionResendsWhatChanged(t *testing.T) {
	for _, resend := range []bool{false, true} {
		s := NewSession(SessionOptions{ResendChanged: resend})
		must(s.Encode(graphOf("a"), Header{})).Delivered()
		changed := must(NewGraph([]Symbol{{"fn", "a", 0.5, "lsp", 0}}, nil))
		want := "@0  # previously transmitted"
		if resend {
			want = "@0 fn a 0.50 lsp"
		}
		call := must(s.Encode(changed, Header{}))
		equalText(t, lines(call.Payload)[0], want)
		call.Delivered()
		equalText(t, lines(must(s.Encode(changed, Header{})).Payload)[0], "@0  # previously transmitted")
	}
}

func TestSessionNamesItsRoot(t *testing.T) {
	g := graphOf("a")
	call := must(NewSession(SessionOptions{PackRoot: true}).Encode(g, Header{Tool: "t"}))
	header, _, _ := strings.Cut(string(call.Payload), "\n")
	equalText(t, header, "GCF profile=graph tool=t symbols=1 session=true pack_root="+g.Root())
}

func TestSessionWithARootDeclaresWhatChanged(t *testing.T) {
	s := NewSession(SessionOptions{PackRoot: true})
	var c Consumer
	for _, score := range []float64{0.5, 0.25} {
		g := must(NewGraph([]Symbol{{"fn", "a", score, "lsp", 0}}, nil))
		call := must(s.Encode(g, Header{}))
		if got, err := c.Receive(parser.Parse(string(call.Payload))); err != nil || !same(got, g) {
			t.Errorf("%v\n%s", err, call.Payload)
		}
		call.Delivered()
	}
}

func TestSessionFallsBackAtItsLimits(t *testing.T) {
	check := func(t *testing.T, s *Session, g *Graph, want Reason) {
		t.Helper()
		call := must(s.Encode(g, Header{}))
		call.Delivered()
		if call.Fallback != want {
			t.Errorf("fallback %q, want %q", call.Fallback, want)
		}
		if inSession := strings.Contains(string(call.Payload), "session=true"); inSession != (want == ReasonNone) {
			t.Errorf("payload %s", call.Payload)
		}
	}
	t.Run("ids", func(t *testing.T) {
		s := NewSession(SessionOptions{IDs: 3})
		check(t, s, graphOf("a", "b"), ReasonNone)
		check(t, s, graphOf("c", "d"), ReasonIDs)
		check(t, s, graphOf("c"), ReasonNone) // it goes on within its limit
		equalText(t, lines(must(s.Encode(graphOf("c"), Header{})).Payload)[0], "@2  # previously transmitted")
	})
	t.Run("idle", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := NewSession(SessionOptions{Idle: time.Minute})
			check(t, s, graphOf("a"), ReasonNone)
			time.Sleep(time.Minute)
			check(t, s, graphOf("a"), ReasonNone)
			time.Sleep(time.Minute + 1)
			check(t, s, graphOf("a"), ReasonIdle)
			check(t, s, graphOf("a"), ReasonIdle) // an ended session does not come back
		})
	})
	t.Run("lifetime", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s := NewSession(SessionOptions{Lifetime: time.Hour, Idle: time.Minute})
			for range 60 {
				check(t, s, graphOf("a"), ReasonNone)
				time.Sleep(time.Minute)
			}
			check(t, s, graphOf("a"), ReasonNone)
			time.Sleep(time.Second)
			check(t, s, graphOf("a"), ReasonLifetime)
		})
	})
}

// Ids are what spec 9.2 wants: one symbol each for ever, given out in order.
func TestSessionIDsNeverMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := NewSession(SessionOptions{})
		known := make(map[string]string) // declaration's identity by id
		next := 0
		for range rapid.IntRange(1, 8).Draw(t, "calls") {
			g := graphGen(8).Draw(t, "graph")
			call := must(s.Encode(g, Header{}))
			delivered := rapid.Bool().Draw(t, "delivered")
			for _, line := range lines(call.Payload) {
				id, rest, _ := strings.Cut(line, " ")
				if strings.Contains(id, "<@") {
					continue // an edge
				}
				if rest == " # previously transmitted" {
					if known[id] == "" {
						t.Fatalf("%s refers to nothing", line)
					}
					continue
				}
				words := strings.Split(rest, " ")
				identity := words[0] + " " + words[1]
				if was, used := known[id]; used && was != identity {
					t.Fatalf("%s was %s", line, was)
				}
				if known[id] == "" {
					if id != fmt.Sprintf("@%d", next) {
						t.Fatalf("%s, want the id %d", line, next)
					}
					next++
				}
				known[id] = identity
			}
			if delivered {
				call.Delivered()
			}
		}
	})
}

func TestSessionIsSafeForConcurrentUse(t *testing.T) {
	s := NewSession(SessionOptions{})
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for j := range 20 {
				must(s.Encode(graphOf(fmt.Sprint("f", (i+j)%10), "g"), Header{})).Delivered()
			}
		})
	}
	wait.Wait()
	for _, line := range lines(must(s.Encode(graphOf("g", "f1", "f2"), Header{})).Payload) {
		if !strings.HasSuffix(line, "# previously transmitted") {
			t.Error(line)
		}
	}
}
