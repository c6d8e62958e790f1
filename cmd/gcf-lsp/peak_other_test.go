//go:build !unix

package main

import "time"

// peakMemory is not known here.
func peakMemory() int64 { return 0 }

var started = time.Now()

// processorTime is the time that passed, where what the process used is not known.
func processorTime() time.Duration { return time.Since(started) }
