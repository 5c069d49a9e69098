package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"ibid/app"
	"ibid/app/config"
	"ibid/app/remote"
	"ibid/core"
	"ibid/core/safefile"
	"ibid/ui"
	"ibid/ui/post"
	"ibid/ui/say"
)

// openLibrary opens the library with the settings. A second window works
// through the first one, and opens the library itself when that is closed.
func openLibrary(ctx context.Context, o options) (*desktop, error) {
	settings, err := config.Load(o.config)
	if err != nil {
		return nil, settingError(err)
	}
	l, err := remote.Open(ctx, app.Options{Library: o.library, Program: "ibid", Long: true, Config: &settings})
	if err != nil {
		return nil, err
	}
	d, err := newDesktop(ctx, o, l, settings)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return d, nil
}

// session starts what happens without a gesture: it reads documents at the
// start, and then asks the question of the command line.
type session struct {
	options options
	engine  *desktop
	window  *ui.Window
	work    sync.WaitGroup

	mu        sync.Mutex
	read      bool // everything is read that was to be read at the start
	reported  bool
	heartbeat *post.Heartbeat
	restLate  time.Duration // before anything was read
	restBeats int
}

// ready is called on the UI goroutine when the first frame is shown.
func (s *session) ready(ctx context.Context, quit func()) {
	if s.options.frame {
		fmt.Println("shown")
		quit()
		return
	}
	s.begin(ctx)
}

// begin starts to read the given paths, the queue of an earlier run, and
// changed files. It returns at once and is called on the UI goroutine.
func (s *session) begin(ctx context.Context) {
	s.heartbeat = s.window.Heartbeat()
	s.work.Go(func() {
		s.engine.Warm(ctx)
		s.rest(ctx)
		if len(s.options.add) > 0 {
			_, err := s.engine.Add(ctx, s.options.add, "")
			s.tell(ctx, err)
		}
		_, err := s.engine.Resume(ctx)
		s.tell(ctx, err)
		if ctx.Err() != nil {
			return
		}
		s.mu.Lock()
		s.read = true
		s.mu.Unlock()
		if s.options.ask == "" {
			s.write(core.Context{}, nil)
			return
		}
		s.window.Ask(s.options.ask)
	})
}

// rest measures the delay of the UI goroutine while nothing is read, if asked
// to.
func (s *session) rest(ctx context.Context) {
	if s.options.rest <= 0 {
		return
	}
	wait := func(d time.Duration) {
		select {
		case <-ctx.Done():
		case <-time.After(d):
		}
	}
	wait(settling)
	s.heartbeat.Reset()
	wait(s.options.rest)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.restLate, s.restBeats = s.heartbeat.Worst(), s.heartbeat.Beats()
	s.heartbeat.Reset()
}

// settling is how long a new window still draws things for the first time.
const settling = time.Second

// tell shows an error, unless the window is being closed.
func (s *session) tell(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		s.window.Say(say.Error(err))
	}
}

// report is the line that --report writes once everything is read and the
// context of the question, if any, is shown. Scripts wait for the end of the
// line.
type report struct {
	Ready   bool    `json:"ready"`
	Context string  `json:"context"`
	Error   string  `json:"error,omitempty"`
	Late    float64 `json:"late_ms"` // longest delay of the UI goroutine, in milliseconds
	Beats   int     `json:"beats"`   // number of measurements

	RestLate  float64 `json:"rest_late_ms"` // the same before anything was read, with --rest
	RestBeats int     `json:"rest_beats"`
}

// shown reports the context of the question. It runs on the UI goroutine.
func (s *session) shown(c core.Context, err error) {
	if s.options.ask != "" {
		s.write(c, err)
	}
}

// write writes the report once, after everything at the start was read.
func (s *session) write(c core.Context, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.options.report == "" || !s.read || s.reported {
		return
	}
	s.reported = true
	r := report{
		Ready: err == nil, Context: c.Text,
		Late: milliseconds(s.heartbeat.Worst()), Beats: s.heartbeat.Beats() - s.restBeats,
		RestLate: milliseconds(s.restLate), RestBeats: s.restBeats,
	}
	if err != nil {
		r.Error = say.Error(err)
	}
	if err := r.write(s.options.report); err != nil {
		fmt.Fprintln(os.Stderr, "ibid:", err)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// write creates a whole file or none, because scripts watch for it.
func (r report) write(path string) error {
	data, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := safefile.Write(path, append(data, '\n'), 0o600); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
