package ingest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"

	"ibid/core"
)

// headSize is the number of bytes at the beginning of a file from which its kind
// is decided.
const headSize = 64 << 10

// rereads is how often reading is started again if a file changes while it is
// read.
const rereads = 3

// source is an open file whose content is known.
type source struct {
	file *os.File
	doc  core.Document // with Kind, Hash, Size and Modified as they are now
}

func (s *source) close() { s.file.Close() }

// request returns the request for a step of reading. Only here is it decided
// which bytes are read for a content.
func (s *source) request(c core.Content) core.ReadRequest {
	return core.ReadRequest{Name: s.doc.Name, Hash: c.Hash, File: s.file, Kind: c.Kind, Password: c.Password}
}

// changed reports whether the file was written to since it was opened. An
// unpacked file never changes.
func (s *source) changed() bool {
	if s.doc.Container != 0 {
		return false
	}
	info, err := s.file.Stat()
	return err != nil || info.Size() != s.doc.Size || !info.ModTime().Equal(s.doc.Modified)
}

// openFile opens the document's bytes, and sets size and time of the file in doc
// even if the bytes are not available.
func (g *Ingest) openFile(ctx context.Context, doc *core.Document) (*os.File, error) {
	if info, err := os.Stat(doc.Path); err == nil && doc.Container == 0 {
		doc.Size, doc.Modified = info.Size(), info.ModTime()
	}
	file, err := g.o.Opener.Open(ctx, *doc)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, unreadable(err)
	}
	doc.Size = info.Size()
	if doc.Container == 0 {
		doc.Modified = info.ModTime()
	}
	return file, nil
}

// unreadable returns the error for an open file that the system fails to read.
func unreadable(err error) error {
	return core.NewFileError(core.StateUnreadable, cause(err), "reading it stopped")
}

// openSource opens the document's file, decides its kind and hashes it. A
// *core.FileError describes why that failed; the returned document then has the
// values found so far.
func (g *Ingest) openSource(ctx context.Context, doc core.Document) (*source, core.Document, error) {
	for range rereads {
		file, err := g.openFile(ctx, &doc)
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
	return nil, doc, core.NewFileError(core.StateUnreadable, nil, "it was written to while it was read, %d times", rereads)
}

// identify sets kind and hash.
func (g *Ingest) identify(ctx context.Context, s *source) error {
	head := make([]byte, headSize)
	n, err := s.file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return unreadable(err)
	}
	s.doc.Kind = g.o.Kind(filepath.Base(s.doc.Path), s.directory(head[:n]))
	if s.doc.Kind == core.KindOther {
		return core.NewFileError(core.StateUnsupported, nil, "files of this kind are not read")
	}
	if s.doc.Kind == core.KindArchive {
		if err := g.shallow(ctx, s.doc); err != nil {
			return err
		}
	}
	hash, size, err := s.hash(ctx, g.o.Limits.FileBytes)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return unreadable(err)
	}
	if size > g.o.Limits.FileBytes {
		return core.NewFileError(core.StateTooLarge, nil, "it grew over %d MB while it was read", g.o.Limits.FileBytes>>20)
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return unreadable(err)
	}
	s.doc.Hash = hash
	return nil
}

// directory adds to the head of a compound file (MS-CFB, 2.2), the format of
// office programs before 2007, the sector in which its directory begins, if that
// lies beyond the head: the names of its streams show the kind of the file.
func (s *source) directory(head []byte) []byte {
	const header, most = 0x34, 4096
	if len(head) < header || !bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
		return head
	}
	size := int64(1) << (head[0x1e] & 15)
	at := (int64(binary.LittleEndian.Uint32(head[0x30:])) + 1) * size
	if at < int64(len(head)) {
		return head
	}
	sector := make([]byte, most)
	n, _ := s.file.ReadAt(sector, at) // a missing sector counts as one without names
	return append(head, sector[:n]...)
}

// hash reads the file to its end, or to just beyond limit.
func (s *source) hash(ctx context.Context, limit int64) (core.Hash, int64, error) {
	sum := sha256.New()
	size, err := io.Copy(sum, &contextReader{ctx, io.LimitReader(s.file, limit+1)})
	return core.Hash(hex.EncodeToString(sum.Sum(nil))), size, err
}

// contextReader is a reader that returns an error when its context has ended.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (p *contextReader) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.r.Read(b)
}
