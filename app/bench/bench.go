package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ibid/app"
	"ibid/app/meter"
	"ibid/core"
)

// Options control what is measured.
type Options struct {
	Folder   string       // of the documents
	Rounds   int          // how often every step is done; 3 if 0
	Passages int          // of the largest library that is grown; 100,000 if 0
	Quick    bool         // one round, 1,000 passages, few questions: seconds on a few documents
	Window   string       // program of the window; empty is the one beside this program, or on the PATH
	Say      func(string) // called with each step in words; may be nil
}

// Bounds of what is done once.
const (
	mostPassages = 1_000_000
	mostRounds   = 100
	ocrTime      = 30 * time.Second // for scans; what takes longer is cut off
)

// run is one measurement.
type run struct {
	Options
	dir       string // for all files of the run; removed at the end
	report    Report
	pdfs      []string
	files     int
	bytes     int64
	best      map[string]Cost // of each step of Ibid and of other programs
	documents []core.Document
	passages  []string // texts of the documents' passages
	asked     int      // questions
}

// Run runs a measurement.
func Run(ctx context.Context, o Options) (_ Report, err error) {
	if o.Say == nil {
		o.Say = func(string) {}
	}
	r := &run{Options: o, best: make(map[string]Cost), asked: 200}
	r.Rounds, r.Passages = min(max(1, or(o.Rounds, 3)), mostRounds), min(or(o.Passages, 100_000), mostPassages)
	if o.Quick {
		r.Rounds, r.Passages, r.asked = 1, 1000, 40
	}
	if r.Folder, err = filepath.Abs(o.Folder); err == nil {
		err = r.look()
	}
	if err != nil {
		return Report{}, fmt.Errorf("measure %q: %w", o.Folder, err)
	}
	if r.dir, err = os.MkdirTemp("", "ibid-bench-"); err != nil {
		return Report{}, fmt.Errorf("make a folder for what is measured: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(r.dir)) }()
	for _, step := range []func(context.Context) error{r.rounds, r.indexing, r.asking, r.ocr, r.growth, r.window} {
		if err := step(ctx); err != nil {
			return Report{}, fmt.Errorf("measure %q: %w", o.Folder, err)
		}
	}
	return r.report, nil
}

func or(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}

// look counts the files of the folder.
func (r *run) look() error {
	err := filepath.WalkDir(r.Folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		r.files++
		r.bytes += info.Size()
		if strings.EqualFold(filepath.Ext(path), ".pdf") {
			r.pdfs = append(r.pdfs, path)
		}
		return nil
	})
	if err == nil && r.files == 0 {
		err = errors.New("it holds no file")
	}
	return err
}

// Cost is the time that a step takes.
type Cost struct {
	Wall time.Duration
	CPU  time.Duration // of all processes involved
}

// measure runs a step of Ibid and keeps its best cost.
func (r *run) measure(name string, step func() error) error {
	began, cpu := time.Now(), meter.CPU()
	if err := step(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r.keep(name, Cost{time.Since(began), meter.CPU() - cpu})
	return nil
}

// keep stores the least wall time and the least CPU time of a step.
func (r *run) keep(name string, c Cost) {
	if b, known := r.best[name]; known {
		c.Wall, c.CPU = min(c.Wall, b.Wall), min(c.CPU, b.CPU)
	}
	r.best[name] = c
}

// open opens the library with that name, or creates it.
func (r *run) open(ctx context.Context, name string) (*app.Engine, error) {
	return app.Open(ctx, app.Options{Library: filepath.Join(r.dir, name), Program: "ibidctl bench"})
}

// rounds runs the steps that other programs can do as well, in turn with those programs.
func (r *run) rounds(ctx context.Context) error {
	memory := meter.WatchMemory()
	defer memory.Stop()
	for round := range r.Rounds {
		for _, step := range []func(context.Context, int) error{r.words, r.adding, r.thumbnails, r.peers} {
			if err := step(ctx, round); err != nil {
				return err
			}
		}
	}
	memory.Stop()
	if memory.Main > 0 {
		r.value("memory while reading, main process", megabytes(memory.Main), "MB")
		r.value("memory while reading, all workers", megabytes(memory.Workers), "MB")
	}
	r.sumUp()
	return nil
}

func megabytes(n int64) float64 { return float64(n) / (1 << 20) }
