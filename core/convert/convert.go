// Package convert has LibreOffice idle files of office programs that the worker
// does not read itself (.doc, .xls, .ppt, RTF and some others) into files that it
// does. It stands before the worker as its reader and painter: a file that the
// worker refuses with core.ErrNeedsConversion is converted, the result is kept
// under the hash of the file and read in its place.
//
// The macros of a file are not run, and nothing that it links to is fetched:
// LibreOffice works in a folder of its own with settings that forbid both,
// within limits on time, memory and size, one run at a time.
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

// Options configure a Converter. Dir, Reader and Painter are required.
type Options struct {
	Dir     string // folder of converted files; made when needed, may be deleted at any time
	Reader  core.Reader
	Painter core.Painter
	Program string        // LibreOffice; looked for on the PATH if empty
	Time    time.Duration // limit of one run; 90 s if 0
	Kept    int64         // bytes of converted files that are kept; 256 MB if 0
	// Ahead lists at most most documents with a file name extension that will be
	// read soon. Opener opens them, and the same run converts them, because starting
	// LibreOffice takes longer than converting. If Ahead is nil, each run converts
	// one file.
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
	idle chan struct{} // holds a token while no run is going on
	// alone holds the files that a batch did not convert. Only the holder of the
	// token may use it.
	alone map[core.Hash]bool
}

var (
	_ core.Reader  = (*Converter)(nil)
	_ core.Painter = (*Converter)(nil)
)

// New returns a Converter. No other Converter may use the same folder.
func New(o Options) *Converter {
	if o.Time == 0 {
		o.Time = runTime
	}
	if o.Kept == 0 {
		o.Kept = keptBytes
	}
	left, _ := filepath.Glob(filepath.Join(o.Dir, "run-*")) // folders of interrupted runs
	for _, dir := range left {
		_ = os.RemoveAll(dir)
	}
	c := &Converter{o: o, idle: make(chan struct{}, 1), alone: make(map[core.Hash]bool)}
	c.idle <- struct{}{}
	return c
}

// Words reads the text of every page.
func (c *Converter) Words(ctx context.Context, req core.ReadRequest) ([]core.Page, error) {
	return read(ctx, c, req, c.o.Reader.Words)
}

// Structure reads the layout of the pages that Words returned.
func (c *Converter) Structure(ctx context.Context, req core.ReadRequest, pages []core.Page) ([]core.Layout, error) {
	return read(ctx, c, req, func(ctx context.Context, req core.ReadRequest) ([]core.Layout, error) {
		return c.o.Reader.Structure(ctx, req, pages)
	})
}

// Outline reads the document's own table of contents.
func (c *Converter) Outline(ctx context.Context, req core.ReadRequest) ([]core.OutlineEntry, error) {
	return read(ctx, c, req, c.o.Reader.Outline)
}

// Metadata reads the document's title, author and page labels.
func (c *Converter) Metadata(ctx context.Context, req core.ReadRequest) (core.Metadata, error) {
	return read(ctx, c, req, c.o.Reader.Metadata)
}

// Syntax reads the entities of a source file, which is never converted.
func (c *Converter) Syntax(ctx context.Context, req core.ReadRequest, text string) (core.Code, error) {
	return c.o.Reader.Syntax(ctx, req, text)
}

// read runs one step of reading: on the converted file if there is one, else on
// the file itself, and if that is refused, on a new converted file.
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

// Draw draws a page of the converted file if there is one, else of the file
// itself, and if that is refused, of a new converted file.
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

// draw draws a page of the converted file. The painter closes the file that it
// opens; draw closes it if the painter did not open it.
func (c *Converter) draw(ctx context.Context, page core.PageImage, file *os.File) (*image.RGBA, error) {
	given := false
	page.Open = func(context.Context) (*os.File, error) { given = true; return file, nil }
	img, err := c.o.Painter.Draw(ctx, page)
	if !given {
		_ = file.Close() // only read
	}
	return img, err
}

// needs returns the worker's refusal of a file that has to be converted first,
// nil for all other errors.
func needs(err error) *core.FileError {
	var f *core.FileError
	if errors.Is(err, core.ErrNeedsConversion) && errors.As(err, &f) {
		return f
	}
	return nil
}
