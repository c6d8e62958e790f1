package value

// MarshalJSON returns the value as JSON text, as [AppendJSON] writes it, for
// encoding/json and what works like it.
func (v Value) MarshalJSON() ([]byte, error) { return AppendJSON(nil, v) }

// UnmarshalJSON sets the value from JSON text, as [FromJSON] reads it.
func (v *Value) UnmarshalJSON(text []byte) error {
	read, err := FromJSON(text)
	if err == nil {
		*v = read
	}
	return err
}

// String returns the value as JSON text for people: a number that no double
// holds is spelt as it was read (see [Value.Lexeme]), and what JSON cannot hold
// is named in angle brackets.
func (v Value) String() string {
	if v.Lexeme() != "" {
		return v.Lexeme()
	}
	text, err := AppendJSON(nil, v)
	if err != nil {
		return "<" + err.Error() + ">"
	}
	return string(text)
}
