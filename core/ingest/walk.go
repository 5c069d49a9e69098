package ingest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"ibid/core"
)

// walk collects the files at paths that a person named, and in folders at such
// paths.
type walk struct {
	avoid string            // folder that is left out: the library's own
	dir   string            // where relative paths begin; empty is the program's own
	most  int64             // bytes; larger files are left out; 0: none are
	enter func(path string) // called with every folder before it is listed; may be nil
	files []core.Document
	errs  []error

	hidden  int // entries that were left out because their name begins with a dot
	ignored int // entries left out by an ignore file
	large   int // because they are larger than most

	seen  map[string]bool // absolute paths of files
	dirs  map[string]bool // folders, with all links resolved
	links []link          // for when all real folders are done
}

// link is a linked folder with the rules that apply around it.
type link struct {
	path  string
	rules *rules
}

func newWalk(avoid string) *walk {
	if real, err := filepath.EvalSymlinks(avoid); err == nil {
		avoid = real
	}
	return &walk{avoid: avoid, seen: make(map[string]bool), dirs: make(map[string]bool)}
}

// add adds a path that a person named. It is taken even if its name is hidden or
// an ignore file excludes it.
func (w *walk) add(path string) {
	at := path
	if w.dir != "" && !filepath.IsAbs(at) {
		at = filepath.Join(w.dir, at)
	}
	abs, err := filepath.Abs(at)
	if err != nil {
		w.errs = append(w.errs, fmt.Errorf("add %q: %w", path, err))
		return
	}
	info, err := os.Stat(abs)
	if err != nil {
		w.errs = append(w.errs, fmt.Errorf("add %q: %w", path, cause(err)))
		return
	}
	var r *rules
	if info.IsDir() {
		r = around(abs)
	}
	w.take(abs, info, r)
	w.follow()
}

// follow walks linked folders. A folder that is reached both by its name and by a
// link is listed under its name, whichever of the two comes first in the
// alphabet.
func (w *walk) follow() {
	for len(w.links) > 0 {
		next := w.links
		w.links = nil
		for _, link := range next {
			w.folder(link.path, link.rules)
		}
	}
}

// within walks the paths in the folder dir as a walk of dir would; a path that
// does not exist is no error. It returns false if it found a linked folder: only
// a walk of all of dir shows whether that folder is reached by its name as well.
func (w *walk) within(dir string, paths []string) (whole bool) {
	known := map[string]*rules{dir: around(dir).with(dir)}
	for _, p := range paths {
		if p == dir {
			w.add(dir)
			continue
		}
		r, ok := w.descend(dir, p, known)
		if !ok {
			continue
		}
		if info, err := os.Lstat(p); err == nil {
			w.entry(p, fs.FileInfoToDirEntry(info), r)
		}
		if len(w.links) > 0 {
			return false
		}
	}
	return true
}

// descend finds the rules for path, which lies below dir. ok is false if a folder
// in between is ignored.
func (w *walk) descend(dir, path string, known map[string]*rules) (r *rules, ok bool) {
	up := filepath.Dir(path)
	if r, ok := known[up]; ok {
		return r, true
	}
	if len(up) <= len(dir) {
		return nil, false
	}
	if r, ok = w.descend(dir, up, known); !ok || strings.HasPrefix(filepath.Base(up), ".") || r.ignores(up, true) {
		return nil, false
	}
	known[up] = r.with(up)
	return known[up], true
}

// take adds a file, or all files in a folder that the rules do not exclude.
func (w *walk) take(path string, info fs.FileInfo, r *rules) {
	switch {
	case info.IsDir():
		w.folder(path, r)
	case w.seen[path]:
	case w.most > 0 && info.Size() > w.most:
		w.large++
	default:
		w.seen[path] = true
		w.files = append(w.files, core.Document{Path: path, Kind: core.KindOther, Size: info.Size(), Modified: info.ModTime()})
	}
}

// folder adds everything in a folder, once, however many ways lead to it. This
// also ends loops of links.
func (w *walk) folder(path string, r *rules) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		w.errs = append(w.errs, fmt.Errorf("read folder %q: %w", path, cause(err)))
		return
	}
	if w.dirs[real] || real == w.avoid {
		return
	}
	w.dirs[real] = true
	if w.enter != nil {
		w.enter(path)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		w.errs = append(w.errs, fmt.Errorf("read folder %q: %w", path, cause(err)))
	}
	r = r.with(path)
	for _, e := range entries {
		w.entry(filepath.Join(path, e.Name()), e, r)
	}
}

func (w *walk) entry(path string, e fs.DirEntry, r *rules) {
	if strings.HasPrefix(e.Name(), ".") {
		w.hidden++
		return
	}
	// Links are treated as their targets, unlike in git: they are followed here.
	if e.Type()&fs.ModeSymlink == 0 && r.ignores(path, e.IsDir()) {
		w.ignored++
		return
	}
	info, err := os.Stat(path)
	switch {
	case err != nil && e.Type()&fs.ModeSymlink != 0:
		// The target of the link does not exist, so the link was never a file.
		w.errs = append(w.errs, fmt.Errorf("follow link %q: %w", path, cause(err)))
	case errors.Is(err, fs.ErrNotExist):
		// The file was deleted after the folder was listed.
	case err != nil:
		w.errs = append(w.errs, fmt.Errorf("look at %q: %w", path, cause(err)))
	case e.Type()&fs.ModeSymlink != 0 && r.ignores(path, info.IsDir()):
		w.ignored++
	case info.IsDir() && e.Type()&fs.ModeSymlink != 0:
		w.links = append(w.links, link{path, r})
	default:
		w.take(path, info, r)
	}
}

// cause removes the operation and path from an error, for messages that name them
// already.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
