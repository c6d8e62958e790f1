package stream

import (
	"io"
	"iter"
	"runtime"
	"sync"

	"gcf-lsp/value"
)

// WriteJSON writes the data of a document as JSON, as [value.WriteJSON] writes the
// decoded value: compact, or with an indent a member or element to a line. It is
// written while it is read, so that an error may follow a part of the text.
func WriteJSON(w io.Writer, r io.Reader, indent string) error {
	return writeJSON(w, Pieces(r), indent)
}

func writeJSON(w io.Writer, pieces iter.Seq2[Piece, error], indent string) error {
	var options []value.JSONOption
	outer, inner := 1, 1 // what an end of the root value takes, and of its member
	colon := 1
	if indent != "" {
		options = append(options, value.Indent(indent))
		outer, inner, colon = 2, 2+len(indent), 2
	}
	type part struct {
		Piece
		text  []byte
		whole *[]byte // that text is in, used again
		empty bool
		array bool // the root value is an array
		end   []byte
	}
	var buffers sync.Pool
	render := func(p Piece) (part, error) {
		out := part{Piece: p}
		v, err := p.Value()
		if err != nil {
			return out, err
		}
		out.whole, _ = buffers.Get().(*[]byte)
		if out.whole == nil {
			b := make([]byte, 0, 4*len(p.Source))
			out.whole = &b
		}
		if out.text, err = value.AppendJSON((*out.whole)[:0], v, options...); err != nil {
			return out, err
		}
		*out.whole = out.text
		out.array = v.Kind() == value.Array
		if !out.array && v.Kind() != value.Object || v.Len() == 0 && !p.Continued {
			out.empty = v.Kind() == value.Object
			return out, nil
		}
		start, end := 1, outer
		if p.Table && !out.array {
			if p.Continued {
				start += inner - 1 + len(value.AppendQuoted(nil, v.Members()[0].Key)) + colon + 1
			}
			if p.Continues {
				end += inner
			}
		}
		out.end = out.text[len(out.text)-outer:]
		out.text = out.text[start : len(out.text)-end]
		return out, nil
	}
	var end []byte
	open := false
	for p, err := range inOrder(pieces, render) {
		if err != nil {
			return err
		}
		if p.empty {
			continue
		}
		text := p.text
		if p.end != nil {
			first := []byte{','}
			if !open {
				first = []byte{'{'}
				if p.array {
					first = []byte{'['}
				}
			}
			if _, err := w.Write(first); err != nil {
				return err
			}
		}
		open, end = true, append(end[:0], p.end...)
		if _, err := w.Write(text); err != nil {
			return err
		}
		buffers.Put(p.whole)
	}
	if !open {
		end = []byte("{}")
	}
	_, err := w.Write(end)
	return err
}

// inOrder works on all cores on what a sequence gives, and gives the results in
// the order of the sequence. No more than a few are kept waiting.
func inOrder[T, R any](all iter.Seq2[T, error], work func(T) (R, error)) iter.Seq2[R, error] {
	type result struct {
		R   R
		err error
	}
	return func(yield func(R, error) bool) {
		var running sync.WaitGroup
		defer running.Wait()
		enough := make(chan struct{})
		defer close(enough)
		waiting := make(chan chan result, runtime.GOMAXPROCS(0))
		running.Go(func() {
			defer close(waiting)
			for item, err := range all {
				done := make(chan result, 1)
				select {
				case waiting <- done:
				case <-enough:
					return
				}
				if err != nil {
					done <- result{err: err}
					return
				}
				running.Go(func() {
					r, err := work(item)
					done <- result{r, err}
				})
			}
		})
		for done := range waiting {
			r := <-done
			if !yield(r.R, r.err) || r.err != nil {
				return
			}
		}
	}
}

// Check reads a document to its end and returns the first error of a piece, an
// error of reading, or ErrWhole; and which numbers are others when they are read.
func Check(r io.Reader) (inexact value.Inexact, err error) {
	for p, err := range Pieces(r) {
		if err != nil {
			return inexact, err
		}
		if err := value.FirstError(p.Document); err != nil {
			return inexact, p.moved(err)
		}
		found := value.InexactOf(p.Document)
		if inexact.Count == 0 && found.Count > 0 {
			inexact = found
			inexact.Line += p.Shift
			continue
		}
		inexact.Count += found.Count
	}
	return inexact, nil
}
