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
	"ibid/core/safefile"
)

// spool keeps members that were unpacked, up to a number of bytes: those that
// were not opened for longest go first. Its files are named by hashes of what
// they hold the bytes of, never by a name of an archive. The folder is made when
// the first is kept and may be deleted at any time.
type spool struct {
	dir  string
	most int64 // bytes

	mu      sync.Mutex
	room    int64 // bytes that may come before the folder is looked at again
	pruning bool  // somebody does
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
func (s *spool) create() (*safefile.File, error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, fmt.Errorf("keep an unpacked file: %w", err)
	}
	file, err := safefile.Create(s.dir)
	if err != nil {
		return nil, fmt.Errorf("keep an unpacked file: %w", err)
	}
	return file, nil
}

// keep gives a member that is whole its place and makes room for it. What is
// open stays readable when its file goes. No lock is held over the disk: who
// keeps a member while another makes room does not wait.
func (s *spool) keep(file *safefile.File, key string, size int64) error {
	if err := file.Commit(s.path(key)); err != nil {
		return fmt.Errorf("keep an unpacked file: %w", err)
	}
	s.mu.Lock()
	s.room -= size
	mine := s.room < 0 && !s.pruning
	s.pruning = s.pruning || mine
	s.mu.Unlock()
	if !mine {
		return nil
	}
	return s.prune()
}

// prune makes room until what was kept meanwhile fits too. The caller has set
// pruning.
func (s *spool) prune() error {
	for {
		s.mu.Lock()
		s.room = 0
		s.mu.Unlock()
		held, err := s.sweep()
		s.mu.Lock()
		if err == nil {
			s.room += s.most - held
		}
		done := err != nil || s.room >= 0
		s.pruning = !done
		s.mu.Unlock()
		if done {
			return err
		}
	}
}

// leftover is how old a file is that an earlier run left half written.
const leftover = time.Hour

// sweep deletes what is over the limit, the least recently opened first, and what
// an earlier run left half written. It returns how many bytes are held then.
func (s *spool) sweep() (held int64, err error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return 0, fmt.Errorf("make room for unpacked files: %w", err)
	}
	var infos []fs.FileInfo
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil: // it went meanwhile
		case len(e.Name()) == 2*sha256.Size:
			infos, held = append(infos, info), held+info.Size()
		case time.Since(info.ModTime()) > leftover:
			_ = os.Remove(s.path(e.Name())) // the next time does it
		}
	}
	slices.SortFunc(infos, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, info := range infos {
		if held <= s.most {
			break
		}
		if err := os.Remove(s.path(info.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return held, fmt.Errorf("make room for unpacked files: %w", err)
		}
		held -= info.Size()
	}
	return held, nil
}
