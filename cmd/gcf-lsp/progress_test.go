package main

import (
	"strings"
	"testing"
	"time"
)

func TestProgressIsShownLateAndCleared(t *testing.T) {
	var out strings.Builder
	p := progress{w: &out, total: 3, next: time.Now().Add(time.Hour)}
	p.step()
	p.clear()
	if out.Len() != 0 {
		t.Errorf("shown at once: %q", out.String())
	}
	p.next = time.Now().Add(-time.Second)
	p.step()
	p.step() // too soon for another
	p.clear()
	p.clear()
	if want := "\r\x1b[Kchecked 2 of 3 files\r\x1b[K"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

func TestThereIsNoProgressWithoutATerminal(t *testing.T) {
	var out strings.Builder
	p := newProgress(&out)
	p.next = time.Now().Add(-time.Second)
	p.step()
	p.clear()
	if out.Len() != 0 {
		t.Errorf("%q", out.String())
	}
}
