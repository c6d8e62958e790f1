package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"gcf-lsp/internal/shared"
)

// The documents of the protocol's examples report what their README says.
func TestSharedFrames(t *testing.T) {
	for name, want := range map[string][]string{
		"01-valid-full.gcf":     nil,
		"02-valid-compact.gcf":  nil,
		"04-bad-token-cost.gcf": {"8:6: warning", "10:301: error", "11:42: error", "12:66: error", "13:62: error"},
		// P1a, then P3a twice.
		"05-bad-representation.gcf": {"4:62: error", "6:171: error", "7:169: error"},
	} {
		var stdout, stderr bytes.Buffer
		status := run([]string{"check", "--format", "concise", shared.Dir(t, "cgp", name)}, nil, &stdout, &stderr)
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
