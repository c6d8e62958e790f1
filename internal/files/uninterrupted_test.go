package files

import (
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// An interruption while a file is written ends the program when that is done.
func TestInterruptionsWaitForWrites(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself")
	}
	got := make(chan os.Signal, 2)
	signal.Notify(got, os.Interrupt) // else the test would end
	defer signal.Stop(got)
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	written := false
	if err := uninterrupted(func() error {
		if err := self.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		<-got
		written = true
		return nil
	}); err != nil || !written {
		t.Fatal(err, written)
	}
	<-got // again, now that the file is written
}

func TestErrorsNameTheFileThatWasMeant(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "report.json")
	err := Create(path, nil)
	if err == nil || !strings.Contains(err.Error(), path+":") || strings.Contains(err.Error(), ".report.json") {
		t.Error(err)
	}
}
