package main

import (
	"fmt"
	"io"
	"time"
)

// progress is a line on a terminal that says how far a run is. It is not shown
// for runs that are over soon, nor where there is no terminal.
type progress struct {
	w     io.Writer // nil for none
	total int
	done  int
	shown bool
	next  time.Time
}

func newProgress(w io.Writer) progress {
	if !isTerminal(w) {
		return progress{}
	}
	return progress{w: w, next: time.Now().Add(500 * time.Millisecond)}
}

// step counts one file.
func (p *progress) step() {
	p.done++
	if p.w == nil {
		return
	}
	if now := time.Now(); now.After(p.next) {
		fmt.Fprintf(p.w, "\r\x1b[Kchecked %d of %d files", p.done, p.total)
		p.shown, p.next = true, now.Add(100*time.Millisecond)
	}
}

// clear removes the line, to make room for something else.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
