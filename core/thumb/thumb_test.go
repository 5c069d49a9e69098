package thumb

import (
	"context"
	"errors"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"ibid/core"
)

// painter draws a picture of one colour and counts how often.
type painter struct {
	drawn atomic.Int32
	gate  chan struct{}
	err   error
}

func (p *painter) Draw(_ context.Context, page core.PageImage) (*image.RGBA, error) {
	p.drawn.Add(1)
	if p.gate != nil {
		<-p.gate
	}
	if p.err != nil {
		return nil, p.err
	}
	img := image.NewRGBA(image.Rect(0, 0, page.Width, page.Height))
	img.Set(1, 1, color.RGBA{uint8(page.Page), 2, 3, 255})
	return img, nil
}

// newCache is closed with the test.
func newCache(t *testing.T, dir string, p core.Painter) *Cache {
	t.Helper()
	c, err := New(dir, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestPictureIsDrawnOnce(t *testing.T) {
	dir, p := t.TempDir(), &painter{}
	page := core.PageImage{Hash: "a", Page: 7, Width: 30, Height: 40}
	for range 2 { // the second cache finds it on disk
		c := newCache(t, dir, p)
		for range 2 {
			img, err := c.Picture(t.Context(), page)
			if err != nil {
				t.Fatal(err)
			}
			if got := img.RGBAAt(1, 1); got.R != 7 {
				t.Errorf("pixel %v", got)
			}
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if n := p.drawn.Load(); n != 1 {
		t.Errorf("drawn %d times, want 1", n)
	}
}

// patient is a painter that draws until its context ends.
type patient struct{ begun, ended chan struct{} }

func (p *patient) Draw(ctx context.Context, _ core.PageImage) (*image.RGBA, error) {
	close(p.begun)
	<-ctx.Done()
	close(p.ended)
	return nil, ctx.Err()
}

// What goes on for others when the one who asked has gone ends with the cache.
func TestDrawingEndsWithTheCache(t *testing.T) {
	p := &patient{make(chan struct{}), make(chan struct{})}
	c := newCache(t, t.TempDir(), p)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-p.begun
		cancel()
	}()
	if _, err := c.Picture(ctx, core.PageImage{Hash: "a", Page: 1, Width: 9, Height: 9}); !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-p.ended:
	default:
		t.Error("a picture is still being drawn")
	}
}

func TestPictureIsSharedByThoseWhoWait(t *testing.T) {
	p := &painter{gate: make(chan struct{})}
	c := newCache(t, t.TempDir(), p)
	page := core.PageImage{Hash: "a", Page: 1, Width: 9, Height: 9}
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Picture(impatient, page); !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled: %v", err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, err := c.Picture(t.Context(), page); err != nil {
				t.Error(err)
			}
		})
	}
	close(p.gate)
	wg.Wait()
	if n := p.drawn.Load(); n != 1 {
		t.Errorf("drawn %d times, want 1", n)
	}
}

func TestErrorsAreNotKept(t *testing.T) {
	p := &painter{err: errors.New("worker ended")}
	c := newCache(t, t.TempDir(), p)
	page := core.PageImage{Hash: "a", Page: 1, Width: 9, Height: 9}
	if _, err := c.Picture(t.Context(), page); err == nil {
		t.Fatal("no error")
	}
	p.err = nil
	if _, err := c.Picture(t.Context(), page); err != nil {
		t.Fatal(err)
	}
}

func TestDamagedFilesAreDrawnAgain(t *testing.T) {
	dir, p := t.TempDir(), &painter{}
	page := core.PageImage{Hash: "a", Page: 1, Width: 9, Height: 9}
	for range 2 {
		c := newCache(t, dir, p)
		if _, err := c.Picture(t.Context(), page); err != nil {
			t.Fatal(err)
		}
		c.settle()
		if err := os.WriteFile(c.path(key(page)), []byte("no picture"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if n := p.drawn.Load(); n != 2 {
		t.Errorf("drawn %d times, want 2", n)
	}
}

func TestForgetLeavesOtherContents(t *testing.T) {
	p := &painter{}
	c := newCache(t, t.TempDir(), p)
	draw := func() {
		for _, hash := range []core.Hash{"a", "b"} {
			if _, err := c.Picture(t.Context(), core.PageImage{Hash: hash, Page: 1, Width: 9, Height: 9}); err != nil {
				t.Fatal(err)
			}
		}
	}
	draw()
	if err := c.Forget("a"); err != nil {
		t.Fatal(err)
	}
	if files, _ := filepath.Glob(filepath.Join(c.dir, "*", "*")); len(files) != 1 {
		t.Errorf("files %q, want that of b", files)
	}
	draw()
	if n := p.drawn.Load(); n != 3 {
		t.Errorf("drawn %d times, want 3", n)
	}
}

func TestPruneDeletesWhatNobodyHas(t *testing.T) {
	c := newCache(t, filepath.Join(t.TempDir(), "pictures"), &painter{})
	if err := c.Prune(nil); err != nil {
		t.Fatalf("before there is any: %v", err)
	}
	for _, hash := range []core.Hash{"a", "b"} {
		if _, err := c.Picture(t.Context(), core.PageImage{Hash: hash, Page: 1, Width: 9, Height: 9}); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Prune(map[core.Hash]bool{"b": true}); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(c.dir, "*")); len(left) != 1 || filepath.Base(left[0]) != "b" {
		t.Errorf("left %q", left)
	}
}

func TestPruneKeepsTheRest(t *testing.T) {
	dir := t.TempDir()
	c := newCache(t, dir, &painter{})
	for n := range 6 {
		if _, err := c.Picture(t.Context(), core.PageImage{Hash: "a", Page: n + 1, Width: 9, Height: 9}); err != nil {
			t.Fatal(err)
		}
	}
	c.settle()
	files := func() []string {
		m, err := filepath.Glob(filepath.Join(dir, "*", "*.png"))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	info, err := os.Stat(files()[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := c.prune(3*info.Size() + info.Size()/2); err != nil {
		t.Fatal(err)
	}
	if n := len(files()); n != 3 {
		t.Errorf("%d files left, want 3", n)
	}
}
