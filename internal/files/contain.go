package files

import (
	"fmt"
	"runtime"
	"strings"
)

// InternalError is a panic over one file: a mistake of this program.
type InternalError struct{ message string }

// Error says which file it was, what went wrong and where in the program.
func (e *InternalError) Error() string { return e.message }

// Contain calls work, which is about one file of maybe many, and returns its
// error. Where work panics that is an [*InternalError]: a mistake over one file
// ends no run over others.
func Contain(name string, work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &InternalError{fmt.Sprintf("%s: internal error: %v%s; please report it with the file", name, p, culprit())}
		}
	}()
	return work()
}

// culprit says where the code that panics stands. It is for the deferred
// function that recovers.
func culprit() string {
	var callers [32]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers[:])])
	for panicking := false; ; {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if panicking && !inRuntime {
			return fmt.Sprintf(" in %s, line %d", f.Function, f.Line)
		}
		panicking = panicking || inRuntime
		if !more {
			return ""
		}
	}
}
