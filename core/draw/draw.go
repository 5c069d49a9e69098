// Package draw turns one page into pixels that fit a box. PDF pages are drawn by
// MuPDF, and pictures are decoded by libraries that may fail on damaged files, so it
// runs in a worker only. Text is drawn as a sheet of its first lines, so that every
// document has a picture.
package draw

import (
	"fmt"
	"image"
	"math"

	fitz "github.com/gen2brain/go-fitz"

	"ibid/core"
	"ibid/core/extract/pdf"
)

// Document is an open document whose pages can be drawn. It must not be used
// from two goroutines, nor may two be open at a time.
type Document interface {
	// Draw returns page (1-based) on white, as large as fits width × height
	// pixels, with at most maxPixels pixels in all; 0 is no limit. The picture
	// begins at 0,0 and its rows follow each other without a gap.
	Draw(page, width, height, maxPixels int) (*image.RGBA, error)
	Close() error
}

// Open opens a PDF, or a text as a sheet. Pictures and covers are opened by
// OpenPicture. An encrypted PDF must have been decrypted. data must stay readable
// until Close.
func Open(kind core.Kind, name string, data []byte, maxPages int) (Document, error) {
	switch kind {
	case core.KindPDF:
		doc, pages, err := pdf.Open(name, data, maxPages)
		if err != nil {
			return nil, err
		}
		return &document{doc, pages}, nil
	case core.KindText, core.KindMarkdown, core.KindCode, core.KindMail, core.KindNotebook, core.KindSubtitles, core.KindHTML, core.KindConversation:
		return sheet{data}, nil
	}
	return nil, &core.FileError{State: core.StateUnsupported, Reason: fmt.Sprintf("there is no picture of a file of kind %q", kind)}
}

// document is what MuPDF opened.
type document struct {
	doc   *fitz.Document
	pages int
}

func (d *document) Close() error { return d.doc.Close() }

func (d *document) Draw(page, width, height, maxPixels int) (*image.RGBA, error) {
	if page < 1 || page > d.pages {
		return nil, fmt.Errorf("draw page %d of %d: %w", page, d.pages, core.ErrNoSuchPage)
	}
	bound, err := d.doc.Bound(page - 1)
	if err != nil {
		return nil, damaged(page, err)
	}
	// Bound cuts fractions of a point off, so the page may be one larger.
	scale, err := fit(bound.Dx()+1, bound.Dy()+1, width, height, maxPixels)
	if err != nil {
		return nil, damaged(page, err)
	}
	img, err := d.doc.ImageDPI(page-1, 72*scale)
	if err != nil {
		return nil, damaged(page, err)
	}
	return compact(img, width, height), nil
}

func damaged(page int, err error) error {
	return &core.FileError{State: core.StateDamaged, Reason: fmt.Sprintf("page %d could not be drawn", page), Err: err}
}

// fit returns the scale at which w × h points fit the box and have at most maxPixels
// pixels.
func fit(w, h, width, height, maxPixels int) (float64, error) {
	if w <= 0 || h <= 0 || width <= 0 || height <= 0 {
		return 0, fmt.Errorf("a page of %d × %d points in a box of %d × %d pixels", w, h, width, height)
	}
	scale := min(float64(width)/float64(w), float64(height)/float64(h))
	if area := float64(w) * float64(h); maxPixels > 0 && area*scale*scale > float64(maxPixels) {
		scale = math.Sqrt(float64(maxPixels) / area)
	}
	return scale, nil
}

// compact returns img with its corner at 0,0 and no gap between rows, cut to the box
// if rounding made it a pixel larger.
func compact(img *image.RGBA, width, height int) *image.RGBA {
	b := img.Bounds()
	w, h := min(b.Dx(), width), min(b.Dy(), height)
	if b.Min == (image.Point{}) && w == b.Dx() && h == b.Dy() && img.Stride == 4*w && len(img.Pix) == 4*w*h {
		return img
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		from := img.PixOffset(b.Min.X, b.Min.Y+y)
		copy(out.Pix[y*out.Stride:(y+1)*out.Stride], img.Pix[from:])
	}
	return out
}

// OpenFirst opens a book, a document of a word processor, slides or a workbook for
// its first page only, as MuPDF lays it out. The other pages of such files depend on
// the size of the paper. A zip must have been checked before. data must stay
// readable until Close.
func OpenFirst(name string, data []byte) (Document, error) {
	fitz.MaxStore = pdf.StoreBytes
	doc, err := fitz.NewFromMemory(data)
	if err == nil {
		if _, err = doc.Bound(0); err != nil {
			_ = doc.Close()
		}
	}
	if err != nil {
		return nil, &core.FileError{State: core.StateUnsupported, Reason: "there is no picture of files like it", Err: fmt.Errorf("open %q: %w", name, err)}
	}
	// The pages are not counted: that would lay out the whole book.
	return &first{document{doc, leaves}}, nil
}

// leaves is how many pages of a book are tried to find one that is not blank.
const leaves = 4

// first is a document that shows one page only.
type first struct{ document }

// Draw returns the first page that is not blank, whatever page is asked for.
func (d *first) Draw(_, width, height, maxPixels int) (*image.RGBA, error) {
	img, err := d.document.Draw(1, width, height, maxPixels)
	for page := 2; err == nil && isBlank(img) && page <= leaves; page++ {
		next, err := d.document.Draw(page, width, height, maxPixels)
		if err != nil {
			return img, nil //nolint:nilerr // a book may end here
		}
		img = next
	}
	return img, err
}

// isBlank reports whether a picture has only one colour.
func isBlank(img *image.RGBA) bool {
	for i := 4; i < len(img.Pix); i++ {
		if img.Pix[i] != img.Pix[i%4] {
			return false
		}
	}
	return true
}
