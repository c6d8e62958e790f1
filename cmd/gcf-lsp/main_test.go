package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gcf-lsp/internal/testkit/golden"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"gcf-lsp": main})
}

// TestScripts drives the built program. Each archive is one script with its
// files; beside the usual commands there are
//
//	crlf FILE…        turns the line ends of files into CR LF
//	write FILE TEXT…  writes a file from texts with Go's escapes
//	until FILE REGEXP waits until a file is there and matches
//	status N COMMAND… runs a command that ends with this exit status
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       golden.Update(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("XDG_CACHE_HOME", e.WorkDir+"/.cache")
			e.Setenv("NO_COLOR", "")
			e.Setenv("TERM", "xterm")
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"crlf": func(ts *testscript.TestScript, _ bool, args []string) {
				for _, name := range args {
					path := ts.MkAbs(name)
					data, err := os.ReadFile(path)
					ts.Check(err)
					ts.Check(os.WriteFile(path, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")), 0o644))
				}
			},
			"until": func(ts *testscript.TestScript, _ bool, args []string) {
				want, err := regexp.Compile("(?m)" + args[1])
				ts.Check(err)
				for end := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
					data, err := os.ReadFile(ts.MkAbs(args[0]))
					if err == nil && want.Match(data) {
						return
					}
					if time.Now().After(end) {
						ts.Fatalf("%s does not match %s: %q", args[0], args[1], data)
					}
				}
			},
			// status runs a command that ends with an exit status of its own.
			"status": func(ts *testscript.TestScript, _ bool, args []string) {
				err := ts.Exec(args[1], args[2:]...)
				var exit *exec.ExitError
				if !errors.As(err, &exit) || strconv.Itoa(exit.ExitCode()) != args[0] {
					ts.Fatalf("want exit status %s, got %v", args[0], err)
				}
			},
			"write": func(ts *testscript.TestScript, _ bool, args []string) {
				var data []byte
				for _, text := range args[1:] {
					s, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
					ts.Check(err)
					data = append(data, s...)
				}
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o644))
			},
		},
	})
}
