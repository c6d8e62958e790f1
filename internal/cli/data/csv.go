package data

import (
	"encoding/csv"
	"errors"
	"fmt"
	"path"
	"strings"

	"gcf-lsp/value"
)

// Sources lists the forms that [Decode] reads, as flags name them.
func Sources() []string {
	return []string{string(Auto), string(JSON), string(JSONLines), string(CSV)}
}

// Decode reads data that are to be written as GCF: JSON, JSON Lines or CSV, with
// the numbers that no double holds noted. The cells of CSV are texts where texts
// says so. Its errors are of type [*value.Error] where the place is known.
func Decode(name, text string, form Form, texts bool, inexact *value.Inexact) (value.Value, error) {
	if form == Auto {
		form = FormOf(name, text, Options{})
		if ext := strings.ToLower(path.Ext(name)); ext == ".csv" || ext == ".tsv" {
			form = CSV
		}
	}
	switch form {
	case JSONLines:
		return lines(text, "", value.ReportInexact(inexact))
	case CSV:
		return records(name, text, texts)
	}
	return value.FromJSON(text, value.ReportInexact(inexact))
}

// records reads CSV (RFC 4180), also with semicolons, as spreadsheets write it where
// the comma is the decimal sign, or with tabs.
func records(name, text string, texts bool) (value.Value, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = separator(name, text)
	all, err := r.ReadAll()
	if parse := (*csv.ParseError)(nil); errors.As(err, &parse) {
		return value.Value{}, &value.Error{Line: parse.Line, Column: parse.Column, Message: "not valid CSV: " + parse.Err.Error()}
	}
	if err != nil {
		return value.Value{}, err
	}
	if len(all) == 0 {
		return value.Value{}, fmt.Errorf("no names of columns: the first record of CSV has them")
	}
	names := map[string]bool{}
	for _, n := range all[0] {
		if names[n] {
			return value.Value{}, &value.Error{Line: 1, Column: 1, Message: fmt.Sprintf("two columns have the name %q; keys must differ", n)}
		}
		names[n] = true
	}
	rows := make([]value.Value, 0, len(all)-1)
	for _, record := range all[1:] {
		members := make([]value.Member, len(record))
		for i, cell := range record {
			members[i] = value.Member{Key: all[0][i], Value: scalar(cell, texts)}
		}
		rows = append(rows, value.NewObject(members))
	}
	return value.NewArray(rows), nil
}

// separator is the sign between the cells: that of the file's name, or the one that
// the names of the columns have between them.
func separator(name, text string) rune {
	if strings.EqualFold(path.Ext(name), ".tsv") {
		return '\t'
	}
	first, _, _ := strings.Cut(text, "\n")
	for _, sep := range ",;\t" {
		// What stands in quotes is no separator.
		r := csv.NewReader(strings.NewReader(first))
		r.Comma = sep
		if record, err := r.Read(); err == nil && len(record) > 1 {
			return sep
		}
	}
	return ','
}

// scalar is a cell as a value. A number is one only in its canonical spelling,
// so nothing of 007, 1.50 or a long identifier is lost.
func scalar(cell string, texts bool) value.Value {
	if !texts {
		switch cell {
		case "true", "false":
			return value.NewBool(cell == "true")
		}
		if v, err := value.ParseNumber(cell); err == nil && string(value.AppendNumber(nil, v)) == cell {
			return v
		}
	}
	return value.NewString(cell)
}
