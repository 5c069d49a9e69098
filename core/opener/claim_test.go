package opener_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"ibid/core"
	"ibid/core/opener"
)

// slow is an unpacker whose work on the archive named "slow" lasts until it is
// let go.
type slow struct {
	*archiveFake
	began, let chan struct{}
}

func (s *slow) Document(_ context.Context, id core.DocumentID) (core.Document, error) {
	d := s.archive
	if d.ID = id; id == 100 {
		d.Name, d.Hash = "slow", "slow"
	}
	return d, nil
}

func (s *slow) Unpack(ctx context.Context, req core.ReadRequest, names []string, take func(core.Piece) error) error {
	if req.Name == "slow" {
		s.began <- struct{}{}
		<-s.let
	}
	return s.archiveFake.Unpack(ctx, req, names, take)
}

// While an archive is unpacked, members of others open, and whoever waits for it
// stops waiting when it is told to.
func TestOnlyThoseWhoWantTheSameArchiveWait(t *testing.T) {
	s := &slow{newArchiveFake(t, 1), make(chan struct{}), make(chan struct{})}
	s.members[0].State = core.StateReady
	o := opener.New(opener.Options{Catalogue: s, Unpacker: s, Folder: filepath.Join(t.TempDir(), "unpacked")})
	wanted := s.members[0]
	wanted.Container = 100
	open := func(ctx context.Context, d core.Document) error {
		f, err := o.Open(ctx, d)
		if err == nil {
			err = f.Close()
		}
		return err
	}
	first, second := make(chan error), make(chan error)
	go func() { first <- open(t.Context(), wanted) }()
	<-s.began
	go func() { second <- open(t.Context(), wanted) }()
	if err := open(t.Context(), s.members[0]); err != nil {
		t.Errorf("a member of another archive: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	third := make(chan error)
	go func() { third <- open(cancelled, wanted) }()
	cancel()
	if err := <-third; !errors.Is(err, context.Canceled) {
		t.Errorf("one that was told to stop: %v", err)
	}
	close(s.let)
	for _, one := range []chan error{first, second} {
		if err := <-one; err != nil {
			t.Error(err)
		}
	}
	if s.passes != 2 { // one over each archive
		t.Errorf("%d passes", s.passes)
	}
}
