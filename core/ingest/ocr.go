package ingest

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"runtime"

	"golang.org/x/sync/errgroup"

	"ibid/core"
)

// The longer side of a page drawn for OCR, in pixels: that of A4 at 300 dpi. A
// page of unknown size is treated as A4.
const (
	scanSide   = 3508
	scanPoints = 842
)

// The results of OCR are stored after scanBatch pages of a content or, if that is
// more, after one in scanBatches of its pages: cutting and indexing all pages
// again after each of thousands would take longer than reading them.
const (
	scanBatch   = 8
	scanBatches = 8
)

// scanBatchOf returns the number of pages after which the results of OCR for a
// content with so many pages are stored.
func scanBatchOf(pages int) int { return max(scanBatch, pages/scanBatches) }

// errNoFile reports that no file has the bytes of a content any more.
var errNoFile = errors.New("the file is gone or has changed")

// scanAlways reads scans whenever nothing else is left to be read, until Close.
// After an error it tries again when something new arrives.
func (g *Ingest) scanAlways() {
	for {
		select {
		case <-g.ctx.Done():
			return
		case <-g.queue.rested:
			_, _ = g.ReadScans(g.ctx, false)
		}
	}
}

// Scan starts another search for pages that wait for OCR, in the background. It
// is called when OCR has become able to read more.
func (g *Ingest) Scan() {
	select {
	case g.queue.rested <- struct{}{}:
	default: // it looks anyway
	}
}

// ReadScans reads all pages that wait for OCR, after all queued files, and
// returns when that is done. If again is set, pages that OCR could not read
// before are tried again. When ctx ends, the pages read so far stay read.
// Report.Documents lists the affected documents. Calls wait for each other. The
// error is one of the library or of ctx, or the reason why there is no OCR.
func (g *Ingest) ReadScans(ctx context.Context, again bool) (Report, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(g.ctx, func() { cancel(ErrClosed) })()
	var report Report
	err := g.ready(ctx)
	if err == nil {
		select {
		case g.scanning <- struct{}{}:
			defer func() { <-g.scanning }()
			err = g.readScans(ctx, again, &report)
		case <-ctx.Done():
		}
	}
	if ctx.Err() != nil {
		return report, context.Cause(ctx)
	}
	if err != nil {
		err = fmt.Errorf("read by OCR: %w", err)
	}
	return report, err
}

func (g *Ingest) readScans(ctx context.Context, again bool, r *Report) error {
	if again {
		if err := g.o.Texts.ForgetFailedScans(ctx); err != nil {
			return err
		}
	}
	hashes, pages, err := g.o.Texts.OpenScans(ctx)
	if err != nil || len(hashes) == 0 {
		return err
	}
	why := g.o.Recogniser.Ready(ctx)
	if why != "" && why == g.scanWhy {
		return errors.New(why) // all documents have this reason already
	}
	g.queue.scans(pages)
	defer g.queue.scans(0)
	for _, hash := range hashes {
		if why == "" {
			err = g.readScan(ctx, hash)
		}
		switch {
		case errors.Is(err, errNoFile):
			r.Errors = append(r.Errors, err)
		case err != nil:
			return err
		}
		if err := g.commit.scanned(ctx, hash); err != nil {
			return err
		}
		docs, err := g.o.Catalogue.DocumentsByHash(ctx, hash)
		if err != nil {
			return err
		}
		r.Documents = append(r.Documents, docs...)
	}
	if g.scanWhy = why; why != "" {
		return errors.New(why)
	}
	return nil
}

// readScan reads the remaining pages of one content by OCR, and stores the
// results from time to time.
func (g *Ingest) readScan(ctx context.Context, hash core.Hash) error {
	content, err := g.o.Catalogue.Content(ctx, hash)
	if err != nil || !content.Structured || content.Generation == 0 {
		if errors.Is(err, core.ErrNotFound) {
			err = nil
		}
		return err // it is being read anew, or was removed
	}
	scans, err := g.o.Texts.Scans(ctx, hash)
	if err != nil {
		return err
	}
	layouts, err := g.o.Texts.Layouts(ctx, hash)
	if err != nil {
		return err
	}
	sizes := make(map[int]core.Layout, len(layouts))
	for _, l := range layouts {
		sizes[l.Page] = l
	}
	var left []int
	for _, s := range scans.Pages {
		if !s.Read {
			left = append(left, s.Page)
		}
	}
	batch := scanBatchOf(len(scans.Pages))
	for len(left) > 0 {
		now := left[:min(batch, len(left))]
		left = left[len(now):]
		group, each := errgroup.WithContext(ctx)
		group.SetLimit(max(1, runtime.NumCPU()))
		for _, page := range now {
			group.Go(func() error { return g.scanPage(each, content, page, sizes[page]) })
		}
		if err := group.Wait(); err != nil {
			return err
		}
		if len(left) > 0 {
			if err := g.commit.scanned(ctx, hash); err != nil {
				return err
			}
		}
	}
	return nil
}

// scanPage draws and reads one page, and stores the result.
func (g *Ingest) scanPage(ctx context.Context, content core.Content, page int, size core.Layout) error {
	if err := g.queue.calm(ctx); err != nil {
		return err
	}
	img, err := g.drawScan(ctx, content, page)
	if errors.Is(err, errNoFile) || ctx.Err() != nil {
		return err
	}
	scan := core.Scan{Read: true}
	var file *core.FileError
	switch {
	case errors.As(err, &file):
		scan.Note = file.Reason
	case err != nil:
		return err
	default:
		width, height := size.Width, size.Height
		if !(width > 0 && height > 0) {
			b := img.Bounds()
			scale := scanPoints / float32(max(b.Dx(), b.Dy()))
			width, height = float32(b.Dx())*scale, float32(b.Dy())*scale
		}
		if scan, err = g.o.Recogniser.Recognise(ctx, img, width, height, content.Kind == core.KindImage); err != nil {
			return err
		}
	}
	scan.Page, scan.Layout.Page = page, page
	// A page that was read is stored even if the other pages are cancelled.
	if err := g.o.Texts.PutScan(context.WithoutCancel(ctx), content.Hash, scan); err != nil {
		return err
	}
	g.queue.scannedPage()
	return nil
}

// drawScan draws a page from a file that still has the bytes of the content; if
// there is none, the error wraps errNoFile.
func (g *Ingest) drawScan(ctx context.Context, content core.Content, page int) (*image.RGBA, error) {
	docs, err := g.o.Catalogue.DocumentsByHash(ctx, content.Hash)
	if err != nil {
		return nil, err
	}
	if len(docs) == 0 {
		return nil, errNoFile
	}
	open := func(ctx context.Context) (*os.File, error) {
		src, err := g.sameSource(ctx, content.Hash)
		if err != nil {
			return nil, err
		}
		if src == nil {
			return nil, fmt.Errorf("draw %q: %w", docs[0].Name, errNoFile)
		}
		return src.file, nil
	}
	return g.o.Painter.Draw(ctx, core.PageImage{
		Name: docs[0].Name, Open: open, Hash: content.Hash, Kind: content.Kind, Page: page,
		Width: scanSide, Height: scanSide, Password: content.Password, Bare: true,
	})
}
