package interop

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestInteropMCP has the client of the protocol's own SDK ask the MCP server
// everything: it refuses answers that are not as the protocol's schema has them.
func TestInteropMCP(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no Node")
	}
	if _, err := os.Stat("node_modules/@modelcontextprotocol/sdk"); err != nil {
		t.Skip("the npm package is not installed; run `npm ci` in internal/testkit/interop")
	}
	server := filepath.Join(t.TempDir(), "gcf-lsp.exe")
	if out, err := exec.Command("go", "build", "-o", server, "gcf-lsp/cmd/gcf-lsp").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("../../../examples", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	document := map[string]any{"text": read("orders.gcf")}
	calls, err := json.Marshal(map[string]any{
		"check": map[string]any{"text": read("broken.gcf")}, "repair": map[string]any{"text": read("broken.gcf")},
		"format": document, "explain": map[string]any{}, "decode": document, "size": document,
		"encode":  map[string]any{"value": []int{1}},
		"compare": map[string]any{"a": read("orders.gcf"), "b": `{"date":1}`},
		"diff":    map[string]any{"old": read("stock.gcf"), "new": read("stock.gcf")},
		"apply":   map[string]any{"base": read("stock.gcf"), "deltas": []string{read("stock.delta.gcf")}},
		"budget":  map[string]any{"text": read("frames.gcf")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(node, "mcp.mjs", server, string(calls)).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
