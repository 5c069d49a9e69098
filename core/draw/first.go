package draw

import (
	"fmt"
	"image"

	fitz "github.com/gen2brain/go-fitz"

	"ibid/core"
)

// OpenFirst opens a book, a document of a word processor, slides or a workbook
// for its first page alone, as MuPDF lays it out: the pages of such files depend
// on the paper. A zip must have been looked at before. data must stay readable
// until Close.
func OpenFirst(name string, data []byte) (Document, error) {
	fitz.MaxStore = 64 << 20
	doc, err := fitz.NewFromMemory(data)
	if err != nil {
		return nil, &core.FileError{State: core.StateUnsupported, Reason: "there is no picture of files like it", Err: fmt.Errorf("open %q: %w", name, err)}
	}
	if _, err := doc.Bound(0); err != nil {
		_ = doc.Close()
		return nil, &core.FileError{State: core.StateUnsupported, Reason: "there is no picture of files like it", Err: fmt.Errorf("open %q: %w", name, err)}
	}
	// The pages are not counted: that would lay out the whole book.
	return &first{pdf{doc: doc, pages: leaves}}, nil
}

// leaves is how many pages are looked at for one that is not blank.
const leaves = 4

type first struct{ pdf }

// Draw returns the first page that is not blank, whatever page is asked for.
func (d *first) Draw(_, width, height, maxPixels int) (*image.RGBA, error) {
	img, err := d.pdf.Draw(1, width, height, maxPixels)
	for page := 2; err == nil && isBlank(img) && page <= leaves; page++ {
		next, err := d.pdf.Draw(page, width, height, maxPixels)
		if err != nil {
			return img, nil //nolint:nilerr // a book may end here
		}
		img = next
	}
	return img, err
}

// isBlank reports whether all of a picture has one colour.
func isBlank(img *image.RGBA) bool {
	for i := 4; i < len(img.Pix); i++ {
		if img.Pix[i] != img.Pix[i%4] {
			return false
		}
	}
	return true
}
