package diagnostics

// reportBlanks is for blanks where the grammar has none, or exactly one space
// (spec 4). It belongs to several rules.
func reportBlanks(s site) report {
	if s.Want == 0 {
		return s.say("no blank may stand here in %s: decoders refuse it, or take it for a part of the name", show(s.line())).
			safely("Remove the blanks", s.replace(""))
	}
	return s.say("exactly one space stands here in %s: decoders refuse anything else, or take it for a part of the name", show(s.line())).
		safely("Leave one space", s.replace(" "))
}
