package diagnostics

// reportSpaceMissing is for `## rows[3]{a}` and `tags[3]:a`: a space belongs at
// the start of the range. It belongs to two rules.
func reportSpaceMissing(s site) report {
	at := s.start()
	before := s.slice(max(at-1, 0), at)
	r := s.say("a space is missing before %s", show(firstLine(s.slice(at, at+showLimit))))
	if before != "" && before != "\n" && before != " " {
		r = s.say("a space is missing between %s and %s in %s", show(before), show(s.slice(at, at+1)), show(s.line()))
	}
	return r.safely("Insert the space", insert(at, " "))
}
