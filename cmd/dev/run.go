package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	// buildTag tells Fyne that every touch of a widget goes through fyne.Do, which lets it leave out its locks. It is
	// used for tests and checks too, so that they see the code that ships and the cache is filled once.
	buildTag = "migrated_fynedo"

	windowTitle    = "Ibid"
	sampleQuestion = "How did dredging change the depth limit of the kelp forest?"
	sampleLimit    = 120 * time.Second // from the start of the window to the context of the sample question
	paintWait      = time.Second       // the late pictures of the hits, and one frame more
)

// A report is what the window writes to the file named by --report once the question's context is shown and nothing
// waits to be indexed. One line of JSON.
type report struct {
	Ready   bool   `json:"ready"`
	Context string `json:"context"`
	Error   string `json:"error"` // why it will never be ready
}

// runCommand takes the machine to an open window.
func runCommand(ctx context.Context, m *machine, yes bool) error {
	needs := buildNeeds(m)
	if !m.hasScreen() {
		needs = append(needs, screenNeeds()...)
	}
	if err := m.prepare(ctx, needs, yes); err != nil {
		return err
	}
	m.offer(ctx, optionalNeeds())
	root, err := m.moduleRoot(ctx)
	if err != nil {
		return err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return fmt.Errorf("find the cache folder: %w", err)
	}
	cache = filepath.Join(cache, "ibid")
	binary := filepath.Join(cache, "ibid")
	m.say("building; the first time takes some minutes")
	if err := m.stream(ctx, root, "go", "build", "-buildvcs=false", "-tags", buildTag, "-o", binary, "./cmd/ibid"); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	argv := []string{
		binary,
		"--library", filepath.Join(cache, "sample-library"),
		"--add", filepath.Join(root, "testdata", "sample"),
	}
	if m.hasScreen() {
		m.say("opening the window with the sample library")
		return m.stream(ctx, "", argv...)
	}
	return runUnseen(ctx, m, argv)
}

// runUnseen opens the window on a virtual screen, asks the sample question, prints its cited context on stdout and
// leaves a picture of the window in the current folder.
func runUnseen(ctx context.Context, m *machine, argv []string) error {
	m.say("no screen here: opening the window in a virtual one")
	s, err := startScreen(ctx)
	if err != nil {
		return err
	}
	defer s.Close()
	w, err := openWindow(ctx, s, argv, sampleQuestion)
	if err != nil {
		return err
	}
	defer w.Close()
	text, err := w.context(sampleLimit)
	if err != nil {
		return err
	}
	if err := sleep(ctx, paintWait); err != nil {
		return err
	}
	if err := s.picture(ctx, m, windowTitle, "ibid.png"); err != nil {
		return err
	}
	fmt.Fprintln(m.stdout, strings.TrimRight(text, "\n"))
	m.say("asked: %s\nthe window is in ibid.png", sampleQuestion)
	return nil
}

// A window is Ibid's window running as a process of its own.
type window struct {
	folder string // holds the report; removed by Close
	stderr bytes.Buffer
	ended  chan error // what Wait returned; stderr may be read after it
	end    context.CancelFunc
	done   bool
}

// openWindow starts the program argv on s and has it ask question. Close ends it.
func openWindow(ctx context.Context, s *screen, argv []string, question string) (*window, error) {
	folder, err := os.MkdirTemp("", "ibid-report-")
	if err != nil {
		return nil, fmt.Errorf("open the window: %w", err)
	}
	ctx, end := context.WithCancel(ctx)
	w := &window{folder: folder, ended: make(chan error, 1), end: end}
	argv = append(argv[:len(argv):len(argv)], "--ask", question, "--report", w.reportFile())
	cmd := prepared(ctx, command{argv: argv, env: s.env(), stderr: &w.stderr})
	if err := cmd.Start(); err != nil {
		end()
		os.RemoveAll(folder)
		return nil, fmt.Errorf("open the window: %w", err)
	}
	go func() { w.ended <- cmd.Wait() }()
	return w, nil
}

func (w *window) reportFile() string { return filepath.Join(w.folder, "report.json") }

// context waits until the window reports and returns the cited context. Where it ends first, reports an error or stays
// silent for longer than limit, the error carries what it wrote to stderr.
func (w *window) context(limit time.Duration) (string, error) {
	timeout := time.NewTimer(limit)
	defer timeout.Stop()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-w.ended:
			w.done = true
			if err == nil {
				err = errors.New("it was closed")
			}
			return "", w.failed("the window ended before the context was there", err)
		case <-timeout.C:
			w.Close()
			return "", w.failed("ask the sample question", fmt.Errorf("no context within %v", limit))
		case <-look.C:
			r, err := readReport(w.reportFile())
			if err != nil {
				return "", err
			}
			if r.Error != "" {
				w.Close()
				return "", w.failed("ask the sample question", errors.New(r.Error))
			}
			if r.Ready {
				return r.Context, nil
			}
		}
	}
}

// failed joins what went wrong with the window's own words.
func (w *window) failed(step string, cause error) error {
	words := strings.TrimSpace(w.stderr.String())
	if words == "" {
		words = "(nothing)"
	}
	return fmt.Errorf("%s: %w; it wrote:\n%s", step, cause, words)
}

// Close ends the window, waits for it and removes the report. A second call does nothing.
func (w *window) Close() {
	if !w.done {
		w.end()
		<-w.ended
		w.done = true
	}
	os.RemoveAll(w.folder)
}

// readReport reads the report file. One that is not there, or not yet a whole line, is a report that is not ready.
func readReport(file string) (report, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return report{}, nil
	}
	if err != nil {
		return report{}, fmt.Errorf("read the window's report: %w", err)
	}
	line, _, whole := bytes.Cut(data, []byte("\n"))
	if !whole {
		return report{}, nil
	}
	var r report
	if err := json.Unmarshal(line, &r); err != nil {
		return report{}, fmt.Errorf("read the window's report %q: %w", line, err)
	}
	return r, nil
}

// sleep waits for d, or less when ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
