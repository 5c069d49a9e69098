// Package thumb caches the pictures of pages: the latest in memory, small ones on
// disk by content and size. A picture in neither is drawn by a painter, once however
// many callers ask for it. The package also makes contact sheets of pages.
package thumb

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"ibid/core"
	"ibid/core/safefile"
)

const (
	memoryPictures = 64        // pictures kept in memory
	diskBytes      = 512 << 20 // of pictures kept on disk; the oldest go first
	largestOnDisk  = 512       // pixels of the longer side; larger ones are drawn again
	mostWrites     = 4         // pictures that are written to disk in the background at a time
)

// Cache is a cache of pictures of pages. Safe for concurrent use.
type Cache struct {
	dir     string
	painter core.Painter
	memory  *lru.Cache[string, *image.RGBA]
	flights singleflight.Group
	pruning sync.Mutex

	life    context.Context // ends with Close
	stop    context.CancelFunc
	drawing sync.WaitGroup
	writing *semaphore.Weighted // one for each picture that is being written in the background
}

// New returns a cache that keeps its files in dir, which is made when the first is
// written and may be deleted at any time. Callers must Close it.
func New(dir string, painter core.Painter) (*Cache, error) {
	memory, err := lru.New[string, *image.RGBA](memoryPictures)
	if err != nil {
		return nil, fmt.Errorf("make picture cache: %w", err)
	}
	life, stop := context.WithCancel(context.Background())
	return &Cache{dir: dir, painter: painter, memory: memory, life: life, stop: stop, writing: semaphore.NewWeighted(mostWrites)}, nil
}

// Close ends all drawing, and waits until it has ended and all drawn pictures are
// written. No method may be called afterwards.
func (c *Cache) Close() error {
	c.stop()
	c.drawing.Wait()
	return nil
}

// Picture returns the picture of a page, as large as fits the box of p. It is shared
// and must not be changed.
func (c *Cache) Picture(ctx context.Context, p core.PageImage) (*image.RGBA, error) {
	key := key(p)
	if img, ok := c.memory.Get(key); ok {
		return img, nil
	}
	// Drawing goes on when the caller gives up: others may wait for the picture, and
	// it will be wanted again.
	done := make(chan singleflight.Result, 1)
	c.drawing.Go(func() {
		img, err, _ := c.flights.Do(key, func() (any, error) { return c.untilClose(context.WithoutCancel(ctx), key, p) })
		done <- singleflight.Result{Val: img, Err: err}
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*image.RGBA), nil
	}
}

// untilClose runs make, and cancels it on Close.
func (c *Cache) untilClose(ctx context.Context, key string, p core.PageImage) (*image.RGBA, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.life, cancel)()
	return c.make(ctx, key, p)
}

// make reads the picture from disk or draws it.
func (c *Cache) make(ctx context.Context, key string, p core.PageImage) (*image.RGBA, error) {
	if img, ok := c.memory.Get(key); ok { // drawn meanwhile
		return img, nil
	}
	onDisk := max(p.Width, p.Height) <= largestOnDisk
	if onDisk {
		if img, err := c.read(key); err == nil {
			c.memory.Add(key, img)
			return img, nil
		}
	}
	img, err := c.painter.Draw(ctx, p)
	if err != nil {
		return nil, err
	}
	c.memory.Add(key, img)
	if onDisk {
		c.keep(key, img)
	}
	return img, nil
}

// keep writes a picture in the background, or at once if mostWrites are being
// written. One that cannot be written is drawn again next time: a full disk must not
// keep the page from being shown.
func (c *Cache) keep(key string, img *image.RGBA) {
	if !c.writing.TryAcquire(1) {
		_ = c.write(key, img)
		return
	}
	c.drawing.Go(func() {
		defer c.writing.Release(1)
		_ = c.write(key, img)
	})
}

// settle waits until all drawn pictures are written.
func (c *Cache) settle() {
	_ = c.writing.Acquire(context.Background(), mostWrites) // fails only if the context ends
	c.writing.Release(mostWrites)
}

// key returns the path of a picture in the cache: a folder for each content, a file
// for each page and size.
func key(p core.PageImage) string {
	return filepath.Join(string(p.Hash), fmt.Sprintf("%d-%dx%d.png", p.Page, p.Width, p.Height))
}

func (c *Cache) path(key string) string { return filepath.Join(c.dir, key) }

// Forget deletes all pictures of a content.
func (c *Cache) Forget(hash core.Hash) error {
	c.settle()
	for _, k := range c.memory.Keys() {
		if filepath.Dir(k) == string(hash) {
			c.memory.Remove(k)
		}
	}
	if hash == "" {
		return nil // the folder of no hash is that of all pictures
	}
	if err := os.RemoveAll(filepath.Join(c.dir, string(hash))); err != nil {
		return fmt.Errorf("forget pictures: %w", err)
	}
	return nil
}

func (c *Cache) read(key string) (*image.RGBA, error) {
	path := c.path(key)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read picture: %w", err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("read picture %q: %w", path, err)
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now) // only the order of pruning depends on it
	if rgba, ok := img.(*image.RGBA); ok {
		return rgba, nil
	}
	rgba := image.NewRGBA(img.Bounds())
	draw.Draw(rgba, rgba.Bounds(), img, img.Bounds().Min, draw.Src)
	return rgba, nil
}

// write stores a picture on disk, completely or not at all.
func (c *Cache) write(key string, img *image.RGBA) error {
	path := c.path(key)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("keep picture: %w", err)
	}
	f, err := safefile.Create(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("keep picture: %w", err)
	}
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(f, img); err != nil {
		return fmt.Errorf("keep picture: %w", errors.Join(err, f.Discard()))
	}
	if err := f.Commit(path); err != nil {
		return fmt.Errorf("keep picture: %w", err)
	}
	return nil
}

// Prune deletes the pictures of all contents but those in keep, then the least
// recently used ones until the rest has no more than diskBytes.
func (c *Cache) Prune(keep map[core.Hash]bool) error {
	c.settle()
	entries, err := os.ReadDir(c.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, e := range entries {
		if hash := core.Hash(e.Name()); !keep[hash] {
			errs = append(errs, c.Forget(hash))
		}
	}
	return errors.Join(append(errs, c.prune(diskBytes))...)
}

func (c *Cache) prune(limit int64) error {
	c.pruning.Lock()
	defer c.pruning.Unlock()
	type file struct {
		path string
		info fs.FileInfo
	}
	var files []file
	var total int64
	err := filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // gone meanwhile, or never made
		}
		if info, err := d.Info(); err == nil {
			files = append(files, file{path, info})
			total += info.Size()
		}
		return nil
	})
	slices.SortFunc(files, func(a, b file) int { return a.info.ModTime().Compare(b.info.ModTime()) })
	for _, f := range files {
		if total <= limit {
			break
		}
		if e := os.Remove(f.path); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, fmt.Errorf("prune pictures: %w", e))
			continue
		}
		total -= f.info.Size()
	}
	return err
}
