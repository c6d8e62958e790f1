package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gcf-lsp/internal/shared"
)

// corpus are the payloads of the shared corpus, by path.
func corpus(t *testing.T) map[string]string {
	t.Helper()
	dir := shared.Dir(t, "corpus")
	all := map[string]string{}
	for _, pattern := range []string{"*.gcf", "generated/*.gcf"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all[path] = string(text)
		}
	}
	return all
}

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
	for path, text := range corpus(t) {
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
	for path, text := range corpus(t) {
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
