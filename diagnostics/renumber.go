package diagnostics

import (
	"fmt"
	"regexp"
	"strconv"
)

var lineInMessage = regexp.MustCompile(`\bon line (\d+)\b`)

// Renumbered returns a message for readers who count lines in another way than
// the document does, which ends them with LF: those of an editor that knows
// other line ends, or of a file in which the document stands. What stands "on
// line" was stands on line is then.
func Renumbered(message string, was, is int) string {
	if was == is {
		return message
	}
	return lineInMessage.ReplaceAllStringFunc(message, func(found string) string {
		if found[len("on line "):] == strconv.Itoa(was) {
			return fmt.Sprintf("on line %d", is)
		}
		return found
	})
}
