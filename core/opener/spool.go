package opener

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"ibid/core"
)

// spool keeps members that were unpacked, up to a number of bytes: those that
// were not opened for longest go first. Its files are named by hashes of what
// they hold the bytes of, never by a name of an archive. The folder is made when
// the first is kept and may be deleted at any time.
type spool struct {
	dir  string
	most int64 // bytes

	mu    sync.Mutex
	known bool             // sizes are those of the folder
	sizes map[string]int64 // by file
	total int64
}

// key names a member by its archive's content and its name there.
func key(archive core.Hash, name string) string {
	sum := sha256.Sum256([]byte(string(archive) + "\x00" + name))
	return hex.EncodeToString(sum[:])
}

func (s *spool) path(key string) string { return filepath.Join(s.dir, key) }

// open opens a member that is kept; nil if it is not.
func (s *spool) open(key string) *os.File {
	file, err := os.Open(s.path(key))
	if err != nil {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(s.path(key), now, now) // only the order of pruning depends on it
	return file
}

// create makes a file for a member on its way here.
func (s *spool) create() (*os.File, error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, fmt.Errorf("keep an unpacked file: %w", err)
	}
	file, err := os.CreateTemp(s.dir, "new-*")
	if err != nil {
		return nil, fmt.Errorf("keep an unpacked file: %w", err)
	}
	return file, nil
}

// keep gives a member that is whole its place and makes room for it. What is
// open stays readable when its file goes.
func (s *spool) keep(file *os.File, key string, size int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := os.Rename(file.Name(), s.path(key)); err != nil {
		return fmt.Errorf("keep an unpacked file: %w", err)
	}
	if !s.known {
		return s.prune()
	}
	s.total += size - s.sizes[key]
	s.sizes[key] = size
	if s.total > s.most {
		return s.prune()
	}
	return nil
}

// prune looks at the folder and deletes what is over the limit, and what an
// earlier run left half written. The caller holds mu.
func (s *spool) prune() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return fmt.Errorf("make room for unpacked files: %w", err)
	}
	var infos []fs.FileInfo
	s.known, s.sizes, s.total = true, make(map[string]int64), 0
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // it went meanwhile
		}
		if len(e.Name()) != 2*sha256.Size {
			if time.Since(info.ModTime()) > time.Hour {
				_ = os.Remove(s.path(e.Name())) // the next time does it
			}
			continue
		}
		infos = append(infos, info)
		s.sizes[e.Name()], s.total = info.Size(), s.total+info.Size()
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, info := range infos {
		if s.total <= s.most {
			break
		}
		if err := os.Remove(s.path(info.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("make room for unpacked files: %w", err)
		}
		delete(s.sizes, info.Name())
		s.total -= info.Size()
	}
	return nil
}
