package ingest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"

	"ibid/core"
)

// Watching holds the settings for following folders.
type Watching struct {
	// Quiet is how long a file must be unchanged before it is read; 1 s if zero.
	Quiet time.Duration
	// Poll is the least time between two looks through a folder whose changes the
	// system does not report; 1.5 s if zero. It is longer if a look takes long, so
	// that looking takes at most a tenth of the time.
	Poll time.Duration
	// Most is the number of folders, including those in watched folders, for which
	// the system is asked to report changes; as many as it allows if zero.
	Most int
}

// mostMarked is the number of changed files that are listed singly; with more of
// them the whole folder is looked through.
const mostMarked = 10_000

// Watch starts to follow a folder, after it has looked for changes. If the folder
// is followed already it gets the new limit. Watch returns at once; the documents
// are reported by OnChange.
func (g *Ingest) Watch(folder core.Folder) {
	g.watching.order(g, func(w *watcher) {
		w.roots[folder.Path] = &root{folder: folder}
		w.check(w.roots[folder.Path])
	})
}

// Settle waits until all folders passed to Watch are followed and Watched lists
// them, or until ctx or the Ingest ends.
func (g *Ingest) Settle(ctx context.Context) {
	settled := make(chan struct{})
	g.watching.order(g, func(w *watcher) { w.publish(); close(settled) })
	select {
	case <-settled:
	case <-ctx.Done():
	case <-g.ctx.Done():
	}
}

// Unwatch stops following a folder. Its documents stay.
func (g *Ingest) Unwatch(path string) {
	g.watching.order(g, func(w *watcher) {
		if r := w.roots[path]; r != nil {
			delete(w.roots, path)
			w.release(r)
		}
	})
}

// Watched lists the folders that are followed, with their states.
func (g *Ingest) Watched() []core.Folder {
	g.watching.mu.Lock()
	defer g.watching.mu.Unlock()
	return slices.Clone(g.watching.folders)
}

// watching passes orders to the watcher, which starts with the first order.
type watching struct {
	mu      sync.Mutex
	begun   bool
	wake    chan struct{}
	orders  []func(*watcher)
	folders []core.Folder // as they are now
}

func (s *watching) order(g *Ingest, do func(*watcher)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g.ctx.Err() != nil {
		return
	}
	s.orders = append(s.orders, do)
	if !s.begun {
		s.begun, s.wake = true, make(chan struct{}, 1)
		w := newWatcher(g)
		g.work.Go(w.run)
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

func (s *watching) take() []func(*watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	orders := s.orders
	s.orders = nil
	return orders
}

// watcher follows folders. All its data belongs to the goroutine of run; one
// other goroutine updates the library, a batch of paths at a time.
type watcher struct {
	g          *Ingest
	o          Watching
	system     *fsnotify.Watcher
	broken     error // why there is no system
	subscribed map[string]bool
	roots      map[string]*root
	marked     map[string]time.Time // paths by when something last happened to them
	busy       bool
	done       chan outcome
}

// root is a folder that is followed.
type root struct {
	folder core.Folder
	note   string               // paths that could not be read, in words
	info   os.FileInfo          // of the folder, to distinguish it from a later one with its name
	files  map[string]fileStamp // at the last look, if it is polled
	pause  time.Duration        // from look to look
	next   time.Time
}

// fileStamp is what a look records of a file.
type fileStamp struct{ size, modified int64 }

// outcome is the result of a batch.
type outcome struct {
	root  *root
	paths []string
	whole bool // the paths are the folder itself
	diff  difference
	err   error
}

func newWatcher(g *Ingest) *watcher {
	w := &watcher{
		g: g, o: g.o.Watching, done: make(chan outcome, 1),
		subscribed: make(map[string]bool), roots: make(map[string]*root), marked: make(map[string]time.Time),
	}
	if w.o.Quiet == 0 {
		w.o.Quiet = time.Second
	}
	if w.o.Poll == 0 {
		w.o.Poll = 1500 * time.Millisecond
	}
	return w
}

// run follows the folders until Close.
func (w *watcher) run() {
	var events chan fsnotify.Event
	var errs chan error
	if w.system, w.broken = fsnotify.NewWatcher(); w.broken == nil {
		events, errs = w.system.Events, w.system.Errors
		defer w.system.Close()
	}
	tick := time.NewTicker(w.o.Quiet / 4)
	defer tick.Stop()
	for {
		select {
		case <-w.g.ctx.Done():
			if w.busy {
				<-w.done
			}
			return
		case <-w.g.watching.wake:
			for _, do := range w.g.watching.take() {
				do(w)
			}
		case e := <-events:
			w.event(e)
		case err := <-errs:
			w.trouble(err)
		case out := <-w.done:
			w.finish(out)
		case now := <-tick.C:
			w.tick(now)
		}
		w.publish()
	}
}

// publish makes the states visible to other goroutines.
func (w *watcher) publish() {
	folders := make([]core.Folder, 0, len(w.roots))
	for _, r := range w.roots {
		f := r.folder
		if r.note != "" {
			f.Reason = strings.TrimPrefix(f.Reason+"; "+r.note, "; ")
		}
		folders = append(folders, f)
	}
	slices.SortFunc(folders, func(a, b core.Folder) int { return strings.Compare(a.Path, b.Path) })
	s := &w.g.watching
	s.mu.Lock()
	same := slices.EqualFunc(s.folders, folders, sameState)
	s.folders = folders
	s.mu.Unlock()
	if !same {
		w.g.queue.noteChange()
	}
}

// sameState reports whether folders differ at most in when they were last looked
// at, which is not reported.
func sameState(a, b core.Folder) bool {
	a.Looked = b.Looked
	return a == b
}

func (w *watcher) tick(now time.Time) {
	for _, r := range w.roots {
		if !now.Before(r.next) {
			w.check(r)
		}
	}
	if !w.busy {
		w.dispatch(now)
	}
}

// check checks whether a folder is there and the same as before, and looks
// through it if it is polled.
func (w *watcher) check(r *root) {
	r.next = time.Now().Add(w.o.Poll)
	info, err := os.Stat(r.folder.Path)
	if err == nil && !info.IsDir() {
		err = errNoFolder
	}
	switch {
	case err != nil:
		w.lose(r, err)
	case r.info == nil || !os.SameFile(r.info, info):
		r.info = info
		w.start(r)
	case r.folder.State == core.FolderPolling:
		w.look(r)
	}
}

// lose records that a folder is missing. Its documents are marked as gone only if
// their files are certain to be missing.
func (w *watcher) lose(r *root, err error) {
	if r.folder.State == core.FolderMissing {
		return
	}
	r.folder.State, r.folder.Reason = core.FolderMissing, "it cannot be looked at: "+cause(err).Error()
	r.info, r.files, r.note = nil, nil, ""
	w.release(r)
	if notThere(err) {
		r.folder.Reason = "it is not there"
		w.mark(r.folder.Path)
	}
}

// start begins to follow an existing folder: by reports of the system, else by
// polling.
func (w *watcher) start(r *root) {
	r.folder.State, r.folder.Reason, r.files, r.pause = core.FolderWatching, "", nil, 0
	err := unwatchable(r.folder.Path)
	if err == nil {
		err = w.broken
	}
	if err == nil {
		_, err = w.cover(r, r.folder.Path)
	}
	if err != nil {
		w.poll(r, err)
	}
	w.mark(r.folder.Path)
}

// mark records a change at a path.
func (w *watcher) mark(path string) {
	w.marked[path] = time.Now()
	if len(w.marked) <= mostMarked {
		return
	}
	for p := range w.marked {
		delete(w.marked, p)
		if r := w.rootOf(p); r != nil {
			w.marked[r.folder.Path] = time.Now()
		}
	}
}

// rootOf returns the innermost followed folder that contains a path or is the
// path.
func (w *watcher) rootOf(path string) *root {
	var best *root
	for _, r := range w.roots {
		if inside(path, r.folder.Path) && (best == nil || len(r.folder.Path) > len(best.folder.Path)) {
			best = r
		}
	}
	return best
}

// inside reports whether a path is dir or lies in it.
func inside(path, dir string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator)))
	return ok && (rest == "" || rest[0] == filepath.Separator)
}

// dispatch passes on the paths of one folder that have not changed for long
// enough; in a polled folder, paths that the next look found unchanged.
func (w *watcher) dispatch(now time.Time) {
	var r *root
	var paths []string
	for p, last := range w.marked {
		of := w.rootOf(p)
		if of == nil {
			delete(w.marked, p)
			continue
		}
		if now.Sub(last) >= max(w.o.Quiet, of.pause*3/2) && (r == nil || r == of) {
			r, paths = of, append(paths, p)
			delete(w.marked, p)
		}
	}
	if r == nil {
		return
	}
	paths = outermost(paths)
	out := outcome{root: r, paths: paths, whole: paths[0] == r.folder.Path}
	folder, quiet := r.folder, w.o.Quiet
	w.busy = true
	go func() {
		out.diff, out.err = w.g.follow(folder, paths, quiet)
		w.done <- out
	}()
}

// outermost sorts paths and removes those that lie in others.
func outermost(paths []string) []string {
	slices.SortFunc(paths, func(a, b string) int {
		return strings.Compare(strings.ReplaceAll(a, "/", "\x00"), strings.ReplaceAll(b, "/", "\x00"))
	})
	var last string
	return slices.DeleteFunc(paths, func(p string) bool {
		if last != "" && inside(p, last) {
			return true
		}
		last = p
		return false
	})
}

// follow updates the library at paths and queues the files that are to be read;
// it does not wait for them.
func (g *Ingest) follow(folder core.Folder, paths []string, young time.Duration) (difference, error) {
	ctx := g.ctx
	if err := g.ready(ctx); err != nil {
		return difference{}, err
	}
	d, err := g.reconcile(ctx, folder, paths, young)
	if err == nil && d.any() {
		g.queue.push(d.queue)
	}
	return d, err
}

// finish handles the outcome of a batch. Changes that could not be recorded in
// the library are tried again.
func (w *watcher) finish(out outcome) {
	w.busy = false
	for _, p := range out.diff.young {
		w.mark(p)
	}
	if out.err != nil && w.g.ctx.Err() == nil {
		out.root.note = "what changed could not be noted: " + out.err.Error()
		for _, p := range out.paths {
			w.marked[p] = time.Now().Add(5 * w.o.Quiet)
		}
		return
	}
	out.root.folder.Looked = time.Now()
	if out.whole {
		out.root.note = ""
		if errs := out.diff.report.Errors; len(errs) > 0 && out.root.folder.State != core.FolderMissing {
			out.root.note = fmt.Sprintf("%d places could not be looked at, the first: %v", len(errs), errs[0])
		}
	}
}
