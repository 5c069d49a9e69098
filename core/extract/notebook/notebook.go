// Package notebook reads Jupyter notebooks (.ipynb) of the formats 3 and 4, which
// are JSON. A page is a cell: its source, then the text of its outputs.
package notebook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ibid/core"
	"ibid/core/extract/text"
)

// Extractor reads files of core.KindNotebook. The zero value is ready; it
// holds no state.
type Extractor struct{}

// Words emits every cell as a page. A notebook that breaks off is read up to
// there, and a last page has a note on it.
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

// read returns the text of a cell, and a note if it could not be decoded whole;
// shape is the error of decoding it.
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
	layouts := make([]core.Layout, len(pages)) // the page on where a notebook breaks off has no cell
	for i, p := range pages {
		layouts[i].Page = p.Index
	}
	n := 0
	_, _ = walk(ctx, in.Data, func(c cell, _ error) error { // Words has reported what cannot be read
		if n < len(pages) {
			layouts[n].Headings, layouts[n].Pictures = headings(c, pages[n].Text), c.pictures()
		}
		n++
		return nil
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, l := range layouts {
		if err := emit(l); err != nil {
			return err
		}
	}
	return nil
}

// headings returns the headings of a Markdown cell, or the heading that a cell of
// format 3 is.
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

// Outline returns nil: the headings are all the outline a notebook has.
func (Extractor) Outline(ctx context.Context, _ core.Input) ([]core.OutlineEntry, error) {
	return nil, ctx.Err()
}

// Metadata returns the authors of the notebook and its title, or else its first
// heading of level 1.
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
		list := headings(c, page)
		if i := slices.IndexFunc(list, func(h core.Heading) bool { return h.Level == 1 }); i >= 0 {
			first = list[i].Title
		}
		return nil
	})
	m := core.Metadata{Title: cmp.Or(oneLine(self.Title), oneLine(self.Name), oneLine(first))}
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
