package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gcf-lsp/internal/testkit/material"
)

// result is what a run of the command line leaves behind.
type result struct {
	code           int
	stdout, stderr string
}

func command(stdin string, args ...string) result {
	var stdout, stderr bytes.Buffer
	code := run(args, strings.NewReader(stdin), &stdout, &stderr)
	return result{code, stdout.String(), stderr.String()}
}

// A document is formatted alike from a file and from standard input, and a
// formatted one is formatted.
func TestFmtOfAFileAndOfStandardInputAreTheSame(t *testing.T) {
	formatted := 0
	for path, text := range material.Payloads(t) {
		file := command("", "fmt", path)
		stdin := command(text, "fmt", "-")
		if file.code != stdin.code || file.stdout != stdin.stdout {
			t.Errorf("%s: %+v, by standard input %+v", filepath.Base(path), file, stdin)
		}
		if file.code != exitOK {
			if file.stdout != "" || file.stderr == "" {
				t.Errorf("%s: refused with %+v", filepath.Base(path), file)
			}
			continue
		}
		formatted++
		if again := command(file.stdout, "fmt", "--check", "-"); again.code != exitOK {
			t.Errorf("%s: a formatted document would be formatted again: %+v", filepath.Base(path), again)
		}
	}
	if formatted == 0 {
		t.Error("nothing was formatted")
	}
}

// Whatever the payload, check, decode and repair end with a status that says
// what happened, and repeat themselves.
func TestEveryPayloadEndsWithAStatus(t *testing.T) {
	for path, text := range material.Payloads(t) {
		name := filepath.Base(path)
		check, decode, repair := command(text, "check", "-"), command(text, "decode", "-"), command(text, "repair", "-")
		for _, r := range []result{check, decode, repair} {
			if r.code != exitOK && r.code != exitFindings {
				t.Errorf("%s: status %d: %s", name, r.code, r.stderr)
			}
		}
		if check.code != decode.code {
			t.Errorf("%s: check says %d, decode %d", name, check.code, decode.code)
		}
		if (decode.code == exitOK) != (decode.stdout != "") {
			t.Errorf("%s: decode with status %d prints %q", name, decode.code, decode.stdout)
		}
		if repair.code == exitOK && command(repair.stdout, "decode", "-").code != exitOK {
			t.Errorf("%s: repaired, but it does not decode", name)
		}
	}
}

// The reports on all payloads are valid: SARIF by its official schema, the
// others by their syntax.
func TestReportsOnTheCorpusAreValid(t *testing.T) {
	dir := material.Dir(t, "corpus")
	check := func(format string) string {
		r := command("", "check", "--format", format, dir)
		if r.code != exitFindings || r.stderr != "" && format != "text" {
			t.Errorf("%s: status %d: %s", format, r.code, r.stderr)
		}
		return r.stdout
	}
	schemaText, err := os.ReadFile("../../internal/cli/report/testdata/sarif/sarif-2.1.0-rtm.5.json")
	if err != nil {
		t.Fatal(err)
	}
	schemaDoc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaText))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("sarif.json", schemaDoc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	log, err := jsonschema.UnmarshalJSON(strings.NewReader(check("sarif")))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(log); err != nil {
		t.Error(err)
	}
	counts := map[string]int{}
	for _, format := range []string{"json", "gitlab", "rdjson"} {
		var v any
		if err := json.Unmarshal([]byte(check(format)), &v); err != nil {
			t.Errorf("%s: %v", format, err)
		}
		if object, ok := v.(map[string]any); ok {
			v = object["diagnostics"]
		}
		for _, finding := range v.([]any) {
			counts[format] += findings(finding)
		}
	}
	for line := range strings.Lines(check("jsonl")) {
		var v any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Errorf("jsonl: %s", line)
		}
		counts["jsonl"] += findings(v)
	}
	counts["github"] = strings.Count(check("github"), "\n")
	for format, element := range map[string]string{"junit": "testcase", "checkstyle": "error"} {
		for d := xml.NewDecoder(strings.NewReader(check(format))); ; {
			token, err := d.Token()
			if err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			if start, ok := token.(xml.StartElement); ok && start.Name.Local == element {
				counts[format]++
			}
		}
	}
	counts["junit"] -= strings.Count(check("junit"), `testcase name="no problems"`)
	counts["github"] = strings.Count(check("github"), "]\n")
	for format, n := range counts {
		if n != counts["json"] || n == 0 {
			t.Errorf("%s lists %d findings, json %d", format, n, counts["json"])
		}
	}
}

// findings is how many findings one of a JSON report stands for: equal ones, that
// no slip explains, are one with its places.
func findings(v any) int {
	j := v.(map[string]any)
	if places, ok := j["places"].(float64); ok && j["slip"] == nil {
		return int(places)
	}
	return 1
}
