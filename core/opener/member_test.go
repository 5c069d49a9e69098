package opener_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ibid/core"
	"ibid/core/opener"
)

// archiveFake is a catalogue of one archive, whose members hold their own names so
// many times.
type archiveFake struct {
	archive core.Document
	members []core.Document

	mu       sync.Mutex
	passes   int
	unpacked map[string]int
}

const memberBytes = 1000

func newArchiveFake(t *testing.T, n int) *archiveFake {
	t.Helper()
	path := write(t, filepath.Join(t.TempDir(), "a.tar.gz"), []byte("packed"))
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	s := &archiveFake{unpacked: make(map[string]int)}
	s.archive = core.Document{
		ID: 1, Path: path, Name: "a.tar.gz", Kind: core.KindArchive, State: core.StateReady, Hash: "h", Size: info.Size(), Modified: info.ModTime(),
	}
	for i := range n {
		m := core.Member{Name: fmt.Sprintf("%02d.txt", i), Size: memberBytes}.Document(s.archive)
		m.ID, m.State = core.DocumentID(i+2), core.StateWaiting
		s.members = append(s.members, m)
	}
	return s
}

func (s *archiveFake) Document(context.Context, core.DocumentID) (core.Document, error) {
	return s.archive, nil
}

func (s *archiveFake) Members(context.Context, core.DocumentID) ([]core.Document, error) {
	return s.members, nil
}

func (s *archiveFake) Content(context.Context, core.Hash) (core.Content, error) {
	return core.Content{}, nil
}

func (s *archiveFake) List(context.Context, core.ReadRequest) (core.Listing, error) {
	return core.Listing{}, errors.New("nobody asks for this")
}

func (s *archiveFake) Unpack(_ context.Context, _ core.ReadRequest, names []string, take func(core.Piece) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.passes++
	for i, name := range names {
		s.unpacked[name]++
		p := core.Piece{Member: i, Last: true, Data: []byte(text(name))}
		if strings.HasPrefix(name, "13") {
			p = core.Piece{Member: i, Last: true, Fate: &core.FileError{State: core.StateDamaged, Reason: "its checksum is wrong"}}
		}
		if err := take(p); err != nil {
			return err
		}
	}
	return nil
}

func text(name string) string { return strings.Repeat(name+" ", memberBytes/7)[:memberBytes-10] }

// A pass over an archive serves as many members as may be kept, in their
// order, and the folder stays within its bound.
func TestOnePassServesManyMembers(t *testing.T) {
	s, folder := newArchiveFake(t, 40), filepath.Join(t.TempDir(), "unpacked")
	o := opener.New(opener.Options{Catalogue: s, Unpacker: s, Folder: folder, Keep: 20 * memberBytes})
	for i, m := range s.members {
		name := fmt.Sprintf("%02d.txt", i)
		f, err := o.Open(t.Context(), m)
		if i == 13 {
			var fate *core.FileError
			if !errors.As(err, &fate) || fate.State != core.StateDamaged {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(f)
		if err != nil || string(got) != text(name) {
			t.Errorf("%s: %.20q, %v", name, got, err)
		}
		f.Close()
		if n := folderBytes(t, folder); n > 20*memberBytes {
			t.Errorf("after %s the folder holds %d bytes", name, n)
		}
	}
	if s.passes > 6 {
		t.Errorf("%d passes over the archive for 40 members", s.passes)
	}
}

func folderBytes(t *testing.T, dir string) (n int64) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if len(e.Name()) != 64 {
			t.Errorf("the folder has a file %q", e.Name())
		}
		n += info.Size()
	}
	return n
}

func TestMemberIsUnpackedOnceForAllWhoAsk(t *testing.T) {
	s := newArchiveFake(t, 1)
	s.members[0].State = core.StateReady
	o := opener.New(opener.Options{Catalogue: s, Unpacker: s, Folder: filepath.Join(t.TempDir(), "unpacked")})
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			f, err := o.Open(context.Background(), s.members[0])
			if err != nil {
				t.Error(err)
				return
			}
			f.Close()
		})
	}
	all.Wait()
	if s.passes != 1 {
		t.Errorf("%d passes", s.passes)
	}
}

func TestMemberOfAChangedArchiveIsUnreadableAndStale(t *testing.T) {
	s := newArchiveFake(t, 1)
	o := opener.New(opener.Options{Catalogue: s, Unpacker: s, Folder: filepath.Join(t.TempDir(), "unpacked")})
	if o.Stale(t.Context(), s.members[0]) {
		t.Error("a member of an archive as it was is stale")
	}
	write(t, s.archive.Path, []byte("packed otherwise"))
	_, err := o.Open(t.Context(), s.members[0])
	var fate *core.FileError
	if !errors.As(err, &fate) || fate.State != core.StateUnreadable || !strings.Contains(fate.Reason, "has changed") {
		t.Errorf("got %v", err)
	}
	if !o.Stale(t.Context(), s.members[0]) {
		t.Error("a member of a changed archive is not stale")
	}
}
