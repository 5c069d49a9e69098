package convert

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"ibid/core"
)

// path is where the converted file of a content is kept.
func (c *Converter) path(hash core.Hash, kind core.Kind) string {
	return filepath.Join(c.o.Dir, string(hash)+targets[kind].ending)
}

// kept opens a converted file; nil if there is none.
func (c *Converter) kept(hash core.Hash, kind core.Kind) *os.File {
	if _, ok := targets[kind]; !ok || hash == "" {
		return nil
	}
	file, err := os.Open(c.path(hash, kind))
	if err != nil {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(file.Name(), now, now) // only the order of pruning depends on it
	return file
}

// prune deletes the converted files that were not used for longest, until the
// rest takes no more than may be kept.
func (c *Converter) prune() error {
	entries, err := os.ReadDir(c.o.Dir)
	if err != nil {
		return err
	}
	var files []fs.FileInfo
	var total int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files, total = append(files, info), total+info.Size()
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	var errs []error
	for _, f := range files[:max(0, len(files)-1)] { // the newest is about to be read
		if total <= c.o.Kept {
			break
		}
		errs = append(errs, os.Remove(filepath.Join(c.o.Dir, f.Name())))
		total -= f.Size()
	}
	return errors.Join(errs...)
}
