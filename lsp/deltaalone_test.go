package lsp

import (
	"strings"
	"testing"

	gcf "gcf-lsp/snapshot"
)

// TestDeltaThatNoBaseCanTake shows that a delta is checked where its base is not
// known, and that nothing is said twice where it is.
func TestDeltaThatNoBaseCanTake(t *testing.T) {
	base := stock(t, 5, 7)
	const operations = "## changed [1]{@sku,qty}\nP-0|9\n## removed [1]{@sku}\nP-0\n"
	known := "GCF profile=generic delta=true base_root=" + base.Root() + " new_root=sha256:bb key=sku\n" + operations
	unknown := strings.Replace(known, base.Root(), gcf.Algorithm+"aa", 1)
	f := openFolder(t, nil, map[string]string{"base.gcf": fullText(t, base), "delta.gcf": unknown})
	f.open("delta.gcf", unknown)
	d := f.await("delta.gcf", "1: unresolved_base_root\n5: delta_invalid")
	if message := d.Diagnostics[1].Message; !strings.Contains(message, "stands under ## changed and ## removed") {
		t.Error(message)
	}
	f.edit("delta.gcf", known)
	f.await("delta.gcf", "5: delta_invalid")
	f.edit("delta.gcf", "GCF profile=generic delta=true key=sku\n## removed [1]{@sku}\nP-0\n")
	f.await("delta.gcf", "1: missing_pack_root")
}
