package convert

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"time"

	"ibid/core"
)

// Options say what a Converter works with. Dir, Reader and Painter are needed.
type Options struct {
	Dir     string // of converted files; made when there is one, may be deleted at any time
	Reader  core.Reader
	Painter core.Painter
	Program string        // LibreOffice; looked for on the PATH if empty
	Time    time.Duration // for one run; 90 s if 0
	Kept    int64         // bytes of converted files that are kept; 256 MB if 0
	// Ahead lists documents that will be read soon whose names end so, and Opener
	// opens them, so that one run converts some of them as well: starting
	// LibreOffice takes longer than converting. Without Ahead each is by itself.
	Ahead  func(ctx context.Context, ending string, most int) ([]core.Document, error)
	Opener core.Opener
}

// Limits of one run.
const (
	runTime    = 90 * time.Second
	runMemory  = 2 << 30   // bytes of address space; an empty document takes 0.8 GB
	runWritten = 512 << 20 // bytes of one converted file
	keptBytes  = 256 << 20
)

// Converter reads and draws files, converting those that need it. Safe for
// concurrent use; conversions wait for each other.
type Converter struct {
	o    Options
	turn chan struct{} // holds a token while nobody converts
	// alone are files that a run for several did not convert. Held with turn.
	alone map[core.Hash]bool
}

var (
	_ core.Reader  = (*Converter)(nil)
	_ core.Painter = (*Converter)(nil)
)

// New returns a Converter before a reader and a painter. Nobody else may use
// the folder meanwhile.
func New(o Options) *Converter {
	if o.Time == 0 {
		o.Time = runTime
	}
	if o.Kept == 0 {
		o.Kept = keptBytes
	}
	left, _ := filepath.Glob(filepath.Join(o.Dir, "run-*")) // of runs that were cut off
	for _, dir := range left {
		_ = os.RemoveAll(dir) // it only takes room
	}
	c := &Converter{o: o, turn: make(chan struct{}, 1), alone: make(map[core.Hash]bool)}
	c.turn <- struct{}{}
	return c
}

// Words reads the text of every page.
func (c *Converter) Words(ctx context.Context, req core.ReadRequest) ([]core.Page, error) {
	return read(ctx, c, req, c.o.Reader.Words)
}

// Structure reads the layout of the pages that Words gave.
func (c *Converter) Structure(ctx context.Context, req core.ReadRequest, pages []core.Page) ([]core.Layout, error) {
	return read(ctx, c, req, func(ctx context.Context, req core.ReadRequest) ([]core.Layout, error) {
		return c.o.Reader.Structure(ctx, req, pages)
	})
}

// Outline reads the document's own table of contents.
func (c *Converter) Outline(ctx context.Context, req core.ReadRequest) ([]core.OutlineEntry, error) {
	return read(ctx, c, req, c.o.Reader.Outline)
}

// Metadata reads what the document says of itself.
func (c *Converter) Metadata(ctx context.Context, req core.ReadRequest) (core.Metadata, error) {
	return read(ctx, c, req, c.o.Reader.Metadata)
}

// Syntax reads what the text of a source file says, which is never converted.
func (c *Converter) Syntax(ctx context.Context, req core.ReadRequest, text string) (core.Code, error) {
	return c.o.Reader.Syntax(ctx, req, text)
}

// read does one step of reading, on the converted file if there is one or has to
// be one.
func read[T any](ctx context.Context, c *Converter, req core.ReadRequest, step func(context.Context, core.ReadRequest) (T, error)) (T, error) {
	if file := c.kept(req.Hash, req.Kind); file != nil {
		defer file.Close() // only read
		req.File = file
		return step(ctx, req)
	}
	out, err := step(ctx, req)
	refused := needs(err)
	if refused == nil || req.Hash == "" {
		return out, err
	}
	file, err := c.convert(ctx, source{req.Hash, req.Kind, req.Name, req.File}, refused)
	if err != nil {
		return out, fmt.Errorf("convert %q: %w", req.Name, err)
	}
	defer file.Close() // only read
	req.File = file
	return step(ctx, req)
}

// Draw draws a page, of the converted file if there is one or has to be one.
func (c *Converter) Draw(ctx context.Context, page core.PageImage) (*image.RGBA, error) {
	if file := c.kept(page.Hash, page.Kind); file != nil {
		return c.draw(ctx, page, file)
	}
	img, err := c.o.Painter.Draw(ctx, page)
	refused := needs(err)
	if refused == nil || page.Hash == "" {
		return img, err
	}
	in, err := page.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer in.Close() // only read
	file, err := c.convert(ctx, source{page.Hash, page.Kind, page.Name, in}, refused)
	if err != nil {
		return nil, fmt.Errorf("convert %q: %w", page.Name, err)
	}
	return c.draw(ctx, page, file)
}

// draw has a page of the converted file drawn, which the painter closes.
func (c *Converter) draw(ctx context.Context, page core.PageImage, file *os.File) (*image.RGBA, error) {
	given := false
	page.Open = func(context.Context) (*os.File, error) { given = true; return file, nil }
	img, err := c.o.Painter.Draw(ctx, page)
	if !given {
		_ = file.Close() // only read
	}
	return img, err
}

// needs is the worker's refusal of a file that has to be converted first; nil
// for all other errors.
func needs(err error) *core.FileError {
	var f *core.FileError
	if errors.Is(err, core.ErrNeedsConversion) && errors.As(err, &f) {
		return f
	}
	return nil
}
