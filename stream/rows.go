package stream

import (
	"errors"
	"io"
	"iter"

	"gcf-lsp/value"
)

// Row is a row of a table.
type Row struct {
	Table string      // the key of the table, "" where it is the root value
	Index int         // of the row in its table, from 0
	Value value.Value // an object
}

// Rows returns the rows of the arrays that are members of a document's root
// value, or that are the root value, in order; the elements of an array without
// columns are rows, too. Other members are left out. Memory does not depend on
// the number of rows; one that has attachments is held with what is left of its
// table.
//
// The iteration ends with the first error, which is an [*value.Error] with its
// line and column, an error of reading, or ErrWhole. Since what was read is
// given away at once, an error may follow rows: that there are more or fewer of
// them than the table declares is known when all are read.
func Rows(r io.Reader) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		index := 0
		for p, err := range Pieces(r) {
			if err != nil {
				yield(Row{}, err)
				return
			}
			v, err := p.Value()
			if err != nil {
				yield(Row{}, err)
				return
			}
			give := func(table string, v value.Value) bool {
				if v.Kind() != value.Array {
					return true
				}
				if !p.Continued {
					index = 0
				}
				for _, e := range v.Elems() {
					if !yield(Row{Table: table, Index: index, Value: e}, nil) {
						return false
					}
					index++
				}
				return true
			}
			if !give("", v) {
				return
			}
			for _, m := range v.Members() {
				if !give(m.Key, m.Value) {
					return
				}
			}
		}
	}
}

// Value decodes a piece. Lines in errors are those of the whole document.
func (p Piece) Value() (value.Value, error) {
	v, err := value.Decode(p.Document)
	return v, p.moved(err)
}

// moved places an error of the piece in the whole document.
func (p Piece) moved(err error) error {
	if e := (*value.Error)(nil); errors.As(err, &e) && e.Line > 1 {
		moved := *e
		moved.Line += p.Shift
		return &moved
	}
	return err
}
