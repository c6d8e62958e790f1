package diagnosis

import (
	"strings"
	"testing"

	"gcf-lsp/internal/testkit/golden"
)

// TestKinds takes back kinds of mistakes that were thought of before the
// catalogue was looked at: the first diagnostic names the slip, there is no
// other, and the repair at the level in the name, and at no lower one, has the
// data that were meant.
func TestKinds(t *testing.T) {
	levels := map[string]Level{"safe": Safe, "unsafe": Decision, "lossy": Lossy}
	for _, archive := range golden.Archives(t, "testdata/kinds.txtar") {
		for i := 0; i+1 < len(archive.Files); i += 2 {
			broken, right := string(archive.Files[i].Data), string(archive.Files[i+1].Data)
			t.Run(archive.Files[i].Name, func(t *testing.T) {
				parts := strings.Split(archive.Files[i].Name, "/")
				level, ok := levels[parts[1]]
				if !ok {
					t.Fatalf("no level %q", parts[1])
				}
				d := Explain(broken)
				if len(d.Steps) != 1 || d.Steps[0].Slip.Name != parts[0] {
					t.Errorf("%d steps, the first %+v", len(d.Steps), d.Steps)
				}
				if text, decodes := repairTo(d, level); !decodes || !sameData(right, text) {
					t.Errorf("level %s, decodes %v:\n%s", d.Level, decodes, text)
				}
				if level > Safe {
					if text, decodes := repairTo(d, level-1); decodes {
						t.Errorf("repaired at a lower level:\n%s", text)
					}
				}
			})
		}
	}
}
