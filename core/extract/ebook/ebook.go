// Package ebook reads EPUB, Mobipocket and FictionBook files. A page is a
// chapter: a file in the reading order of an EPUB, the text between two page
// breaks of a Mobipocket book, a section of a FictionBook.
//
// Chapters are read from the files themselves. MuPDF, which draws books, would
// cut their paragraphs at the ends of lines and pages of a certain size.
package ebook

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"ibid/core"
	"ibid/core/extract/html"
	"ibid/core/extract/zipguard"
)

// Extractor reads files of core.KindEbook. The zero value is ready; it holds no
// state.
type Extractor struct{}

// Bounds of a book, beside those of zip files.
const (
	maxChapters = 20_000
	maxOutline  = 20_000
	maxPart     = 64 << 20  // bytes of one file in a book
	maxDepth    = 256       // nested elements
	maxElements = 1_000_000 // of a chapter of a FictionBook
)

// chapter is a part of a book in its reading order.
type chapter struct {
	html.Text
	note string // why it could not be read, "" if it was
}

// book is an opened file of one of the formats.
type book interface {
	// chapters hands over all chapters in order, those without text as well.
	chapters(ctx context.Context, each func(chapter) error) error
	// outline returns the table of contents. Page is the number of a chapter among
	// all of chapters, from 1 on, or 0 if an entry leads nowhere.
	outline(ctx context.Context) ([]core.OutlineEntry, error)
	metadata() core.Metadata
}

// Words emits the text of every chapter that has any. A chapter that cannot be
// read is emitted empty with a note.
func (Extractor) Words(ctx context.Context, in core.Input, emit func(core.Page) error) error {
	b, err := open(in)
	if err != nil {
		return err
	}
	n := 0
	err = each(ctx, in, b, func(c chapter) error {
		n++
		return emit(core.Page{Index: n, Text: c.Text.Text, Note: c.note})
	})
	if err == nil && n == 0 {
		return fmt.Errorf("read %q: %w", in.Name, &core.FileError{State: core.StateNoText, Reason: "holds no text"})
	}
	return err
}

// Structure emits the headings of every chapter.
func (Extractor) Structure(ctx context.Context, in core.Input, pages []core.Page, emit func(core.Layout) error) error {
	b, err := open(in)
	if err != nil {
		return err
	}
	n := 0
	return each(ctx, in, b, func(c chapter) error {
		if n++; n > len(pages) {
			return nil
		}
		return emit(core.Layout{Page: n, Headings: c.Headings, Tables: c.Tables, Pictures: c.Pictures})
	})
}

// Outline returns the book's table of contents.
func (Extractor) Outline(ctx context.Context, in core.Input) ([]core.OutlineEntry, error) {
	b, err := open(in)
	if err != nil {
		return nil, err
	}
	entries, err := b.outline(ctx)
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	pages, last, err := chapterPages(ctx, b)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", in.Name, err)
	}
	for i, e := range entries {
		if e.Page > 0 {
			entries[i].Page = min(pages[min(e.Page, len(pages)-1)], last)
		}
	}
	return entries, nil
}

// chapterPages returns the page on which chapter i of a book, from 1 on, begins,
// and the last page. A chapter without text begins where the next one does.
func chapterPages(ctx context.Context, b book) (pages []int, last int, err error) {
	pages = []int{0}
	err = b.chapters(ctx, func(c chapter) error {
		pages = append(pages, last+1)
		if !c.empty() {
			last++
		}
		return nil
	})
	return pages, last, err
}

// Metadata returns the title and the authors of the book.
func (Extractor) Metadata(_ context.Context, in core.Input) (core.Metadata, error) {
	b, err := open(in)
	if err != nil {
		return core.Metadata{}, err
	}
	return b.metadata(), nil
}

func (c chapter) empty() bool { return c.Text.Text == "" && c.note == "" }

// each calls do for the chapters that become pages, which are those with text or
// a note.
func each(ctx context.Context, in core.Input, b book, do func(chapter) error) error {
	n := 0
	err := b.chapters(ctx, func(c chapter) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if c.empty() {
			return nil
		}
		if n++; n > maxChapters {
			return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("has more than %d chapters", maxChapters)}
		}
		return do(c)
	})
	if err != nil {
		return fmt.Errorf("read %q: %w", in.Name, err)
	}
	return nil
}

// open opens a book in the format of its content.
func open(in core.Input) (book, error) {
	b, err := openData(in.Data)
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", in.Name, err)
	}
	return b, nil
}

func openData(data []byte) (book, error) {
	switch {
	case bytes.HasPrefix(data, []byte("PK")):
		return openZip(data)
	case len(data) >= 68 && string(data[60:68]) == "BOOKMOBI":
		return openMobi(data)
	case bytes.HasPrefix(data, []byte("\xeaDRMION\xee")):
		return nil, protected("Kindle")
	case bytes.HasPrefix(data, []byte("TPZ")), bytes.HasPrefix(data, []byte("CONT")):
		return nil, &core.FileError{State: core.StateUnsupported, Reason: "is a Kindle format that is not read"}
	case isFictionBook(data):
		return fictionBook{data}, nil
	}
	return nil, &core.FileError{State: core.StateDamaged, Reason: "is not readable as an e-book"}
}

// openZip opens an EPUB, or a FictionBook in a zip file of its own.
func openZip(data []byte) (book, error) {
	r, err := zipguard.Open(data, zipguard.DefaultLimits())
	if err != nil {
		return nil, err
	}
	for _, f := range r.File {
		if strings.HasSuffix(strings.ToLower(f.Name), ".fb2") {
			data, err := zipguard.Read(f, maxPart)
			if err != nil {
				return nil, err
			}
			return fictionBook{data}, nil
		}
	}
	return openEPUB(r)
}

// protected returns the error for a book with DRM.
func protected(by string) error {
	return &core.FileError{State: core.StateUnsupported, Reason: "is protected by DRM (" + by + ")"}
}
