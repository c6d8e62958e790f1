package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/internal/testkit/material"
)

// What is wrong with the values of the protocol's vectors is told on the command
// line, each with its rule.
func TestSharedVectors(t *testing.T) {
	data, err := os.ReadFile(material.Dir(t, "cgp", "vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Rules []struct {
			Rule, Target string
			Good, Bad    json.RawMessage
			Expect       []struct{ Severity, Rule string } `json:"expect_bad"`
		}
	}
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	told := regexp.MustCompile(`^<stdin>:\d+:\d+: (\w+): .*\((\w+)\) \[cgp_\w+\]$`)
	for _, v := range vectors.Rules {
		want := map[string]bool{}
		for _, e := range v.Expect {
			want[strings.Replace(e.Severity, "info", "information", 1)+" "+e.Rule] = true
		}
		for kind, raw := range map[string]json.RawMessage{"good": v.Good, "bad": v.Bad} {
			if v.Target == "frame" {
				raw = json.RawMessage(`{"frames":[` + string(raw) + `],"truncated":false}`)
			}
			var doc, stdout, stderr bytes.Buffer
			if run([]string{"encode", "-"}, bytes.NewReader(raw), &doc, &stderr) != exitOK {
				t.Fatal(stderr.String())
			}
			text := strings.Replace(doc.String(), "\n", "\n# cgp\n", 1)
			run([]string{"check", "--format", "concise", "-"}, strings.NewReader(text), &stdout, &stderr)
			got := map[string]bool{}
			for line := range strings.Lines(stdout.String()) {
				if m := told.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
					got[m[1]+" "+m[2]] = true
				} else {
					t.Errorf("%s, %s: %s", v.Rule, kind, line)
				}
			}
			if kind == "bad" && !maps.Equal(got, want) || kind == "good" && len(got) > 0 {
				t.Errorf("%s, %s: %v, want %v\n%s", v.Rule, kind, got, want, text)
			}
		}
	}
}

// The documents of the protocol's examples report what their README says.
func TestSharedFrames(t *testing.T) {
	for name, want := range map[string][]string{
		"01-valid-full.gcf":     nil,
		"02-valid-compact.gcf":  nil,
		"04-bad-token-cost.gcf": {"10:301: error", "11:42: error", "12:66: error", "13:62: error", "8:6: warning"},
		// P1a, then P3a twice.
		"05-bad-representation.gcf": {"4:62: error", "6:171: error", "7:169: error"},
	} {
		var stdout, stderr bytes.Buffer
		status := run([]string{"check", "--format", "concise", material.Dir(t, "cgp", name)}, nil, &stdout, &stderr)
		var got []string
		for line := range strings.Lines(stdout.String()) {
			_, rest, _ := strings.Cut(line, ".gcf:")
			place := strings.SplitN(rest, ": ", 3)
			got = append(got, place[0]+": "+place[1])
		}
		if !slices.Equal(got, want) || (status == exitOK) != (want == nil) {
			t.Errorf("%s: status %d, %q, want %q", name, status, got, want)
		}
	}
}
