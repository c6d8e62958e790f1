package index

import (
	"sync"

	"gcf-lsp/snapshot"
)

// cache keeps the snapshots that were used last, each under a key that stands
// for all the text it was made from, so that none can be out of date.
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

func (c *cache) get(key string) snapshot.Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok := c.held[key]
	if ok {
		c.use(key)
	}
	return k.snapshot
}

func (c *cache) put(key string, s snapshot.Snapshot) {
	size := 0
	for _, r := range s.Records() {
		size += len(r)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.held == nil {
		c.held = make(map[string]kept)
	}
	if old, ok := c.held[key]; ok {
		c.size -= old.size
	}
	c.held[key] = kept{s, size}
	c.size += size
	c.use(key)
	for (c.size > cacheBytes || len(c.order) > cacheCount) && len(c.order) > 1 {
		oldest := c.order[0]
		c.order = c.order[1:]
		c.size -= c.held[oldest].size
		delete(c.held, oldest)
	}
}

// use makes a key the newest.
func (c *cache) use(key string) {
	for i, k := range c.order {
		if k == key {
			c.order = append(c.order[:i:i], c.order[i+1:]...)
			break
		}
	}
	c.order = append(c.order, key)
}
