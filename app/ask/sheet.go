package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"slices"

	"ibid/core"
	"ibid/core/text"
	"ibid/core/thumb"
)

// ContactSheet returns a PNG of the cited pages, the longer side at most
// longest pixels. Each page has the number of its source on it and boxes around
// its passages. A source of several pages has one tile for each. Sources of
// kinds without pages are cards with the quoted text; pages that cannot be
// drawn are cards too, with the reason. If there are more tiles than
// thumb.MaxTiles, the last one describes what is left out.
//
// An error wraps core.ErrNotFound if there are no sources, and core.ErrQuery if
// longest is not from core.MinSheet to core.MaxSheet.
func (a *Asker) ContactSheet(ctx context.Context, sources []core.Source, longest int) ([]byte, error) {
	pages, rest := citedPages(sources)
	tiles := make([]thumb.Tile, len(pages))
	for i := range pages {
		if err := a.look(ctx, &pages[i]); err != nil {
			return nil, fmt.Errorf("contact sheet: source [%d]: %w", pages[i].source.Number, err)
		}
		tiles[i] = pages[i].tile()
	}
	if rest != "" {
		tiles = append(tiles, thumb.Tile{Note: rest})
	}
	sizes, err := thumb.PageSizes(tiles, longest)
	if err != nil {
		return nil, err
	}
	for i := range pages {
		if err := a.draw(ctx, &pages[i], &tiles[i], sizes[i]); err != nil {
			return nil, fmt.Errorf("contact sheet: source [%d]: %w", pages[i].source.Number, err)
		}
	}
	img, err := thumb.Sheet(tiles, longest)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := errors.Join(png.Encode(&out, img), ctx.Err()); err != nil {
		return nil, fmt.Errorf("contact sheet: %w", err)
	}
	return out.Bytes(), nil
}

// citedPage is a page of a source that is to be drawn on a contact sheet.
type citedPage struct {
	source   core.Source
	page     int // 1-based index; 0 for a kind without pages
	place    string
	document core.Document // with the source's content
	layout   core.Layout
	missing  string // why the page cannot be drawn, in words; empty if it may be
}

// citedPages lists the pages of sources that fit on a sheet. rest describes in
// words those that do not, for the last tile; empty if all fit.
func citedPages(sources []core.Source) (pages []citedPage, rest string) {
	most, total := core.DefaultLimits().Pages, 0
	for _, s := range sources {
		first, last := s.Locator.Page, max(s.Locator.Page, s.Locator.LastPage)
		if !s.Document.Kind.Drawn() || first < 1 || first > most { // a saved context may claim anything
			first, last = 0, 0
		}
		last = min(last, most)
		total += last - first + 1
		for page := first; page <= last && len(pages) <= thumb.MaxTiles; page++ {
			pages = append(pages, citedPage{source: s, page: page})
		}
	}
	if total <= thumb.MaxTiles {
		return pages, ""
	}
	room := thumb.MaxTiles - 1
	return pages[:room], fmt.Sprintf("%d more pages are cited, from [%d] to [%d], than have room here.",
		total-room, pages[room].source.Number, sources[len(sources)-1].Number)
}

// look finds the document and the passages that are drawn for a page.
func (a *Asker) look(ctx context.Context, p *citedPage) error {
	p.place = text.OneLine(placeOn(p.source.Locator, p.page))
	if p.page == 0 {
		return ctx.Err()
	}
	docs, err := a.p.Library.DocumentsByHash(ctx, p.source.Place.Hash)
	if err != nil {
		return err
	}
	if p.document, p.missing = a.intact(ctx, docs, p.source.Document.ID); p.missing != "" {
		return nil
	}
	p.layout, err = a.p.Places.Layout(ctx, p.document.ID, p.page)
	return err
}

// placeOn returns the locator text of one page of a locator that may have
// several.
func placeOn(l core.Locator, page int) string {
	switch {
	case page == 0 && l.FirstLine == 0:
		return ""
	case page == 0:
		return ":" + l.Place()
	case page == l.Page:
		return core.PageLocator("", page, l.Label).Place()
	case page == l.LastPage:
		return core.PageLocator("", page, l.LastLabel).Place()
	case l.Label != "": // the locator gives only the numbers of its first and last page
		return fmt.Sprintf("[PDF %d]", page)
	}
	return core.PageLocator("", page, "").Place()
}

// intact returns the document to draw from: the one with the id, else one with
// the same content. If every file has changed or is gone, missing is the reason
// in words.
func (a *Asker) intact(ctx context.Context, docs []core.Document, id core.DocumentID) (d core.Document, missing string) {
	if n := slices.IndexFunc(docs, func(d core.Document) bool { return d.ID == id && !a.p.Files.Stale(ctx, d) }); n >= 0 {
		return docs[n], ""
	}
	if n := slices.IndexFunc(docs, func(d core.Document) bool { return !a.p.Files.Stale(ctx, d) }); n >= 0 {
		return docs[n], ""
	}
	if len(docs) == 0 {
		return d, "The document is not in the library any more."
	}
	file, err := a.p.Opener.Open(ctx, docs[0])
	if err != nil {
		return docs[0], "The file is not there any more."
	}
	_ = file.Close() // opened only to see whether it is unchanged
	return docs[0], "The file has changed since it was read."
}

// tile returns the page's tile without its picture.
func (p *citedPage) tile() thumb.Tile {
	t := thumb.Tile{Number: p.source.Number, Name: text.OneLine(p.source.Locator.Name), Place: p.place}
	if p.page > 0 {
		t.Place = " " + p.place
	}
	if p.layout.Height > 0 {
		t.Aspect = float64(p.layout.Width / p.layout.Height)
	}
	return t
}

// draw draws a page on its tile, or makes the tile a card with the reason why
// it cannot. It returns only errors of ctx and of the library.
func (a *Asker) draw(ctx context.Context, p *citedPage, t *thumb.Tile, size image.Point) error {
	if p.page > 0 && p.missing == "" {
		img, err := a.p.Places.Page(ctx, p.document.ID, p.page, size.X, size.Y)
		if err == nil {
			t.Picture, t.Boxes = img, thumb.Passages(p.layout, p.source.Quotes, img)
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.missing = "The page could not be drawn."
		if fate := (*core.FileError)(nil); errors.As(err, &fate) {
			p.missing = "The page could not be drawn: " + text.OneLine(fate.Reason) + "."
		}
	}
	t.Note, t.Text, t.Code = p.missing, p.source.Text, p.source.Document.Kind == core.KindCode
	return ctx.Err()
}
