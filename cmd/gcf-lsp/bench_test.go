package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// BenchmarkCheckFiles checks 10,000 files of 10 KB, on one core and on all. The
// baseline reads the files and counts their lines, one after the other.
func BenchmarkCheckFiles(b *testing.B) {
	const files = 10_000
	dir := b.TempDir()
	size := int64(0)
	var paths []string
	for i := range files {
		var t strings.Builder
		rows := 0
		for t.Len() < 10_000 {
			rows++
			fmt.Fprintf(&t, "%d|customer %d|open|%d.25|2026-11-%02d|true|note %d\n", i, i*7+rows, rows, rows%28+1, i+rows)
		}
		text := fmt.Sprintf("GCF profile=generic\n## orders [%d]{id,customer,status,total,date,express,note}\n%s", rows, t.String())
		path := filepath.Join(dir, fmt.Sprintf("%03d", i/100), fmt.Sprintf("%05d.gcf", i))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
		size += int64(len(text))
		paths = append(paths, path)
	}
	b.Run("baseline", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			lines := 0
			for _, path := range paths {
				data, err := os.ReadFile(path)
				if err != nil {
					b.Fatal(err)
				}
				lines += strings.Count(string(data), "\n")
			}
			if lines == 0 {
				b.Fatal("no lines")
			}
		}
	})
	for _, cores := range []int{1, runtime.NumCPU()} {
		b.Run(fmt.Sprintf("cores=%d", cores), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			b.SetBytes(size)
			for b.Loop() {
				if code := run([]string{"check", "--quiet", dir}, strings.NewReader(""), io.Discard, io.Discard); code != exitOK {
					b.Fatal("exit status", code)
				}
			}
			b.ReportMetric(float64(peakMemory())/(1<<20), "peak-MB")
		})
	}
}
