package gendata

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Graph returns a graph of some nodes and edges (about 70 bytes a node, 20 an
// edge), as an encoder writes it. Node 0 is a hub: every hundredth edge ends
// there.
func Graph(nodes, edges int) string {
	r := rand.New(rand.NewPCG(5, 6))
	var g strings.Builder
	fmt.Fprintf(&g, "GCF profile=graph tool=gendata symbols=%d edges=%d\n", nodes, edges)
	groups := []string{"targets", "related", "extended"}
	for i := range nodes {
		if i%(nodes/len(groups)+1) == 0 {
			fmt.Fprintf(&g, "## %s\n", groups[i/(nodes/len(groups)+1)])
		}
		fmt.Fprintf(&g, "@%d %s github.com/example/service/%s.%s%d 0.%02d %s\n", i, pick(r, kinds), pick(r, packages), pick(r, verbs), i,
			r.IntN(100), pick(r, provenances))
	}
	fmt.Fprintf(&g, "## edges [%d]\n", edges)
	for i := range edges {
		target := r.IntN(nodes)
		if i%100 == 0 {
			target = 0
		}
		fmt.Fprintf(&g, "@%d<@%d %s\n", target, r.IntN(nodes), pick(r, edgeTypes))
	}
	return g.String()
}

var (
	kinds       = []string{"fn", "fn", "fn", "method", "method", "type", "iface", "const"}
	packages    = []string{"billing", "catalog", "gateway", "identity", "ledger", "search"}
	verbs       = []string{"Open", "Close", "Read", "Write", "Find", "Parse", "Check"}
	provenances = []string{"lsp_resolved", "ast_inferred"}
	edgeTypes   = []string{"calls", "calls", "calls", "imports", "implements", "references"}
)
