package ingest

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"os"

	"ibid/core"
)

// The longer side of a page drawn for OCR, in pixels: that of A4 at 300 dpi. A
// page of unknown size is treated as A4.
const (
	scanSide   = 3508
	scanPoints = 842
)

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
// returns when that is done. If again is set, a person waits for it: pages that OCR
// could not read before are tried again, on all cores. When ctx ends, the pages read so far stay read.
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

// scanPage draws and reads one page, and stores the result. size is its layout
// before OCR.
func (g *Ingest) scanPage(ctx context.Context, content core.Content, scan core.Scan, size core.Layout) error {
	page, beside := scan.Page, scan.Beside
	img, err := g.drawScan(ctx, content, page)
	if errors.Is(err, errNoFile) || ctx.Err() != nil {
		return err
	}
	scan = core.Scan{Read: true}
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
		if beside {
			cover(img, size)
		}
		if scan, err = g.o.Recogniser.Recognise(ctx, img, width, height, beside || content.Kind == core.KindImage); err != nil {
			return err
		}
	}
	scan.Page, scan.Beside, scan.Layout.Page = page, beside, page
	// A page that was read is stored even if the other pages are cancelled.
	if err := g.o.Texts.PutScan(context.WithoutCancel(ctx), content.Hash, scan); err != nil {
		return err
	}
	g.queue.scannedPage()
	return nil
}

// coverMargin is how far beyond its line a word may reach, in points: the right ends
// of lines are estimates.
const coverMargin = 3

// cover paints the lines of a drawn page white, so that the words of its pictures
// remain.
func cover(img *image.RGBA, l core.Layout) {
	if !(l.Width > 0) {
		return
	}
	scale := float32(img.Bounds().Dx()) / l.Width
	for _, line := range l.Lines {
		box := image.Rect(int((line.Left-coverMargin)*scale), int((line.Top-1)*scale), int((line.Right+coverMargin)*scale), int((line.Top+line.Height+1)*scale))
		draw.Draw(img, box.Intersect(img.Bounds()), image.NewUniform(color.White), image.Point{}, draw.Src)
	}
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
