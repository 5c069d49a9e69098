// Package opener opens the bytes of documents, be they files or members of
// archives. All reading, drawing and comparing of documents goes through it.
package opener

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"syscall"

	"ibid/core"
)

// Options configure an Opener.
type Options struct {
	Catalogue Catalogue
	Unpacker  core.Unpacker
	Folder    string      // for members that were unpacked; may be deleted at any time
	Keep      int64       // bytes of them that are kept; keepBytes if 0
	Limits    core.Limits // core.DefaultLimits if zero
}

// keepBytes is how much is kept of what was unpacked.
const keepBytes = 1 << 30

// Opener opens documents. It is a core.Opener, safe for concurrent use.
type Opener struct {
	o     Options
	spool *spool

	mu        sync.Mutex
	unpacking map[core.Hash]chan struct{} // archives that are being unpacked; closed when that is done
}

var _ core.Opener = (*Opener)(nil)

// New returns an opener.
func New(o Options) *Opener {
	if o.Limits == (core.Limits{}) {
		o.Limits = core.DefaultLimits()
	}
	if o.Keep == 0 {
		o.Keep = keepBytes
	}
	return &Opener{o: o, spool: &spool{dir: o.Folder, most: o.Keep}, unpacking: make(map[core.Hash]chan struct{})}
}

// Open opens the bytes of a document as they are now. It refuses bytes that are
// reached only by a symbolic link made after the document was added.
func (o *Opener) Open(ctx context.Context, d core.Document) (*os.File, error) {
	if d.Container != 0 {
		return o.member(ctx, d)
	}
	file, err := openFile(d.Path, o.o.Limits.FileBytes)
	if err != nil {
		return nil, err
	}
	if err := checkLinks(ctx, file, d); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Stale reports whether a document's file has changed, by size and time, or gone
// since it was read. For a member, the file is the outermost archive.
func (o *Opener) Stale(ctx context.Context, d core.Document) bool {
	for d.Container != 0 {
		archive, err := o.o.Catalogue.Document(ctx, d.Container)
		if err != nil {
			return true
		}
		d = archive
	}
	info, err := os.Stat(d.Path)
	return err != nil || info.Size() != d.Size || !info.ModTime().Equal(d.Modified)
}

// openFile opens a file without ever waiting for it. Everything that can be
// said without reading is said before a byte is read.
func openFile(path string, limit int64) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(err)
	}
	if err := acceptable(info, limit); err != nil {
		return nil, err
	}
	// What was a file may by now be a pipe, and opening that would wait.
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, unreadable(err)
	}
	if info, err = file.Stat(); err != nil {
		err = unreadable(err)
	} else {
		err = acceptable(info, limit)
	}
	if err != nil {
		_ = file.Close() // it was only looked at
		return nil, err
	}
	return file, nil
}

func acceptable(info fs.FileInfo, limit int64) error {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return core.NewFileError(core.StateUnsupported, nil, "a folder now, not a file")
	case mode&fs.ModeNamedPipe != 0:
		return core.NewFileError(core.StateUnsupported, nil, "a pipe, not a file")
	case mode&fs.ModeSocket != 0:
		return core.NewFileError(core.StateUnsupported, nil, "a socket, not a file")
	case !mode.IsRegular():
		return core.NewFileError(core.StateUnsupported, nil, "a device, not a file")
	case info.Size() > limit:
		return core.NewFileError(core.StateTooLarge, nil, "%d MB, at most %d are read", info.Size()>>20, limit>>20)
	}
	return nil
}

// unreadable is the fate of a file that the system would not give out.
func unreadable(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return core.NewFileError(core.StateUnreadable, fs.ErrNotExist, "the file is gone")
	case errors.Is(err, fs.ErrPermission):
		return core.NewFileError(core.StateUnreadable, fs.ErrPermission, "no permission to read it")
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err // the document is named around this
	}
	return core.NewFileError(core.StateUnreadable, err, "opening it did not work")
}
