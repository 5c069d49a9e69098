package opener

import (
	"context"
	"fmt"
	"os"
	"strings"

	"ibid/core"
	"ibid/core/safefile"
)

// Catalogue is the part of the library that an Opener needs.
type Catalogue interface {
	Document(ctx context.Context, id core.DocumentID) (core.Document, error)
	Members(ctx context.Context, id core.DocumentID) ([]core.Document, error)
	Content(ctx context.Context, hash core.Hash) (core.Content, error)
}

// member opens a member of an archive. Those that wait to be read behind it are
// unpacked with it, so that an archive that can only be read from its beginning
// is not read once for each.
func (o *Opener) member(ctx context.Context, d core.Document) (*os.File, error) {
	archive, err := o.o.Catalogue.Document(ctx, d.Container)
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", d.Name, err)
	}
	name, ok := strings.CutPrefix(d.Path, archive.Path+core.Packed)
	if !ok || archive.Hash == "" {
		return nil, core.NewFileError(core.StateUnreadable, nil, "the archive is not read")
	}
	at := key(archive.Hash, name)
	if file := o.spool.open(at); file != nil {
		return file, nil
	}
	packed, err := o.Open(ctx, archive)
	if err != nil {
		return nil, err
	}
	defer packed.Close()
	if archive.Container == 0 && !same(packed, archive) {
		return nil, core.NewFileError(core.StateUnreadable, nil, "the archive has changed since its files were listed")
	}
	release, err := o.claim(ctx, archive.Hash)
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", d.Name, err)
	}
	defer release()
	if file := o.spool.open(at); file != nil {
		return file, nil
	}
	return o.unpack(ctx, packed, archive, d, name)
}

// claim waits until nobody else unpacks the archive with this content, so that
// what two ask for is unpacked once. Who waits for another archive, or has ctx
// end, does not wait here.
func (o *Opener) claim(ctx context.Context, archive core.Hash) (release func(), err error) {
	for {
		o.mu.Lock()
		others, busy := o.unpacking[archive]
		if !busy {
			done := make(chan struct{})
			o.unpacking[archive] = done
			o.mu.Unlock()
			return func() {
				o.mu.Lock()
				delete(o.unpacking, archive)
				o.mu.Unlock()
				close(done)
			}, nil
		}
		o.mu.Unlock()
		select {
		case <-others:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// same reports whether an open file is as the document was when it was read.
func same(file *os.File, d core.Document) bool {
	info, err := file.Stat()
	return err == nil && info.Size() == d.Size && info.ModTime().Equal(d.Modified)
}

// unpack has a member unpacked, and keeps those that come with it.
func (o *Opener) unpack(ctx context.Context, packed *os.File, archive, d core.Document, name string) (*os.File, error) {
	content, err := o.o.Catalogue.Content(ctx, archive.Hash)
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", d.Name, err)
	}
	names, err := o.batch(ctx, archive, d, name)
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", d.Name, err)
	}
	s := intake{spool: o.spool, archive: archive.Hash, names: names}
	defer s.close()
	req := core.ReadRequest{Name: archive.Name, File: packed, Kind: core.KindArchive, Password: content.Password}
	err = o.o.Unpacker.Unpack(ctx, req, names, s.take)
	switch {
	case s.file != nil:
		file := s.file
		s.file = nil
		return file, nil
	case s.fate != nil:
		return nil, s.fate
	case err == nil:
		return nil, core.NewFileError(core.StateUnreadable, nil, "it is not in the archive any more")
	}
	return nil, err
}

// batch names the members that are unpacked together: the one that is wanted,
// first, and those behind it that wait to be read.
func (o *Opener) batch(ctx context.Context, archive, d core.Document, name string) ([]string, error) {
	names, bytes := []string{name}, d.Size
	if d.State.Settled() {
		return names, nil
	}
	members, err := o.o.Catalogue.Members(ctx, archive.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		other, ok := strings.CutPrefix(m.Path, archive.Path+core.Packed)
		if !ok || m.Container != archive.ID || m.ID <= d.ID || m.State.Settled() {
			continue
		}
		if bytes += m.Size; bytes > o.spool.most/2 {
			break
		}
		names = append(names, other)
	}
	return names, nil
}

// intake takes members into the spool. The first that was asked for is left
// open as file, or fate says why it is not there.
type intake struct {
	spool   *spool
	archive core.Hash
	names   []string
	file    *os.File
	fate    *core.FileError
	now     *safefile.File // being written
	size    int64
}

func (s *intake) take(p core.Piece) (err error) {
	if s.now == nil {
		if s.now, err = s.spool.create(); err != nil {
			return err
		}
		s.size = 0
	}
	n, err := s.now.Write(p.Data)
	if err != nil {
		return fmt.Errorf("keep an unpacked file: %w", err)
	}
	s.size += int64(n)
	switch {
	case !p.Last:
		return nil
	case p.Fate != nil:
		if p.Member == 0 {
			s.fate = p.Fate
		}
		return s.drop()
	}
	return s.finish(p.Member)
}

// finish keeps the member that is complete.
func (s *intake) finish(member int) error {
	at := key(s.archive, s.names[member])
	if member == 0 {
		var err error
		if s.file, err = os.Open(s.now.Name()); err != nil {
			return fmt.Errorf("keep an unpacked file: %w", err)
		}
	}
	file := s.now
	s.now = nil
	return s.spool.keep(file, at, s.size)
}

// drop deletes the member that is being written.
func (s *intake) drop() error {
	if s.now == nil {
		return nil
	}
	file := s.now
	s.now = nil
	return file.Discard()
}

// close deletes what is left over after an error.
func (s *intake) close() {
	_ = s.drop() // a later look at the folder does it
	if s.file != nil {
		_ = s.file.Close()
	}
}
