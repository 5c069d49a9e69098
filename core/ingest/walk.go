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

// walk collects the files under paths that were named by a person.
type walk struct {
	avoid  string // folder that is left out: the library's own
	files  []core.Document
	hidden int
	errs   []error

	seen  map[string]bool // absolute paths of files
	dirs  map[string]bool // folders, with all links resolved
	links []string        // linked folders, for when all real ones are done
}

func newWalk(avoid string) *walk {
	if real, err := filepath.EvalSymlinks(avoid); err == nil {
		avoid = real
	}
	return &walk{avoid: avoid, seen: make(map[string]bool), dirs: make(map[string]bool)}
}

// add takes one path as a person gave it. What they name is taken even if its
// name is hidden.
func (w *walk) add(path string) {
	abs, err := filepath.Abs(path)
	if err != nil {
		w.errs = append(w.errs, fmt.Errorf("add %q: %w", path, err))
		return
	}
	info, err := os.Stat(abs)
	if err != nil {
		w.errs = append(w.errs, fmt.Errorf("add %q: %w", path, cause(err)))
		return
	}
	w.take(abs, info)
	// A folder that is reached both by its name and by a link is listed under
	// its name, whichever of the two comes first in the alphabet.
	for len(w.links) > 0 {
		next := w.links
		w.links = nil
		for _, link := range next {
			w.folder(link)
		}
	}
}

func (w *walk) take(path string, info fs.FileInfo) {
	if info.IsDir() {
		w.folder(path)
		return
	}
	if w.seen[path] {
		return
	}
	w.seen[path] = true
	w.files = append(w.files, core.Document{Path: path, Kind: core.KindOther, Size: info.Size(), Modified: info.ModTime()})
}

// folder takes everything in a folder, once, however many ways lead to it:
// that is how links that lead back to where they lie come to an end.
func (w *walk) folder(path string) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		w.errs = append(w.errs, fmt.Errorf("read folder %q: %w", path, cause(err)))
		return
	}
	if w.dirs[real] || real == w.avoid {
		return
	}
	w.dirs[real] = true
	entries, err := os.ReadDir(path)
	if err != nil {
		w.errs = append(w.errs, fmt.Errorf("read folder %q: %w", path, cause(err)))
	}
	for _, e := range entries {
		w.entry(filepath.Join(path, e.Name()), e)
	}
}

func (w *walk) entry(path string, e fs.DirEntry) {
	if strings.HasPrefix(e.Name(), ".") {
		w.hidden++
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
	case info.IsDir() && e.Type()&fs.ModeSymlink != 0:
		w.links = append(w.links, path)
	default:
		w.take(path, info)
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
