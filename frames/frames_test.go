package frames

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gcf-lsp/ast"
	"gcf-lsp/diagnostics"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

func TestCost(t *testing.T) {
	for _, c := range []struct {
		content string
		cost    uint64
	}{
		{"", 0}, {"ok", 1}, {"return nil", 3}, {"Grüße aus Köln", 5}, {"予算は正直に", 5}, {"👩\u200d🚀 go", 4},
		{"e\u0301e\u0301e\u0301", 3}, {"step 1\nstep 2\n", 4}, {strings.Repeat("x", 4096), 1024}, {strings.Repeat("x", 4097), 1025},
	} {
		if got := Cost(c.content); got != c.cost {
			t.Errorf("%.20q costs %d, want %d", c.content, got, c.cost)
		}
	}
}

func TestModelTokens(t *testing.T) {
	for model, budget := range map[uint64]uint64{
		0: 0, 1: 0, 1000: 740, 4096: 3034, 8192: 6068, 10000: 7407, 32000: 23703, 128000: 94814, 200000: 148148, 1415586: 1048582,
	} {
		if got := BudgetTokens(model); got != budget {
			t.Errorf("%d model tokens are %d budget tokens, want %d", model, got, budget)
		}
	}
	for budget, model := range map[uint64]uint64{0: 0, 1: 2, 7407: 10000, 20: 27, 100: 135} {
		if got := ModelTokens(budget); got != model {
			t.Errorf("%d budget tokens are %d model tokens, want %d", budget, got, model)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(0, 1<<40).Draw(t, "n")
		if got, want := BudgetTokens(n), n*100/135; got != want {
			t.Fatalf("%d: %d, want %d", n, got, want)
		}
		if got, want := ModelTokens(n), (n*135+99)/100; got != want {
			t.Fatalf("%d: %d, want %d", n, got, want)
		}
	})
}

func TestTimes(t *testing.T) {
	for text, ok := range map[string]bool{
		"2026-08-01T06:30:00Z": true, "2026-08-01T06:30:00.5Z": true, "2024-02-29T00:00:00Z": true, "0000-01-01T00:00:00Z": true,
		"2016-12-31T23:59:60Z": true, "2026-08-01T08:30:00+02:00": false, "2026-13-01T00:00:00Z": false, "2026-02-29T00:00:00Z": false,
		"1900-02-29T00:00:00Z": false, "2026-04-31T00:00:00Z": false, "2026-08-01T24:00:00Z": false, "2026-08-01T06:60:00Z": false,
		"2026-08-01T06:30:61Z": false, "2026-08-01T06:30:00z": false, "2026-08-01 06:30:00Z": false, "2026-08-01T06:30:00.Z": false,
		"2026-08-01T06:30:00Z\n": false, "2026-08-01T06:30:00": false, "": false, "２026-08-01T06:30:00Z": false,
	} {
		if _, got := parseTime(text); got != ok {
			t.Errorf("%q: %v, want %v", text, got, ok)
		}
	}
	// Compared by value: .5 is later than nothing, .50 is the same.
	a, _ := parseTime("2026-08-01T06:30:00Z")
	b, _ := parseTime("2026-08-01T06:30:00.5Z")
	c, _ := parseTime("2026-08-01T06:30:00.50Z")
	if a.compare(b) >= 0 || b.compare(a) <= 0 || b.compare(c) != 0 {
		t.Errorf("%d %d %d", a.compare(b), b.compare(a), b.compare(c))
	}
}

func TestForms(t *testing.T) {
	for text, ok := range map[string]bool{"mini-lm/3": true, "mini-lm/3/l2": true, "mini-lm": false, "/3": false, "m/x": false, "m//l2": false, "m/3/": false, "m/3/l2/x": false, "m/": false} {
		if _, got := fingerprint(text); got != ok {
			t.Errorf("fingerprint %q: %v", text, got)
		}
	}
	for text, ok := range map[string]bool{"file:///a": true, "team:x": true, "a.go": false, ":x": false, "1a:x": false, "a+b-c.1:x": true, "": false, "é:x": false} {
		if got := hasScheme(text); got != ok {
			t.Errorf("scheme of %q: %v", text, got)
		}
	}
	for text, ok := range map[string]bool{"contextgraph/1.0-draft": true, "contextgraph/2.11": true, "contextgraph/1": false, "cgp-1": false, "contextgraph/1.x": false, "contextgraph/.0": false} {
		if _, _, got := version(text); got != ok {
			t.Errorf("version %q: %v", text, got)
		}
	}
}

// Absent, null and empty are three things.
func TestStates(t *testing.T) {
	doc := parser.Parse("GCF profile=generic\n# cgp\n## frames [3]{id,kind,title,content,score,token_cost}\na|fact|A|~|1|0\nb|fact|B|-|1|0\nc|fact|C|\"\"|1|0\n")
	r := Open(doc, Auto).Results[0]
	for i, want := range []State{Absent, Null, Present} {
		if _, got := r.Frames[i].Get(Content); got != want {
			t.Errorf("frame %d: %d, want %d", i, got, want)
		}
		if _, ok := r.Frames[i].Text(Content); ok != (want == Present) {
			t.Errorf("frame %d has a text: %v", i, ok)
		}
	}
}

func TestDetection(t *testing.T) {
	const columns = "{id,kind,title,content,score,token_cost}"
	const row = "a|fact|A|abcd|1|1\n"
	for _, c := range []struct {
		name, text string
		setting    Setting
		want       Reason
	}{
		{"comment", "# cgp\na=1\n", Auto, ByComment},
		{"comment with numbers", "# cgp max_tokens=4 max_frames=1 provider_id=x\na=1\n", Auto, ByComment},
		{"comment that says no", "# cgp off\nprotocol_version=contextgraph/1.0\n", Auto, NotFrames},
		{"comment that says no, settings that say yes", "# cgp off\n## frames [1]" + columns + "\n" + row, On, NotFrames},
		{"prose", "# cgp is a protocol\n## rows [1]{token_cost}\n1\n", Auto, NotFrames},
		{"comment after the data", "a=token_cost\n# cgp\n", Auto, NotFrames},
		{"version", "protocol_version=contextgraph/1.0-draft\n", Auto, ByData},
		{"another protocol", "protocol_version=2.0\nmax_tokens=4\n", Auto, NotFrames},
		{"query envelope", "type=query\n## query\n  goal=x\n  max_frames=1\n  max_tokens=4\n", Auto, ByData},
		{"an error of anybody", "type=error\nmessage=max_tokens exceeded\n", Auto, NotFrames},
		{"a query of anybody", "type=query\n## query\n  text=x\n  max_tokens=4\n", Auto, NotFrames},
		{"columns", "## rows [1]" + columns + "\n" + row, Auto, ByShape},
		{"nested columns", "## answer\n  ## context [1]" + columns + "\n  " + row, Auto, ByShape},
		{"columns, another kind", "## rows [1]" + columns + "\na|thing|A|abcd|1|1\n", Auto, NotFrames},
		{"columns, no number", "## rows [1]" + columns + "\na|fact|A|abcd|1|1.5\n", Auto, NotFrames},
		{"columns, no rows", "## rows [0]" + columns + "\n", Auto, ByShape},
		{"a column less", "## rows [1]{id,kind,title,content,token_cost}\na|fact|A|abcd|1\n", Auto, NotFrames},
		{"off", "# cgp\n## rows [1]" + columns + "\n" + row, Off, NotFrames},
		{"on", "a=1\n", On, BySetting},
		{"strict", "a=1\n", Strict, NotFrames},
		{"strict, comment", "# cgp\na=1\n", Strict, ByComment},
	} {
		view := Open(parser.Parse("GCF profile=generic\n"+c.text), c.setting)
		got := NotFrames
		if view != nil {
			got = view.Reason
		}
		if got != c.want {
			t.Errorf("%s: %d (%s), want %d", c.name, got, got, c.want)
		}
	}
	if Open(parser.Parse("GCF profile=graph\n# cgp\n## targets\n@0 fn a 0.5 lsp\n"), On) != nil {
		t.Error("a graph holds frames")
	}
}

func codes(view *View) string {
	var all []string
	for _, d := range view.Diagnostics() {
		all = append(all, d.Code.String())
	}
	return strings.Join(all, " ")
}

func TestPairing(t *testing.T) {
	frame := func(id string) string { return id + "|fact|T " + id + "|abcdefgh|1|2|label\n" }
	const columns = "{id,kind,title,content,score,token_cost,citation_label}"
	for _, c := range []struct{ name, text, want string }{
		{"the comment", "# cgp max_tokens=1\n## frames [1]" + columns + "\n" + frame("a") + "truncated=false\n", "cgp_over_budget"},
		{"the comment's frames", "# cgp max_frames=1\n## frames [2]" + columns + "\n" + frame("a") + frame("b") + "truncated=false\n", "cgp_too_many_frames"},
		{"no query", "# cgp\n## frames [1]" + columns + "\n" + frame("a") + "truncated=false\n", ""},
		{"envelopes, by id", "## [3]\n@0 {}\n  type=query\n  id=q1\n  ## query\n    goal=x\n    max_frames=1\n    max_tokens=1\n@1 {}\n  type=query\n  id=q2\n  ## query\n    goal=x\n    max_frames=1\n    max_tokens=9\n@2 {}\n  type=frames\n  id=q1\n  ## result\n    ## frames [1]" + columns + "\n    " + frame("a") + "    truncated=false\n", "cgp_over_budget"},
		{"envelopes, the last before", "## [2]\n@0 {}\n  type=query\n  ## query\n    goal=x\n    max_frames=1\n    max_tokens=9\n@1 {}\n  type=frames\n  ## result\n    ## frames [1]" + columns + "\n    " + frame("a") + "    truncated=false\n", ""},
		{"a bare list", "# cgp max_tokens=1\n## [1]" + columns + "\n" + frame("a"), "cgp_over_budget"},
	} {
		doc := parser.Parse("GCF profile=generic\n" + c.text)
		if diagnostics.HasErrors(doc) {
			t.Errorf("%s: the document has errors: %v", c.name, diagnostics.Check(doc, diagnostics.Options{}))
		}
		view := Open(doc, Auto)
		if view == nil {
			t.Errorf("%s: not taken for frames", c.name)
			continue
		}
		if got := codes(view); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	// The keyed table that an object with only query and result becomes.
	text := "GCF profile=generic\n# cgp\n## [2:]{key,goal,max_frames,max_tokens,truncated,frames}\nquery|x|4|1|~|~\n@1 result|~|~|~|false|^\n.frames [1]" + columns + "\n    " + frame("a")
	if view := Open(parser.Parse(text), Auto); view == nil || codes(view) != "cgp_over_budget" {
		t.Errorf("a keyed table: %v", view)
	}
	// A single frame, and a delta, which is a part of a set.
	single := "GCF profile=generic\n# cgp\nid=a\nkind=fact\ntitle=A\ncontent=abcd\nscore=1\ntoken_cost=2\ncitation_label=x\n"
	if got := codes(Open(parser.Parse(single), Auto)); got != "cgp_token_cost" {
		t.Errorf("a single frame: %q", got)
	}
	delta := "GCF profile=generic delta=true base_root=sha256:aa new_root=sha256:bb key=id\n# cgp max_tokens=1\n## added [1]{@id,kind,title,content,score,token_cost,citation_label}\na|fact|A|abcdefgh|1|2|x\n## changed [1]{@id,kind,title,content,score,token_cost,citation_label}\nb|fact|B|abcdefgh|1|3|x\n## removed [1]{@id}\nc\n"
	if got := codes(Open(parser.Parse(delta), Auto)); got != "cgp_token_cost" {
		t.Errorf("a delta: %q", got)
	}
}

// Strict lifts what only the published suite demands.
func TestStrict(t *testing.T) {
	for _, r := range []*Rule{ruleG1, ruleP1b, ruleP2d} {
		text := diagnostics.ByCode(r.Code).Page.Bad
		for setting, want := range map[Setting]diagnostics.Severity{On: diagnostics.Warning, Strict: diagnostics.Error} {
			found := Open(parser.Parse(text), setting).Diagnostics()
			if len(found) != 1 || found[0].Severity != want {
				t.Errorf("%s: %v", r.ID, found)
			}
		}
	}
}

// A newer minor version may have more words.
func TestNewerMinorVersion(t *testing.T) {
	text := "GCF profile=generic\nprotocol_version=contextgraph/1.%d\n## result\n  ## frames [1]{id,kind,title,content,score,token_cost,citation_label}\n  a|recipe|A|abcd|1|1|label\n  truncated=false\n"
	for minor, want := range []diagnostics.Severity{diagnostics.Error, diagnostics.Warning} {
		found := Open(parser.Parse(fmt.Sprintf(text, minor)), Auto).Diagnostics()
		if len(found) != 1 || found[0].Severity != want {
			t.Errorf("minor %d: %v", minor, found)
		}
	}
}

// drawResult makes a result whose costs may be wrong.
func drawResult(t *rapid.T) (text string, frames int) {
	content := rapid.OneOf(
		rapid.StringMatching(`[a-zäöü予算 ]{0,40}`),
		rapid.SampledFrom([]string{"", "42", "true", "-", "~", "a|b", "\"q\"", "line\nline", "👩‍🚀", "e\u0301", " x ", "# no comment", "@0 x", "^"}),
	)
	n := rapid.IntRange(0, 6).Draw(t, "frames")
	maxTokens := rapid.IntRange(0, 40).Draw(t, "max_tokens")
	var b strings.Builder
	fmt.Fprintf(&b, "GCF profile=generic\nprotocol_version=contextgraph/1.0\n## query\n  goal=x\n  max_frames=9\n  max_tokens=%d\n## result\n", maxTokens)
	fmt.Fprintf(&b, "  ## frames [%d]{id,kind,title,content,score,token_cost,citation_label}\n", n)
	for i := range n {
		c := content.Draw(t, "content")
		cost := Cost(c)
		if rapid.Bool().Draw(t, "lie") {
			cost = uint64(rapid.IntRange(0, 12).Draw(t, "cost"))
		}
		fmt.Fprintf(&b, "  f%d|fact|T%d|%s|0.5|%d|label\n", i, i, value.AppendQuoted(nil, c), cost)
	}
	return b.String() + "  truncated=false\n", n
}

// Setting the costs by the fix makes B3 silent, and then B1 is silent exactly
// when the honest sum fits.
func TestSettingTheCosts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, _ := drawResult(t)
		doc := parser.Parse(text)
		view := Open(doc, Auto)
		before := view.Results[0].Sum()
		var edits []diagnostics.Edit
		for _, d := range view.Diagnostics() {
			switch d.Code {
			case ast.CGPTokenCost:
				edits = append(edits, d.Fixes[0].Edits...)
			case ast.CGPOverBudget, ast.CGPHonestOverBudget, ast.CGPZeroBudget:
			default:
				t.Fatalf("%s: %s\n%s", d.Code, d.Message, text)
			}
		}
		if len(edits) != before.Wrong {
			t.Fatalf("%d fixes for %d wrong costs\n%s", len(edits), before.Wrong, text)
		}
		var fixed strings.Builder
		at := 0
		for _, e := range edits {
			fixed.WriteString(text[at:e.Start] + e.Text)
			at = e.End
		}
		fixed.WriteString(text[at:])
		after := Open(parser.Parse(fixed.String()), Auto)
		sum := after.Results[0].Sum()
		if sum.Honest != before.Honest || sum.Declared != before.Honest || sum.Wrong != 0 {
			t.Fatalf("%+v became %+v\n%s", before, sum, fixed.String())
		}
		over := sum.Honest > *after.Results[0].Query.MaxTokens
		for _, d := range after.Diagnostics() {
			switch {
			case d.Code == ast.CGPOverBudget && over:
				over = false
			case d.Code != ast.CGPZeroBudget:
				t.Fatalf("%s: %s\n%s", d.Code, d.Message, fixed.String())
			}
		}
		if over {
			t.Fatalf("the sum %d does not fit, and nobody says so\n%s", sum.Honest, fixed.String())
		}
	})
}

// Whatever is broken, reading frames does not fail, and findings have places.
func TestBrokenFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, _ := drawResult(t)
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := rapid.IntRange(from, min(from+30, len(text))).Draw(t, "to")
		put := rapid.SampledFrom([]string{"", "|", "\n", "\"", "~", "^", "@1 ", ".relations [1]{rel}\n    x\n", "  ", "## query\n", "\xff", "# cgp\n"}).Draw(t, "put")
		text = text[:from] + put + text[to:]
		for _, setting := range []Setting{Auto, On, Strict} {
			doc := parser.Parse(text)
			view := Open(doc, setting)
			if view == nil {
				continue
			}
			for _, d := range view.Diagnostics() {
				if d.Start < 0 || d.End < d.Start || d.End > len(text) || d.Message == "" {
					t.Fatalf("%+v\n%q", d, text)
				}
			}
			for line := range doc.Nodes {
				if r, i, ok := view.FrameAt(ast.NodeID(line)); ok {
					r.Running(i)
					view.Place(&r.Frames[i], TokenCost)
				}
			}
		}
	})
}

// table is a result of n frames, with relations and provenance.
func table(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "GCF profile=generic\nprotocol_version=contextgraph/1.0\n## query\n  goal=x\n  max_frames=%d\n  max_tokens=%d\n## result\n", n, n*20)
	fmt.Fprintf(&b, "  ## frames [%d]{id,kind,title,content,content_digest,uri,score,token_cost,citation_label,relations}\n", n)
	for i := range n {
		content := fmt.Sprintf("Frame number %d says what there is to say about it.", i)
		fmt.Fprintf(&b, "  @%d f:%d|%s|Title %d|%s|%s|file:///srv/docs/%d.md|0.5|%d|label %d|^\n", i, i, kinds[i%len(kinds)], i, content, DigestOf(content), i, Cost(content), i)
		fmt.Fprintf(&b, "  .relations [1]{rel,target_uri,display_name}\n      doc.documents|file:///srv/docs/%d.md|Next\n", i+1)
	}
	return b.String() + "  truncated=false\n"
}

// BenchmarkCheck checks results of two lengths: the time for a frame must not
// grow with their number.
func BenchmarkCheck(b *testing.B) {
	for name, edit := range map[string]func(string) string{
		"right":       func(s string) string { return s },
		"wrong costs": func(s string) string { return strings.ReplaceAll(s, "|0.5|", "|0.5|9") },
		"one id":      func(s string) string { return strings.ReplaceAll(s, " f:", " f:1|fact|x|y|~|~|0.5|1|z|^\n  # ") },
	} {
		for _, n := range []int{1000, 10_000, 100_000} {
			text := edit(table(n))
			doc := parser.Parse(text)
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					if found := Open(doc, Auto).Diagnostics(); (len(found) == 0) != (name == "right") {
						b.Fatal(len(found))
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/frame")
			})
		}
	}
}

// What is there twice leads to the first.
func TestRelated(t *testing.T) {
	for _, r := range []*Rule{ruleD2a, ruleD2b, ruleD2c, ruleL16} {
		text := diagnostics.ByCode(r.Code).Page.Bad
		for _, d := range Open(parser.Parse(text), On).Diagnostics() {
			if d.Code == r.Code && (len(d.Related) != 1 || text[d.Related[0].Start:d.Related[0].End] != text[d.Start:d.End] || d.Related[0].Start >= d.Start) {
				t.Errorf("%s: %+v", r.ID, d.Related)
			}
		}
	}
}
