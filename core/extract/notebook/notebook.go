// Package notebook reads Jupyter notebooks (.ipynb) of the formats 3 and 4. A
// page is a cell: its source, then the text that running it left behind. The
// format is JSON with a published schema, so the standard library reads it.
package notebook

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ibid/core"
	"ibid/core/extract/text"
)

// Extractor reads files of core.KindNotebook. The zero value is ready; it
// holds no state.
type Extractor struct{}

// Words emits every cell as a page. Of a notebook that breaks off, the cells
// before the break are pages, and the last page says what is wrong.
func (Extractor) Words(ctx context.Context, in core.Input, emit func(core.Page) error) error {
	n := 0
	var stopped error // emit's error
	_, err := walk(ctx, in.Data, func(c cell, shape error) error {
		n++
		page := core.Page{Index: n}
		page.Text, page.Note = read(c, shape)
		stopped = emit(page)
		return stopped
	})
	switch {
	case stopped != nil:
		return stopped
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errTooMany):
		return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("has more than %d cells", maxCells)}
	case err != nil && n == 0:
		return &core.FileError{State: core.StateDamaged, Reason: "is not readable as a notebook", Err: fmt.Errorf("read %q: %w", in.Name, err)}
	case err != nil:
		return emit(core.Page{Index: n + 1, Note: fmt.Sprintf("the notebook breaks off behind cell %d", n)})
	case n == 0:
		return &core.FileError{State: core.StateNoText, Reason: "has no cells"}
	}
	return nil
}

func read(c cell, shape error) (content, note string) {
	content, err := c.page()
	if shape != nil {
		err = shape
	}
	if err != nil {
		return content, "could not be read whole: the cell is not as the format has it"
	}
	return content, ""
}

// Structure emits the headings and the number of pictures of every cell.
func (Extractor) Structure(ctx context.Context, in core.Input, pages []core.Page, emit func(core.Layout) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	layouts := make([]core.Layout, 0, len(pages))
	_, _ = walk(ctx, in.Data, func(c cell, _ error) error { // Words has said what cannot be read
		if len(layouts) < len(pages) {
			p := pages[len(layouts)]
			layouts = append(layouts, core.Layout{Page: p.Index, Headings: headings(c, p.Text), Pictures: c.pictures()})
		}
		return nil
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	for len(layouts) < len(pages) { // the page that says where the notebook breaks off
		layouts = append(layouts, core.Layout{Page: pages[len(layouts)].Index})
	}
	for _, l := range layouts {
		if err := emit(l); err != nil {
			return err
		}
	}
	return nil
}

// headings are those of a Markdown cell, or the heading that a cell of format 3
// is.
func headings(c cell, page string) []core.Heading {
	switch c.Type {
	case "markdown":
		return text.Headings(page)
	case "heading":
		if title := strings.Join(strings.Fields(page), " "); title != "" {
			return []core.Heading{{Level: min(max(c.Level, 1), 6), Title: title, Line: -1}}
		}
	}
	return nil
}

// Outline returns nil: a notebook has no table of contents beside its headings.
func (Extractor) Outline(ctx context.Context, _ core.Input) ([]core.OutlineEntry, error) {
	return nil, ctx.Err()
}

// Metadata returns the title that the notebook gives itself, else its first
// heading of level 1, and its authors.
func (Extractor) Metadata(ctx context.Context, in core.Input) (core.Metadata, error) {
	if err := ctx.Err(); err != nil {
		return core.Metadata{}, err
	}
	first := ""
	self, _ := walk(ctx, in.Data, func(c cell, _ error) error { // as far as it can be read
		if first != "" || c.Type != "markdown" && c.Type != "heading" {
			return nil
		}
		page, _ := c.page()
		for _, h := range headings(c, page) {
			if h.Level == 1 {
				first = h.Title
				break
			}
		}
		return nil
	})
	var m core.Metadata
	for _, title := range []string{self.Title, self.Name, first} {
		if m.Title == "" {
			m.Title = oneLine(title)
		}
	}
	var authors []string
	for _, a := range self.Authors {
		if name := oneLine(a.Name); name != "" {
			authors = append(authors, name)
		}
	}
	m.Author = strings.Join(authors, ", ")
	return m, ctx.Err()
}

func oneLine(s string) string { return strings.Join(strings.Fields(clean(s)), " ") }
