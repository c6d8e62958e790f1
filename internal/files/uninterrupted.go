//go:build !js

package files

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// uninterrupted calls f and holds an interruption back until it returns, so that
// no temporary file is left behind.
func uninterrupted(f func() error) error {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	err := f()
	signal.Stop(signals)
	select {
	case s := <-signals:
		if self, findErr := os.FindProcess(os.Getpid()); findErr == nil && self.Signal(s) == nil {
			return err
		}
		return errors.Join(err, errors.New("interrupted")) // a system without signals to oneself
	default:
	}
	return err
}
