package opener

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"ibid/core"
)

// checkLinks returns an error if a symbolic link on the way to the document was
// made after the document was added, and leads to other bytes. So somebody who can
// only create links among the documents, as in a synchronised folder or a
// repository, cannot read other files of this machine. Older links are part of
// what the person added.
func checkLinks(ctx context.Context, file *os.File, d core.Document) error {
	at, err := newerLink(d.Path, d.Added)
	if err != nil {
		return unreadable(err)
	}
	if at == "" {
		return sameFile(file, d.Path)
	}
	hash, err := digest(ctx, file)
	if err != nil {
		return err
	}
	if d.Hash == "" || hash != d.Hash {
		what := "the file"
		if at != d.Path {
			what = fmt.Sprintf("the folder %q", filepath.Base(at))
		}
		return core.NewFileError(core.StateUnreadable, nil, "%s is a link now that leads to something else: take the document out and add it again", what)
	}
	return nil
}

// newerLink is the first link on the way to path that was made after a time;
// empty if there is none. The time of a link is when the system last changed it,
// which nobody can set.
func newerLink(path string, after time.Time) (string, error) {
	if after.IsZero() {
		return "", nil
	}
	for end := 1; end <= len(path); end++ {
		if end < len(path) && path[end] != filepath.Separator {
			continue
		}
		info, err := os.Lstat(path[:end])
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if system, ok := info.Sys().(*syscall.Stat_t); ok && ctime(system).After(after) {
			return path[:end], nil
		}
	}
	return "", nil
}

// sameFile returns an error unless the open file is still the one at the path:
// otherwise the path that was checked is not the one that was opened.
func sameFile(file *os.File, path string) error {
	opened, err := file.Stat()
	if err != nil {
		return unreadable(err)
	}
	there, err := os.Stat(path)
	if err != nil {
		return unreadable(err)
	}
	if !os.SameFile(opened, there) {
		return core.NewFileError(core.StateUnreadable, nil, "it was replaced while it was opened")
	}
	return nil
}

// digest is the hash of a file's bytes, which is left at its beginning.
func digest(ctx context.Context, file *os.File) (core.Hash, error) {
	sum := sha256.New()
	for {
		n, err := io.CopyN(sum, file, 1<<20)
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case err == io.EOF:
			if _, err := file.Seek(0, io.SeekStart); err != nil {
				return "", unreadable(err)
			}
			return core.Hash(hex.EncodeToString(sum.Sum(nil))), nil
		case err != nil || n == 0:
			return "", unreadable(err)
		}
	}
}
