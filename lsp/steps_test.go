package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	gcf "gcf-lsp/snapshot"
	"gcf-lsp/value"
)

// TestStepsOfAChain follows two deltas to the full payload in the workspace, and
// stops where one does not verify.
func TestStepsOfAChain(t *testing.T) {
	full := func(rows string) (gcf.Snapshot, string) {
		v, err := value.FromJSON(rows)
		if err != nil {
			t.Fatal(err)
		}
		s, err := gcf.TableFromValue("stock", "sku", v)
		if err != nil {
			t.Fatal(err)
		}
		text, err := gcf.AppendFull(nil, s, gcf.Header{})
		if err != nil {
			t.Fatal(err)
		}
		return s, string(text)
	}
	delta := func(a, b gcf.Snapshot) string {
		d, err := gcf.Diff(a, b)
		if err != nil {
			t.Fatal(err)
		}
		text, err := gcf.AppendDelta(nil, d, gcf.Header{})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	a, text := full(`[{"sku":"A","qty":1},{"sku":"B","qty":2}]`)
	b, _ := full(`[{"sku":"A","qty":1},{"sku":"B","qty":3}]`)
	d, _ := full(`[{"sku":"B","qty":3},{"sku":"C","qty":9}]`)
	c := start(t, Options{})
	c.Initialize(nil)
	c.Open("file:///w/a.gcf", 1, text)
	c.Open("file:///w/ab.gcf", 1, delta(a, b))
	c.Open("file:///w/bd.gcf", 1, delta(b, d))
	c.Open("file:///w/wrong.gcf", 1, strings.Replace(delta(b, d), d.Root(), a.Root(), 1))
	c.Open("file:///w/lost.gcf", 1, delta(d, a))
	c.Open("file:///w/broken.gcf", 1, delta(b, d)+"x\n")
	ask := func(params string) (r stepsResult) {
		t.Helper()
		if err := c.Call("gcf/steps", json.RawMessage(params), &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := ask(`{"textDocument":{"uri":"file:///w/bd.gcf"}}`)
	if len(r.Steps) != 2 || r.Step != 1 || !r.Steps[0].Verified || !r.Steps[1].Verified || r.Steps[1].Root != d.Root() ||
		r.Steps[0].Name != "ab.gcf" || r.Steps[1].Base != "the result of ab.gcf" || r.Steps[1].Summary != "+1 −1 ~0 rows" {
		t.Errorf("%+v", r)
	}
	if r.Base != b.Root()+"\n\"A\"  qty=1\n\"B\"  qty=3\n" || r.Result != d.Root()+"\n\"B\"  qty=3\n\"C\"  qty=9\n" {
		t.Errorf("%s%s", r.Base, r.Result)
	}
	if r = ask(`{"textDocument":{"uri":"file:///w/bd.gcf"},"step":0}`); r.Step != 0 || !strings.HasPrefix(r.Base, a.Root()) || !strings.HasPrefix(r.Result, b.Root()) {
		t.Errorf("%+v", r)
	}
	if r = ask(`{"textDocument":{"uri":"file:///w/wrong.gcf"}}`); len(r.Steps) != 2 || r.Steps[1].Verified ||
		!strings.Contains(r.Steps[1].Message, "new_root is not what this delta makes") || !strings.HasPrefix(r.Result, d.Root()) {
		t.Errorf("%+v", r)
	}
	for uri, why := range map[string]string{
		"a.gcf": "is no delta", "broken.gcf": "has errors",
	} {
		if r = ask(`{"textDocument":{"uri":"file:///w/` + uri + `"}}`); len(r.Steps) != 0 || !strings.Contains(r.Why, why) {
			t.Errorf("%s: %+v", uri, r)
		}
	}
	// bd.gcf and wrong.gcf both lead on from b; only the first gives d.
	if r = ask(`{"textDocument":{"uri":"file:///w/lost.gcf"}}`); len(r.Steps) != 3 || !r.Steps[2].Verified {
		t.Errorf("%+v", r)
	}
}
