package index

import (
	"sync"

	"gcf-lsp/snapshot"
)

// cache keeps the snapshots that were used last, by their roots. A snapshot
// with a root cannot be out of date.
type cache struct {
	mu    sync.Mutex
	order []string // the oldest first
	held  map[string]kept
	size  int // bytes
}

type kept struct {
	snapshot snapshot.Snapshot
	size     int
}

// The limits of the cache: bytes of all records, and snapshots. A snapshot that
// is larger is kept alone.
const (
	cacheBytes = 16 << 20
	cacheCount = 64
)

func (c *cache) get(root string) snapshot.Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.held[root]
	if ok {
		c.use(root)
	}
	return k.snapshot
}

func (c *cache) put(s snapshot.Snapshot) {
	if s.Len() == 0 {
		return // all empty ones have one root, whatever their names are
	}
	root, size := s.Root(), 0
	for _, r := range s.Records() {
		size += len(r)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held == nil {
		c.held = make(map[string]kept)
	}
	if old, ok := c.held[root]; ok {
		c.size -= old.size
	}
	c.held[root] = kept{s, size}
	c.size += size
	c.use(root)
	for (c.size > cacheBytes || len(c.order) > cacheCount) && len(c.order) > 1 {
		oldest := c.order[0]
		c.order = c.order[1:]
		c.size -= c.held[oldest].size
		delete(c.held, oldest)
	}
}

// use makes a root the newest.
func (c *cache) use(root string) {
	for i, r := range c.order {
		if r == root {
			c.order = append(c.order[:i:i], c.order[i+1:]...)
			break
		}
	}
	c.order = append(c.order, root)
}
