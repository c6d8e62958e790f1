package stats

import "container/heap"

// count returns the number of tokens of a piece: the pair of neighbours with
// the lowest rank, the leftmost of equals, becomes one until no pair is a token.
func (r ranks) count(piece string) int {
	if _, whole := r[piece]; whole || len(piece) < 2 {
		return 1
	}
	// The part that begins at i ends at end[i]; the one before it begins at
	// prev[i]. A part that was merged into the one before it ends at 0.
	end, prev := make([]int, len(piece)), make([]int, len(piece))
	for i := range len(piece) {
		end[i], prev[i] = i+1, i-1
	}
	var pairs pairs
	offer := func(at int) {
		if at < 0 || end[at] == len(piece) {
			return
		}
		if rank, ok := r[piece[at:end[end[at]]]]; ok {
			heap.Push(&pairs, pair{rank, at, end[end[at]]})
		}
	}
	for i := range len(piece) {
		offer(i)
	}
	n := len(piece)
	for len(pairs) > 0 {
		p := heap.Pop(&pairs).(pair)
		next := end[p.at]
		if next == 0 || next == len(piece) || end[next] != p.end {
			continue // one of its parts has grown since
		}
		n--
		end[p.at], end[next] = p.end, 0
		if p.end < len(piece) {
			prev[p.end] = p.at
		}
		offer(p.at)
		offer(prev[p.at])
	}
	return n
}

// pair is two neighbours that are a token together.
type pair struct {
	rank    uint32
	at, end int
}

// pairs is a heap with the pair to merge next on top.
type pairs []pair

func (p pairs) Len() int { return len(p) }
func (p pairs) Less(i, j int) bool {
	if p[i].rank != p[j].rank {
		return p[i].rank < p[j].rank
	}
	return p[i].at < p[j].at
}
func (p pairs) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *pairs) Push(x any)   { *p = append(*p, x.(pair)) }
func (p *pairs) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}
