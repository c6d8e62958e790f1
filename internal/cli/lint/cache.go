package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
)

// Cache remembers findings by the content that they were found in. It holds
// what the last run has seen and nothing else, so it does not grow for ever.
// It is safe for concurrent use.
type Cache struct {
	path string
	salt string
	mu   sync.Mutex
	old  map[string]entry
	now  map[string]entry
}

// entry is what was found in a content.
type entry struct {
	Payloads int
	Findings []report.Finding
	Notes    []string
}

// OpenCache reads the cache of the folder that a run is started in. Salt names
// the program: what another one found does not count. A cache that cannot be
// read is empty.
func OpenCache(dir, folder, salt string) *Cache {
	sum := sha256.Sum256([]byte(folder))
	c := &Cache{
		path: filepath.Join(dir, "check-"+hex.EncodeToString(sum[:8])+".json"),
		salt: salt,
		now:  map[string]entry{},
	}
	if data, err := files.Read(c.path, files.LargeFile); err == nil {
		if json.Unmarshal(data, &c.old) != nil {
			c.old = nil
		}
	}
	return c
}

// Check is [Check] with the memory of the cache. What depends on a schema or on other
// documents, which may change, is not remembered.
func (c *Cache) Check(name, text string, o Options) *report.File {
	if o.Others != nil || o.Files.Configured != "" || strings.Contains(text, "schema=") {
		return Check(name, text, o)
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%v\x00%d\x00%q\x00%d\x00%t\x00", c.salt, o.Severities, o.Kind, o.Fields, o.Frames, o.KeepSuppressed)
	h.Write([]byte(text))
	key := hex.EncodeToString(h.Sum(nil)[:20])
	c.mu.Lock()
	found, ok := c.old[key]
	if ok {
		c.now[key] = found
	}
	c.mu.Unlock()
	if ok {
		return &report.File{Name: name, Source: text, Payloads: found.Payloads, Findings: found.Findings, Notes: found.Notes}
	}
	f := Check(name, text, o)
	c.mu.Lock()
	c.now[key] = entry{f.Payloads, f.Findings, f.Notes}
	c.mu.Unlock()
	return f
}

// Close writes the cache for the next run.
func (c *Cache) Close() error {
	data, err := json.Marshal(c.now)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.path), 0o755); err != nil {
		return err
	}
	return files.Create(c.path, data)
}
