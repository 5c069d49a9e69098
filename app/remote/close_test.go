package remote

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestWhoAsksWhileALibraryClosesIsToldAtOnce(t *testing.T) {
	l := library(t, t.TempDir(), "window", true)
	h, ok := l.now.(*here)
	if !ok || h.server == nil {
		t.Fatalf("the library is open as %+v", l.now)
	}
	answered := make(chan struct{})
	h.server.work.Go(func() { <-answered }) // another program is still being answered
	closed := make(chan error, 1)
	go func() { closed <- l.Close() }()
	<-h.server.ctx.Done()
	asked := make(chan error, 1)
	go func() {
		_, err := l.Documents(t.Context())
		asked <- err
	}()
	select {
	case err := <-asked:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("who asks is told %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("who asks waits until the library is closed")
	}
	close(answered)
	if err := <-closed; err != nil {
		t.Error(err)
	}
}
