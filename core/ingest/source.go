package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"ibid/core"
)

// headSize is how much of a file its kind is decided by.
const headSize = 64 << 10

// rereads is how often a file that changes while it is read is begun anew.
const rereads = 3

// source is an open file whose content is known.
type source struct {
	file *os.File
	doc  core.Document // with Kind, Hash, Size and Modified as they are now
}

func (s *source) close() { s.file.Close() }

// changed reports whether the file was written to since it was opened.
func (s *source) changed() bool {
	info, err := s.file.Stat()
	return err != nil || info.Size() != s.doc.Size || !info.ModTime().Equal(s.doc.Modified)
}

func fate(state core.State, err error, format string, args ...any) error {
	return &core.FileError{State: state, Reason: fmt.Sprintf(format, args...), Err: err}
}

// openFile opens the document's file without ever waiting for it, and notes its
// size and time in doc. Everything that can be said without reading is said
// before a byte is read.
func openFile(doc *core.Document, limit int64) (*os.File, error) {
	info, err := os.Stat(doc.Path)
	if err != nil {
		return nil, unreadable(err)
	}
	doc.Size, doc.Modified = info.Size(), info.ModTime()
	if err := acceptable(info, limit); err != nil {
		return nil, err
	}
	// What was a file may by now be a pipe, and opening that would wait.
	file, err := os.OpenFile(doc.Path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, unreadable(err)
	}
	info, err = file.Stat()
	if err == nil {
		doc.Size, doc.Modified = info.Size(), info.ModTime()
		err = acceptable(info, limit)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func acceptable(info fs.FileInfo, limit int64) error {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return fate(core.StateUnsupported, nil, "a folder now, not a file")
	case mode&fs.ModeNamedPipe != 0:
		return fate(core.StateUnsupported, nil, "a pipe, not a file")
	case mode&fs.ModeSocket != 0:
		return fate(core.StateUnsupported, nil, "a socket, not a file")
	case !mode.IsRegular():
		return fate(core.StateUnsupported, nil, "a device, not a file")
	case info.Size() > limit:
		return fate(core.StateTooLarge, nil, "%d MB, at most %d are read", info.Size()>>20, limit>>20)
	}
	return nil
}

// unreadable is the fate of a file that the system would not give out.
func unreadable(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fate(core.StateUnreadable, fs.ErrNotExist, "the file is gone")
	case errors.Is(err, fs.ErrPermission):
		return fate(core.StateUnreadable, fs.ErrPermission, "no permission to read it")
	}
	return fate(core.StateUnreadable, cause(err), "reading it stopped")
}

// openSource opens the document's file, decides its kind and hashes it. A
// *core.FileError says what became of the file instead; the returned document
// has what was learnt up to there.
func (g *Ingest) openSource(ctx context.Context, doc core.Document) (*source, core.Document, error) {
	for range rereads {
		file, err := openFile(&doc, g.o.Limits.FileBytes)
		if err != nil {
			return nil, doc, err
		}
		s := &source{file: file, doc: doc}
		err = g.identify(ctx, s)
		doc.Kind = s.doc.Kind
		if err == nil && !s.changed() {
			return s, s.doc, nil
		}
		s.close()
		if err != nil {
			return nil, doc, err
		}
	}
	return nil, doc, fate(core.StateUnreadable, nil, "it was written to while it was read, %d times", rereads)
}

// identify fills in kind and hash.
func (g *Ingest) identify(ctx context.Context, s *source) error {
	head := make([]byte, headSize)
	n, err := s.file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return unreadable(err)
	}
	s.doc.Kind = g.o.Kind(filepath.Base(s.doc.Path), head[:n])
	if s.doc.Kind == core.KindOther {
		return fate(core.StateUnsupported, nil, "files of this kind are not read")
	}
	hash, size, err := s.hash(ctx, g.o.Limits.FileBytes)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return unreadable(err)
	}
	if size > g.o.Limits.FileBytes {
		return fate(core.StateTooLarge, nil, "it grew over %d MB while it was read", g.o.Limits.FileBytes>>20)
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return unreadable(err)
	}
	s.doc.Hash = hash
	return nil
}

// hash reads the file to its end, or to just beyond limit.
func (s *source) hash(ctx context.Context, limit int64) (core.Hash, int64, error) {
	sum := sha256.New()
	size, err := io.Copy(sum, &patient{ctx, io.LimitReader(s.file, limit+1)})
	return core.Hash(hex.EncodeToString(sum.Sum(nil))), size, err
}

// patient is a reader that stops when its context does.
type patient struct {
	ctx context.Context
	r   io.Reader
}

func (p *patient) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.r.Read(b)
}
