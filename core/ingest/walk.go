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

// walk collects the files at paths that were named by a person, and in folders
// at such paths.
type walk struct {
	avoid string            // folder that is left out: the library's own
	dir   string            // where relative paths begin; empty is the program's own
	most  int64             // bytes; larger files are left out; 0: none are
	enter func(path string) // told of every folder before it is listed; may be nil
	files []core.Document
	errs  []error

	hidden  int // entries that were left out because their name begins with a dot
	ignored int // because an ignore file says so
	large   int // because they are larger than most

	seen  map[string]bool // absolute paths of files
	dirs  map[string]bool // folders, with all links resolved
	links []link          // for when all real folders are done
}

// link is a linked folder and the rules that hold around it.
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

// add takes one path as a person gave it. What they name is taken even if its
// name is hidden or an ignore file leaves it out.
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

// follow takes linked folders. A folder that is reached both by its name and by
// a link is listed under its name, whichever of the two comes first in the
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

// within takes what lies at the paths in the folder dir, as a walk of dir comes
// upon it; a path where nothing lies is no error. It reports false if it came
// upon a linked folder: only a walk of all of dir can tell whether that is
// reached by its name as well.
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

// descend finds the rules that hold where path lies, which is below dir. ok is
// false if a folder on the way is left out.
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

// take takes a file, or all in a folder that the rules hold for.
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

// folder takes everything in a folder, once, however many ways lead to it:
// that is how links that lead back to where they lie come to an end.
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
	// Links count as what they lead to, unlike in git: they are followed here.
	if e.Type()&fs.ModeSymlink == 0 && r.ignores(path, e.IsDir()) {
		w.ignored++
		return
	}
	info, err := os.Stat(path)
	switch {
	case err != nil && e.Type()&fs.ModeSymlink != 0:
		// A link into nowhere was in the folder, but never a file.
		w.errs = append(w.errs, fmt.Errorf("follow link %q: %w", path, cause(err)))
	case errors.Is(err, fs.ErrNotExist):
		// Gone since the folder was listed.
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

// cause takes the operation and path off an error, where the message around it
// names them already.
func cause(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
