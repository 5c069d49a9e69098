package mcp

import (
	"bytes"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// talks has the test program be one whose C library prints to descriptor 1.
const talks = "IBID_TEST_TALKS"

func TestMain(m *testing.M) {
	if os.Getenv(talks) == "" {
		os.Exit(m.Run())
	}
	out, err := TakeStdout()
	if err == nil {
		_, err = unix.Write(1, []byte("warning: something is odd\n"))
	}
	if err == nil {
		_, err = out.WriteString("{}\n")
	}
	if err != nil {
		os.Exit(1)
	}
}

func TestWhatIsPrintedToDescriptorOneGoesToStandardError(t *testing.T) { // R1.5
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), talks+"=1")
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil || out.String() != "{}\n" || log.String() != "warning: something is odd\n" {
		t.Errorf("%v, out %q, log %q", err, &out, &log)
	}
}
