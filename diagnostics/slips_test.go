package diagnostics

import (
	"sort"
	"strings"
	"testing"

	"gcf-lsp/parser"
)

// TestOneSlipGivesFewDiagnostics changes one character of valid documents in
// many ways and counts what is reported: one mistake is to be one problem, close
// to where it was made. The bounds say how far that is reached.
func TestOneSlipGivesFewDiagnostics(t *testing.T) {
	var counts []int
	far, many := 0, 0
	worst, worstCount := "", 0
	for n, rule := range rules {
		src := rule.Page.Good
		for i := n % 3; i < len(src); i += 3 {
			slips := [...]string{src[:i] + src[i+1:], src[:i] + "|" + src[i:], src[:i] + `"` + src[i:], src[:i] + " " + src[i:], src[:i] + "]" + src[i:]}
			slip := slips[(i/3+n)%len(slips)]
			serious, first := 0, -1
			for _, d := range Check(parser.Parse(slip), Options{}) {
				if d.Severity > Warning {
					continue
				}
				if serious++; first < 0 {
					first = strings.Count(slip[:d.Start], "\n")
				}
			}
			counts = append(counts, serious)
			if serious > 3 {
				many++
			}
			if serious > worstCount {
				worst, worstCount = slip, serious
			}
			if line := strings.Count(src[:i], "\n"); serious > 0 && (first < line-1 || first > line+1) {
				far++
			}
		}
	}
	sort.Ints(counts)
	median := counts[len(counts)/2]
	t.Logf("%d slips: median %d, more than three problems %d times, first problem elsewhere %d times; the most, %d, for\n%s",
		len(counts), median, many, far, worstCount, worst)
	if median > 1 {
		t.Errorf("median of %d problems for one slip, want 1", median)
	}
	if many*100 > len(counts)*2 {
		t.Errorf("more than three problems for %d of %d slips, want at most 2%%", many, len(counts))
	}
	if far*100 > len(counts)*2 {
		t.Errorf("the first problem is not near the slip for %d of %d, want at most 2%%", far, len(counts))
	}
}
