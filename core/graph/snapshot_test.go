package graph

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"ibid/core"
)

// slow is a library whose documents are listed only once they are let through.
type slow struct {
	docs    []core.Document
	listing chan struct{} // gets one for each call of Documents
	through chan struct{} // closed once Documents may answer
	listed  atomic.Int32
}

func (s *slow) Revision() uint64 { return 1 }

func (s *slow) Documents(context.Context) ([]core.Document, error) {
	s.listed.Add(1)
	s.listing <- struct{}{}
	<-s.through
	return slices.Clone(s.docs), nil
}

func (s *slow) Pages(context.Context, core.Hash) ([]core.Page, error) { return nil, core.ErrNotFound }

func openSlow(t *testing.T) (*Graph, *slow) {
	t.Helper()
	s := &slow{listing: make(chan struct{}, 10), through: make(chan struct{})}
	code := make(map[core.Hash]core.Code)
	for i, name := range []string{"a", "b"} {
		hash := core.Hash(name)
		s.docs = append(s.docs, core.Document{ID: core.DocumentID(i + 1), Path: "/lib/" + name + ".py", Name: name + ".py", Hash: hash, Kind: core.KindCode, State: core.StateReady})
		code[hash] = core.Code{}
	}
	code["b"] = core.Code{Imports: []core.Import{{Path: "a", Line: 1}}}
	g, err := Open(t.TempDir(), "one", s, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Put(t.Context(), 1, nil, code); err != nil {
		t.Fatal(err)
	}
	return g, s
}

// soon fails unless f returns within seconds.
func soon(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatalf("%s waits", what)
	}
}

func cancelled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

func TestNobodyWaitsForAViewButWhoNeedsIt(t *testing.T) {
	g, s := openSlow(t)
	first, giveUp := context.WithCancel(t.Context())
	gaveUp := make(chan error, 1)
	go func() {
		_, err := g.view(first)
		gaveUp <- err
	}()
	<-s.listing // it is being made
	soon(t, "a cancelled question", func() {
		if _, err := g.view(cancelled(t)); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled question: %v", err)
		}
	})
	second := make(chan *view, 1)
	go func() {
		v, err := g.view(t.Context())
		if err != nil {
			t.Error(err)
		}
		second <- v
	}()
	giveUp()
	soon(t, "who asked first and gave up", func() {
		if err := <-gaveUp; !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up: %v", err)
		}
	})
	close(s.through)
	soon(t, "who needs it", func() {
		if v := <-second; v == nil || len(v.files) != 2 {
			t.Errorf("the view is %+v", v)
		}
	})
	if _, err := g.view(t.Context()); err != nil || s.listed.Load() > 2 { // the second may have come after the first was done
		t.Errorf("listed %d times, %v", s.listed.Load(), err)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}

func TestWriteDoesNotWaitForAView(t *testing.T) {
	g, s := openSlow(t)
	old := make(chan error, 1)
	go func() {
		_, err := g.view(t.Context())
		old <- err
	}()
	<-s.listing
	soon(t, "a write", func() {
		if err := g.Put(t.Context(), 2, nil, map[core.Hash]core.Code{"c": {}}); err != nil {
			t.Error(err)
		}
	})
	close(s.through)
	if err := <-old; err != nil {
		t.Error(err)
	}
	if v, err := g.view(t.Context()); err != nil || v.stamp != 2 || s.listed.Load() != 2 {
		t.Errorf("after the write: stamp %d, listed %d times, %v", v.stamp, s.listed.Load(), err)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}

func TestCloseWaitsForAViewThatNobodyWantsAnyMore(t *testing.T) {
	g, s := openSlow(t)
	ctx, cancel := context.WithCancel(t.Context())
	gaveUp := make(chan error, 1)
	go func() {
		_, err := g.view(ctx)
		gaveUp <- err
	}()
	<-s.listing
	cancel()
	<-gaveUp
	closed := make(chan error, 1)
	go func() { closed <- g.Close() }()
	select {
	case <-closed:
		t.Error("closed while it was read")
	case <-time.After(50 * time.Millisecond):
	}
	close(s.through)
	soon(t, "Close", func() {
		if err := <-closed; err != nil {
			t.Error(err)
		}
	})
}

func TestNobodyWaitsForImportersButWhoNeedsThem(t *testing.T) {
	g, s := openSlow(t)
	close(s.through)
	a, err := g.ask(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.links(0); err != nil {
		t.Fatal(err)
	}
	g.db.Read.SetMaxOpenConns(1)
	taken, err := g.db.Read.Conn(t.Context()) // whoever queries now has to wait
	if err != nil {
		t.Fatal(err)
	}
	found := make(chan map[int][]int, 1)
	go func() {
		back, err := a.importers()
		if err != nil {
			t.Error(err)
		}
		found <- back
	}()
	for g.db.Read.Stats().WaitCount == 0 {
		time.Sleep(time.Millisecond)
	}
	soon(t, "a cancelled question", func() {
		b := *a
		b.ctx = cancelled(t)
		if _, err := b.importers(); !errors.Is(err, context.Canceled) {
			t.Errorf("importers: %v", err)
		}
		if _, err := b.links(1); !errors.Is(err, context.Canceled) {
			t.Errorf("links: %v", err)
		}
	})
	soon(t, "what is known", func() {
		if links, err := a.links(0); err != nil || len(links) != 0 {
			t.Errorf("%v, %v", links, err)
		}
	})
	if err := taken.Close(); err != nil {
		t.Fatal(err)
	}
	soon(t, "who needs them", func() {
		if back := <-found; !slices.Equal(back[0], []int{1}) || len(back) != 1 {
			t.Errorf("importers %v", back)
		}
	})
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}
