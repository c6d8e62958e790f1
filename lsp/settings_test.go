package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gcf-lsp/lsp/lsptest"
)

// configurable are the capabilities of a client that is asked for settings and
// pulls diagnostics.
var configurable = map[string]any{
	"textDocument": pulling["textDocument"],
	"workspace": map[string]any{
		"configuration":          true,
		"didChangeConfiguration": map[string]any{"dynamicRegistration": true},
		"didChangeWatchedFiles":  map[string]any{"dynamicRegistration": true},
		"diagnostics":            map[string]any{"refreshSupport": true},
	},
}

// warned is a document with one warning, unknown_header_field.
const warned = "GCF profile=generic unheard=1\n"

func severityOf(t *testing.T, c *lsptest.Client, uri string) int {
	t.Helper()
	items := pull(t, c, uri).Items
	if len(items) != 1 {
		return 0
	}
	return items[0].Severity
}

// rules makes settings that give the rule of warned a severity.
func rules(severity string) map[string]any {
	return map[string]any{"rules": map[string]any{"unknown_header_field": severity}}
}

// awaitSeverity waits until a new setting is in force.
func awaitSeverity(t *testing.T, c *lsptest.Client, uri string, want int) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); ; {
		got := severityOf(t, c, uri)
		if got == want {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("severity %d, want %d", got, want)
		}
		time.Sleep(time.Millisecond)
	}
}

// A client that can be asked for settings is asked at the start and after
// every change, and pulls again after each; nothing needs a restart.
func TestConfigurationIsAskedFor(t *testing.T) {
	c := start(t, Options{})
	answers := make(chan any, 1)
	c.Answer("workspace/configuration", func(params json.RawMessage) any {
		if !strings.Contains(string(params), `"section":"gcf"`) {
			t.Errorf("asked for %s", params)
		}
		return []any{<-answers}
	})
	c.Initialize(configurable)
	const uri = "file:///a.gcf"
	c.Open(uri, 1, warned)
	answers <- rules("hint")
	awaitSeverity(t, c, uri, 4)
	for _, tt := range []struct {
		severity string
		want     int
	}{{"error", 1}, {"off", 0}, {"information", 3}} {
		answers <- rules(tt.severity)
		c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
		awaitSeverity(t, c, uri, tt.want)
	}
	if n := len(c.Asked("workspace/diagnostic/refresh")); n == 0 {
		t.Error("the client was not told to pull again")
	}
	registered := map[string]bool{}
	for _, m := range c.Asked("client/registerCapability") {
		for _, r := range decode[struct{ Registrations []struct{ Method string } }](t, m.Params).Registrations {
			registered[r.Method] = true
		}
	}
	if !registered["workspace/didChangeConfiguration"] || !registered["workspace/didChangeWatchedFiles"] {
		t.Errorf("registered are %v", registered)
	}
}

// A client that cannot be asked sends its settings.
func TestConfigurationIsSent(t *testing.T) {
	for name, settings := range map[string]any{
		"in a section": map[string]any{"gcf": rules("hint")},
		"bare":         rules("hint"),
		"full names":   map[string]any{"gcf.rules": rules("hint")["rules"], "editor.fontSize": 12},
		"full, deep":   map[string]any{"gcf.rules.unknown_header_field": "hint"},
		"mixed":        map[string]any{"gcf": map[string]any{"hover.enable": false}, "gcf.rules": rules("hint")["rules"]},
		"dotted":       map[string]any{"gcf": map[string]any{"diagnostics.debounce": 5, "rules": rules("hint")["rules"]}},
	} {
		t.Run(name, func(t *testing.T) {
			c := start(t, Options{})
			c.Initialize(pulling)
			c.Open("file:///a.gcf", 1, warned)
			c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": settings})
			if got := severityOf(t, c, "file:///a.gcf"); got != 4 {
				t.Errorf("severity %d, want 4", got)
			}
			for _, m := range []string{"workspace/configuration", "client/registerCapability", "workspace/diagnostic/refresh"} {
				if len(c.Asked(m)) > 0 {
					t.Errorf("%s was asked of a client that does not know it", m)
				}
			}
		})
	}
}

// Whatever a client answers, its documents are served with the settings of
// initialize, and a complaint is made once.
func TestOddConfiguration(t *testing.T) {
	for _, answer := range []any{
		nil, []any{nil}, []any{}, map[string]any{}, "x", 7, []any{7}, []any{[]any{}}, []any{"x"},
		&lsptest.Error{Code: -32601, Message: "no such method"},
		[]any{map[string]any{"rules": 7, "nonsense": true, "diagnostics": map[string]any{"debounce": "fast"}}},
	} {
		t.Run(fmt.Sprint(answer), func(t *testing.T) {
			c := start(t, Options{})
			asked := make(chan bool, 10)
			c.Answer("workspace/configuration", func(json.RawMessage) any {
				asked <- true
				return answer
			})
			c.InitializeWith(map[string]any{"capabilities": configurable, "initializationOptions": rules("hint")})
			c.Open("file:///a.gcf", 1, warned)
			<-asked
			for range 3 {
				c.Notify("workspace/didChangeConfiguration", nil)
				<-asked
			}
			if got := severityOf(t, c, "file:///a.gcf"); got != 4 {
				t.Errorf("severity %d, want 4", got)
			}
			c.Exit()
			told := map[string]int{}
			for _, m := range c.Received("window/logMessage") {
				if message := decode[struct{ Message string }](t, m.Params).Message; strings.Contains(message, "setting") {
					told[message]++
				}
			}
			for message, n := range told {
				if n > 1 {
					t.Errorf("told %d times: %s", n, message)
				}
			}
		})
	}
}

// Settings of another type than an object change nothing and are told, once.
func TestSettingsThatAreNoObject(t *testing.T) {
	told := func(c *lsptest.Client) (n int) {
		for _, m := range c.Received("window/logMessage") {
			if strings.Contains(decode[struct{ Message string }](t, m.Params).Message, notAnObject) {
				n++
			}
		}
		return n
	}
	check := func(t *testing.T, c *lsptest.Client, want int) {
		t.Helper()
		if got := severityOf(t, c, "file:///a.gcf"); got != 4 {
			t.Errorf("severity %d, want 4", got)
		}
		for end := time.Now().Add(5 * time.Second); told(c) < want && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		c.Exit()
		if n := told(c); n != want {
			t.Errorf("told %d times, want %d", n, want)
		}
	}
	for _, tt := range []struct {
		settings any
		want     int
	}{{5, 1}, {"x", 1}, {[]any{1}, 1}, {true, 1}, {nil, 0}, {map[string]any{"gcf": 5}, 1}, {map[string]any{"gcf": nil}, 0}} {
		t.Run("sent "+fmt.Sprint(tt.settings), func(t *testing.T) {
			c := start(t, Options{})
			c.InitializeWith(map[string]any{"capabilities": pulling, "initializationOptions": map[string]any{"gcf.rules": rules("hint")["rules"]}})
			c.Open("file:///a.gcf", 1, warned)
			for range 3 {
				c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": tt.settings})
			}
			check(t, c, tt.want)
		})
		t.Run("asked "+fmt.Sprint(tt.settings), func(t *testing.T) {
			c := start(t, Options{})
			asked := make(chan bool, 10)
			c.Answer("workspace/configuration", func(json.RawMessage) any {
				asked <- true
				return []any{tt.settings}
			})
			c.InitializeWith(map[string]any{"capabilities": configurable, "initializationOptions": rules("hint")})
			c.Open("file:///a.gcf", 1, warned)
			<-asked
			for range 3 {
				c.Notify("workspace/didChangeConfiguration", nil)
				<-asked
			}
			check(t, c, tt.want)
		})
	}
}

// Each setting that cannot be used is named.
func TestSettingsThatCannotBeUsed(t *testing.T) {
	_, problems := defaultSettings().with(parseLoosely([]byte(`{
		"rules": {"no_such_rule": "off", "invalid_line": "loud"}, "nonsense": 1, "lint": {"enable": "yes", "more": 1},
		"diagnostics": {"debounce": -1, "more": 2}, "trace": {"server": "verbose"}, "format": null}`)))
	for _, want := range []string{"no_such_rule", "invalid_line", "nonsense", "lint.enable", "lint.more", "diagnostics.debounce", "more"} {
		found := false
		for _, p := range problems {
			found = found || strings.Contains(p, want)
		}
		if !found {
			t.Errorf("%s is not named in %q", want, problems)
		}
	}
	for _, p := range problems {
		if strings.Contains(p, "trace") || strings.Contains(p, "format.") {
			t.Errorf("a complaint about a good setting: %s", p)
		}
	}
}

// A feature that is turned off answers nothing at once, and answers again when
// it is turned on; the others go on.
func TestFeaturesAreTurnedOffWithoutARestart(t *testing.T) {
	c := start(t, Options{})
	c.Initialize(editor())
	const uri = "file:///a.gcf"
	c.Open(uri, 1, "GCF profile=generic\n## t [2]{a,b}\n1|yes\n2|\n")
	place := map[string]any{"textDocument": map[string]any{"uri": uri}, "position": lsptest.Position{Line: 3, Character: 2}}
	for setting, method := range map[string]string{
		"hover.enable":         "textDocument/hover",
		"signatureHelp.enable": "textDocument/signatureHelp",
		"completion.enable":    "textDocument/completion",
	} {
		for _, on := range []bool{false, true} {
			c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"gcf": map[string]any{setting: on}}})
			for _, m := range []string{"textDocument/hover", "textDocument/signatureHelp", "textDocument/completion"} {
				var answer json.RawMessage
				if err := c.Call(m, place, &answer); err != nil {
					t.Fatal(err)
				}
				if got, want := string(answer) != "null", on || m != method; got != want {
					t.Errorf("with %s %v: %s answers %s", setting, on, m, answer)
				}
			}
		}
	}
}

// Wrong values are told and leave the defaults in force.
func TestWrongValuesAreTold(t *testing.T) {
	s, problems := defaultSettings().with(parseLoosely([]byte(
		`{"hover":{"enable":"no"},"outline.limit":0,"diagnostics":{"debounce":1e9},"completion.enable":null,"inlayHints":{"names":1,"x":true},"server":{"path":7}}`)))
	want := []string{
		"diagnostics.debounce must be a number from 0 to 60000",
		"hover.enable must be true or false",
		"inlayHints.names must be true or false",
		"outline.limit must be a number from 1 to 1000000",
		`unknown key "inlayHints.x"`,
	}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	if s.features != defaultSettings().features {
		t.Errorf("the settings are %+v", s.features)
	}
}
