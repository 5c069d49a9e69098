package worker

import (
	"bytes"
	"strings"
	"sync"
)

// tailBytes is the number of bytes kept of a worker's last output.
const tailBytes = 4096

// tail keeps the last tailBytes written to it, and the first line that names the
// reason why the program ended: Go prints registers and stacks after that line,
// which mean nothing to a person and would push it out.
type tail struct {
	mu      sync.Mutex
	buf     []byte
	line    []byte // the line being written
	verdict string
}

// verdicts are the words with which the runtime names the reason why a program
// ends, and with which C libraries report that memory ran out.
var verdicts = []string{"fatal error:", "panic:", "SIGSEGV", "SIGBUS", "SIGABRT", "SIGFPE", "SIGILL", "out of memory", "cannot allocate memory"}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, b[max(0, len(b)-tailBytes):]...)
	if over := len(t.buf) - tailBytes; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	for rest := b; len(rest) > 0 && t.verdict == ""; {
		part, after, ended := bytes.Cut(rest, []byte("\n"))
		t.line = append(t.line, part[:min(len(part), tailBytes)]...)
		if ended || len(t.line) > tailBytes {
			t.judge(string(t.line))
			t.line = t.line[:0]
		}
		rest = after
	}
	return len(b), nil
}

func (t *tail) judge(line string) {
	for _, v := range verdicts {
		if strings.Contains(line, v) {
			t.verdict = strings.TrimSpace(line)
			return
		}
	}
}

// last returns the line that says most about the end of the program: the one with
// a verdict, else the last line that is not empty.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.verdict != "" {
		return strings.ToValidUTF8(t.verdict, "?")
	}
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(string(t.buf), "?")), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// contains reports whether the last output contains any of the words.
func (t *tail) contains(words ...string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, w := range words {
		if strings.Contains(t.verdict, w) || bytes.Contains(t.buf, []byte(w)) {
			return true
		}
	}
	return false
}
