package files

// uninterrupted calls f: nothing interrupts a program in a browser.
func uninterrupted(f func() error) error { return f() }
