package convert

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ibid/core"
)

// path returns where the converted file of a content is kept.
func (c *Converter) path(hash core.Hash, kind core.Kind) string {
	return filepath.Join(c.o.Dir, string(hash)+targets[kind].ending)
}

// kept opens the converted file of a content, nil if there is none.
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

// Forget deletes the converted file of a content, if there is one.
func (c *Converter) Forget(hash core.Hash) error {
	if hash == "" {
		return nil
	}
	var errs []error
	for kind := range targets {
		if err := os.Remove(c.path(hash, kind)); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Prune deletes all converted files but those of the contents in keep.
func (c *Converter) Prune(keep map[core.Hash]bool) error {
	entries, err := os.ReadDir(c.o.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, e := range entries {
		hash := core.Hash(strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())))
		if e.Type().IsRegular() && !keep[hash] {
			errs = append(errs, os.Remove(filepath.Join(c.o.Dir, e.Name())))
		}
	}
	return errors.Join(errs...)
}

// prune deletes the least recently used converted files until the rest has no more
// than Options.Kept bytes.
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
