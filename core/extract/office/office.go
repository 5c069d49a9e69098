// Package office reads the documents, slides and workbooks of office programs,
// from the XML of the file itself: Office Open XML (.docx, .pptx, .xlsx with
// their templates and macro variants) and OpenDocument (.odt, .odp, .ods).
//
// What a reader of the document sees is read: text with its headings, lists,
// tables, notes, text boxes and comments. What a layout of slides draws on them is
// read with the first that has it. Left out are tracked deletions, running heads
// and feet, and text that is formatted as hidden. Hidden slides and hidden
// sheets are kept. Macros and linked files are never looked at. Encrypted Office
// Open XML is read with its password, encrypted OpenDocument is not.
package office

import (
	"context"
	"errors"
	"fmt"

	"ibid/core"
)

// Extractor reads files of core.KindDocument, core.KindSlides and
// core.KindSheet. The zero value is ready; it holds no state.
type Extractor struct{}

// Words emits a document as one page, slides as a page each, the sheets of a
// workbook as a page each. Line n of a sheet's text is its row n.
func (Extractor) Words(ctx context.Context, in core.Input, emit func(core.Page) error) error {
	c, err := open(ctx, in)
	if err != nil {
		return fmt.Errorf("open %q: %w", in.Name, err)
	}
	var stop error // of emit, which is not the file's fault
	page := func(p core.Page) error { stop = emit(p); return stop }
	if in.Kind == core.KindSheet {
		err = c.sheets(ctx, page)
	} else {
		err = c.bodies(ctx, func(i int, b *body, note string) error {
			text, _ := b.render()
			return page(core.Page{Index: i, Text: text, Note: note})
		})
	}
	return finish(ctx, in, err, stop)
}

// finish is the error of a call that ended with err, or because emit ended with
// stop.
func finish(ctx context.Context, in core.Input, err, stop error) error {
	switch {
	case stop != nil:
		return stop
	case err != nil:
		return fmt.Errorf("read %q: %w", in.Name, damaged(err))
	}
	return ctx.Err()
}

// Structure emits headings and the counts of tables and pictures. The heading
// of a sheet is its name.
func (Extractor) Structure(ctx context.Context, in core.Input, pages []core.Page, emit func(core.Layout) error) error {
	c, err := open(ctx, in)
	if err != nil {
		return fmt.Errorf("open %q: %w", in.Name, err)
	}
	var stop error
	layout := func(l core.Layout) error { stop = emit(l); return stop }
	if in.Kind == core.KindSheet {
		err = c.sheetLayouts(ctx, pages, layout)
	} else {
		err = c.bodies(ctx, func(i int, b *body, _ string) error {
			if i > len(pages) {
				return nil
			}
			return layout(b.layout(i))
		})
	}
	return finish(ctx, in, err, stop)
}

// Outline returns nil: these formats carry none beside their headings.
func (Extractor) Outline(ctx context.Context, _ core.Input) ([]core.OutlineEntry, error) {
	return nil, ctx.Err()
}

// bodies reads the pages of a document or of slides in order.
func (c *container) bodies(ctx context.Context, emit func(i int, b *body, note string) error) error {
	switch c.format {
	case docx:
		return single(ctx, c.docx, emit)
	case odt:
		return single(ctx, c.odt, emit)
	case pptx:
		return c.pptx(ctx, emit)
	default:
		return c.odp(ctx, emit)
	}
}

// single emits a document as one page, up to where it is damaged.
func single(ctx context.Context, read func(context.Context, *body) error, emit func(int, *body, string) error) error {
	b := newBody(budget())
	note, err := partly(ctx, b, read(ctx, b))
	if err != nil {
		return err
	}
	return emit(1, b, note)
}

// partly turns the error that ended the reading of b into a note, if there is
// something to read before it.
func partly(ctx context.Context, b *body, err error) (note string, _ error) {
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(err, errFull):
		return fullNote, nil
	case err != nil && len(b.blocks) > 0:
		return "could not be read to its end: " + reason(err), nil
	}
	return "", err
}

// reason is an error of reading in words.
func reason(err error) string {
	var f *core.FileError
	if errors.As(damaged(err), &f) {
		return "it " + f.Reason
	}
	return err.Error()
}
