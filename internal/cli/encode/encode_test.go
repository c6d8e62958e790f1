package encode_test

import (
	"bytes"
	"strings"
	"testing"

	"gcf-lsp/internal/cli/encode"
	"gcf-lsp/parser"
	"gcf-lsp/value"
)

// TestIsGraph checks that what decoding prints for a graph is one, and nothing
// else is.
func TestIsGraph(t *testing.T) {
	decoded := func(src string) string {
		v, err := value.Decode(parser.Parse(src))
		if err != nil {
			t.Fatal(err)
		}
		text, err := value.AppendJSON(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	full := decoded("GCF profile=graph tool=t\n## targets\n@0 fn a 0.90 p\n## odd\n@1 fn a 0.10 p\n@2 type a 0.10 p\n## edges [1]\n@0<@2 calls\n")
	for src, want := range map[string]bool{
		full:                           true,
		decoded("GCF profile=graph\n"): true,
		decoded("GCF profile=graph unchanged=true pack_root=a\n"):                                                        true,
		decoded("GCF profile=graph delta=true base_root=a new_root=b\n## removed\nfn a\n## edges_added\na -> b calls\n"): true,
		decoded("GCF profile=generic\n## symbols [0]\n## edges [0]\n"):                                                   false,
		strings.Replace(full, `"tool":"t",`, "", 1):                                                                      false,
		strings.Replace(full, `"tool":"t"`, `"tool":null`, 1):                                                            false,
		strings.Replace(full, `"status":""`, `"status":null`, 1):                                                         false,
		strings.Replace(full, `"group":"odd"`, `"group":"odd","distance":1`, 1):                                          false,
		strings.Replace(full, `"group":"odd"`, `"more":1`, 1):                                                            false,
		strings.Replace(full, `"edges":`, `"more":1,"edges":`, 1):                                                        false,
		`[]`: false,
		`1`:  false,
	} {
		v, err := value.FromJSON(src)
		if err != nil {
			t.Fatal(err)
		}
		if got := encode.IsGraph(v); got != want {
			t.Errorf("%t, want %t: %s", got, want, src)
		}
	}
}

// TestStreamErrorsNameThePlace checks the path of what a stream cannot hold.
func TestStreamErrorsNameThePlace(t *testing.T) {
	for src, want := range map[string]string{
		`{"r":[{"a":1,"b":{}}]}`:         "at /r/0/b: ",
		`{"r":[{"a":1},{"a":[]}]}`:       "at /r/1/a: ",
		`[{"a":1},{"a":{"x":[1,2]}}]`:    "at /1/a: ",
		`{"a/b":[{"a":1},2]}`:            "at /a~1b/1: ",
		`{"r":[{"a>b":1}]}`:              "at /r: ",
		`{"r":{"a":1}}`:                  "at /r: ",
		`{"r":[]}`:                       "at /r: ",
		`{"x":"\u0000ok","r":[[{}]]}`:    "at /r/0: ",
		`{"r":[{"a":1}],"s":[{"b":{}}]}`: "at /s/0/b: ",
	} {
		v, err := value.FromJSON(src)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := encode.Write(&out, v, encode.Options{Stream: true}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s…", src, err, want)
		}
	}
}

// TestStreamGraphGroups streams symbols in groups that have no distance.
func TestStreamGraphGroups(t *testing.T) {
	const src = "GCF profile=graph tool=t\n## targets\n@0 fn a 0.90 p\n## odd\n@1 fn b 0.10 p\n##! summary symbols=2 edges=0 counts=1,0\n"
	v, err := value.Decode(parser.Parse(src))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := encode.Write(&out, v, encode.Options{Stream: true, Graph: true}); err != nil || out.String() != src {
		t.Errorf("%v\n%s", err, out.String())
	}
}
