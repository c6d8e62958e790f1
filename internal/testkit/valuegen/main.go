package valuegen

import (
	"flag"
	"os"
	"strconv"
	"testing"
)

// Main is the TestMain of a package with property tests: each is tried with as
// many values as the flag -cases says.
func Main(m *testing.M) {
	cases := flag.Int("cases", 2000, "number of generated cases for each property")
	flag.Parse()
	for name, setting := range map[string]string{
		"rapid.checks": strconv.Itoa(*cases),
		// A failure is printed with its value; files of them would litter
		// testdata.
		"rapid.nofailfile": "true",
	} {
		if err := flag.Set(name, setting); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
