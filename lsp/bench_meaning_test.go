package lsp

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"gcf-lsp/internal/testkit/gendata"
)

// frameTable is a query and n frames that answer it, each with a digest, a
// relation and an honest cost.
func frameTable(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "GCF profile=generic\nprotocol_version=contextgraph/1.0\n## query\n  goal=x\n  max_frames=%d\n  max_tokens=%d\n## result\n", n, n*20)
	fmt.Fprintf(&b, "  ## frames [%d]{id,kind,title,content,content_digest,uri,score,token_cost,citation_label,relations}\n", n)
	for i := range n {
		content := fmt.Sprintf("Frame number %d says what there is to say about it.", i)
		fmt.Fprintf(&b, "  @%d f:%d|doc|Title %d|%s|sha256:%x|file:///srv/docs/%d.md|0.5|%d|label %d|^\n",
			i, i, i, content, sha256.Sum256([]byte(content)), i, (len(content)+3)/4, i)
		fmt.Fprintf(&b, "  .relations [1]{rel,target_uri,display_name}\n      doc.documents|file:///srv/docs/%d.md|Next\n", (i+1)%n)
	}
	return b.String() + "  truncated=false\n"
}

const employeeSchema = `{"properties": {"employees": {"items": {"required": ["id", "name"], "properties": {
	"department": {"description": "Where they work.", "enum": ["Engineering", "Sales", "Support", "Finance", "Marketing", "Operations", "Legal", "Research", "HR", "Design"]},
	"salary": {"type": "integer", "minimum": 0}, "rating": {"type": "number"}, "active": {"type": "boolean"}}}}}}`

// Through the real server, over a pipe: answers about 10,000 frames (3 MB), and
// about the table of 100,000 rows with a JSON Schema.
//
//	go test ./lsp -run '^$' -bench Meaning -benchtime 200x
//
// reports the median and the worst of 200. The benchmarks named check measure
// an edit and the diagnostics after it; let those run 10 times.
func BenchmarkMeaning(b *testing.B) {
	frames := frameTable(10_000)
	plain, _ := gendata.Table(100_000)
	header, body, _ := strings.Cut(plain, "\n")
	table := header + "\n# gcf-lsp: schema=./employees.schema.json\n" + body
	const frameRow, tableRow = 8 + 3*7000, 70_000
	cost := strings.Index(strings.Split(frames, "\n")[frameRow], "|0.5|") + len("|0.5|")
	for _, bench := range []struct {
		name, text, method string
		line, column       int
		lines              int
		atLeast            int
		edits              bool
	}{
		{name: "frames/hover-cost", text: frames, method: "textDocument/hover", line: frameRow, column: cost, atLeast: 100},
		{name: "frames/hover-result", text: frames, method: "textDocument/hover", line: 7, column: 6, atLeast: 100},
		{name: "frames/complete-kind", text: frames, method: "textDocument/completion", line: frameRow, column: cost - 5, atLeast: 20},
		{name: "frames/hints", text: frames, method: "textDocument/inlayHint", line: frameRow, lines: 100, atLeast: 1000},
		{name: "frames/definition", text: frames, method: "textDocument/definition", line: frameRow + 2, column: 25, atLeast: 60},
		{name: "frames/check", text: frames, method: "textDocument/diagnostic", line: whole, atLeast: 10, edits: true},
		{name: "schema/hover", text: table, method: "textDocument/hover", line: tableRow, column: 25, atLeast: 100},
		{name: "schema/check", text: table, method: "textDocument/diagnostic", line: whole, atLeast: 10, edits: true},
		{name: "plain/check", text: plain, method: "textDocument/diagnostic", line: whole, atLeast: 10, edits: true},
	} {
		b.Run(bench.name, func(b *testing.B) {
			dir := b.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "employees.schema.json"), []byte(employeeSchema), 0o644); err != nil {
				b.Fatal(err)
			}
			e := startEditor(b)
			can := editor()
			can["textDocument"].(map[string]any)["diagnostic"] = map[string]any{}
			e.call("initialize", map[string]any{"capabilities": can})
			document := string(uri.File(filepath.Join(dir, "a.gcf")))
			e.open(document, bench.text)
			params := textDocument(document)
			addPlace(params, bench.line, bench.column, bench.lines)
			version := 1
			ask := func() time.Duration {
				began := time.Now()
				if bench.edits {
					version++
					end := map[string]any{"line": 1 << 30, "character": 0}
					e.send(map[string]any{"method": "textDocument/didChange", "params": map[string]any{
						"textDocument":   map[string]any{"uri": document, "version": version},
						"contentChanges": []any{map[string]any{"range": map[string]any{"start": end, "end": end}, "text": "# x\n"}}}})
				}
				answer := e.call(bench.method, params)
				took := time.Since(began)
				if len(answer) < bench.atLeast+len(`{"jsonrpc":"2.0","id":1,"result":}`) {
					b.Fatalf("the answer is %s", answer)
				}
				return took
			}
			ask() // reads the document
			var times []time.Duration
			for b.Loop() {
				times = append(times, ask())
			}
			reportTimes(b, times)
		})
	}
}
