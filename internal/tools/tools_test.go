package tools

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// ask calls a tool with arguments as JSON and returns its answer as JSON.
func ask(t *testing.T, name string, arguments map[string]any) string {
	t.Helper()
	in, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	return string(CallJSON(name, in))
}

func example(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAnswers(t *testing.T) {
	const (
		right  = "GCF profile=generic\n## rows [1]{id,name}\n@0 9007199254740993|Ann\n"
		broken = "GCF profile=generic\n## rows [2]{id,name}\n@0 1|Ann\n"
	)
	for _, test := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"check", map[string]any{"text": right}, `{"result":{"ok":true,"errors":0,"warnings":0,"problems":[]}}`},
		{"check", map[string]any{"text": broken}, `"ok":false,"errors":1,"warnings":0,"problems":[{"code":"count_mismatch","severity":"error"`},
		{"check", map[string]any{"text": "GCF profile=generic\nname=Jörg \u00e9|\nname=2\n"}, `"line":3,"column":1,"endLine":3,"endColumn":5`},
		{"repair", map[string]any{"text": right}, `"changed":false,"ok":true,"applied":[],"left":[]`},
		{"repair", map[string]any{"text": "GCF profile=generic\n## rows [1]{id,name}\n1|Ann\n2|Bob\n"}, `"text":"GCF profile=generic\n## rows [2]{id,name}\n1|Ann\n2|Bob\n","changed":true,"ok":true,"applied":["Set the count to 2"],"left":[]`},
		{"format", map[string]any{"text": "GCF profile=generic\na=1 \n"}, `{"result":{"text":"GCF profile=generic\na=1\n","changed":true}}`},
		{"format", map[string]any{"text": broken}, `{"error":"line 2, column `},
		{"explain", map[string]any{"code": "[row_width_mismatch]"}, `"markdown":"# row_width_mismatch`},
		{"explain", map[string]any{}, `row_width_mismatch`},
		{"explain", map[string]any{"code": "nonsense"}, `{"error":"there is no rule \"nonsense\"`},
		{"decode", map[string]any{"text": right}, `{"result":{"value":{"rows":[{"id":9007199254740993,"name":"Ann"}]}}}`},
		{"decode", map[string]any{"text": "GCF profile=generic\nz=1\na=<\n", "indent": 0}, `{"result":{"json":"{\"z\":1,\"a\":\"<\"}"}}`},
		{"decode", map[string]any{"text": broken}, `count_mismatch]"}`},
		{"encode", map[string]any{"value": json.RawMessage(`{"z":12345678901234567,"a":[{"x":1},{"x":2}]}`)},
			`"text":"GCF profile=generic\nz=12345678901234567\n## a [2]{x}\n1\n2\n"`},
		{"encode", map[string]any{"value": 1, "profile": "xml"}, `{"error":"there is no profile \"xml\"`},
		{"compare", map[string]any{"a": right, "b": `{"rows":[{"id":9007199254740993,"name":"Ann"}]}`}, `{"result":{"equal":true,"count":0,"differences":[]}}`},
		{"compare", map[string]any{"a": right, "b": `{"rows":[{"id":9007199254740992,"name":"Ann"}]}`},
			`"equal":false,"count":1,"differences":[{"change":"changed","path":"/rows/0/id","a":9007199254740993,"b":9007199254740992}]`},
		{"compare", map[string]any{"a": broken, "b": "{}"}, `{"error":"a: line 2, `},
		{"apply", map[string]any{"base": example(t, "stock.gcf"), "deltas": []string{example(t, "stock.delta.gcf")}}, `"root":"sha256:`},
		{"apply", map[string]any{"base": example(t, "stock.gcf"), "deltas": []string{right}}, `{"error":"delta 1: its header has no delta=true"}`},
		{"budget", map[string]any{"text": right}, `{"error":"there are no frames in it"}`},
		{"budget", map[string]any{"text": example(t, "frames.gcf"), "maxFrames": 0}, `"maxFrames":0,"ok":false`},
		{"size", map[string]any{"text": right, "tokenizer": "o200k_base"}, `{"result":{"gcf":{"bytes":65,"tokens":26},"json":{"bytes":`},
		{"nothing", map[string]any{}, `{"error":"there is no tool \"nothing\""}`},
		{"check", map[string]any{"txet": ""}, `{"error":"the arguments of check: `},
	} {
		want, _ := json.Marshal(test.arguments)
		if got := strings.ReplaceAll(ask(t, test.tool, test.arguments), `\n`, "\\n"); !strings.Contains(got, strings.ReplaceAll(test.want, "\n", `\n`)) {
			t.Errorf("%s %s\ngot  %s\nwant %s", test.tool, want, got, test.want)
		}
	}
}

// TestDeltaAndBack goes from one payload to another with what the tools say.
func TestDeltaAndBack(t *testing.T) {
	old := example(t, "stock.gcf")
	var result struct {
		Result struct{ Text, Root, Kind string }
	}
	read := func(answer string) string {
		t.Helper()
		if err := json.Unmarshal([]byte(answer), &result); err != nil || result.Result.Text == "" {
			t.Fatalf("%v: %s", err, answer)
		}
		return result.Result.Text
	}
	next := read(ask(t, "apply", map[string]any{"base": old, "deltas": []string{example(t, "stock.delta.gcf")}}))
	delta := read(ask(t, "diff", map[string]any{"old": old, "new": next, "guard": 0}))
	if result.Result.Kind != "delta" {
		t.Fatalf("the answer is %s:\n%s", result.Result.Kind, delta)
	}
	if again := read(ask(t, "apply", map[string]any{"base": old, "deltas": []string{delta}})); again != next {
		t.Errorf("the delta gives\n%s\nand not\n%s", again, next)
	}
	if same := read(ask(t, "diff", map[string]any{"old": old, "new": old})); result.Result.Kind != "unchanged" {
		t.Errorf("of equal payloads: %s", same)
	}
}

// TestListsAreBounded asks about a document with very many mistakes.
func TestListsAreBounded(t *testing.T) {
	answer, err := All()[0].Call([]byte(`{"text":"GCF profile=generic\n` + strings.Repeat(`## a [1]{b}\n@0 1|2\n`, 5000) + `"}`))
	if err != nil {
		t.Fatal(err)
	}
	r := answer.Data.(CheckResult)
	if r.Errors < 5000 || len(r.Problems) != mostProblems || strings.Count(answer.Text, "\n") > mostWords+1 {
		t.Errorf("%d errors, %d listed, in words:\n%s", r.Errors, len(r.Problems), answer.Text)
	}
}
