package snapshot

import (
	"strconv"

	"gcf-lsp/format"
	"gcf-lsp/value"
)

// appendRows appends a section of rows with its header, the identity marked.
func appendRows(b []byte, name string, keyed bool, key string, fields []string, rows []value.Value) ([]byte, error) {
	b = append(b, "## "...)
	var err error
	if name != "" {
		if b, err = format.AppendKey(b, name); err != nil {
			return b, err
		}
		b = append(b, ' ')
	}
	b = strconv.AppendInt(append(b, '['), int64(len(rows)), 10)
	if keyed {
		b = append(b, ':')
	}
	b = append(b, ']')
	if b, err = format.AppendFields(b, fields, key); err != nil {
		return b, err
	}
	b = append(b, '\n')
	for _, r := range rows {
		for i, f := range fields {
			if i > 0 {
				b = append(b, '|')
			}
			v, ok := r.Get(f)
			if !ok {
				b = append(b, '~')
				continue
			}
			if b, err = format.AppendScalar(b, v); err != nil {
				return b, err
			}
		}
		b = append(b, '\n')
	}
	return b, nil
}
