package frames

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gcf-lsp/diagnostics"
	"gcf-lsp/format"
	"gcf-lsp/internal/testkit/material"
	"gcf-lsp/internal/tree/dataplace"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// found is a finding as the vectors list them.
type found struct{ Severity, Rule, Pointer string }

// generic returns a value as a document, after a comment that says what it is.
func generic(t testing.TB, v value.Value, comment string) string {
	t.Helper()
	text, err := format.Generic(v, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	header, body, _ := strings.Cut(string(text), "\n")
	return header + "\n" + comment + body
}

// findings returns what is found in a document, without the part of a pointer
// that leads to a frame of ours.
func findings(v *View, prefix string) []found {
	all := []found{}
	for _, f := range v.Findings() {
		pointer := strings.TrimPrefix(Pointer(f.Path), prefix)
		all = append(all, found{severityNames[f.Severity], f.Rule.ID, pointer})
	}
	return sorted(all)
}

var severityNames = map[diagnostics.Severity]string{diagnostics.Error: "error", diagnostics.Warning: "warning", diagnostics.Information: "info"}

func sorted(all []found) []found {
	slices.SortFunc(all, func(a, b found) int { return strings.Compare(a.Rule+a.Pointer, b.Rule+b.Pointer) })
	return all
}

func TestVectors(t *testing.T) {
	data, err := os.ReadFile(material.Dir(t, "cgp", "vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Rules []struct {
			Rule, Target string
			Good, Bad    json.RawMessage
			Expect       []found `json:"expect_bad"`
		}
	}
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, vector := range vectors.Rules {
		check := func(kind string, raw json.RawMessage, want []found) {
			prefix := ""
			if vector.Target == "frame" {
				raw = json.RawMessage(`{"frames":[` + string(raw) + `],"truncated":false}`)
				prefix = "/frames/0"
			}
			v, err := value.FromJSON([]byte(raw))
			if err != nil {
				t.Fatal(err)
			}
			text := generic(t, v, "# cgp\n")
			view := Open(parser.Parse(text), Auto)
			if diff := cmp.Diff(sorted(want), findings(view, prefix)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s\n%s", vector.Rule, kind, diff, text)
			}
			checkPlaces(t, vector.Rule, view)
		}
		check("good", vector.Good, []found{})
		check("bad", vector.Bad, vector.Expect)
	}
	if len(vectors.Rules) < 40 {
		t.Errorf("%d vectors", len(vectors.Rules))
	}
}

// checkPlaces checks that the range of each finding holds what it is about: the
// token of a scalar, the name of a container, an absent cell or the column list
// for what is missing.
func checkPlaces(t *testing.T, rule string, view *View) {
	t.Helper()
	d := diagnoser{Places: dataplace.Places{Doc: view.Document, Root: view.Root}}
	for _, f := range view.Findings() {
		s := d.find(&f)
		text := view.Document.Source[s.Span.Start:s.Span.End]
		v, found := view.Root, true
		for _, token := range f.Path {
			if n, err := strconv.Atoi(token); err == nil && v.Kind() == value.Array {
				v = v.Elems()[n]
			} else if v, found = v.Get(token); !found {
				break
			}
		}
		switch {
		case f.Rule == ruleT7:
			if !strings.Contains(text, f.Path[len(f.Path)-1]) {
				t.Errorf("%s: the name of %s is not %q", rule, Pointer(f.Path), text)
			}
		case f.Missing != "":
			if text != "~" && !strings.Contains(text, v.Members()[0].Value.Str()) && !s.NoColumn && !strings.Contains(text, "request") {
				t.Errorf("%s: the place of a missing %s is %q", rule, f.Missing, text)
			}
		case found && v.IsScalar():
			line := parser.Parse("GCF profile=generic\n=" + text + "\n")
			if got, err := value.Decode(line); err != nil || !value.Equal(got, v) {
				t.Errorf("%s: %s is not at %q", rule, Pointer(f.Path), text)
			}
		case found && v.Kind() == value.Array:
			if text != f.Path[len(f.Path)-1] {
				t.Errorf("%s: the list %s is at %q", rule, Pointer(f.Path), text)
			}
		}
	}
}

// TestDocuments compares what the documents of the protocol's examples report
// with what their README says, line by line.
func TestDocuments(t *testing.T) {
	want := map[string][]string{
		"01-valid-full.gcf":    nil,
		"02-valid-compact.gcf": nil,
		"04-bad-token-cost.gcf": {
			`8 frames: cgp_honest_over_budget`, `10 6: cgp_token_cost Set token_cost to 67`, `11 20: cgp_token_cost Set token_cost to 4`,
			`12 7: cgp_token_cost Set token_cost to 21`, `13 9: cgp_token_cost Set token_cost to 7`,
		},
		"05-bad-representation.gcf": {
			`4 ~: cgp_missing_content`, `6 "": cgp_reference_with_content Put ` + "`~`", `7 -: cgp_reference_with_content Put ` + "`~`",
		},
	}
	for name, want := range want {
		text, err := os.ReadFile(material.Dir(t, "cgp", name))
		if err != nil {
			t.Fatal(err)
		}
		doc := parser.Parse(string(text))
		view := Open(doc, Auto)
		if view == nil {
			t.Fatalf("%s: not taken for frames", name)
		}
		var got []string
		for _, d := range diagnostics.Check(doc, diagnostics.Options{Found: view.Diagnostics()}) {
			line := itoa(uint64(doc.Line(d.Start))) + " " + string(text[d.Start:d.End]) + ": " + d.Code.String()
			for _, f := range d.Fixes {
				line += " " + f.Title
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestBudgetsOfDocuments(t *testing.T) {
	limit := func(n uint64) *uint64 { return &n }
	for name, want := range map[string]struct {
		declared, honest uint64
		frames           int
		tokens, most     *uint64
	}{
		"01-valid-full.gcf":     {46, 46, 3, limit(64), limit(4)},
		"02-valid-compact.gcf":  {46, 46, 3, nil, nil},
		"04-bad-token-cost.gcf": {49, 106, 5, limit(80), limit(8)},
	} {
		text, err := os.ReadFile(material.Dir(t, "cgp", name))
		if err != nil {
			t.Fatal(err)
		}
		r := Open(parser.Parse(string(text)), Auto).Results[0]
		sum := r.Sum()
		tokens, most := r.Budget()
		if sum.Declared != want.declared || sum.Honest != want.honest || sum.Frames != want.frames || !cmp.Equal(tokens, want.tokens) || !cmp.Equal(most, want.most) {
			t.Errorf("%s: %+v %v %v", name, sum, tokens, most)
		}
	}
}

// TestPages checks that the bad document of each rule's page reports its code
// and nothing else, and the good one nothing.
func TestPages(t *testing.T) {
	codes := map[string]bool{}
	for _, r := range Rules() {
		codes[r.Code.String()] = true
		rule := diagnostics.ByCode(r.Code)
		for kind, text := range map[string]string{"bad": rule.Page.Bad, "good": rule.Page.Good} {
			doc := parser.Parse(text)
			view := Open(doc, Auto)
			if view == nil {
				t.Errorf("%s: the %s document is not taken for frames", r.Code, kind)
				continue
			}
			found := diagnostics.Check(doc, diagnostics.Options{Found: view.Diagnostics()})
			own := 0
			for _, d := range found {
				switch {
				case d.Code == r.Code:
					own++
				case kind == "bad" && (r == ruleB1h && d.Code == ruleB3.Code || r == ruleD2a && d.Code == ruleL02.Code || r == ruleV1 && d.Code == ruleT7.Code):
					// One follows from the other.
				default:
					t.Errorf("%s, %s: also %s: %s", r.Code, kind, d.Code, d.Message)
				}
			}
			for i := range found {
				if kind == "bad" && found[i].Code == r.Code {
					checkFixes(t, r, text, &found[i])
				}
			}
			if kind == "bad" && own != 1 || kind == "good" && own > 0 {
				t.Errorf("%s, %s: reported %d times\n%s", r.Code, kind, own, text)
			}
		}
	}
	for _, rule := range diagnostics.Rules() {
		if name := rule.Code.String(); strings.HasPrefix(name, "cgp_") && !codes[name] {
			t.Errorf("%s belongs to no rule", name)
		}
	}
}

// checkFixes checks that each fix of a finding makes it go away.
func checkFixes(t *testing.T, r *Rule, text string, d *diagnostics.Diagnostic) {
	t.Helper()
	for _, fix := range d.Fixes {
		fixed, at := "", 0
		for _, e := range fix.Edits {
			fixed += text[at:e.Start] + e.Text
			at = e.End
		}
		fixed += text[at:]
		doc := parser.Parse(fixed)
		if diagnostics.HasErrors(doc) {
			t.Errorf("%s: %q breaks the document\n%s", r.Code, fix.Title, fixed)
			continue
		}
		for _, left := range Open(doc, On).Diagnostics() {
			if left.Code == r.Code {
				t.Errorf("%s: %q leaves %s\n%s", r.Code, fix.Title, left.Message, fixed)
			}
		}
	}
}

// TestFixes checks that what can be repaired has a fix.
func TestFixes(t *testing.T) {
	want := map[*Rule]string{
		ruleT2: "Quote it", ruleT3: "Write `memory`", ruleT5: "Put `~`", ruleP0: "Put `~`", ruleP2d: "Set the digest of the content",
		ruleP3a: "Put `~`", ruleP3c: "Put `~`", ruleB3: "Set token_cost to 6", ruleD1: "Set the digest of the content", ruleL02: "Set the digest of the content",
	}
	for r, title := range want {
		found := Open(parser.Parse(diagnostics.ByCode(r.Code).Page.Bad), On).Diagnostics()
		if len(found) != 1 || len(found[0].Fixes) != 1 || found[0].Fixes[0].Title != title || found[0].Fixes[0].Safe {
			t.Errorf("%s: %+v, want the fix %q, which is not safe", r.ID, found, title)
		}
	}
	// Where a member has its own line, that is removed.
	text := "GCF profile=generic\n# cgp\nid=a\nkind=fact\ntitle=A\ncontent=abcd\nscore=1\ntoken_cost=1\nrepresentation=full\ncitation_label=x\n"
	found := Open(parser.Parse(text), On).Diagnostics()
	if len(found) != 1 || len(found[0].Fixes) != 1 {
		t.Fatalf("%+v", found)
	}
	e := found[0].Fixes[0].Edits[0]
	if got := text[:e.Start] + e.Text + text[e.End:]; got != strings.Replace(text, "representation=full\n", "", 1) {
		t.Errorf("%q", got)
	}
}

// TestCorpusHoldsNoFrames checks that none of many documents about other
// things is taken for frames.
func TestCorpusHoldsNoFrames(t *testing.T) {
	for path, text := range material.Payloads(t) {
		if view := Open(parser.Parse(text), Auto); view != nil {
			t.Errorf("%s is taken for frames: %s", filepath.Base(path), view.Reason)
		}
	}
}
