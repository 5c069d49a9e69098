// Package office reads documents, slides and workbooks from the XML of their
// files: Office Open XML (.docx, .pptx, .xlsx with their templates and macro
// variants) and OpenDocument (.odt, .odp, .ods).
//
// It reads what a person sees in an office program: text with its headings,
// lists, tables, notes, text boxes and comments. Text that a layout shows on all
// its slides is read with the first of them. Tracked deletions, headers and
// footers, and text that is formatted as hidden are left out; hidden slides and
// sheets are kept. Macros and linked files are never opened. Encrypted Office
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
	var stop error // of emit, which says nothing about the file
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

// finish returns the error of a call that ended with err, or because emit failed
// with stop.
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
	if in.Kind == core.KindSheet {
		for _, p := range pages {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := emit(sheetLayout(p)); err != nil {
				return err
			}
		}
		return nil
	}
	c, err := open(ctx, in)
	if err != nil {
		return fmt.Errorf("open %q: %w", in.Name, err)
	}
	var stop error
	err = c.bodies(ctx, func(i int, b *body, _ string) error {
		if i > len(pages) {
			return nil
		}
		stop = emit(b.layout(i))
		return stop
	})
	return finish(ctx, in, err, stop)
}

// Outline returns nil: the headings are all the outline these formats have.
func (Extractor) Outline(ctx context.Context, _ core.Input) ([]core.OutlineEntry, error) {
	return nil, ctx.Err()
}

// bodies emits the pages of a document or of slides in order, with notes on what
// could not be read.
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

// single emits a document, up to where it is damaged, as one page.
func single(ctx context.Context, read func(context.Context, *body) error, emit func(int, *body, string) error) error {
	b := newBody(budget())
	note, err := partly(ctx, b, read(ctx, b))
	if err != nil {
		return err
	}
	return emit(1, b, note)
}

// partly turns the error that ended the reading of b into a note, if something
// was read before it.
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

// reason returns an error of reading in words.
func reason(err error) string {
	var f *core.FileError
	if errors.As(damaged(err), &f) {
		return "it " + f.Reason
	}
	return err.Error()
}
