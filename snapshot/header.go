package snapshot

import (
	"fmt"
	"strconv"
)

// Header is what a payload's header says beyond what follows from its
// content. Zero fields are left out.
type Header struct {
	Tool   string // the producing tool; printable ASCII without blanks
	Budget int    // the token budget that the consumer asked for; graphs only
	// Tokens of this payload, as the producer counts them. A generic delta does
	// not say them; they count for its savings.
	Tokens int
	// Savings is what a delta saves, such as "81%". Without it FullTokens
	// says what a full payload would have cost, counted like Tokens, and the
	// percentage is worked out.
	Savings    string
	FullTokens int
}

// AppendFull appends a full payload with its pack root to dst (spec 3.2,
// 10a.1). It fails where the header or a value cannot be written.
func AppendFull(dst []byte, s Snapshot, h Header) ([]byte, error) {
	if err := h.check(); err != nil {
		return dst, err
	}
	return s.appendFull(dst, h)
}

// AppendDelta appends a delta payload to dst (spec 10.1, 10a.2). It fails
// where the header or something in a delta that was made by hand cannot be
// written.
func AppendDelta(dst []byte, d Delta, h Header) ([]byte, error) {
	if err := h.check(); err != nil {
		return dst, err
	}
	return d.appendDelta(dst, h)
}

// AppendUnchanged appends the payload that answers a consumer which already
// holds the snapshot: a header alone (spec 10.3, 10a.4).
func AppendUnchanged(dst []byte, s Snapshot, h Header) ([]byte, error) {
	if err := h.check(); err != nil {
		return dst, err
	}
	dst = appendPrefix(dst, s.Profile().String(), h.Tool)
	dst = append(dst, " unchanged=true"...)
	dst = appendWord(dst, "pack_root", s.Root())
	count := "count"
	if _, graph := s.(*Graph); graph {
		count = "symbols"
	}
	dst = appendCount(dst, count, s.Len())
	return append(dst, '\n'), nil
}

func (h *Header) check() error {
	for _, f := range [...]struct{ key, value string }{{"tool", h.Tool}, {"savings", h.Savings}} {
		if f.value != "" && !headerWord(f.value) {
			return &DataError{What: "the header field " + f.key + "=" + f.value, Detail: "holds a blank or a character outside printable ASCII"}
		}
	}
	for _, f := range [...]struct {
		key   string
		value int
	}{{"budget", h.Budget}, {"tokens", h.Tokens}} {
		if f.value < 0 {
			return &DataError{What: fmt.Sprintf("the header field %s=%d", f.key, f.value), Detail: "is negative"}
		}
	}
	return nil
}

// savings returns the percentage that a delta saves, or "" where it saves
// nothing or the sizes are not known.
func (h *Header) savings() string {
	if h.Savings != "" {
		return h.Savings
	}
	if h.Tokens <= 0 || h.FullTokens <= 0 || h.Tokens > h.FullTokens {
		return ""
	}
	return Savings(h.Tokens, h.FullTokens)
}

// Savings returns the share that a payload of size saves over one of full, as
// a header writes it: the nearest whole percentage, a half rounded up.
func Savings(size, full int) string {
	if full <= 0 || size >= full {
		return "0%"
	}
	saved, of := int64(full)-int64(size), int64(full)
	return strconv.FormatInt((200*saved+of)/(2*of), 10) + "%"
}

func appendPrefix(b []byte, profile, tool string) []byte {
	b = append(append(b, "GCF profile="...), profile...)
	if tool != "" {
		b = appendWord(b, "tool", tool)
	}
	return b
}

func appendWord(b []byte, key, word string) []byte {
	b = append(append(append(b, ' '), key...), '=')
	return append(b, word...)
}

func appendCount(b []byte, key string, n int) []byte {
	return strconv.AppendInt(appendWord(b, key, ""), int64(n), 10)
}
