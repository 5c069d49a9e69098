package ingest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"ibid/core"
)

var errNoFolder = errors.New("it is a file now, not a folder")

// cover asks the system to report changes in the folder at path, and in all folders
// in it that a walk of r reaches, and returns the files there. It subscribes to a
// folder before listing it, so that no file is missed.
func (w *watcher) cover(r *root, path string) ([]core.Document, error) {
	var failed error
	paths := []string{path}
	walk := w.g.walkFolder(r.folder, &paths, func(dir string) {
		if failed == nil {
			failed = w.subscribe(dir)
		}
	})
	return walk.files, failed
}

// subscribe asks the system to report changes in one folder. A folder that is gone
// or may not be listed is skipped.
func (w *watcher) subscribe(dir string) error {
	if w.o.Most > 0 && len(w.subscribed) >= w.o.Most && !w.subscribed[dir] {
		return fmt.Errorf("it has too many folders: more than %d are not watched", w.o.Most)
	}
	err := w.system.Add(dir)
	if err == nil {
		w.subscribed[dir] = true
	}
	if notThere(err) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// unsubscribe ends the reports for path and all folders in it.
func (w *watcher) unsubscribe(path string) {
	for dir := range w.subscribed {
		if inside(dir, path) {
			w.system.Remove(dir) // that it is gone already is no matter
			delete(w.subscribed, dir)
		}
	}
}

// release ends the reports for a followed folder, except where it overlaps with
// another one.
func (w *watcher) release(r *root) {
	path := r.folder.Path
	w.unsubscribe(path)
	for _, other := range w.roots {
		of := other.folder.Path
		if other == r || other.folder.State != core.FolderWatching || !inside(of, path) && !inside(path, of) {
			continue
		}
		shared := max(of, path) // the longer is the inner
		if _, err := w.cover(other, shared); err != nil {
			w.poll(other, err)
		}
		w.mark(shared) // changes in between were not reported
	}
}

// event handles one report of the system.
func (w *watcher) event(e fsnotify.Event) {
	if e.Name == "" {
		return
	}
	path := filepath.Clean(e.Name)
	r, name := w.rootOf(path), filepath.Base(path)
	switch {
	case r == nil || r.folder.State != core.FolderWatching:
		return
	case path == r.folder.Path:
		if e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename) {
			r.info = nil // another folder of its name may have the same number
		}
		w.check(r)
		return
	case slices.Contains(ignoreFiles, name):
		path = filepath.Dir(path)
	case strings.HasPrefix(name, "."):
		return
	case w.subscribed[path] && (e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)):
		w.unsubscribe(path)
	}
	w.mark(path)
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return
	}
	files, err := w.cover(r, path)
	for _, f := range files {
		w.mark(f.Path) // it may still be written to
	}
	if err != nil {
		w.poll(r, err)
	}
}

// trouble handles an error of the system: reports were lost.
func (w *watcher) trouble(err error) {
	for _, r := range w.roots {
		if r.folder.State != core.FolderWatching {
			continue
		}
		if errors.Is(err, fsnotify.ErrEventOverflow) {
			w.start(r)
		} else {
			w.poll(r, err)
		}
	}
}

// poll changes to following a folder by looking through it repeatedly, because of
// err.
func (w *watcher) poll(r *root, err error) {
	r.folder.State = core.FolderPolling
	w.release(r)
	w.look(r)
	r.folder.Reason = fmt.Sprintf("%s; it is looked through every %.3g s", whyPolled(err), r.pause.Seconds())
}

// whyPolled returns in words why the system does not report changes.
func whyPolled(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "the system watches no more folders (its limit fs.inotify.max_user_watches is reached)"
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "the system watches no more folders (too many files are open)"
	}
	return cause(err).Error()
}

// look marks what has changed in a polled folder since the last look. The first
// look marks nothing.
func (w *watcher) look(r *root) {
	began := time.Now()
	paths := []string{r.folder.Path}
	walk := w.g.walkFolder(r.folder, &paths, nil)
	now := make(map[string]fileStamp, len(walk.files))
	for _, f := range walk.files {
		s := fileStamp{f.Size, f.Modified.UnixNano()}
		now[f.Path] = s
		if before, ok := r.files[f.Path]; r.files != nil && (!ok || before != s) {
			w.mark(f.Path)
		}
	}
	for path := range r.files {
		if _, ok := now[path]; !ok {
			w.mark(path)
		}
	}
	r.files, r.folder.Looked = now, time.Now()
	r.pause = w.pauseAfter(time.Since(began))
	r.next = time.Now().Add(r.pause)
}

// pauseAfter returns the pause after a look that took so long: looking takes at
// most a tenth of the time.
func (w *watcher) pauseAfter(look time.Duration) time.Duration { return max(w.o.Poll, 10*look) }
